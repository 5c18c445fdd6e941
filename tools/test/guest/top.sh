#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# mbhash-top: its figures, and its live view in a terminal (tmux), also while that is
# resized.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=SCRIPTDIR/terminal.sh
. "$(dirname "$0")/terminal.sh"

top=$(realpath "$(dirname "$0")/../../..")
program=$top/tools/mbhash-top/mbhash-top
debugfs=/sys/kernel/debug

# fails_with TEXT COMMAND...: status 1 and one line on stderr, with TEXT in it
fails_with()
{
	local output status=0

	output=$("${@:2}" 2>&1 > /dev/null) || status=$?
	if [ $status != 1 ] || [[ $output != "mbhash-top: "*"$1"* ]] ||
	   [ "$(wc -l <<< "$output")" != 1 ]; then
		echo "$status: $output"
		return 1
	fi
}

without_debugfs()
{
	local status=0

	umount $debugfs
	"$@" || status=$?
	mount -t debugfs debugfs $debugfs
	return $status
}

# --- figures

# holds FILE CONDITION: of jq, on the JSON in FILE
holds() { jq -e "$2" "$1" > /dev/null || { jq -c . "$1" | tail -c 3000; return 1; }; }

# Each counter, by its name in the JSON
all_counters() { jq -r '.totals | to_entries[] | "\(.key) \(.value)"' "$1"; }

has_counters() { "$program" --total --json > total && diff <(all_counters total) $stats; }

