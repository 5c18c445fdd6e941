#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# mbsum's progress bar, in terminals (tmux) of any width, also while they are resized: it
# is one line, and nothing of it stays.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=SCRIPTDIR/terminal.sh
. "$(dirname "$0")/terminal.sh"

# A terminal that breaks a line moves the first one out at the top, even where others are
# free below: it should not be the bar's.
before='seq 8; echo begin'

# A part, one of many files, and nothing more to read for now
begin()	# begin COLUMNS
{
	rm -f pipe
	mkfifo pipe
	start_terminal "$1" 12 "$before; '$MBSUM' files/* pipe > sums; echo end"
	exec 3> pipe
	head -c 3000000 /dev/zero >&3
	until_screen '^begin' && until_true shown
}

# With the lines that have left the screen at its top, and without those before
lines() { in_tmux capture-pane -p -S - | sed '/^[0-9]*$/d'; }

shown() { has '([0-9]+ MB|%)'; }
end()
{
	exec 3>&-
	until_screen '^end'
}

# one_line: the bar, beside what the shell has written
one_line()
{
	[ "$(lines | wc -l)" = 2 ] || { lines; return 1; }
}

# only LINE...: nothing else is on the screen
only() { diff <(lines) <(printf '%s\n' "$@"); }

# has_width COLUMNS PATTERN: what the bar has in such a terminal
has_width()
{
	begin "$1" && until_screen "$2" && sleep 0.5 && one_line && end && only begin end
}

# resized COLUMNS...: from the first width to the others
resized()
{
	local columns

	begin "$1" || return
	for columns in "${@:2}"; do
		resize "$columns" 12
		# Some times it is drawn anew.
		sleep 0.5
		until_true one_line || return
	done
	end && only begin end
}

# A message in between has a line of its own.
with_message()
{
	mkfifo again
	start_terminal "$1" 12 "$before; '$MBSUM' files/* pipe missing again > sums; echo end"
	exec 3> pipe
	head -c 3000000 /dev/zero >&3
	until_true shown || return
	exec 3>&-
	exec 3> again
	until_screen '^mbsum: missing: No such' && sleep 0.3 && end &&
		only begin 'mbsum: missing: No such file or directory' end
}

run() { local status=0; "$@" || status=$?; exec 3>&-; end_terminal; return $status; }

modprobe -q algif_hash || true
in_memory
mkdir files
for i in {1000..1999}; do
	echo "$i" > "files/$i"
done
try "20 columns: as much as fits" run has_width 20 '^\[[#.]+\] 100%$'
try "40 columns: as much as fits" run has_width 40 '^\[#+\] 100%  1000/1001 files  3 MB$'
try "80 columns: all of it" \
	run has_width 80 '^\[#{30}\] 100%  1000/1001 files  3 MB  [0-9]+ MB/s$'
try "200 columns: no more than that" \
	run has_width 200 '^\[#{30}\] 100%  1000/1001 files  3 MB  [0-9]+ MB/s$'
try "narrower while it runs" run resized 80 40 20
try "wider while it runs" run resized 20 40 80 200
try "there and back" run resized 80 20 80 21 79 30
try "a message in between" run with_message 60
done_testing
