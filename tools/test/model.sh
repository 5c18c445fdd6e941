#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Queue, flusher and flush on every schedule of one CPU, or of several, see tools/model.
# With "mutants" each line that they depend on is removed, and the model has to fail.
#
# Usage: model.sh [cpus|hotplug|mutants]

set -euo pipefail

cd "$(dirname "$(realpath "$0")")/../model"
# shellcheck source=SCRIPTDIR/../test/tap.sh
. ../test/tap.sh

top=$(realpath ../..)
mutants=$top/build/model-mutants

# fails SCENARIO FILE SED WHAT: with this change the model fails in that scenario
fails()
{
	local scenario=$1 file=$2 change=$3 what=$4 code=$mutants/source status=0

	rm -rf "$code"
	mkdir -p "$code"
	(cd "$top" && cp --parents -- driver/*.[ch] policy/*.[ch] engine/*.h compat/*.h "$code")
	sed -i -z -E "$change" "$code/$file"
	! cmp -s "$code/$file" "$top/$file" || { echo "$file has no such code"; return 1; }
	make -s BUILD="$mutants/build" SOURCES="$code" || return
	"$mutants/build/model" "$scenario" > "$mutants/output" || status=$?
	cat "$mutants/output"
	# It may also crash.
	[ $status -ge 128 ] || { [ $status = 1 ] && grep -qE "$what" "$mutants/output"; }
}

without()	# without WHAT SCENARIO FILE SED FOUND
{
	try "without $1: found" fails "${@:2}"
}

# explore PATTERN NAME: run the scenarios whose names match
explore()
{
	local scenario scenarios

	mapfile -t scenarios < <(sed -n 's/^\t{ "\([a-z-]*\)", .*/\1/p' load.c | grep -E "$1")
	try "there are scenarios" [ ${#scenarios[@]} -gt 0 ]
	for scenario in "${scenarios[@]}"; do
		try "$scenario: $2" ../../build/model/model "$scenario"
	done
}

# explore_large STATES: as far, what has more states than can be explored
explore_large()
{
	export MODEL_STATES=$1
	explore '^(unplug.*|plug.*|displaced-(twice|wait|busy))$' \
		"nothing is violated in the first $1 states"
}

try "it builds" make -s
all="none is lost, doubled or left"
case ${1-} in
'')	explore '^(wait|again|stream|expected|busy.*|packets?|backlog|chain.*|two-hashes|exit-packets)$' "$all" ;;
cpus)	explore '^(exit|exit-expected|exit-chain|displaced|left|left-displaced)$' "$all"
	explore_large 100000 ;;
hotplug) explore_large 1000000 ;;
mutants) ;;
*)	echo "$0: no such part: $1" >&2; exit 2 ;;
esac
[ "${1-}" = mutants ] || { done_testing; exit; }

lost='never completed|waits on an idle CPU'
race='same memory'
without "a second look at what a flush leaves" packets driver/flush.c \
	's/return READ_ONCE\(queue->n\);/return false;/' "$lost"
without "the tasklet raising itself" packets driver/flusher.c \
	's/if \((flush_all\(flusher, MBHASH_NO_REASON\))\)/if (\1 \&\& false)/' "$lost"
without "the thread's wake-up" wait driver/flusher.c \
	's/\twake_up_process\(flusher->thread\);//' "$lost"
without "a work for the batch" busy driver/flusher.c \
	's/\t\tstart_work\(flusher\);\n(\t\twake_thread)/\1/' "$lost"
without "the work's flush" busy driver/flusher.c \
	's/more = flush_all\(flusher, MBHASH_DEADLINE\);/more = false;/' "$lost"
without "the work looking again at what is not due" busy driver/flusher.c \
	's/\t\tif \(!more\)\n\t\t\tsee_to_rest\(flusher\);//' "$lost"
without "the work going on with what it leaves" busy driver/flusher.c \
	's/\} while \(more\);/} while (false);/' "$lost"
