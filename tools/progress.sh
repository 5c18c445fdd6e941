# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced: shows how long a command has been running, how long it took the last time, and
# what it does. On a terminal this is one changing line; in a log it is a line now and
# then.

durations=${XDG_CACHE_HOME:-~/.cache}/mbhash/durations

# Commands are shown after so many seconds; in a log, each time that in_log_every seconds
# have passed.
long=10 in_log_every=60

# last_duration NAME: print the seconds that it took the last time, if known
last_duration() { cat "$durations/${1//\//-}" 2> /dev/null || true; }

# keep_duration NAME SECONDS: record it for the next time, if possible
keep_duration()
{
	{ mkdir -p "$durations" && echo "$2" > "$durations/${1//\//-}"; } 2> /dev/null || true
}

# time_span SECONDS: print it in seconds or minutes
time_span()
{
	if [ "$1" -lt 100 ]; then
		echo "$1 s"
	else
		echo "$((($1 + 30) / 60)) min"
	fi
}

# about NAME: print ", about N s" if it took long the last time
about()
{
	local seconds

	seconds=$(last_duration "$1")
	[ "${seconds:-0}" -lt $long ] || echo ", about $(time_span "$seconds")"
}

# so_far NAME SECONDS: print how long it has taken, and how long it took the last time
so_far()
{
	local seconds

	seconds=$(last_duration "$1")
	echo "$1 $(time_span "$2")${seconds:+ of about $(time_span "$seconds")}"
}

# clear_line: erase the line that watch_over has written
clear_line() { [ ! -t 1 ] || printf '\r\033[K'; }

# watch_over COMMAND...: run in the background, until it is killed or the script ends:
# show the line that COMMAND prints, if any. It starts no program to sleep, which could
# outlive it.
watch_over()
{
	local every=$in_log_every columns=0 text terminal never

	if [ -t 1 ]; then
		every=1
		exec {terminal}<&1
		columns=$(stty size <&"$terminal" | cut -d ' ' -f 2)
	fi
	[ "$columns" -gt 20 ] || columns=80
	exec {never}<> <(:)
	while ! read -rt $every -u "$never"; do
		kill -0 $$ 2> /dev/null || break
		text=$("$@")
		[ -n "$text" ] || continue
		if [ -t 1 ]; then
			printf '\r\033[K%s' "${text:0:columns - 1}"
		else
			printf '%s\n' "$text"
		fi
	done
}

# begin_long NAME: from now until end_long, show on stderr how long it has taken. Call
# stop_watching if the shell ends before.
begin_long()
{
	doing=$1 begun=$SECONDS
	watch_over doing_so_far >&2 &
	watcher=$!
	disown
}

# shellcheck disable=SC2317 # called by watch_over
doing_so_far()
{
	[ $((SECONDS - begun)) -lt $long ] || so_far "$doing" $((SECONDS - begun))
}

stop_watching()
{
	kill "$watcher" 2> /dev/null || true
	clear_line >&2
}

end_long()
{
	stop_watching
	keep_duration "$doing" $((SECONDS - begun))
}
