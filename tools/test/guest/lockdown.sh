#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Without debugfs (debugfs=off), or in a kernel that is locked down, as with Secure
# Boot: the module still hashes, and read-only files can still be read.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"

is_readable() { cat "${stats%/*}"/{stats,cpus,plan}; }
is_not_there() { ! is_readable 2> /dev/null; }

in_memory
make_files 40
try "loads" load
if grep -q debugfs=off /proc/cmdline; then
	try "debugfs is off" is_not_there
else
	try "debugfs is there" is_readable
	try "the kernel can be locked down" locked_down
	try "debugfs can be read all the same" is_readable
fi
try_selftests
for hash in md5 sha256; do
	try "$hash: digests are right" hash_once $hash
done
try "unloads" rmmod mbhash
done_testing
