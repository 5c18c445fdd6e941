#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The part of tools/demo/screens in the guest: Markdown on stdout.
#
# Usage: screens-guest.sh CPU	the host's

set -euo pipefail

top=$(realpath "$(dirname "$0")/../..")
# shellcheck source=SCRIPTDIR/../test/guest/lib.sh
. "$top/tools/test/guest/lib.sh"
# shellcheck source=SCRIPTDIR/../test/guest/terminal.sh
. "$top/tools/test/guest/terminal.sh"

# This many folders with the same files, each of this many bytes: seconds of hashing,
# to take pictures meanwhile
folders=20 files=500 bytes=400000

shot() { screen > shot; grep -qE -- "$1" shot; }

# show PATTERN: wait until a line of the screen matches, and print the screen
show()
{
	until_true shot "$1" || exit 1
	printf '%s\n' '' '```' "$(< shot)" '```' # without the empty lines below
}

run() { press -l -- "$1"; press Enter; }

# hash_again HASH SECONDS FILES...: pause for so many seconds in between
hash_again()
{
	while sleep "$2"; do
		nice -n 5 "$MBSUM" --af-alg -a "$1" -r "${@:3}" > /dev/null 2>&1
	done
}

load >&2
in_memory
mkdir -p files/0
for ((i = 0; i < files; i++)); do
	head -c $bytes /dev/urandom > "files/0/$i"
done
for ((i = 1; i < folders; i++)); do
	cp -rl files/0 "files/$i"
done
export PATH="${MBSUM%/*}:$top/tools/mbhash-top:$PATH"

cat << END
<!-- SPDX-License-Identifier: GPL-2.0 -->
# mbsum and mbhash-top at work

What a terminal showed on $(date -u +%F), taken by \`tools/demo/screens\`: User Mode Linux $(uname -r) (CPUs: $(nproc)) on an $1, $((folders * files)) files of $((bytes / 1000)) KB in memory. The host may not have been idle, and where its CPU is busy most requests are in a \`backoff\`: these are pictures of the tools, not a benchmark.

\`mbsum\` while it hashes, and what it has written:
END
# shellcheck disable=SC2016 # the terminal's shell's
start_terminal 80 10 'PS1="$ " nice bash --norc' # nice: leave CPU time to this script
until_true shot '^\$' || exit 1
run 'mbsum --af-alg -a sha256 -r files > sums'
show '^\[#+\.+\] +[1-9]'
until_true shot '^\$$' || exit 1
run 'head -n 3 sums; tail -n 100 sums | sha256sum -c --quiet && echo Right'
show '^Right'
end_terminal

cat << END

\`mbhash-top\` while one hashes all files with MD5, and now and then one hashes a file with SHA-256:
END
hash_again md5 0 files &
hash_again sha256 0.1 files/0/0 &
start_terminal 80 24 mbhash-top
until_true shot '^mbhash [0-9:]+ over' || exit 1
sleep 5
show '^mbhash [0-9:]+ over'
press h
cat << END

Its key h:
END
show '^q  '
kill %1 %2
end_terminal

cat << END

The first lines of \`mbhash-top --once --json\`, made readable by \`jq .\`; \`mbhash-top(1)\` describes each field:

\`\`\`json
$("$top/tools/mbhash-top/mbhash-top" --once --json --delay 0.1 | jq . | head -n 20)
\`\`\`
END
