#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A flipped bit on a disk damages only its own sector, which cannot be read (EILSEQ)
# until it is written again.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=SCRIPTDIR/disk.sh
. "$(dirname "$0")/disk.sh"

try_damage()
{
	try "$1: all that was written can be read" with "$1" counts sha256 '' all_good
	try "$1: a bit flips" damage "$1"
	try "$1: its sector cannot be read, all others can" with "$1" counts sha256 '' only_bad
	with "$1" write_data
	try "$1: written again, it can" with "$1" counts sha256 '' all_good
}

in_memory
make_disk
load
format_crypt
with crypt write_data
try_damage crypt
if integrity_takes_ahash; then
	format_integrity
	with integrity write_data
	try_damage integrity
fi
done_testing
