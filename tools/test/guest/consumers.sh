#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The module's users in the kernel: IPsec, dm-crypt, dm-integrity. They work with our
# drivers as with the kernel's own.
#
# Usage: consumers.sh [esp]		only a tunnel by ESP

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=SCRIPTDIR/ipsec.sh
. "$(dirname "$0")/ipsec.sh"
# shellcheck source=SCRIPTDIR/disk.sh
. "$(dirname "$0")/disk.sh"

# IPsec

# talk HASH: traffic of all kinds works. Softirqs queue their packets unless batches have not
# paid; the first ones after loading are always queued.
talk()
{
	counts "$1" "softirq backoff" pings && counts "$1" "softirq backoff" streams
}

ipsec()	# ipsec PROTOCOL...
{
	local protocol hash

	make_namespaces
	head -c 1M /dev/urandom > sent
	for protocol; do
		for hash in md5 sha256; do
			secure b "$protocol" $hash
			load
			secure a "$protocol" $hash
			try "$protocol with hmac($hash): ours to the kernel's own" talk $hash
			secure b "$protocol" $hash
			try "$protocol with hmac($hash): ours to ours" talk $hash
			try "... in batches" at_least "$(sum $hash flush softirq)" 1
			ip -n a xfrm state flush
			ip -n b xfrm state flush
			rmmod mbhash
		done
	done
}

# Disks

try_disk()	# try_disk crypt|integrity
{
	try "$1: writes" counts sha256 '' with "$1" write_data
	try "$1: reads what it has written" counts sha256 '' with "$1" read_data
	try "$1: a file system is whole" counts sha256 '' with "$1" files_are_whole
	try "$1: fio finds what it has written" counts sha256 '' with "$1" fio_verifies
	try "$1: writes all of it again" with "$1" write_data
	rmmod mbhash
	try "$1: the kernel's own read it" with "$1" read_data
	try "$1: the kernel's own write" with "$1" write_data
	load
	try "$1: reads what they have written" counts sha256 '' with "$1" read_data
}

disks()
{
	make_disk
	load
	try "crypt: formats a disk" counts sha256 '' format_crypt
	try_disk crypt
	if integrity_takes_ahash; then
		format_integrity
		try_disk integrity
	else
		skip integrity "dm-integrity of this kernel takes no ahash"
	fi
	rmmod mbhash
}

in_memory
case ${1-} in
'')	ipsec ah esp
	disks ;;
esp)	mode=tunnel
	ipsec esp ;;
esac
done_testing
