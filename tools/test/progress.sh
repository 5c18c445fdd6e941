#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Long operations report their progress, on a terminal and in a log, with an estimate
# if they have been done before; and failures say what to do next.

set -euo pipefail

cd "$(dirname "$(realpath "$0")")/../.."
# shellcheck source=SCRIPTDIR/tap.sh
. tools/test/tap.sh

XDG_CACHE_HOME=$(mktemp -d)
export XDG_CACHE_HOME
trap 'rm -rf "$XDG_CACHE_HOME"' EXIT
# shellcheck source=SCRIPTDIR/../vm/cache.sh
. tools/vm/cache.sh

estimates()
{
	keep_duration a/b 40
	keep_duration short 9
	[ "$(about a/b)$(about short)$(about new)" = ", about 40 s" ] &&
	[ "$(so_far a/b 300)$(so_far new 12)" = "a/b 5 min of about 40 snew 12 s" ]
}

# In a shell of its own: make NAME by COMMAND
make_it()
{
	bash -c '. tools/vm/cache.sh; set -e; long=1 in_log_every=1; cached "$@"' bash "$@" 2>&1
}

# A command that ends as soon as FILE has two lines of its progress, since "3 s" may
# follow "1 s" if the machine is busy
long_enough()	# long_enough NAME FILE
{
	# shellcheck disable=SC2016 # variables of that shell
	make_it "$1" timeout 60 bash -c \
		'until [ "$(tr "\r" "\n" < "$0" | grep -c "$1 [0-9]* s")" -ge 2 ]; do sleep 0.1; done' \
		"$2" "${1%%-[0-9]*}"
}

# says_more OUTPUT REGEX: REGEX matches two numbers of seconds, and the second is larger
says_more()
{
	if ! [[ $1 =~ $2 ]] || [ "${BASH_REMATCH[1]}" -lt 1 ] ||
	   [ "${BASH_REMATCH[2]}" -le "${BASH_REMATCH[1]}" ]; then
		cat -v <<< "$1"
		return 1
	fi
}

log_is_plain()
{
	local log=$XDG_CACHE_HOME/log output

	# shellcheck disable=SC2094 # it reads what is being written
	long_enough in-log-1.0 "$log" > "$log" || { cat -v "$log"; return 1; }
	output=$(< "$log")
	says_more "$output" $'^in-log ([0-9]+) s\nin-log ([0-9]+) s\n' || return
	[[ $output != *$'\r'* ]] || { cat -v <<< "$output"; return 1; }
	[ "$(last_duration in-log)" -ge "${BASH_REMATCH[2]}" ]
}

terminal_has_one_line()
{
	local terminal=$XDG_CACHE_HOME/terminal output

	keep_duration on-terminal 40
	export -f make_it long_enough
	# script(1) runs it by $SHELL; only bash exports functions to it.
	SHELL=$BASH script -qefc "bash -c 'long_enough on-terminal-2.0 $terminal'" "$terminal" \
		> /dev/null < /dev/null || { cat -v "$terminal"; return 1; }
	output=$(< "$terminal")
	says_more "$output" $'\r\033\\[Kon-terminal ([0-9]+) s of about 40 s\r\033\\[Kon-terminal ([0-9]+) s of about 40 s\r\033\\[K'
}

failure_says()
{
	local output status=0

	output=$(make_it broken-1.0 false) || status=$?
	if [ $status = 0 ] || [[ $output != *"broken-1.0 could not be made;"*"begins it again"* ]]; then
		echo "$status: $output"
		return 1
	fi
}

# Bash ignores failures where fill_badly() is called from a condition.
nothing_incomplete_is_kept()
{
	local output

	# shellcheck disable=SC2317 # called by cached
	fill_badly() { echo some > file; false; echo more > file; }
	output=$(cached incomplete-1.0 fill_badly 2>&1) || true
	[ ! -e "$cache/incomplete-1.0" ] || { echo "it is kept: $output"; return 1; }
	[[ $output == *"incomplete-1.0 cannot be made in a condition"* ]] || { echo "$output"; return 1; }
}

# A copy of the tests' runner with these steps
runner_says()
{
	local copy=$XDG_CACHE_HOME/copy output

	mkdir -p "$copy/tools/test"
	cp tools/{arch,progress}.sh "$copy/tools"
	cp tools/test/{run,tap.awk} "$copy/tools/test"
	printf '%s\n' 'group quick' 'step good echo 1..0 \# SKIP none' 'step bad false' \
		> "$copy/tools/test/steps.sh"
	keep_duration good 70
	output=$("$copy/tools/test/run" 2>&1) || true
	[[ $output == *"good "*" begins, about 70 s"*"again, alone: tools/test/run bad"* &&
	   $output != *$'\r'* ]] || { cat -v <<< "$output"; return 1; }
}

try "the last duration is the estimate" estimates
try "in a log: a line now and then" log_is_plain
try "on a terminal: one line that changes" terminal_has_one_line
try "what cannot be made says what to do next" failure_says
try "what has failed is not kept, even in a condition" nothing_incomplete_is_kept
try "a step that fails says how to repeat it, each has its estimate" runner_says
done_testing
