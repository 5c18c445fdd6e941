#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# PREEMPT_RT: a task or a softirq that hashes can be preempted by others that hash on
# the same CPU; and no task waits for one of lower priority.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=SCRIPTDIR/ipsec.sh
. "$(dirname "$0")/ipsec.sh"

cpu=1
other_cpu=0
# A program whose request was lost cannot be killed either.
patience=200
# RCU complains if a task does not let others run for 21 s.
patience_urgent=20

# on_cpu COMMAND...: COMMAND sets the scheduling of this subshell, which then stays on
# that CPU with its children
on_cpu()
{
	"$@" $BASHPID
	taskset -cp $cpu $BASHPID
}

# digests ALGORITHM: one program hashes all the files again and again
digests() { "$MBSUM" --af-alg -a "$1" -j 32 "${again[@]}" | cmp - "$1.again"; }

# pieces ALGORITHM: many programs do the same, with breaks for the tasks they preempt
pieces()
{
	local i

	for ((i = 0; i < 20; i++)); do
		hash_once "$1"
		sleep 0.05
	done
}

# begin NAME SCHEDULING COMMAND...: start a worker in the background
names=() pids=()
begin()
{
	local log=worker${#pids[@]}

	# shellcheck disable=SC2086 # words
	(set -e; on_cpu $2; "${@:3}") > "$log" 2>&1 &
	names+=("$1") pids+=($!)
}

# ends SECONDS PID: that job ends in time
ends()
{
	local end=$((SECONDS + $1))

	while kill -0 "$2" 2> /dev/null; do
		[ $SECONDS -lt $end ] || { echo "not after $1 s"; return 1; }
		sleep 0.2
	done
}

# finish: wait for all workers
finish()
{
	local i

	for i in "${!pids[@]}"; do
		try "${names[i]}: comes to an end" ends $patience "${pids[i]}"
		# If it has not ended, it never will: do not wait for it.
		[ $nr_failed = 0 ] || { done_testing; exit; }
		try_worker "${names[i]}: with the right results" "${pids[i]}" "worker$i"
	done
}

# Do not reserve time for tasks of low priority. Then this shell has to stay away: on
# PREEMPT_RT a thread with SCHED_FIFO 1 ends the sleep of those who fell asleep on a CPU.
all_to_fifo()
{
	local server=/sys/kernel/debug/sched/fair_server/cpu$cpu/runtime

	taskset -cp $other_cpu $$ > /dev/null
	echo -1 > /proc/sys/kernel/sched_rt_runtime_us
	[ ! -e "$server" ] || echo 0 > "$server"
}

hog() { while :; do :; done; }
# Few files, so that the file table does not grow: that needs RCU, whose tasks have low
# priority.
urgent() { "$MBSUM" --af-alg -a "$1" -j 8 files/* > "$1.urgent"; }

# Flushes by other tasks than the submitter, which have low priority
by_others() { sum "$1" flush idle deadline full expected; }

# urgent_first ALGORITHM: an urgent program hashes beside one that is less urgent
urgent_first()
{
	local hog pid before status=0

	before=$(by_others "$1")

	(on_cpu chrt -f -p 1; hog) &
	hog=$!
	sleep 0.5
	(on_cpu chrt -f -p 10; urgent "$1") &
	pid=$!
	ends $patience_urgent $pid || status=1
	kill $hog
	wait $hog || true
	[ $status = 0 ] && wait $pid && cmp "$1.urgent" "$1" || return
	[ "$(by_others "$1")" = "$before" ] || { cat $stats; return 1; }
}

load
in_memory
make_files 40
again=()
for ((i = 0; i < 20; i++)); do
	again+=(files/*)
	cat md5 >> md5.again
	cat sha256 >> sha256.again
done
make_namespaces
secure a ah sha256
secure b ah sha256
packets=$(sum sha256 flush softirq)

begin "packets" true pings 200 $patience 56
begin "md5" true digests md5
begin "sha256" true digests sha256
begin "md5, nice" "renice -n 10 -p" digests md5
begin "sha256, not nice" "renice -n -10 -p" digests sha256
begin "md5, SCHED_FIFO" "chrt -f -p 10" pieces md5
begin "sha256, SCHED_FIFO" "chrt -f -p 20" pieces sha256
finish
try "softirqs have hashed packets" [ "$(sum sha256 flush softirq)" -gt "$packets" ]

all_to_fifo
for algorithm in md5 sha256; do
	try "$algorithm: the most urgent program does not wait for others" urgent_first $algorithm
done
ip -all netns delete
try "the module goes" unload
done_testing