without "the thread going on for what it leaves" stream driver/flusher.c \
	's/(MBHASH_IDLE\);\n)\tsee_to_rest\(flusher\);/\1/' "$lost"
without "the thread clearing woken before it looks" stream driver/flusher.c \
	's/(\tWRITE_ONCE\(flusher->woken, false\);\n)(\tflush_all\(flusher, MBHASH_IDLE\);\n\tsee_to_rest\(flusher\);\n)/\2\1/' "$lost"
without "a reason for each hash" two-hashes driver/queue.c \
	's/(return queue->reason != MBHASH_NO_REASON);/return true;/;s/(\*reason = )queue->reason;/\1MBHASH_FULL;/' \
	"the other hash's reason|$lost"
without "the thread leaving to the tasklet what is its" chain driver/queue.c \
	's/\tif \(queue->reason != MBHASH_NO_REASON\)\n\t\treturn false;\n//' \
	"another's reason"
without "a reason that came during the thread's flush" chain driver/queue.c \
	's/(remove_done\(queue, done\);\n\tlist_splice_tail_init\([^;]*;\n)/\1\tqueue->reason = MBHASH_NO_REASON;\n/' \
	"another's reason"
without "the end of a flush" stream driver/queue.c \
	's/WRITE_ONCE\(queue->flushing, false\);//' "$lost"
without "a reason for what the tasklet leaves" packets driver/queue.c \
	's/\tWRITE_ONCE\(queue->reason, reason_for_rest[^;]*;//' "$lost"
without "the time at which a batch begins" wait driver/queue.h \
	's/\tif \(!queue->n\)\n\t\tarrival->now[^;]*;//' 'nobody knows when'
without "what is left going back" stream driver/queue.c \
	's/list_splice_init\(&queue->batch.todo, &queue->jobs\);//' .
without "an end to a flush" backlog driver/flush.c \
	's/return !flush->backlog \&\&[^;]*;/return false;/' 'its time is up'
without "finishing a long queue" backlog driver/flush.c \
	's/\tflush->backlog = n - [^;]*;//' 'before its backlog'
without "seeing to what was adopted" left driver/flusher.c \
	's/\tsee_to_rest\(to\);//' "$lost"
without "forgetting who waited on a CPU that is gone" left driver/queue.c \
	's/\tmbhash_policy_moved\([^;]*;//' "somebody waiting|was not counted|is learnt"
without "the lock as a queue is adopted" left-displaced driver/queue.c \
	's/\tspin_(un)?lock\(&from->lock\);//g' "$race"
without "the lock as a queue is taken" displaced driver/queue.c \
	's/\tspin_lock\(&queue->lock\);\n(\tn = )/\1/;s/\tspin_unlock\(&queue->lock\);\n(\treturn n;)/\1/' "$race|without the queue's lock"
# Only because stores become visible late
without "the lock as a tasklet looks for requests" displaced driver/queue.c \
	's/\tspin_lock\(&queue->lock\);\n\tn = may_take/\tif (!READ_ONCE(queue->n))\n\t\treturn 0;\n&/' \
	'idle CPU'
without "the lock as a request is counted" displaced-busy driver/queue.h \
	's/(\tspin_lock\(&queue->lock\);\n)(.*)(\tmbhash_policy_queued[^\n]*\n)/\2\3\1/' "$lost|without the queue's lock|$race"
without "stopping the work at exit" exit driver/flusher.c \
	's/\t\tcancel_delayed_work_sync\(&flusher->work\);\n//' .
without "stopping the tasklet at exit" exit-chain driver/flusher.c \
	's/\t\ttasklet_kill\([^;]*;//' .
without "stopping the threads at exit" exit driver/flusher.c \
	's/(dead_state\);\n)\tstop_threads\(\);/\1/' .
without "leaving hotplug at exit" exit driver/flusher.c \
	's/\tcpuhp_remove_state_nocalls\(dead_state\);//' .
without "giving back the workqueue" exit driver/flusher.c \
	's/(free_percpu\(mbhash_flushers\);\n)\tdestroy_workqueue\(workqueue\);/\1/' .
done_testing
