#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# When requests are hashed: each rule of the policy takes effect for the loads that it is
# for. The benchmark's module, which tools/measure/kernel/build builds, submits; the
# counters tell the reasons.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"

bench=$MBHASH_BUILD/../bench/$MBHASH_KERNEL
parameters=/sys/module/mbhash_bench/parameters
hash=sha256

# run NAME=VALUE...: run the benchmark with these parameters changed; sets $measured,
# and the counters $before and $after. It submits at least $enough requests, however
# little CPU time the host gives us, but stops before that takes minutes. Fails without
# any.
run()
{
	local one end=$((SECONDS + 30))

	for one in "${defaults[@]}" "$@"; do
		echo "${one#*=}" > "$parameters/${one%%=*}"
	done
	before=$(cat $stats)
	while :; do
		measured=$(cat /sys/kernel/debug/mbhash_bench/run)
		after=$(cat $stats)
		[ "$(counted $hash requests)" -lt $enough ] || break
		[ $SECONDS -lt $end ] || break
	done
	[ "$(counted $hash requests)" -gt 0 ]
}

# result NAME: what the benchmark says
# shellcheck disable=SC2001 # there is no such variable expansion
result() { sed "s/.*\"$1\": \([0-9]*\).*/\1/" <<< "$measured"; }

# counted KEY...: by how much a counter has grown, or the sum of those that begin so
counted()
{
	awk -v key="$* " '
		index($0, key) == 1 { n += (FNR == NR ? -1 : 1) * $NF }
		END { print n + 0 }' <(echo "$before") <(echo "$after")
}

# jobs: the sum of the jobs that flushes began with
jobs()
{
	awk -v hash=$hash '$1 == hash && $2 == "jobs" { n += (FNR == NR ? -1 : 1) * $3 * $4 }
		END { print n + 0 }' <(echo "$before") <(echo "$after")
}

# jobs_mean: the mean of the jobs that a flush began with, in hundredths
jobs_mean()
{
	local n

	n=$(counted $hash jobs)
	echo $((n ? 100 * $(jobs) / n : 0))
}

explain()
{
	echo "$1"
	echo "$measured"
	diff <(echo "$before") <(echo "$after") || true
}

# mostly REASON: nearly all flushes and inline requests had this reason
mostly() { at_least $(($(counted $hash flush "$1") * 10)) $(($(counted $hash flush) * 9)); }

# more REASON OTHER: the first occurred, and not less than the other
more()
{
	local other

	other=$(counted $hash flush "$2")
	at_least "$(counted $hash flush "$1")" $((other ? other : 1))
}

in_order() { at_most "$(result reordered)" 0; }

# Time enough for a thread that runs when no other task does
thread_sleeps() { sleep 0.1 && grep -h '(mbhash/0)' /proc/[0-9]*/stat | grep ') S '; }

# share_lanes HASH: do tasks that wait for their requests share lanes, by the plan? Only if
# 16 lanes are four times as fast as one message: not with SHA-NI, nor in emulators.
share_lanes()
{
	awk -v hash="$1" '
		/^[^ ]/ { part = $1 " " $2 " " $3 }
		part == hash " implementations: name," && /^ / { width[$1] = $2; cost[$1] = $3 }
		part == hash " plan with" && /^ / && $1 == 1 { alone = cost[$2] }
		part == hash " plan with" && /^ / && $1 <= 16 { name = $2 }
		END { exit cost[name] / (width[name] < 16 ? width[name] : 16) * 4 > alone }
		' "${stats%stats}plan"
}

# The kernel's own driver, and ours for programs
reference=sha256-generic for_programs=sha256-mb
if [[ $(uname -r) != 6.* ]]; then
	reference=sha256-lib for_programs=sha256-mb-sync
fi
load_both() { load && insmod "$bench/mbhash_bench.ko" reference=$reference; }

again() { rmmod mbhash_bench mbhash && load_both; }

# Not the kernel's self-tests once more.
echo 1 > /sys/module/cryptomgr/parameters/notests
load_both
mapfile -t defaults < <(cd $parameters && for name in *; do echo "$name=$(cat "$name")"; done)

# A back-off may last for a second of hashing.
enough=200000
run size=4096 threads=16
if ! share_lanes sha256; then
	try "tasks that wait are hashed inline, as lanes save them little" mostly lone
fi
hash=md5 enough=2000
run driver=md5-mb reference=${reference/sha256/md5} size=65536 threads=16
if share_lanes md5; then
	try "tasks that wait share lanes, as this saves them much" at_least "$(jobs_mean)" 300
fi
again
run driver=md5-mb reference=${reference/sha256/md5} size=16384 threads=1500
longest=$(counter md5 queue_max)
echo "# 1500 tasks that wait: up to $longest requests are queued"
if share_lanes md5; then
	try "a thousand tasks that wait share lanes" at_least "$longest" 1000
fi
try "behind a thousand requests no task waits" at_most "$longest" 1024
hash=sha256 enough=200000
run size=4096 inflight=4
try "the last one that is expected has all of them hashed" more expected idle
try "... which are four" at_least "$(jobs_mean)" 390
run size=4096 inflight=16
try "that more are in flight is noticed" at_least "$(jobs_mean)" 800
run size=4096 inflight=4
try "and that they are not any longer" at_most "$(jobs_mean)" 500
run size=64 inflight=4
try "few short ones do not pay, and are hashed inline" mostly backoff
again
run size=64 inflight=64
try "many short ones share lanes" at_least "$(jobs_mean)" 3000
run size=4160 chunk=4096 inflight=96
try "the short ends of messages do not pay for the others'" at_least "$(counted sha256 flush cheap)" 1000

run size=1500 inflight=32 context=softirq
try "what comes in one softirq is one batch" at_least "$(jobs_mean)" 3000
try "... of the tasklet" more softirq idle
try "... and stays in order" in_order
run size=1500 context=softirq
try "what comes alone in each softirq is hashed inline" mostly backoff

again
enough=1
run size=4096 inflight=128 threads=8
try "very many are not left waiting" at_least "$(counted sha256 flush full)" 1
# The first batches decide: these are too small to pay. Other guests of the host may delay
# the thread.
thread_hashes()
{
	local i

	for ((i = 0; i < 10; i++)); do
		again && run size=4096 inflight=8 rate=50 ms=100 || return
		! more idle deadline > /dev/null || return 0
	done
	more idle deadline
}
try "when all wait, the thread hashes" thread_hashes
try "... and sleeps" thread_sleeps
again
run size=4096 inflight=48 busy=1 ms=1000
try "a kworker hashes beside other work" at_least "$(counted sha256 flush deadline)" 1
try "... which is not waited for again and again" \
	at_least "$(counted sha256 flush backoff)" $(($(counted sha256 flush deadline) * 64))

# More than softirqs can keep up with, and a program on the same CPU
again
run size=16384 inflight=256 threads=8 context=softirq ms=3000 &
overload=$!
digests()
{
	while kill -0 $overload 2> /dev/null; do
		"$bench/afalg" $reference 65536 1 200 $for_programs <<< 0 || return
	done
}
try "a program gets its digests beside an overload of softirqs" digests
wait $overload

again
enough=1000
run size=65536 inflight=64 context=softirq
# Other guests of the host make some sections long.
try "sections are short" at_least \
	"$(counted all sections)" $(($(counted all sections_long) * 2 + 1))
# Jobs that are left are counted again in the next flush.
try "flushes leave off in time" at_least "$(jobs)" $(($(counted sha256 requests) * 2))
try "... and nothing is overtaken" in_order
try "the modules go" rmmod mbhash_bench mbhash
done_testing
