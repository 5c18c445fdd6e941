# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced by scripts here that need a terminal for a program: tmux is one without a
# screen of its own.

export LC_ALL=C.UTF-8 # tmux insists

in_tmux() { tmux -f /dev/null "$@"; }

# start_terminal COLUMNS LINES COMMAND: a shell runs it there, and waits then
start_terminal()
{
	in_tmux new-session -d -x "$1" -y "$2" "$3; sleep 1000" \; \
		set -g status off \; set -g exit-empty off
	resize "$1" "$2" # with the line that the status had
}

end_terminal() { in_tmux kill-session; }
resize() { in_tmux resize-window -x "$1" -y "$2"; }
press() { in_tmux send-keys "$@"; }
screen() { in_tmux capture-pane -p; }

# until_true COMMAND...: it is soon; shows the screen if not
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

# until_screen PATTERN: a line there matches
until_screen() { until_true has "$1"; }