sums_agree()
{
	for hash in md5 sha256; do
		holds total ".hashes.$hash as \$h | (.cpus | map(.$hash)) as \$c |
			\$h.requests == .totals[\"$hash requests\"] and
			\$h.bytes == .totals[\"$hash bytes\"] and
			\$h.queue_max == .totals[\"$hash queue_max\"] and
			\$h.inline + \$h.queued == \$h.requests and
			\$h.batches == (\$h.jobs | add // 0) and
			\$h.reasons.lone == .totals[\"$hash flush lone\"] and
			([\$c[].requests] | add) == \$h.requests and
			([\$c[].lanes | add] | add) == (\$h.lanes | add)" || return
	done
}

knows_means()
{
	for key in jobs lanes; do
		holds total ".hashes.md5 | (.$key | to_entries |
			(map((.key | tonumber) * .value) | add) / (map(.value) | add)) -
			.${key}_mean | fabs < 1e-6" || return
	done
}

documents_fields()
{
	local name missing=0

	for name in $(jq -r '[keys[], (.hashes.md5 | keys[])] | unique[]' total); do
		grep -qE "^\.It Cm (.* , )?$name( |\$)" "$top/man/mbhash-top.1" ||
			{ echo "$name"; missing=1; }
	done
	return $missing
}

# Each byte hashed meanwhile is counted in exactly one interval, and no others are.
counts_intervals()
{
	local pid lines i

	"$program" --json --delay 0.2 > intervals &
	pid=$!
	for ((i = 0; i < 300; i++)); do
		[ ! -s intervals ] || break
		sleep 0.1
	done
	hash_once sha256
	lines=$(wc -l < intervals)
	for ((i = 0; i < 300; i++)); do
		[ "$(wc -l < intervals)" -lt $((lines + 2)) ] || break
		sleep 0.1
	done
	kill $pid
	wait $pid || return
	jq -s . intervals > list
	holds list "(map(.hashes.sha256.bytes) | add) == $(cat files/* | wc -c) and
		(map(.hashes.md5.bytes) | add) == 0 and
		all(.[]; .seconds >= 0.2 and
			(.hashes.sha256.bytes / 1e6 / .seconds - .hashes.sha256.mb_per_s |
			 fabs) < 0.05)"
}

once()
{
	"$program" --once --delay 0.05 > once || return
	for pattern in '^mbhash [0-9:]+ over 0\.[0-9] s:' '^sha256 +[0-9]' '^inline  lone'; do
		grep -qE "$pattern" once || { cat once; return 1; }
	done
}

# have MD5_REQUESTS MD5_BYTES FILE: write a copy of the counters with these
have()
{
	sed -E "s/^(md5 requests|[0-9]+ md5 requests) .*/\1 $1/;
		s/^(md5 bytes|[0-9]+ md5 bytes) .*/\1 $2/" "${stats%/*}/$3" > "another/$3"
}

# All that the module has counted since it was loaded again
loaded_again()
{
	local pid

	mkdir -p another
	have 1000 10 stats
	have 1000 10 cpus
	"$program" --once --json --delay 4 --file another/stats > again &
	pid=$!
	sleep 2
	have 200 5000 stats
	have 200 5000 cpus
	wait $pid && holds again '.hashes.md5.requests == 200 and .hashes.md5.bytes == 5000'
}

# sorted_by COLUMN CPU...: the CPUs are shown in that order
sorted_by()
{
	mkdir -p copy
	cp $stats copy/stats
	for cpu in 0,10,50 1,30,40 2,20,60; do
		IFS=, read -r number requests bytes <<< "$cpu"
		echo "$number md5 requests $requests"
		echo "$number md5 bytes $bytes"
		echo "$number md5 flush idle 1"
	done > copy/cpus
	is "$("$program" --total --file copy/stats --sort "$1" | sed '1,/^CPU/d' |
		cut -d ' ' -f 1 | xargs)" "${*:2}"
}

# --- the live view

keys_in_line() { at_line "$1" 'q quit  p pause'; }

writes_lines() { until_screen '^mbhash [0-9:]+ over ' && ! keys_in_line 24; }

fits()	# fits COLUMNS LINES
{
	resize "$1" "$2"
	until_true keys_in_line "$2" || return
	# -J joins lines that were wrapped
	[ "$(in_tmux capture-pane -p -J | awk '{ print length }' | sort -n | tail -n 1)" -le "$1" ] ||
		{ screen; return 1; }
}

stands_still()
{
	local before

	press p
	until_screen '^PAUSED' || return
	before=$(screen)
	sleep 1.5
	diff <(echo "$before") <(screen)
}

goes_on()
{
	local before

	press p
	until_true not_paused || return
	before=$(screen | head -n 1)
	until_true not_line_1 "$before"
}

not_paused() { ! screen | grep -q '^PAUSED'; }

not_line_1() { [ "$(screen | head -n 1)" != "$1" ]; }

has_ended()	# has_ended STATUS: and the shell's terminal echoes again
{
	until_screen "^status $1, echo$" || return
	end_terminal
}

# shellcheck disable=SC2016 # the terminal's shells'
start()
{
	start_terminal 80 24 'sh -c "echo \$\$ > pid; exec '"$program"' --delay 0.5";
		echo "status $?," $(stty -a | grep -ow -- -*echo)'
	until_screen '^mbhash [0-9:]+ over 0\.[0-9] s'
}

in_memory
try "without the module it says so" fails_with "no mbhash loaded" "$program" --once
load
make_files 50
try "without debugfs it says so" without_debugfs \
	fails_with "debugfs is not mounted" "$program" --once
try "to others than root it says so" \
	fails_with "root only" setpriv --reuid 65534 --clear-groups "$program" --once
try "counters of something else are refused" fails_with "is not what mbhash writes" \
	"$program" --total --file /proc/meminfo

for hash in md5 sha256; do
	try "$hash: digests are right" hash_once $hash
done
try "--total --json has each counter of debugfs" has_counters
try "its sums are those of the counters" sums_agree
try "its means are those of the histograms" knows_means
try "the man page names its fields" documents_fields
try "--json: intervals have each byte once" counts_intervals
try "the module is loaded again meanwhile" loaded_again
try "--once" once
# shellcheck disable=SC2016 # for that shell
try "no room for the output: it says so" fails_with "No space left" \
	sh -c '"$0" --total > /dev/full' "$program"
# shellcheck disable=SC2016
try "no output at all: it says so" fails_with "output is closed" sh -c '"$0" --total >&-' "$program"
try "--sort cpu" sorted_by cpu 0 1 2
try "--sort requests" sorted_by requests 1 2 0
try "--sort mb" sorted_by mb 2 0 1

try "it starts in a terminal" start
try "... of 80 x 24, with the keys in the last line" keys_in_line 24
try "it fits a smaller one" fits 50 10
try "it fits one of a few characters" fits 20 2
try "it fits a larger one" fits 120 40
try "p: it stands still" stands_still
try "p: it goes on" goes_on
press t
try "t: all since the module was loaded" until_screen '^mbhash [0-9:]+ since it was loaded'
press r
try "r: all since now" until_screen '^mbhash [0-9:]+ over '
press t s
try "s: sorted by requests" until_screen 's sort: requests'
press +
try "+: half as often" until_screen '[+]/- 1 s'
press - -
try "-: more often" until_screen '[+]/- 0.25 s'
press h
try "h: what the keys are for" until_screen '^p +pause or continue'
press h q
try "q: it ends, and leaves the terminal as it was" has_ended 0
try "it starts again" start
kill "$(cat pid)"
try "SIGTERM: it ends, and leaves the terminal as it was" has_ended 0
start_terminal 80 24 "TERM=unknown $program; sleep 1000"
try "a terminal that nobody knows: it says so" until_screen 'this terminal cannot be used'
end_terminal
start_terminal 80 24 "$program --delay 0.5 < /dev/null"
try "without keys: it writes lines" writes_lines
end_terminal
try "once more" start
unload
try "the module is unloaded: it says so and ends" until_screen 'no mbhash loaded'
try "... and leaves the terminal as it was" has_ended 1
done_testing
