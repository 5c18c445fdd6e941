#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The module is removed while a submitter is preempted just before it returns from the
# module, with its requests completed and without a reference to the module. For a fully
# preemptible kernel: see ../modules/straggler.c.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"

straggler=/sys/module/straggler/parameters

parameter_is() { [ "$(cat "$straggler/$1")" = "$2" ] || { grep . $straggler/*; return 1; }; }

# It gets there at once, unless the host is busy.
waits()
{
	local i

	for ((i = 0; i < 100; i++)); do
		if parameter_is waiting Y > /dev/null; then
			return
		fi
		sleep 0.1
	done
	parameter_is waiting Y
}

all_inside() { parameter_is completed_inside "$(cat $straggler/submitted)"; }

inside_mbhash()
{
	local stack

	stack=$(cat "/proc/$(cat $straggler/submitter_pid)/stack")
	[[ $stack == *mbhash_submit*'[mbhash]'* ]] || { echo "$stack"; return 1; }
}

# let_run NAME: let a kernel thread run although its CPU is held
let_run() { chrt -f -p 99 "$(pgrep -x "$1")"; }

# It takes a fraction of a second unless it waits.
has_not_gone()
{
	sleep 5
	parameter_is left N || return
	[ -d /sys/module/mbhash ] || { echo "it has gone"; return 1; }
}

leave_cpu_0()
{
	taskset -cp 1 $$
	# The task that holds the CPU keeps it. Softirqs still run there, because RCU's
	# serve the other CPU too.
	echo -1 > /proc/sys/kernel/sched_rt_runtime_us
	let_run ksoftirqd/0
}

# Both have happened by now; has_not_gone() has shown that the module waited.
gone() { parameter_is left Y && [ "$1" = 0 ] && [ ! -d /sys/module/mbhash ]; }

try "one CPU is left alone" leave_cpu_0
try "loads" load
try "a module that submits loads" insmod "$MBHASH_BUILD/tools/test/modules/straggler.ko"
try "all its requests are completed, and freed" waits
try "... as it submitted the last" all_inside
try "... from where it has not returned" inside_mbhash
try "... nor left" parameter_is left N
# The exit also stops that CPU's flusher thread: it must not have to wait for it.
try "nothing else keeps the module" let_run mbhash/0
rmmod mbhash &
try "the module waits for it" has_not_gone
echo N > $straggler/hold
status=0
wait $! || status=$?
try "... and goes when it has left" gone $status
try "the other module goes" unload straggler
try "and it loads again" load
try_selftests
try "and unloads" unload
done_testing
