#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The counters in debugfs agree with what was hashed.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"

# jobs HASH: the sum of the jobs that its flushes began with
jobs() { awk -v hash="$1" '$1 == hash && $2 == "jobs" { n += $3 * $4 } END { print n + 0 }' $stats; }

# large HASH: flushes that began with at least this many jobs
together=4
large()
{
	awk -v hash="$1" -v n_jobs=$together '
		$1 == hash && $2 == "jobs" && $3 >= n_jobs { n += $4 }
		END { print n + 0 }' $stats
}

explain() { echo "$1"; cat $stats; }

# Whether requests arrive together depends on how fast threads start here.
flushes_together()
{
	local i

	for ((i = 0; i < 20 && $(large "$1") == 0; i++)); do
		hash_once "$1" || return
	done
	at_least "$(large "$1")" 1
}

# Emulation is slow: do not let deadlines end batches, nor hash requests inline because
# those of the kernel's self-tests were alone.
load flush_us=50000 lone=0
in_memory
make_files 200
mkdir short
for ((i = 0; i < 100; i++)); do
	head -c $((10 * i)) /dev/urandom > short/$i
done
bytes=$(cat files/* | wc -c)
nr_files=$(find files -type f | wc -l)

for hash in md5 sha256; do
	before=$(counter $hash bytes)
	requests=$(counter $hash requests)
	try "$hash: digests are right" hash_once $hash
	try "$hash: counts each byte once" is $(($(counter $hash bytes) - before)) "$bytes"
	requests=$(($(counter $hash requests) - requests))
	try "$hash: counts a request or more for each file" at_least $requests "$nr_files"
	flushes=$(sum $hash flush full expected idle deadline softirq)
	alone=$(sum $hash flush lone short busy atomic)
	try "$hash: has flushed, and says why" at_least "$flushes" 1
	try "$hash: knows how many jobs each flush had" is "$(sum $hash jobs)" "$flushes"
	# A job that a flush did not finish is also counted in the next one.
	try "$hash: each request was in a flush or hashed alone" \
		at_least $(($(jobs $hash) + alone)) "$(counter $hash requests)"
	# The plan decides how many lanes this fills. If AF_ALG accepts synchronous
	# drivers only, each request has waited.
	try "$hash: flushes $together jobs or more at once" flushes_together $hash
	try "$hash: has counted steps of lanes" at_least "$(sum $hash lanes)" 1
done
try "has counted vector sections" at_least "$(counter all sections)" 1
try "... and has measured them" at_least "$(counter all section_ns_max)" 1

# One short file after the other: no flush leaves a request for the next.
one_at_a_time() { "$MBSUM" -j 1 short/* > /dev/null; }

# counted: requests, and all reasons for them
counted() { echo "$(counter sha256 requests) $(($(jobs sha256) + $(sum sha256 flush lone short busy atomic)))"; }

read -ra before < <(counted)
try "hashes files one at a time" one_at_a_time
read -ra after < <(counted)
try "... counts a request or more for each file" \
	at_least $((after[0] - before[0])) "$(find short -type f | wc -l)"
try "... each request has one reason" \
	is $((after[1] - before[1])) $((after[0] - before[0]))

# The same in the trace
tracing=/sys/kernel/tracing
events() { grep -c "mbhash_$1: " $tracing/trace; }
traced_jobs() { awk -F 'jobs=' '/mbhash_flush: /{ n += $2 } END { print n + 0 }' $tracing/trace; }

echo 1 > $tracing/events/mbhash/enable
jobs=$(jobs sha256)
try "hashes while it is traced" hash_once sha256
echo 0 > $tracing/events/mbhash/enable
try "... traces what is queued" at_least "$(events queue)" 1
try "... by tasks" is "$(grep -c 'context=task$' $tracing/trace)" "$(events queue)"
try "... and completed" is "$(events complete)" "$(events queue)"
try "... and each flush with its jobs" is "$(traced_jobs)" $(($(jobs sha256) - jobs))

echo 1 > /sys/module/mbhash/parameters/force_scalar
try "counts what is hashed without vector registers" counts sha256 nosimd one_at_a_time
done_testing
