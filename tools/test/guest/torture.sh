#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Torture: tools/torture's module uses mbhash in all ways at once. Meanwhile CPUs go
# offline and online, parameters change, allocations fail if the kernel supports that,
# and mbhash is reloaded. Nothing may be lost, doubled, wrong or out of order.
#
# Usage: torture.sh [SECONDS [SEED]]

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"

seconds=${1:-30} seed=${2:-$SRANDOM}
RANDOM=$((seed % 32768))
torture=/sys/module/mbhash_torture/parameters
summary=/sys/kernel/debug/mbhash_torture/summary
failslab=/sys/kernel/debug/failslab
cpus=(/sys/devices/system/cpu/cpu[1-9]*/online)
disturbances=0 reloads=0 hotplugs=0 killed=0 longest_queue=0

# of NAME: print a figure of the summary
of() { sed -n "s/.*\b$1=\([0-9]*\).*/\1/p" "$summary"; }

# any WORD...: set $some to a random one. (A subshell would have its own random numbers.)
any() { local words=("$@"); some=${words[RANDOM % $#]}; }

# Let one in 200 allocations fail in tasks that are marked for it: the module's threads.
# Not while mbhash is loaded: the crypto API warns if it has no memory to test a driver.
let_allocations_fail()
{
	[ -d $failslab ] || return 0
	echo Y > $failslab/task-filter
	echo N > $failslab/ignore-gfp-wait
	echo 0 > $failslab/verbose
	echo -1 > $failslab/times
	echo 200 > $failslab/interval
	echo 100 > $failslab/probability
}

note_queue()
{
	local n

	for n in $(counter md5 queue_max) $(counter sha256 queue_max); do
		[ "$n" -le "$longest_queue" ] || longest_queue=$n
	done
}

# In the slowest kernel, leave the CPU to the threads until they have let go of mbhash:
# this script is a real-time task, and attempts to unload would take all of a CPU. In
# others, they come while the last requests are in flight.
let_go()
{
	local i references

	[ $slowest = Y ] || return 0
	for ((i = 0; i < 600; i++)); do
		read -r references < /sys/module/mbhash/refcnt
		[ "$references" != 0 ] || return 0
		sleep 0.2
	done
	echo "$references references"
	return 1
}

reload()
{
	echo 1 > $torture/pause
	let_go || return
	note_queue
	unload || return
	load || return
	echo 0 > $torture/pause
	reloads=$((reloads + 1))
}

toggle_cpu()
{
	any "${cpus[@]}"
	[ -w "$some" ] || return 0
	# It may be too busy.
	echo $((1 - $(cat "$some"))) > "$some" || return 0
	hotplugs=$((hotplugs + 1))
}

# Kill a program while the kernel hashes for it, unless it has ended
kill_program()
{
	local pid status=0

	any md5 sha256
	"$MBSUM" --af-alg -a "$some" -j 32 files/* > /dev/null 2> mbsum.err &
	pid=$!
	sleep 0.0$((1 + RANDOM % 9))
	kill -KILL $pid
	wait $pid 2> /dev/null || status=$?
	case $status in
	0)	;;
	137)	killed=$((killed + 1)) ;;
	*)	cat mbsum.err
		return 1 ;;
	esac
}

all_cpus_come()
{
	local cpu

	for cpu in "${cpus[@]}"; do
		[ ! -w "$cpu" ] || echo 1 > "$cpu"
	done
}

disturb()
{
	case $((RANDOM % 9)) in
	0)
		reload || return ;;
	1 | 2)
		any Y N N
		echo "$some" > /sys/module/mbhash/parameters/force_scalar || return ;;
	3 | 4)
		kill_program || return ;;
	*)
		toggle_cpu ;;
	esac
	disturbances=$((disturbances + 1))
}

torture_for()
{
	local end

	# Each at least once; the slowest kernel takes a minute.
	reload || return
	toggle_cpu
	end=$((SECONDS + $1))
	while [ $SECONDS -lt $end ] && [ "$(cat $torture/stop)" = N ]; do
		disturb || return
		sleep 0.$((1 + RANDOM % 4))
	done
}

# End all threads, with requests in flight
end()
{
	local i

	echo 1 > $torture/stop
	for ((i = 0; i < 3000; i++)); do
		[ "$(of running)" != 0 ] || return 0
		sleep 0.1
	done
	cat $summary
	return 1
}

explain()
{
	echo "$1"
	dmesg | grep mbhash_torture: | head -n 20
}

# When priorities change, User Mode Linux 7.2 with several CPUs sometimes reports a
# warning in its own scheduler (try_to_block_task(): p->is_blocked), whether mbhash is
# loaded or not. Debian's kernel of that version does not.
priorities=Y
if grep -q "User Mode Linux" /proc/cpuinfo && [ "$(nproc)" -gt 1 ]; then
	priorities=N
fi

# With KMSAN, an emulated kernel does 15 messages a second, others do hundreds.
slowest=N a_second=20
if grep -q KernelMemorySanitizer <(dmesg); then
	slowest=Y a_second=5
fi

# Do not run the kernel's self-tests each time.
echo 1 > /sys/module/cryptomgr/parameters/notests
modprobe -aq crypto-md5 crypto-sha256 crypto-hmac || true
let_allocations_fail
in_memory
make_files 20
# Take precedence over the torture threads, some of which are real-time tasks
chrt -f -p 50 $$ > /dev/null
try "loads" load
try "torture begins" insmod "$MBHASH_BUILD/mbhash_torture.ko" \
	seed="$seed" priorities=$priorities
status=0
torture_for "$seconds" > torture.log 2>&1 || status=$?
try "$seconds s of it" worker_status $status torture.log
try "the CPUs come back" all_cpus_come
try "it ends" end
note_queue
echo "# torture: $(uname -r) $(cat $summary) disturbances=$disturbances reloads=$reloads hotplugs=$hotplugs killed=$killed longest_queue=$longest_queue"

try "there was some" at_least "$(of messages)" $((seconds * a_second))
try "mbhash was loaded again" at_least $reloads 1
[ ! -w "${cpus[0]}" ] || try "CPUs went" at_least $hotplugs 1
# On a busy host it takes long until all requests are completed.
try "... and times without any" at_least "$(of hushes)" $((seconds / 60 + 1))
try "every digest is right" is "$(of mismatches)" 0
try "nothing fails" is "$(of errors)" 0
try "nothing is lost" is "$(of lost)" 0
try "every request comes back" is $(($(of inline) + $(of completed))) "$(of requests)"
try "nothing comes back twice" is "$(of doubled)" 0
try "nothing is overtaken" is "$(of overtaken)" 0
if [ "$(of lost)" = 0 ]; then
	try "the modules go" rmmod mbhash_torture mbhash
fi
done_testing
