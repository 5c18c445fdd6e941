#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The Debian packages: they build, lintian is silent, two builds are identical, the
# packages are complete, and the man pages agree with the programs.

set -euo pipefail

cd "$(dirname "$(realpath "$0")")/../.."
# shellcheck source=SCRIPTDIR/tap.sh
. tools/test/tap.sh

deb=build/deb
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

lintian_silent()
{
	local output

	output=$(lintian --allow-root --fail-on none $deb/*.changes) || return
	[ -z "$output" ] || { echo "$output"; return 1; }
}

# Elsewhere, with another umask, time zone and language
builds_again_the_same()
{
	mkdir "$tmp/elsewhere"
	cp -r .git Kbuild ./mbhash* engine x86 arm64 mips generic compat dkms.conf man packaging "$tmp/elsewhere"
	mkdir "$tmp/elsewhere/tools"
	cp -r tools/mbsum tools/mbhash-top "$tmp/elsewhere/tools"
	(umask 077 && TZ=Asia/Tokyo LC_ALL=C "$tmp/elsewhere/packaging/build" > /dev/null)
	(cd $deb && sha256sum ./*.deb) | (cd "$tmp/elsewhere/$deb" && sha256sum --check)
}

# Every source that Kbuild may ask for, and no more
has_sources()
{
	local version

	version=$(sed -n 's/^PACKAGE_VERSION="\(.*\)"/\1/p' dkms.conf)
	dpkg-deb -x $deb/mbhash-dkms_*.deb "$tmp/dkms"
	diff <(cd "$tmp/dkms/usr/src/mbhash-$version" && find . -type f | sort) \
	     <(git ls-files --cached --others --exclude-standard \
			':(glob)Kbuild' dkms.conf ':(glob)mbhash*.[chS]' compat \
			engine x86 arm64 mips generic |
		sed 's|^|./|' | sort)
}

# documented PAGE NAME...: each name is in the man page
documented()
{
	local page=$1 name text missing=0

	shift
	[ $# -gt 0 ] || { echo "which names?"; return 1; }
	text=$(mandoc -T ascii -I os= "$page" | sed 's/.\x08//g')
	for name; do
		grep -qwF -e "$name" <<< "$text" || { echo "$name"; missing=1; }
	done
	return $missing
}

options_of() { "$@" --help | grep -oE -- '--[a-z]+' | sort -u; }

try "make deb builds the packages" make deb
try "lintian has nothing to say" lintian_silent
try "another build makes the same packages" builds_again_the_same
try "the module's package has its sources and no more" has_sources

dpkg-deb -x $deb/mbhash-tools_*.deb "$tmp/tools"
for page in man/*; do
	try "mandoc has nothing to say of $page" mandoc -T lint -W warning "$page"
done
for program in mbsum mbhash-top; do
	mapfile -t words < <(options_of "$tmp/tools/usr/bin/$program")
	try "man/$program.1 knows its options" documented "man/$program.1" "${words[@]}"
done
mapfile -t words < <(sed -nE 's/^module_param(_named)?\((\w+).*/\2/p' mbhash_main.c)
try "man/mbhash.4 knows the parameters" documented man/mbhash.4 "${words[@]}"
mapfile -t words < <(sed -nE 's/^\t\[MBHASH_\w+\] = "(\w+)",/\1/p' mbhash_stats.c)
try "man/mbhash.4 knows the counters' reasons" documented man/mbhash.4 "${words[@]}"
mapfile -t words < <(sed -n '/mbhash_isa_names\[\] = {/,/;/p' ./*/impls.c |
	grep -o '"[^"]*"' | tr -d '"' | sort -u)
try "man/mbhash.4 knows the instruction sets" documented man/mbhash.4 "${words[@]}"
mapfile -t words < <(sed -nE 's/.*DRIVER\(.*"([^"]*-mb(-sync)?)".*/\1/p' mbhash_ahash.c)
try "man/mbhash.4 knows the drivers" documented man/mbhash.4 "${words[@]}"
done_testing
