#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The archive of "make dist": it has all sources, is the same each time, and what a clone
# does works in it when it is unpacked, without a repository. debian-test.sh does
# without git itself.

set -euo pipefail

cd "$(dirname "$(realpath "$0")")/../.."
# shellcheck source=SCRIPTDIR/tap.sh
. tools/test/tap.sh
# shellcheck source=SCRIPTDIR/copy.sh
. tools/test/copy.sh

# Do not inherit the variables of a "make check-full" that has started this.
unset MAKEFLAGS MAKELEVEL SOURCE_DATE_EPOCH

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
folder=mbhash-$(version_of_sources)
archive=$PWD/build/$folder.tar.gz

changelog_has_version() { [[ $(grep -m 1 '^## ' CHANGELOG.md) == "## $(version_of_sources), "* ]]; }

# Git's files, as .gitignore was meant, and none but regular ones
has_what_git_has()
{
	tar -tf "$archive" | sed "s|^$folder/||" |
		diff <(git ls-files --cached --others --exclude-standard | LC_ALL=C sort) -
}

dist_is_the_same() { (cd "$1" && umask 077 && make dist > /dev/null && cmp "build/$folder.tar.gz" "$archive"); }

built_files_stay_out()
{
	(cd "$1" && mkdir -p build/x driver && touch mbhash.ko driver/x.o driver/.x.o.cmd build/x/y.c &&
		dist_is_the_same . && rm mbhash.ko driver/x.o driver/.x.o.cmd)
}

passes_there()
{
	cd "$tmp/$folder"
	! "$@" > "$tmp/tap" || return 0
	grep -A 20 '^not ok' "$tmp/tap"
	return 1
}

try "CHANGELOG.md begins with this version" changelog_has_version
try "make dist" make dist
if [ -e .git ]; then
	try "the archive has what git has" has_what_git_has
fi
copy_checkout "$tmp/clone"
try "it is the same from a clone, with another umask" dist_is_the_same "$tmp/clone"
try "it is unpacked" tar -x -C "$tmp" -f "$archive"
try "it is the same from that, without a repository" dist_is_the_same "$tmp/$folder"
try "what is built stays out" built_files_stay_out "$tmp/$folder"
rm -rf "$tmp/$folder/build"
try "the tests of the Makefile pass there" passes_there tools/test/make.sh
done_testing
