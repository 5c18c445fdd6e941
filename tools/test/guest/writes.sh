#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Many writers at once on an authenticated disk whose own disk has room for few requests,
# with each flag of dm-crypt and each pair of them. With no_write_workqueue, dm-crypt hashes
# inside the writer's own submission of I/O, and a completion that comes later submits I/O
# itself, from a context that must not sleep.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=SCRIPTDIR/disk.sh
. "$(dirname "$0")/disk.sh"

flags=(no_write_workqueue no_read_workqueue same_cpu_crypt submit_from_crypt_cpus)
writers=24
# In 512-byte sectors, each with its own hash: less and more than the 64 that fill all lanes
# of any CPU, and no multiple of it
sizes=(40 40 40 8 80 200)
region=$((2 * 200)) # a multiple of all sizes
seconds=1 # for each set of flags, at least

# A disk with a queue, in memory, and dm-integrity without a journal on it
make_slow_disk()
{
	local table

	modprobe null_blk nr_devices=1 gb=1 queue_mode=2 hw_queue_depth=4 irqmode=2 \
		completion_nsec=500000 memory_backed=1
	modprobe -a dm-crypt dm-integrity authenc xts
	table="integrity /dev/nullb0 0 32 D 1 journal_sectors:64"
	# It says how much room is left when it has formatted the disk.
	dmsetup create under --table "0 1 $table"
	room=$(dmsetup status under | cut -d ' ' -f 5)
	dmsetup remove under
	dmsetup create under --table "0 $room $table"
}

open_flags()	# open_flags FLAG...
{
	dmsetup create $device --table "0 $room crypt \
		capi:authenc(hmac(sha256),xts(aes))-plain64 $(printf %0192d 7) 0 \
		/dev/mapper/under 0 $(($# + 1)) integrity:32:aead $*"
}

# copy FROM TO WRITER FLAG...: a writer's region
copy()
{
	local sectors=${sizes[$3 % ${#sizes[@]}]}

	dd if="$1" of="$2" bs=$((sectors * 512)) count=$((region / sectors)) \
		skip=$(($3 * region / sectors)) seek=$(($3 * region / sectors)) \
		conv=notrunc status=none "${@:4}"
}

# all_copy FROM TO FLAG...: all writers at once
all_copy()
{
	local i pids=() status=0

	for ((i = 0; i < writers; i++)); do
		copy "$1" "$2" $i "${@:3}" &
		pids+=($!)
	done
	for i in "${pids[@]}"; do
		wait "$i" || status=$?
	done
	return $status
}

write_and_read()
{
	local end=$((SECONDS + seconds))

	while :; do
		head -c $((writers * region * 512)) /dev/urandom > data
		all_copy data $mapped oflag=direct || return
		[ $SECONDS -lt $end ] || break
	done
	all_copy $mapped back iflag=direct && cmp data back
}

# intact FLAG...: what is written can be read
intact()
{
	local status=0

	open_flags "$@" || return
	counts sha256 '' write_and_read || status=$?
	close_flags && return $status
}

close_flags() { dmsetup remove $device; }

in_memory
# It is a warning before it is a hang.
echo 1 > /proc/sys/kernel/panic_on_warn
make_slow_disk
load
try "no flag: reads what was written" intact
for ((i = 0; i < ${#flags[@]}; i++)); do
	try "${flags[i]}: reads what was written" intact "${flags[i]}"
	for ((k = i + 1; k < ${#flags[@]}; k++)); do
		try "${flags[i]}, ${flags[k]}: reads what was written" intact "${flags[i]}" "${flags[k]}"
	done
done
done_testing
