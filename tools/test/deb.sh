#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The Debian packages: they build, lintian is silent, two builds are identical, the
# packages are complete, and the man pages agree with the programs.

set -euo pipefail

cd "$(dirname "$(realpath "$0")")/../.."
# shellcheck source=SCRIPTDIR/tap.sh
. tools/test/tap.sh
# shellcheck source=SCRIPTDIR/copy.sh
. tools/test/copy.sh
# shellcheck source=SCRIPTDIR/../arch.sh
. tools/arch.sh

# Do not inherit the variables of a "make check-full" that has started this.
unset MAKEFLAGS MAKELEVEL SOURCE_DATE_EPOCH

deb=build/deb
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

lintian_silent()
{
	local output

	output=$(lintian --allow-root --fail-on none $deb/*.changes) || return
	[ -z "$output" ] || { echo "$output"; return 1; }
}

# same_by COMMAND...: it makes the same packages in the current folder
same_by()
{
	"$@" > /dev/null && (cd $deb && sha256sum --check "$tmp/sums")
}

# Elsewhere, with another umask, time zone and language
builds_again_the_same()
{
	(cd "$tmp/clone" && umask 077 && export TZ=Asia/Tokyo LC_ALL=C && same_by packaging/build)
}

# As root in a container does
builds_in_anothers_clone()
{
	(cd "$tmp/clone" && rm -r build && chown -R 65534:65534 . && same_by make deb &&
		[ "$(stat -c %u $deb build)" = $'65534\n65534' ])
}

# unpack_archive DIR: an archive of a commit with the current sources
unpack_archive()
{
	local commit

	commit=$(cd "$tmp/clone" && git add --all &&
		GIT_COMMITTER_DATE=$(git log -1 --format=%cI) git \
			-c user.name=test -c user.email=test@mbhash.invalid \
			commit-tree -m archive "$(git write-tree)")
	mkdir -p "$1"
	git -C "$tmp/clone" archive "$commit" | tar -x -C "$1"
}

builds_from_archive() { (cd "$1" && same_by make deb); }

dated_by_environment()
{
	(cd "$1" && SOURCE_DATE_EPOCH=86400 make deb > /dev/null &&
		[[ $(tar -tv --utc -f <(dpkg-deb --fsys-tarfile $deb/mbhash-dkms_*.deb)) == *" 1970-01-02 00:00 "* ]])
}

# It fails, says why, and leaves no file behind.
failure_leaves_nothing()
{
	local output

	cd "$1"
	mkdir "$tmp/temporary"
	make clean
	sed -i 's/^Build-Depends:$/& no-such-package,/' packaging/debian/control
	if output=$(TMPDIR=$tmp/temporary make deb 2>&1) ||
	   [[ $output != *no-such-package* ]] || [ -e build ]; then
		echo "$output"
		return 1
	fi
	rmdir "$tmp/temporary"
}

# Every source that Kbuild may ask for, and no more
has_sources()
{
	dpkg-deb -x $deb/mbhash-dkms_*.deb "$tmp/dkms"
	diff <(cd "$tmp/dkms/usr/src/mbhash-$(version_of_sources)" && find . -type f | sort) \
	     <(folders="driver|policy|engine|$(arch_folders | paste -sd '|')|compat|nabhash"
		sources | tr '\0' '\n' | sed 's|^|./|' | grep -vE '^\./[^/]*/test/' |
		grep -E "^\./(Kbuild|Makefile|dkms\.conf|mbhash_[^/]*\.[cS]|($folders)/.*)$" | sort)
}

