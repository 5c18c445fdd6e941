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
	explore '^(unplug.*|plug.*|displaced-(twice|wait))$' \
		"nothing is violated in the first $1 states"
}

try "it builds" make -s
all="none is lost, doubled or left"
case ${1-} in
'')	explore '^(wait|again|stream|expected|busy.*|packets?|backlog|chain.*|two-hashes|exit-packets)$' "$all" ;;
cpus)	explore '^(exit|exit-expected|displaced|displaced-busy)$' "$all"
	explore_large 100000 ;;
hotplug) explore_large 1000000 ;;
mutants) ;;
*)	echo "$0: no such part: $1" >&2; exit 2 ;;
esac
[ "${1-}" = mutants ] || { done_testing; exit; }

lost='never completed|waits on an idle CPU'
race='same memory'
without "a second look at what a flush leaves" stream driver/flush.c \
	's/return READ_ONCE\(queue->n\);/return false;/' "$lost"
without "the tasklet raising itself" packets driver/flusher.c \
	's/if \((flush_all\(flusher, false\))\)/if (\1 \&\& false)/' "$lost"
without "the thread's wake-up" wait driver/flusher.c \
	's/\twake_up_process\(flusher->thread\);//' "$lost"
without "a timer for the batch" busy driver/flusher.c \
	's/\t\tarm_timer\(flusher\);\n(\t\twake_thread)/\1/' "$lost"
without "the tick raising the tasklet" busy driver/flusher.c \
	's/\tif \(over\)\n\t\ttasklet_schedule\([^;]*;//' "$lost"
without "the timer going on for who comes meanwhile" busy-stream driver/flusher.c \
	's/return HRTIMER_RESTART/return HRTIMER_NORESTART/' "$lost"
without "the thread going on for what it leaves" stream driver/flusher.c \
	's/\t\tflusher->woken = true;\n(\t\}\n\tlocal_bh_enable)/\1/' "$lost"
without "the timer for what the thread leaves" busy driver/flusher.c \
	's/\t\tarm_timer\(flusher\);\n(\t\tflusher->woken)/\1/' "$lost"
without "the thread's look at woken before it flushes" chain-other driver/flusher.c \
	's/\tflusher->woken = false;\n\tif \((flush_all\(flusher, true\))\)/\tif (\1 || (flusher->woken = false))/' "$lost"
without "a reason for each hash" two-hashes driver/queue.c \
	's/\(idle \|\| READ_ONCE\(queue->reason\) != MBHASH_IDLE\)/true/;s/(MBHASH_IDLE : )READ_ONCE\(queue->reason\)/\1MBHASH_FULL/' \
	"the other hash's reason"
without "the end of a flush" stream driver/queue.c \
	's/WRITE_ONCE\(queue->flushing, false\);//' "$lost"
without "a reason for what the tasklet leaves" packets driver/queue.c \
	's/\tif \(queue->n \&\& READ_ONCE\(queue->reason[^;]*;//' "$lost"
without "a reason for what was adopted" unplug driver/queue.c \
	's/\tWRITE_ONCE\(queue->reason, MBHASH_DEADLINE\);//' "$lost"
without "a reason of the tick" busy driver/flusher.c \
	's/\t+WRITE_ONCE\(queue->reason, MBHASH_DEADLINE\);//' "$lost"
without "what is left going back" stream driver/queue.c \
	's/list_splice_init\(&queue->batch.todo, &queue->jobs\);//' .
without "an end to a flush" backlog driver/flush.c \
	's/return !flush->backlog \&\&[^;]*;/return false;/' 'its time is up'
without "finishing a long queue" backlog driver/flush.c \
	's/\tflush->backlog = n - [^;]*;//' 'before its backlog'
without "raising the tasklet for what was adopted" unplug driver/flusher.c \
	's/\traise_tasklet\(to\);//' "$lost"
without "forgetting who waited on a CPU that is gone" unplug driver/queue.c \
	's/\tmbhash_patience_moved\(&from->patience\);//' "somebody waiting"
without "the lock as a queue is adopted" unplug driver/queue.c \
	's/\tspin_(un)?lock\(&from->lock\);//g' "$race"
without "the lock as a queue is taken" displaced driver/queue.c \
	's/\tspin_lock\(&queue->lock\);\n(\tn = )/\1/;s/\tspin_unlock\(&queue->lock\);\n(\treturn n;)/\1/' "$race"
# Only because stores become visible late
without "the lock as a tasklet looks for requests" displaced driver/queue.c \
	's/\tspin_lock\(&queue->lock\);\n\tn = may_take/\tif (!READ_ONCE(queue->n))\n\t\treturn 0;\n&/' \
	'idle CPU'
without "the lock as a task's request is counted" displaced-busy driver/queue.h \
	's/(\tspin_lock\(&queue->lock\);\n)(\tif \(arrival[^\n]*\n\t\tmbhash_queue_count[^\n]*\n)/\2\1/' "$lost|is counted"
without "stopping the timer at exit" exit driver/flusher.c \
	's/\t\tstop_timer\(flusher\);\n(\t\ttasklet_kill)/\1/' .
without "stopping the tasklet at exit" exit-expected driver/flusher.c \
	's/\t\ttasklet_kill\([^;]*;//' .
without "stopping the threads at exit" exit driver/flusher.c \
	's/(dead_state\);\n)\tsmpboot_unregister_percpu_thread\(&threads\);/\1/' .
without "leaving hotplug at exit" exit driver/flusher.c \
	's/\tcpuhp_remove_state_nocalls\(dead_state\);//' .
done_testing
