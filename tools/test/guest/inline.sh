#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A disk with room for a tag beside each sector, so that nothing else has to be written with
# it: dm-crypt on it and, on the newest, dm-integrity in its inline mode. The tables are those
# of cryptsetup's --integrity-inline, which it has from 2.8 on.
#
# Usage: inline.sh		on /dev/nvme0n1, whose metadata are as long as a tag

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=SCRIPTDIR/disk.sh
. "$(dirname "$0")/disk.sh"

nvme=$(realpath "$(dirname "$0")")/nvme.py
tag=32 size=4096

create() { dmsetup create $device --table "0 $((blocks * 128)) $1"; }

open_crypt()
{
	create "crypt capi:authenc(hmac(sha256),xts(aes))-plain64 $keys 0 $disk 0 \
		2 integrity:$tag:aead sector_size:$size"
}
close_crypt() { dmsetup remove $device; }

open_integrity()
{
	local hash=sha256

	[ ! -e /sys/module/mbhash ] || hash=sha256-mb
	create "integrity $disk 0 $tag I 2 block_size:$size internal_hash:$hash"
}

# dm-integrity's superblock is where its disk begins.
first_sector() { [ "$1" = crypt ] && echo 0 || echo 1; }

# flips KIND data|metadata: a bit of a sector
flips() { "$nvme" flip $disk $(($(first_sector "$1") + bad)) "$2" $tag; }

try_inline()	# try_inline crypt|integrity
{
	local where

	try "$1: writes" counts sha256 '' with "$1" write_data
	try "$1: reads what it has written" counts sha256 '' with "$1" read_data
	for where in data metadata; do
		try "$1: a bit of the $where flips" flips "$1" $where
		try "$1: that sector cannot be read, all others can" with "$1" only_bad
		try "$1: the bit flips back" flips "$1" $where
		try "$1: ... and all can be read" with "$1" all_good
	done
	try "$1: fio finds what it has written" counts sha256 '' with "$1" fio_verifies
	try "$1: writes all of it again" with "$1" write_data
	unload
	try "$1: the kernel's own read it" with "$1" read_data
	try "$1: the kernel's own write" with "$1" write_data
	load
	try "$1: reads what they have written" counts sha256 '' with "$1" read_data
}

in_memory
make_disk
modprobe nvme
disk=/dev/nvme0n1
keys=$(head -c 96 /dev/urandom | od -An -v -tx1 | tr -d ' \n')
load
try_inline crypt
if integrity_takes_ahash; then
	dd if=/dev/zero of=$disk bs=$size count=1 oflag=direct status=none
	with integrity true # it writes a superblock
	with integrity write_data
	try_inline integrity
else
	skip integrity "dm-integrity of this kernel takes no ahash"
fi
unload
done_testing
