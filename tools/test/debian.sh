#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# In a minimal Debian, see tools/vm/root: each command for new users works there, and
# the module builds for that Debian's own kernel, with its own compiler.
#
# Usage: debian.sh KERNEL [more | rest]	KERNEL: that Debian's own, of tools/vm/run
#				more: also by a user, the next version, other
#				distributions; rest: only these

set -euo pipefail

cd "$(dirname "$(realpath "$0")")/../.."
# shellcheck source=SCRIPTDIR/minimal.sh
. tools/test/minimal.sh
# shellcheck source=SCRIPTDIR/copy.sh
. tools/test/copy.sh
kernel=$1 what=${2-}

# One sentence, rather than apt's errors, where packages are missing: Bochs's are not
# among those of the demo
other_system_told()
{
	local output status=0

	sed -i.debian 's/^ID=.*/ID=other/; s/^PRETTY_NAME=.*/PRETTY_NAME="Another 1"/' /etc/os-release
	output=$(tools/setup check-bochs 2>&1) || status=$?
	mv /etc/os-release.debian /etc/os-release
	if [ "$status" != 1 ] || [ "$(wc -l <<< "$output")" != 1 ] ||
	   [[ $output != *"is Another 1,"*"needs Debian 12 or 13"* ]]; then
		echo "$status: $output"
		return 1
	fi
}

# demo_works COMMAND...: it shows what the demo shows
demo_works()
{
	local output

	if ! output=$("$@" 2>&1) || [[ $output != *"Every digest is right"* ]]; then
		tail -n 100 <<< "$output"
		return 1
	fi
}

