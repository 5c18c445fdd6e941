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
mbhash=/sys/module/mbhash/parameters

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
		[ "$(counted sha256 requests)" -lt $enough ] || break
		[ $SECONDS -lt $end ] || break
	done
	[ "$(counted sha256 requests)" -gt 0 ]
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
	awk '$1 == "sha256" && $2 == "jobs" { n += (FNR == NR ? -1 : 1) * $3 * $4 }
		END { print n + 0 }' <(echo "$before") <(echo "$after")
}

# jobs_mean: the mean of the jobs that a flush began with, in hundredths
jobs_mean()
{
	local n

	n=$(counted sha256 jobs)
	echo $((n ? 100 * $(jobs) / n : 0))
}

# gain PERCENT: the least number of requests of two blocks for which lanes save so much of
# what their batch costs: 150 ns, and 12 ns for each
gain()
{
	awk -v percent="$1" '
		/^[^ ]/ { part = $1 " " $2 " " $3 }
		part ~ /^sha256 implementations/ { width[$1] = $2; cost[$1] = $3 }
		part == "sha256 plan with" && /^ / { from[++k] = $1; name[k] = $2 }
		END {
			for (n = i = 1; n < 64; n++) {
				if (i < k && from[i + 1] <= n)
					i++
				lanes = n < width[name[i]] ? n : width[name[i]]
				saved = 2 * n * (cost[name[1]] - cost[name[i]] / lanes)
				if (saved * 100 >= percent * (150000 + 12000 * n))
					break
			}
			print n
		}' "${stats%stats}plan"
}

explain()
{
	echo "$1"
	echo "$measured"
	diff <(echo "$before") <(echo "$after") || true
}

# mostly REASON: nearly all flushes and inline requests had this reason
mostly() { at_least $(($(counted sha256 flush "$1") * 10)) $(($(counted sha256 flush) * 9)); }

# more REASON OTHER: the first occurred, and not less than the other
more()
{
	local other

	other=$(counted sha256 flush "$2")
	at_least "$(counted sha256 flush "$1")" $((other ? other : 1))
}

in_order() { at_most "$(result reordered)" 0; }

# Time enough for a thread that runs when no other task does
thread_sleeps() { sleep 0.1 && grep -h '(mbhash/0)' /proc/[0-9]*/stat | grep ') S '; }

# The kernel's own driver, and ours for programs
reference=sha256-generic for_programs=sha256-mb
if [[ $(uname -r) != 6.* ]]; then
	reference=sha256-lib for_programs=sha256-mb-sync
fi
load_both() { load "$@" && insmod "$bench/mbhash_bench.ko" reference=$reference; }

# Far longer than anything takes, except waiting for this itself
flush_us=50000
# Not the kernel's self-tests once more.
echo 1 > /sys/module/cryptomgr/parameters/notests
load_both flush_us=$flush_us
mapfile -t defaults < <(cd $parameters && for name in *; do echo "$name=$(cat "$name")"; done)

# The policy trusts what it has learnt about the load for some 8000 requests, and each
# inline request counts as much as a batch.
enough=800000
run size=4096
try "a lone stream is hashed inline" mostly lone
run size=4096 inflight=4
try "the last one that is expected has all of them hashed" mostly expected
try "... which are four" at_least "$(jobs_mean)" 390
run size=4096 inflight=16
try "that more are in flight is noticed" at_least "$(jobs_mean)" 800
run size=4096
try "a stream that is alone again is noticed" more lone expected
run size=4096 inflight=16
try "and that it is not any longer" at_least "$(jobs_mean)" 800
run size=4096 threads=16
try "threads that wait for each request share lanes" at_least "$(jobs_mean)" 1200

# It trusts that for 260000 of these requests.
enough=1000000
run size=64
try "a lone stream of short requests is not kept waiting" \
	at_most $(($(jobs) * 1000)) "$(counted sha256 requests)"
run size=64 inflight=64
try "many short ones of one task are noticed" at_least "$(($(jobs) * 2))" "$(counted sha256 requests)"
try "... and share lanes" at_least "$(jobs_mean)" 3000
run size=64
try "... until they are no longer many" \
	at_most $(($(jobs) * 1000)) "$(counted sha256 requests)"
run size=64 threads=16
try "threads that wait for each short request do not wait for others" \
	at_most $(($(jobs) * 1000)) "$(counted sha256 requests)"
# Two of three requests are short: the end of a message, and its padding.
run size=4160 chunk=4096 threads=16
try "... be they a part of longer messages" \
	at_least $(($(counted sha256 flush short) * 100)) $(($(counted sha256 requests) * 66))
