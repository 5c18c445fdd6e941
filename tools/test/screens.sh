#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# tools/demo/screens works, and docs/tools.md is what it writes, except for the figures.

set -euo pipefail

cd "$(dirname "$(realpath "$0")")/../.."
# shellcheck source=SCRIPTDIR/tap.sh
. tools/test/tap.sh

new=build/check/tools.md

# What stays the same: headings of tables, keys, fields, text
frame()
{
	grep -E '^(HASH|BECAUSE|CPU|(batch|inline|section) |[a-zA-Z+] |[^ ]+  +[a-z]|#|`|\$|Right|Its|  *")' "$1" |
		sed -E 's/^[0-9a-f]{64}.*//; s/ *([0-9]|null).*//'
}

same_frame() { diff <(frame docs/tools.md) <(frame $new); }
has() { grep -qE -- "$1" $new || { cat $new; return 1; }; }

mkdir -p build/check
try "it takes the pictures" tools/demo/screens uml-oldest $new
try "mbsum's bar" has '^\[#+\.+\] +[0-9]+%  [0-9]+/[0-9]+ files .* MB/s'
try "its digests are right" has '^Right'
for hash in md5 sha256; do
	try "mbhash-top: $hash is hashed" has "^$hash +[1-9]"
done
try "docs/tools.md has the same, but for the figures" same_frame
done_testing