# The packages that make check, make bench and so on install exist under these names
has_packages()
{
	local packages names

	mapfile -t names < <(sed -n 's/^name = //p' ./*/test/machine)
	packages=$(tools/setup --print \
		deb demo check check-full "${names[@]/#/check-}" check-bochs check-clang \
		bench bench-consumers lanebench performance flushsim) &&
		[ -n "$packages" ] || return
	# shellcheck disable=SC2086 # words
	apt-get -qq -s install --no-install-recommends $packages > /dev/null
}

# By this Debian's compiler, with W=1
builds_silently()
{
	local output

	# Its downloads write messages.
	bash -ec '. tools/vm/kernels.sh; make_kernel "$1"' bash "$1" > /dev/null 2>&1
	rm -rf "build/$1" # make demo builds one, too
	if ! output=$(tools/vm/module "$1" 2>&1 > /dev/null) || [ -n "$output" ]; then
		echo "$output"
		return 1
	fi
}

# warns RELEASE FLAVOUR COMMAND...: it succeeds, and says which headers to install for
# that kernel, of that flavour
warns()
{
	local output

	output=$("${@:3}" 2>&1) || { echo "$output"; return 1; }
	if [ "$(grep -c ^mbhash: <<< "$output")" != 2 ] ||
	   ! grep -qE "^mbhash: NOT BUILT .* $1:" <<< "$output" ||
	   ! grep -qE "^mbhash: .* apt install linux-headers-$1(\$|, or linux-headers-$2 )" <<< "$output"; then
		echo "$output"
		return 1
	fi
}

installs_packages() { apt-get -qq install -y --no-install-recommends ./build/deb/*.deb < /dev/null; }

# In a kernel that need not know of it
mbsum_uses_library()
{
	local output

	output=$(mbsum -v Makefile 2>&1) && grep '^mbsum: libmbhash: ' <<< "$output" &&
		sha256sum Makefile | diff - <(tail -n 1 <<< "$output")
}

# The program in README.md, as it says there
program_uses_library()
{
	# shellcheck disable=SC2016 # Markdown
	sed -n '/^```c$/,/^```$/p' README.md | sed '1d;$d' > thousand.c &&
		cc thousand.c -lmbhash && ./a.out | tail -c 16 | od -An -v -tx1 | tr -d ' ' |
		diff - <(printf 999 | md5sum | cut -d' ' -f1)
}

# configured_on RELEASE: as if this kernel ran
configured_on()
{
	local status=0

	printf '#!/bin/sh\n[ "$*" = -r ] && echo %s || /bin/uname "$@"\n' "$1" > /usr/local/bin/uname
	chmod +x /usr/local/bin/uname
	/var/lib/dpkg/info/mbhash-dkms.postinst configure || status=$?
	rm /usr/local/bin/uname
	return $status
}

# Those of this Debian's own kernel, which is not the one that runs
installs_headers()
{
	apt-get -qq install -y --no-install-recommends kcapi-tools linux-headers-amd64 < /dev/null
}

release() { basename "$(find /lib/modules -mindepth 1 -maxdepth 1)"; }

dkms_has_built() { [[ $(dkms status "mbhash/$(version_of_sources)" -k "$(release)") == *": installed"* ]]; }

# With its headers there is nothing to warn of.
configured_silently()
{
	local output

	output=$(configured_on "$(release)") && [[ $output != *mbhash:* ]] && dkms_has_built
}

# As README.md says for other distributions, and for this Debian's own kernel; and the
# next version over it
dkms_builds_copy()
{
	local line named

	line=$(grep -o 'cp -r \. /usr/src/[^`]*' README.md)
	named=$(sed -n 's/^cp .* mbhash\///p' <<< "$line")
	cd ~user/mbhash || return
	bash -c "${line//$named/$(version_of_sources)} -k $(release)" && only_version "$(version_of_sources)"
}

raised_copy_too() { (cd ~user/mbhash && raise_version) && dkms_builds_copy; }

readme_has_version() { grep -F "/usr/src/mbhash-$(version_of_sources) && dkms install mbhash/$(version_of_sources)\`" README.md; }

# raise_version: as the next release does
raise_version()
{
	local version

	version=$(version_of_sources)
	sed -i "s/^\(PACKAGE_VERSION=\"${version%.*}\.\).*/\1$((${version##*.} + 1))\"/" dkms.conf
	[ "$(version_of_sources)" != "$version" ]
}

# The module is that of this version, and there is no other.
only_version()
{
	local have

	have=$(modinfo -k "$(release)" -F version mbhash)
	[ "$have" = "$1" ] || { echo "the module is $have"; return 1; }
	[[ $(dkms status mbhash -k "$(release)" | grep ': installed') == "mbhash/$1,"* ]] ||
		{ dkms status; return 1; }
}

upgraded_by_apt()
{
	local version

	version=$(version_of_sources)
	only_version "$version" || return
	if [ "$(dkms status mbhash | wc -l)" != 1 ] || [ "$(echo /usr/src/mbhash-*)" != "/usr/src/mbhash-$version" ]; then
		dkms status mbhash
		ls /usr/src
		return 1
	fi
}

compiler_silent()
{
	local log

	log=$(echo "/var/lib/dkms/mbhash/$(version_of_sources)/$(release)"/*/log/make.log)
	[ -s "$log" ] && ! grep -iE 'warning|error' "$log"
}

# The module that DKMS has built
loads()
{
	local file

	file=$(modinfo -k "$(release)" -F filename mbhash)
	case $file in
	*.xz)	xz -dc "$file" ;;
	*)	cat "$file" ;;
	esac > "build/$kernel/mbhash.ko"
	tools/vm/run -k "$kernel" -c 4 -t 900 tools/test/guest/load.sh
}

# What the packages and the module are to everybody
packages_and_module()
{
	local flavour release

	try "README.md names the version" readme_has_version
	try "another system is told what is needed" other_system_told
	try "all packages that anything here installs" has_packages
	try "$kernel: the module and its tests build without a warning" builds_silently "$kernel"
	try "make deb" make deb
	try "the packages install without headers, and say which" \
		warns "$(uname -r)" '[^ ]*' installs_packages
	try "mbsum hashes by the library" mbsum_uses_library
	try "a program does" program_uses_library
	for flavour in amd64 cloud-amd64 rt-amd64 arm64 cloud-arm64 rt-arm64; do
		for release in 6.1.0-56-$flavour 6.12.95+deb13-$flavour; do
			try "... for $release" warns "${release/+/\\+}" "$flavour" configured_on "$release"
		done
	done
	try "the headers install" installs_headers
	try "then DKMS has built the module for this Debian's own kernel" dkms_has_built
	try "and nabhash" modinfo -k "$(release)" -F description nabhash
	try "... and nothing more is said" configured_silently
	try "the compiler has nothing to say" compiler_silent
	try "it loads, and all that load.sh tests" loads
}

# The packages, with nothing looked at but that DKMS builds
installs_all() { make deb && installs_headers && installs_packages && dkms_has_built; }

if [ "$what" ]; then
	try "what the demo needs is installed" tools/setup demo
	useradd --create-home user
	copy_checkout ~user/mbhash
	chown -R user: ~user
	try "make demo by a user" demo_works su --login user --command "make -C mbhash demo"
else
	try "make demo" demo_works make demo
fi
if [ "$what" = rest ]; then
	try "headers and packages install" installs_all
else
	packages_and_module
fi
if [ ! "$what" ]; then
	done_testing
	exit
fi
raise_version
try "the next version's packages build" make deb
try "apt installs them over the others" installs_packages
try "DKMS has built that version, and the other is gone" upgraded_by_apt
try "the packages are purged" apt-get -qq purge -y mbhash-dkms mbhash-tools libmbhash-dev libmbhash0
try "README.md's line for other distributions" dkms_builds_copy
try "... and for the next version, without a removal" raised_copy_too
done_testing
