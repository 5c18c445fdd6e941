# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced: how long something takes, by how long it took the last time, and what is
# going on meanwhile. On a terminal that is one line, which changes; in a log it is
# a line now and then.

durations=${XDG_CACHE_HOME:-$HOME/.cache}/mbhash/durations

# From this many seconds on, something is said of it: in a log each time that so many
# have passed.
long=10 in_log_every=60

# last_duration NAME: print the seconds that it took, if that is known
last_duration() { cat "$durations/${1//\//-}" 2> /dev/null || true; }

# keep_duration NAME SECONDS: for the next time
keep_duration()
{
	mkdir -p "$durations" && echo "$2" > "$durations/${1//\//-}"
}

# time_span SECONDS: print it as people say it
time_span()
{
	if [ "$1" -lt 100 ]; then
		echo "$1 s"
	else
		echo "$((($1 + 30) / 60)) min"
	fi
}

# about NAME: print ", about N s" if it was long the last time
about()
{
	local seconds

	seconds=$(last_duration "$1")
	[ "${seconds:-0}" -lt $long ] || echo ", about $(time_span "$seconds")"
}

# so_far NAME SECONDS: print how long it has taken, and how long it may
so_far()
{
	local seconds

	seconds=$(last_duration "$1")
	echo "$1 $(time_span "$2")${seconds:+ of about $(time_span "$seconds")}"
}

# clear_line: what watch_over has written, for something else to be written there
clear_line() { [ ! -t 1 ] || printf '\r\033[K'; }

# watch_over COMMAND...: in the background, until it is killed or the script has ended:
# write what COMMAND prints, one line, if anything. Without a program of its own that
# could outlive it.
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

# begin_long NAME: from now on, until end_long, it is said on stderr how long it has
# taken. If the shell may end before, stop_watching is due.
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
