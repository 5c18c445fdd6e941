#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Those in the kernel for whom all this is made: IPsec, dm-crypt, dm-integrity.
# What they do with our drivers is what they do with the kernel's own.

set -euo pipefail
# shellcheck source=SCRIPTDIR/guest-lib.sh
. "$(dirname "$0")/guest-lib.sh"
# shellcheck source=SCRIPTDIR/guest-ipsec.sh
. "$(dirname "$0")/guest-ipsec.sh"

# counts HASH REASONS COMMAND...: whether it succeeds, and flushes for one of
# these reasons were counted meanwhile
counts()
{
	local hash=$1 reasons=$2 before

	shift 2
	# shellcheck disable=SC2086 # words
	before=$(sum "$hash" flush $reasons)
	"$@" || return
	# shellcheck disable=SC2086 # words
	[ "$(sum "$hash" flush $reasons)" -gt "$before" ] || { cat $stats; return 1; }
}

# IPsec

pings() { ip netns exec a ping -q -n -c 50 -i 0.01 -w 20 -s 1200 $address_b; }

streams()	# a TCP stream is what it was
{
	timeout 30 ip netns exec b nc -l 5000 > received &
	sleep 0.5
	timeout 30 ip netns exec a nc -N $address_b 5000 < sent && wait $! &&
		cmp sent received
}

talk()	# talk HASH: as much as one hears of it
{
	counts "$1" softirq pings && counts "$1" softirq streams
}

ipsec()
{
	local protocol hash

	make_namespaces
	head -c 1M /dev/urandom > sent
	for protocol in ah esp; do
		for hash in md5 sha256; do
			secure b $protocol $hash
			load
			secure a $protocol $hash
			try "$protocol with hmac($hash): ours to the kernel's own" talk $hash
			secure b $protocol $hash
			try "$protocol with hmac($hash): ours to ours" talk $hash
			ip -n a xfrm state flush
			ip -n b xfrm state flush
			rmmod mbhash
		done
	done
}

# Disks

disk=/dev/ram0 mapped=/dev/mapper/mbhash
export DM_DISABLE_UDEV=1 # there is none

crypt() { cryptsetup --batch-mode --key-file key --disable-locks "$@"; }

# dm-crypt with an hmac for each sector: to format it is to write all of it.
format_crypt()
{
	crypt luksFormat --type luks2 --cipher aes-xts-plain64 --integrity hmac-sha256 \
		--luks2-metadata-size 16k --luks2-keyslots-size 512k \
		--pbkdf pbkdf2 --pbkdf-force-iterations 1000 $disk
}
open_crypt() { crypt open --disable-keyring $disk mbhash; }
close_crypt() { crypt close mbhash; }

# dm-integrity takes an ahash by its driver's name only, and integritysetup
# none at all: the table is its, with that name put in.
format_integrity()
{
	integritysetup --batch-mode format --integrity sha256 --tag-size 32 $disk
	integritysetup open --integrity sha256 $disk mbhash
	table=$(dmsetup table mbhash)
	close_integrity
}
open_integrity()
{
	local hash=sha256

	[ ! -e $stats ] || hash=sha256-mb
	dmsetup create mbhash --table "${table/:sha256/:$hash}"
}
close_integrity() { dmsetup remove mbhash; }

# From one end of the disk to the other; direct is past the page cache.
write_data() { dd if=data of=$mapped bs=64k oflag=direct status=none; }
read_data()
{
	dd if=$mapped of=back bs=64k count=$blocks iflag=direct status=none &&
		cmp data back
}
with()	# with crypt|integrity COMMAND...: while that is there
{
	local status=0

	"open_$1" || return
	"${@:2}" || status=$?
	"close_$1" && return $status
}

try_disk()	# try_disk crypt|integrity
{
	try "$1: writes" counts sha256 '' with "$1" write_data
	try "$1: reads what it has written" counts sha256 '' with "$1" read_data
	rmmod mbhash
	try "$1: the kernel's own read it" with "$1" read_data
	try "$1: the kernel's own write" with "$1" write_data
	load
	try "$1: reads what they have written" counts sha256 '' with "$1" read_data
}

disks()
{
	blocks=32
	head -c $((blocks * 65536)) /dev/urandom > data
	head -c 32 /dev/urandom > key
	modprobe brd rd_nr=1 rd_size=8192
	modprobe -a dm-crypt dm-integrity authenc xts
	load
	try "crypt: formats a disk" counts sha256 '' format_crypt
	try_disk crypt
	case $(dmsetup targets) in
	*integrity*v1.1[0-3].*) skip integrity "dm-integrity of this kernel takes no ahash" ;;
	*)
		format_integrity
		try_disk integrity ;;
	esac
	rmmod mbhash
}

in_memory
ipsec
disks
done_testing
