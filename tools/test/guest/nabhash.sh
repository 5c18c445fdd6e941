#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# nabhash.ko: digests for programs, and as dm-integrity's checksum.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=SCRIPTDIR/disk.sh
. "$(dirname "$0")/disk.sh"

copy=$(realpath "$(dirname "$0")")/half_message.py
shared=a1f8f1beef41a3d24b90fad59eef24a1 # of two messages

insert() { insmod "$MBHASH_BUILD/nabhash.ko" "$@"; }
logged() { grep -q "nabhash: by $1" <(dmesg); } # a pattern
digest() { kcapi-dgst -q -c nabhash --hex; }
is_digest() { is "$(digest)" "$1"; } # of what is read

colliding() # colliding LETTER FOUR_BYTES: nabhash(4) has this pair
{
	printf '%s' "$1"
	head -c 15 /dev/zero
	printf '%b' "$2"
	head -c 44 /dev/zero
}

known() # known MODE: answers, whichever implementation it is
{
	try "$1: abc" is_digest 301a5e980aadcc82e546fcf77d7ebcdf < <(printf abc)
	try "$1: 64 zero bytes" is_digest 4e2a8bb80c8dd9f5bbee4995f90f7551 < <(head -c 64 /dev/zero)
	try "$1: a copy of half a message" is "$("$copy")" 301a5e980aadcc82e546fcf77d7ebcdf
	try "$1: no protection: a message" is_digest $shared < <(colliding V '\0\0\0\0')
	try "$1: no protection: another one" is_digest $shared < <(colliding W '\x3e\x1f\x1f\x21')
}

format() { integritysetup --batch-mode format --integrity nabhash --tag-size 16 $disk; }
open_checksum() { integritysetup open --integrity nabhash $disk $device; }
close_checksum() { integritysetup close $device; }

in_memory
open_af_alg
try "loads" insert
known "$(dmesg | sed -n 's/.*nabhash: by //p' | tail -n 1)"
! grep -qw aes /proc/cpuinfo || try "by the CPU's instructions" logged '[^p]'
try "a name for programs" is "$(crypto_field nabhash-aes type)" shash
try "unloads" rmmod nabhash
try "loads without the CPU's instructions" insert portable=1
try "and says so" logged portable
known portable

make_disk
try "dm-integrity: formats" format
with checksum write_data
try "dm-integrity: all that was written can be read" with checksum all_good
try "dm-integrity: a bit flips" damage checksum
try "dm-integrity: its sector cannot be read, all others can" with checksum only_bad
with checksum write_data
try "dm-integrity: written again, it can" with checksum all_good
try "dm-integrity: what portable C has written" rmmod nabhash
try "loads again" insert
try "dm-integrity: can be read with the CPU's instructions" with checksum all_good
try "dm-integrity: files are whole" with checksum files_are_whole
try "unloads again" rmmod nabhash
done_testing
