#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A kernel that clang has built: make and DKMS build the module by clang, too, and by the
# right version. The kernel is one that only tells what its build system is told;
# with KERNEL, DKMS also builds for that kernel of tools/vm/run.
#
# Usage: clang.sh [KERNEL]

set -euo pipefail

cd "$(dirname "$(realpath "$0")")/../.."
# shellcheck source=SCRIPTDIR/tap.sh
. tools/test/tap.sh
# shellcheck source=SCRIPTDIR/../vm/kernels.sh
. tools/vm/kernels.sh

# Do not inherit the variables of a "make check-full" that has started this.
unset MAKEFLAGS MAKELEVEL LLVM

# shellcheck source=SCRIPTDIR/../sources.sh
. tools/sources.sh
version=$(version_of_sources)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
fake=$tmp/kernel programs=$tmp/programs

make_fake()
{
	mkdir -p "$fake/include/config" "$programs"
	cat > "$fake/Makefile" <<-'END'
	modules: ; echo "LLVM=$(LLVM) CC is $(origin CC)" > told; cp /bin/true $(M)/mbhash.ko; cp /bin/true $(M)/nabhash.ko
	clean:
	END
	touch "$programs"/{clang-99,ld.lld-99}
	chmod +x "$programs"/*
}

# configured FILE CLANG_VERSION: by that version, or 0 for gcc
configured()
{
	rm -f "$fake/.config" "$fake/include/config/auto.conf"
	{
		echo CONFIG_64BIT=y
		[ "$2" = 0 ] || echo CONFIG_CC_IS_CLANG=y
		echo "CONFIG_CLANG_VERSION=$2"
	} > "$fake/$1"
}

# told LLVM COMMAND...: the kernel's build system is told this by COMMAND, and no compiler
told()
{
	rm -f "$fake/told"
	"${@:2}" || return
	diff <(echo "LLVM=$1 CC is default") "$fake/told"
}

module() { make KDIR="$fake" M="$tmp" "$@"; }
with_programs() { PATH=$programs:$PATH "$@"; }

# with_dkms RELEASE HEADERS: build the module in a tree of its own
with_dkms()
{
	local trees=(--dkmstree "$tmp/dkms" --sourcetree "$tmp/src" --installtree "$tmp/modules")

	rm -rf "$tmp/dkms" "$tmp/src"
	mkdir -p "$tmp/src/mbhash-$version" "$tmp/dkms" "$tmp/modules"
	# shellcheck disable=SC2046 # words
	cp -r Kbuild Makefile dkms.conf mbhash_*.[cS] driver policy engine $(arch_folders) compat nabhash \
		"$tmp/src/mbhash-$version"
	dkms add "mbhash/$version" "${trees[@]}"
	dkms build "mbhash/$version" "${trees[@]}" -k "$1" --kernelsourcedir "$2" && return
	cat "$tmp/dkms/mbhash/$version/build/make.log"
	return 1
}

# The module that DKMS has built is clang's.
is_clangs()
{
	local file

	file=$(echo "$tmp/dkms/mbhash/$version"/*/*/module/mbhash.ko*)
	case $file in
	*.xz)	xz -dc "$file" ;;
	*)	cat "$file" ;;
	esac > "$tmp/mbhash.ko"
	readelf -p .comment "$tmp/mbhash.ko" | tee "$tmp/comment"
	grep -q clang "$tmp/comment" && ! grep -q GCC "$tmp/comment"
}

make_fake
configured .config 990102
try "make takes the clang of the kernel's version" told -99 with_programs module
try "... and the plain one, if that is not there" told 1 module
try "the user's LLVM= wins" told -98 with_programs module LLVM=-98
try "... also from the environment" told 1 with_programs env LLVM=1 make KDIR="$fake" M="$tmp"
try "... and without a value stands for gcc" told '' with_programs module LLVM=
try "DKMS takes the clang of the kernel's version, too" \
	told -99 with_programs with_dkms 6.1.0-clang "$fake"
configured include/config/auto.conf 990102
try "make finds what else tells the kernel's configuration" told -99 with_programs module
configured .config 0
try "make takes gcc for a kernel built by gcc" told '' with_programs module
try "so does DKMS" told '' with_programs with_dkms 6.1.0-gcc "$fake"

if [ $# -gt 0 ]; then
	kernel=$(make_kernel "$1")
	try "DKMS builds the module for $1" \
		with_dkms "$(ls "$kernel/modules/")" "$kernel/build"
	try "clang has built it" is_clangs
fi
done_testing
