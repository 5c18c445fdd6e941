# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced by scripts that need a terminal for a program: tmux without a screen of its
# own.

export LC_ALL=C.UTF-8 # tmux insists

in_tmux() { tmux -f /dev/null "$@"; }

# start_terminal COLUMNS LINES COMMAND: start a shell that runs it there and then waits
start_terminal()
{
	in_tmux new-session -d -x "$1" -y "$2" "$3; sleep 1000" \; \
		set -g status off \; set -g exit-empty off
	resize "$1" "$2" # the status line is off: use its line too
}

end_terminal() { in_tmux kill-session; }
resize() { in_tmux resize-window -x "$1" -y "$2"; }
press() { in_tmux send-keys "$@"; }
screen() { in_tmux capture-pane -p; }

# until_true COMMAND...: wait until it succeeds; shows the screen if it does not soon
until_true()
{
	local i

	for ((i = 0; i < 300; i++)); do
		! "$@" > /dev/null 2>&1 || return 0
		sleep 0.1
	done
	screen
	return 1
}

at_line() { screen | sed -n "$1p" | grep -E -- "$2"; }
has() { screen | grep -E -- "$1"; }

# until_screen PATTERN: wait until a line of the screen matches
until_screen() { until_true has "$1"; }