# Two blocks each, with the padding. The plan may be timed once more meanwhile.
few=$(($(gain 80) - 1)) many=$(gain 125)
run size=64 inflight="$few"
try "few short ones of one task do not, either" \
	at_most $(($(jobs) * 1000)) "$(counted sha256 requests)"
# Each run has a task of its own, and must be longer than the policy trusts the old one.
run size=64 inflight="$many" ms=400
try "... unless they gain by sharing lanes" at_least "$(($(jobs) * 2))" "$(counted sha256 requests)"
enough=50000

run size=1500 inflight=32 context=softirq
try "what comes in one softirq is one batch" at_least "$(jobs_mean)" 3000
try "... of the BH flusher" mostly softirq
try "... and stays in order" in_order
run size=1500 context=softirq
try "what comes alone in each softirq is hashed inline" mostly lone

# If the policy expects nothing, each batch is flushed by the thread or is full.
echo 0 > $mbhash/lone
run size=4096 inflight=128
try "a full set of lanes is hashed at once" mostly full
run size=64
try "short requests are hashed inline" mostly short
run size=4160 chunk=4096 threads=16
try "... past others' that wait as well" \
	at_least $(($(counted sha256 flush short) * 100)) $(($(counted sha256 requests) * 65))
run size=4160 chunk=4096 inflight=96
try "... but not past one's own" \
	at_most $(($(counted sha256 flush short) * 10)) $(($(counted sha256 requests) * 5))
run size=4096 inflight=4
try "when all wait, the thread hashes" mostly idle
run size=1500 inflight=2 threads=2
try "... and not before" at_least "$(jobs_mean)" 390
enough=100
run size=4096 inflight=8 rate=50 ms=500
try "nothing waits while the CPU idles" at_most "$(result ns_p50)" $((flush_us * 1000 / 4))
# A host that takes the CPU away for longer than that lets the deadline pass.
try "... and the thread hashes it" more idle deadline
enough=1
try "... and sleeps" thread_sleeps
# All has been quiet, so the first request may wait for a tick that is far away.
run size=4096 inflight=2 rate=20 ms=500 busy=1
run size=4096 inflight=2 rate=20 ms=500 busy=1
try "a CPU that is busy with something else hashes in time" \
	at_most "$(result ns_p50)" $((flush_us * 1000 * 10))
# The benchmark's first pass finds it idle.
try "... by the deadline" more deadline idle

# More than softirqs can keep up with, and a program on the same CPU. Nothing is known of
# it yet: once it is impatient, its requests are inline whether or not the queue is long.
rmmod mbhash_bench mbhash
load_both flush_us=$flush_us lone=0
run size=16384 inflight=256 threads=8 context=softirq ms=3000 &
overload=$!
digests()
{
	while kill -0 $overload 2> /dev/null; do
		"$bench/afalg" $reference 65536 1 200 $for_programs <<< 0 || return
	done
}
before=$(cat $stats)
try "a program gets its digests beside an overload of softirqs" digests
wait $overload
after=$(cat $stats)
try "... and does not make a very long queue longer" at_least "$(counted sha256 flush busy)" 1

enough=1000
run size=65536 inflight=64 context=softirq
# Other guests of the host make some sections long.
try "sections are short" at_least \
	"$(counted all sections)" $(($(counted all sections_long) * 2 + 1))
# Jobs that are left are counted again in the next flush.
try "flushes leave off in time" at_least "$(jobs)" $(($(counted sha256 requests) * 2))
try "... and nothing is overtaken" in_order
try "the modules go" rmmod mbhash_bench mbhash

# A tick is an interrupt. Here there would be one per millisecond, but quiet ticks make
# the next ones later.
load_both flush_us=1000
timer() { awk '/timer/ { print $2 }' /proc/interrupts; }
enough=1
# Each run has a task of its own.
for _ in 1 2 3; do
	run size=4096 inflight=64 ms=100
done
first=$(timer)
run size=4096 inflight=64 ms=1000
try "a CPU that does nothing but submit is seldom looked at" at_most $(($(timer) - first)) 500
rmmod mbhash_bench mbhash

# The ticks come together with the scheduler's, 100 times a second here.
load_both
run size=4096 inflight=64 ms=1000
first=$(timer)
run size=4096 inflight=64 ms=1000
try "... by no interrupt of its own" at_most $(($(timer) - first)) 400
rmmod mbhash_bench mbhash

# A tick alone takes User Mode Linux longer than this.
load flush_us=10
before=$(cat $stats)
"$bench/afalg" $reference 65536 16 1000 $for_programs <<< 0 > /dev/null
after=$(cat $stats)
try "looks do not keep processes from sharing lanes" at_least "$(jobs_mean)" 300
unload
done_testing