# documented PAGE BEFORE NAME...: for each name the page's source has a line that begins with
# BEFORE, a regular expression, and the name
documented()
{
	local page=$1 before=$2 name missing=0

	shift 2
	[ $# -gt 0 ] || { echo "which names?"; return 1; }
	for name; do
		grep -qE "^$before$name( |\$)" "$page" || { echo "$name"; missing=1; }
	done
	return $missing
}

libraries=$(echo /usr/lib/*-linux-gnu*/libc.so.6 | xargs -n 1 dirname | head -n 1)

with_library() { LD_LIBRARY_PATH=$tmp/tools$libraries "$@"; }

# Depends on its package, too
finds_library()
{
	with_library "$tmp/tools/usr/bin/mbsum" -v dkms.conf 2>&1 | grep '^mbsum: libmbhash: ' &&
		dpkg-deb -f "$(echo $deb/mbhash-tools_*.deb)" Depends | grep 'libmbhash0 (>= 0'
}

uses_library()
{
	# shellcheck disable=SC2046 # words
	sed -n '/^\.Bd -literal/,/^\.Ed/p' man/mbhash.3 | sed '1d;$d;s/\\en/\\n/' |
		gcc -Wall -x c -o "$tmp/example" - $(PKG_CONFIG_SYSROOT_DIR=$tmp/tools \
			PKG_CONFIG_PATH=$tmp/tools$libraries/pkgconfig pkg-config --cflags --libs mbhash) &&
		with_library "$tmp/example" abc < /dev/null | grep "^$(printf abc | sha256sum | cut -c 1-64)\$"
}

# So that a program needs at least the version of libmbhash-dev that it was built with
symbols_name_package()
{
	dpkg-deb -I "$(echo $deb/libmbhash0_*.deb)" symbols > "$tmp/symbols" &&
		grep -x '\* Build-Depends-Package: libmbhash-dev' "$tmp/symbols"
}

# options_of PROGRAM: without dashes
options_of() { with_library "$@" --help | grep -oE -- '--[a-z][a-z-]+' | sed 's/^--//' | sort -u; }

try "make deb builds the packages" make deb
try "lintian has nothing to say" lintian_silent
(cd $deb && sha256sum ./*.deb) > "$tmp/sums"
copy_checkout "$tmp/clone"
# A path that kbuild refuses
archive="$tmp/an archive: unpacked"
unpack_archive "$archive"
try "another build makes the same packages" builds_again_the_same
if [ "$(id -u)" = 0 ]; then
	try "so does root in another user's clone, who owns them" builds_in_anothers_clone
else
	skip "root makes them in another user's clone" "only root can"
fi
try "so does an unpacked archive, in any path" builds_from_archive "$archive"
try "SOURCE_DATE_EPOCH dates them" dated_by_environment "$archive"
try "a failure leaves nothing behind" failure_leaves_nothing "$archive"
try "the module's package has its sources and no more" has_sources

for package in mbhash-tools libmbhash0 libmbhash-dev; do
	dpkg-deb -x "$(echo $deb/${package}_*.deb)" "$tmp/tools"
done
try "mbsum finds the library's package" finds_library
try "the library's symbols name the package to build with" symbols_name_package
try "a program finds what libmbhash-dev has" uses_library
for page in man/*; do
	try "mandoc has nothing to say of $page" mandoc -T lint -W warning "$page"
done
for program in mbsum mbhash-top; do
	mapfile -t words < <(options_of "$tmp/tools/usr/bin/$program")
	try "man/$program.1 knows its options" documented "man/$program.1" '\.It Fl (.* )?\\-' "${words[@]}"
done
mapfile -t words < <(sed -nE 's/^module_param(_named)?\((\w+).*/\2/p' mbhash_main.c)
try "man/mbhash.4 knows the parameters" documented man/mbhash.4 '\.It Cm ' "${words[@]}"
mapfile -t words < <(sed -nE 's/^\t\[MBHASH_\w+\] = "(\w+)",/\1/p' driver/stats.c)
try "man/mbhash.4 knows the counters' reasons" documented man/mbhash.4 '\.It Cm ' "${words[@]}"
mapfile -t words < <(sed -n '/mbhash_isa_names\[\] = {/,/;/p' ./*/impls.c |
	grep -o '"[^"]*"' | tr -d '"' | sort -u)
try "man/mbhash.4 knows the instruction sets" documented man/mbhash.4 '\.Cm (.* )?' "${words[@]}"
mapfile -t words < <(sed -nE 's/.*DRIVER\(.*"([^"]*-mb(-sync)?)".*/\1/p' driver/ahash.c)
try "man/mbhash.4 knows the drivers" documented man/mbhash.4 '\.It .* Ta ' "${words[@]}"
done_testing
