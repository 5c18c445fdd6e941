#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A disk with an hmac or a digest for each sector is cut off in the middle of writes,
# as if power had failed: afterwards synced data is intact, as with the kernel's own
# driver.
#
# Usage: cut.sh crypt|integrity

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=SCRIPTDIR/disk.sh
. "$(dirname "$0")/disk.sh"

kind=$1
records=$(realpath "$(dirname "$0")")/records.py
count=64 # records, which are written over and over
cuts=3 # of each kind

# power on|off: without power all of the disk's I/O fails
power()
{
	local table

	table="0 $(blockdev --getsz /dev/ram0) linear /dev/ram0 0"
	[ "$1" = on ] || table="0 $(blockdev --getsz /dev/ram0) error"
	dmsetup suspend --noflush --nolockfs cut && dmsetup load cut --table "$table" &&
		dmsetup resume cut
}

# survives RUN: the data survives a cut while records of that run are written
survives()
{
	local writer status=0

	"open_$kind"
	"$records" write $mapped "$1" $count > synced 2> why &
	writer=$!
	sleep "0.$((RANDOM % 9 + 1))"
	while kill -0 $writer && [ ! -s synced ]; do
		sleep 0.1
	done
	kill -0 $writer || { cat why; return 1; } # it has failed before the cut
	power off
	wait $writer || return
	"close_$kind"
	power on
	cat why
	with "$kind" "$records" check $mapped "$1" $count synced || status=$?
	echo "$(wc -l < synced) synced"
	return $status
}

in_memory
make_disk
dmsetup create cut --table "0 $(blockdev --getsz /dev/ram0) linear /dev/ram0 0"
disk=/dev/mapper/cut
load
if [ "$kind" = crypt ]; then
	try "formats a disk" counts sha256 '' format_crypt
else
	format_integrity
fi
for ((run = 1; run <= cuts; run++)); do
	try "cut $run: what was synced is there" counts sha256 '' survives $run
done
unload
for ((run = cuts + 1; run <= 2 * cuts; run++)); do
	try "cut $run, with the kernel's own driver: what was synced is there" survives $run
done
done_testing
