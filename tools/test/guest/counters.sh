#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The counters in debugfs agree with what was hashed, and so do the tracepoints.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"

# jobs HASH: the sum of the jobs that its flushes began with
jobs() { awk -v hash="$1" '$1 == hash && $2 == "jobs" { n += $3 * $4 } END { print n + 0 }' $stats; }

# large HASH: flushes that began with at least this many jobs
many=4
large()
{
	awk -v hash="$1" -v n_jobs=$many '
		$1 == hash && $2 == "jobs" && $3 >= n_jobs { n += $4 }
		END { print n + 0 }' $stats
}

explain() { echo "$1"; cat $stats; }

tracing=/sys/kernel/tracing
events() { grep -c "mbhash_$1: " $tracing/trace; }
traced_jobs() { awk -F 'jobs=' '/mbhash_flush: /{ n += $2 } END { print n + 0 }' $tracing/trace; }

# trace 0|1: there are tracepoints, which are on from now on
trace() { [ -d $tracing/events/mbhash ] && echo "$1" > $tracing/events/mbhash/enable; }

try_trace()	# try_trace JOBS: all was traced
{
	try "... traces what is queued" at_least "$(events queue)" 1
	try "... by softirqs" is "$(grep -c 'context=softirq$' $tracing/trace)" "$(events queue)"
	try "... and completed" is "$(events complete)" "$(events queue)"
	try "... and each flush with its jobs" is "$(traced_jobs)" "$1"
	echo > $tracing/trace
}

inline=(lone short cheap backoff atomic)

load
insmod "$MBHASH_BUILD/tools/test/modules/together.ko"
in_memory
make_files 200
mkdir short
for ((i = 0; i < 100; i++)); do
	head -c $((10 * i)) /dev/urandom > short/$i
done
head -c 32K /dev/urandom > large
bytes=$(cat files/* | wc -c)
nr_files=$(find files -type f | wc -l)

for hash in md5 sha256; do
	before=$(counter $hash bytes)
	requests=$(counter $hash requests)
	try "$hash: digests are right" hash_once $hash
	try "$hash: counts each byte once" is $(($(counter $hash bytes) - before)) "$bytes"
	requests=$(($(counter $hash requests) - requests))
	try "$hash: counts a request or more for each file" at_least $requests "$nr_files"

	jobs=$(jobs $hash)
	trace 1 || skip "$hash: traces flushes" "there are no tracepoints"
	try "$hash: hashes many at once" together $hash-mb large
	! trace 0 || try_trace $(($(jobs $hash) - jobs))
	try "$hash: a flush had $many jobs or more" at_least "$(large $hash)" 1
	try "$hash: has counted steps of lanes" at_least "$(sum $hash lanes)" 1

	flushes=$(sum $hash flush full expected idle deadline softirq)
	alone=$(sum $hash flush "${inline[@]}")
	try "$hash: says why it has flushed" is "$(sum $hash jobs)" "$flushes"
	# A job that a flush did not finish is also counted in the next one.
	try "$hash: each request was in a flush or hashed alone" \
		at_least $(($(jobs $hash) + alone)) "$(counter $hash requests)"
done
try "has counted vector sections" at_least "$(counter all sections)" 1
try "... and has measured them" at_least "$(counter all section_ns_max)" 1

# One short file after the other: no flush leaves a request for the next.
one_at_a_time() { "$MBSUM" --af-alg -j 1 short/* > /dev/null; }

# counted: requests, and all reasons for them
counted() { echo "$(counter sha256 requests) $(($(jobs sha256) + $(sum sha256 flush "${inline[@]}")))"; }

read -ra before < <(counted)
try "hashes files one at a time" one_at_a_time
read -ra after < <(counted)
try "... counts a request or more for each file" \
	at_least $((after[0] - before[0])) "$(find short -type f | wc -l)"
try "... each request has one reason" \
	is $((after[1] - before[1])) $((after[0] - before[0]))

echo 1 > /sys/module/mbhash/parameters/force_scalar
try "counts what is hashed without vector registers" counts sha256 nosimd one_at_a_time
done_testing
