#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Digests of whole files by the kernel: IMA, where it hashes by an ahash (up to 6.12), and
# fs-verity (6.1). Both keep the driver that they have got.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=SCRIPTDIR/disk.sh
. "$(dirname "$0")/disk.sh"

measurements=/sys/kernel/security/ima/ascii_runtime_measurements
salt=0123456789abcdef

# Sizes around a page, a buffer and their ends
make_sizes()
{
	local size

	mkdir sizes
	for size in 0 1 63 64 4095 4096 4097 8193 65537 1000001; do
		head -c $size /dev/urandom > sizes/$size
	done
}

# IMA's digests of the files, as sha256sum prints them
measured()
{
	awk '
		sub(/.*\/sizes\//, "sizes/", $5) { sub(/^sha256:/, "", $4); print $4 "  " $5 }
	' $measurements | sort
}

# It measures what root reads.
ima_measures()
{
	echo 1 > /sys/module/ima/parameters/ahash_minsize
	echo 'measure func=FILE_CHECK mask=MAY_READ uid=0' > \
		/sys/kernel/security/ima/policy
	cat sizes/* > /dev/null
	measured | diff - <(sha256sum sizes/* | sort)
}

# A file system of its own on $disk
make_verity()
{
	modprobe ext4 && mkfs.ext4 -q -b 4096 -O verity $disk && mkdir -p mounted &&
		mount -t ext4 $disk mounted
}

sum_of() { fsverity digest --salt=$salt --compact "$1"; }

# protects SIZE: a file gets the digest that the program computes, and can be read
protects()
{
	local file=mounted/$1

	cp "sizes/$1" "$file" && fsverity enable --salt=$salt "$file" &&
		is "$(fsverity measure "$file" | sed 's/^sha256:\([0-9a-f]*\) .*/\1/')" \
			"$(sum_of "sizes/$1")" &&
		reread && cmp "sizes/$1" "$file"
}

# From then on files are read from the disk again.
reread() { umount mounted && mount -t ext4 $disk mounted; }

# Flip a bit of a block of the file on the disk: it cannot be read.
notices_damage()
{
	local file=mounted/1000001 block

	block=$(filefrag -b4096 -v "$file" | awk '$1 == "0:" { sub(/\.\..*/, "", $4); print $4 }')
	umount mounted &&
		printf '\xff' | dd of=$disk bs=1 seek=$((block * 4096 + 5000)) conv=notrunc status=none &&
		mount -t ext4 $disk mounted &&
		! cat "$file" 2> said > /dev/null && grep -q "Input/output error" said
}

in_memory
make_sizes
load
case $(uname -r) in
6.1.*)
	modprobe brd rd_nr=1 rd_size=32768
	try "fs-verity: a file system" make_verity
	for size in 0 1 4096 4097 1000001; do
		try "fs-verity: a file of $size bytes" counts sha256 '' protects $size
	done
	try "fs-verity: a flipped bit is noticed" notices_damage
	umount mounted
	try "fs-verity: the module stays when the file system has gone" stays ;;
*)	skip fs-verity "this kernel uses no ahash for it" ;;
esac
case $(uname -r) in
6.*)	try "IMA: the digests of files of all sizes" counts sha256 '' ima_measures
	try "IMA: the module stays" stays ;;
*)	skip IMA "this kernel uses no ahash for it" ;;
esac
done_testing
