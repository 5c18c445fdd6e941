#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The module goes while a task that has submitted is still on its way out of it,
# preempted, with all its requests completed and nothing that holds the module.
# For a kernel that preempts fully: see ../modules/straggler.c.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"

straggler=/sys/module/straggler/parameters

parameter_is() { [ "$(cat "$straggler/$1")" = "$2" ] || { grep . $straggler/*; return 1; }; }

# It comes there at once, but for a busy host.
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

# let_run NAME: a kernel thread of the CPU that is held, in spite of that
let_run() { chrt -f -p 99 "$(pgrep -x "$1")"; }

# It takes a fraction of a second if it does not wait for others.
has_not_gone()
{
	sleep 5
	parameter_is left N || return
	[ -d /sys/module/mbhash ] || { echo "it has gone"; return 1; }
}

leave_cpu_0()
{
	taskset -cp 1 $$
	# Who has it keeps it, but for softirqs: RCU's serve the other CPU as well.
	echo -1 > /proc/sys/kernel/sched_rt_runtime_us
	let_run ksoftirqd/0
}

# What is true from now on says nothing of then.
gone() { parameter_is left Y && [ "$1" = 0 ] && [ ! -d /sys/module/mbhash ]; }

try "one CPU is left alone" leave_cpu_0
# The first request is queued, and all wait for a full set of lanes.
try "loads" load lone=0 flush_us=500000
try "a module that submits loads" insmod "$MBHASH_BUILD/tools/test/modules/straggler.ko"
try "all its requests are completed, and freed" waits
try "... as it submitted the last" all_inside
try "... from where it has not returned" inside_mbhash
try "... nor left" parameter_is left N
# The exit ends the flusher of that CPU, too: not for want of this shall it wait.
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
