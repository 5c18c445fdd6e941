# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced by the scripts here: a disk in memory, and device-mapper devices on it.

disk=/dev/ram0 device=home mapped=/dev/mapper/home blocks=32
export DM_DISABLE_UDEV=1 # there is none

# make_disk: make the disk, and data to write to it
make_disk()
{
	head -c $((blocks * 65536)) /dev/urandom > data
	head -c 32 /dev/urandom > key
	modprobe brd rd_nr=1 rd_size=8192
	modprobe -a dm-crypt dm-integrity authenc xts ext4
}

crypt() { "${cryptsetup-cryptsetup}" --batch-mode --key-file key --disable-locks "$@"; }

# format_crypt [CIPHER]: dm-crypt with an hmac for each sector. Formatting writes all of it.
format_crypt()
{
	crypt luksFormat --type luks2 --cipher "${1-aes-xts-plain64}" --integrity hmac-sha256 \
		--luks2-metadata-size 16k --luks2-keyslots-size 512k \
		--pbkdf pbkdf2 --pbkdf-force-iterations 1000 $disk
}
open_crypt() { crypt open --disable-keyring $disk $device; }
close_crypt() { crypt close $device; }

integrity_takes_ahash() { ! dmsetup targets | grep -qE '^integrity +v1\.1[0-3]\.'; }

# dm-integrity accepts an ahash only by its driver's name, and integritysetup does not
# accept one at all: put the name into the table that integritysetup made.
format_integrity()
{
	integritysetup --batch-mode format --integrity sha256 --tag-size 32 $disk
	integritysetup open --integrity sha256 $disk $device
	table=$(dmsetup table $device)
	close_integrity
}
open_integrity()
{
	local hash=sha256

	[ ! -e /sys/module/mbhash ] || hash=sha256-mb
	dmsetup create $device --table "${table/:sha256/:$hash}"
}
close_integrity() { dmsetup remove $device; }

# All of the disk in order; direct bypasses the page cache.
write_data() { dd if=data of=$mapped bs=64k oflag=direct status=none; }
read_data()
{
	dd if=$mapped of=back bs=64k count=$blocks iflag=direct status=none &&
		cmp data back
}
# What follows takes damage to one sector.
sectors=$(realpath "$(dirname "$0")")/sectors.py
bad=123 # which one

unreadable() { "$sectors" read $mapped data > found && cat found; }
only_bad() { unreadable && is "$(< found)" "$bad EILSEQ"; }
all_good() { unreadable && is "$(< found)" ""; }

# Write other data to that sector, to find where on the disk it is.
write_bad()
{
	local size

	size=$(blockdev --getss $mapped) &&
		dd if=/dev/urandom of=data bs="$size" seek=$bad count=1 conv=notrunc status=none &&
		dd if=data of=$mapped bs="$size" skip=$bad seek=$bad count=1 oflag=direct status=none
}

# damage crypt|integrity: a bit of it flips
damage() { cp $disk before && with "$1" write_bad && "$sectors" flip $disk before; }

# Write at random places, many requests at a time, and verify each
fio_verifies()
{
	fio --name=verify --filename=$mapped --size=$((blocks * 65536)) --direct=1 --bs=4k \
		--rw=randwrite --ioengine=libaio --iodepth=32 --verify=crc32c \
		--verify_fatal=1 --verify_state_save=0
}

# A file system is consistent, and so is the file in it.
files_are_whole()
{
	local status=0

	mkdir -p mounted
	mkfs.ext4 -q $mapped && mount -t ext4 $mapped mounted || return
	cp data mounted || status=$?
	umount mounted && fsck.ext4 -f -n $mapped && mount -t ext4 $mapped mounted || return
	cmp data mounted/data || status=$?
	umount mounted && return $status
}

with()	# with crypt|integrity COMMAND...: run it while that device exists
{
	local status=0

	"open_$1" || return
	"${@:2}" || status=$?
	"close_$1" && return $status
}
