#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# tools/measure/engine/run, once through: it measures every point, with each peer whose
# library and compiler are here; beside a busy neighbour, too. How fast they are is not
# judged. With "all" it builds tape-sha256, too, which takes a minute.
#
# Usage: lanebench.sh [all]

set -euo pipefail

cd "$(dirname "$(realpath "$0")")/../.."
# shellcheck source=SCRIPTDIR/tap.sh
. tools/test/tap.sh

lanebench=build/lanebench
json=$lanebench/quick.json tables=build/check/lanebench.txt
[ "${1-}" = all ] || export MBHASH_WITHOUT=tape
many='[1,2,3,4,8,16,32,48,64]'

measures_all()
{
	mkdir -p ${tables%/*}
	rm -f $json $tables
	tools/measure/engine/run --quick > $tables
}

# holds CONDITION: of jq, on the list of records
holds() { jq -e "$1" $json; }

# has_points CONDITION JOBS: there is a record with CONDITION for each message size
# and each number of JOBS; prints the missing ones
has_points()
{
	local missing

	missing=$(jq -c "map(select($1) | [.size, .jobs]) as \$found |
		[(64, 256, 1024, 1500, 4096, 65536, 1048576) as \$size |
		 $2[] as \$jobs | [\$size, \$jobs]] - \$found" $json) || return
	[ "$missing" = "[]" ] || { echo "$missing"; return 1; }
}

# try_peer PROGRAM PEER ALGORITHM JOBS: PROGRAM is tools/measure/peers/build's name
# for it
try_peer()
{
	local name="$2: each size of $3" why=$lanebench/peers/$1.missing

	if [ -e "$why" ]; then
		try "the tables say that $2 is missing" \
			grep -qxF "Not measured: $1: $(cat "$why")" $tables
		case $(cat "$why") in
		"no "*)
			skip "$name" "$(cat "$why")"
			return
			;;
		"left out "*)
			return
			;;
		esac
	fi
	try "$name" has_points ".peer == \"$2\" and .algorithm == \"$3\"" "$4"
}

try "it measures once" measures_all
try "each figure is above zero" \
	holds 'length > 0 and all(.mb_per_s > 0 and .cycles_per_byte > 0)'
plan='.peer == null and .what == "engine" and .pick == "plan" and .isa == "all"'
for algorithm in md5 sha256 'hmac(md5)' 'hmac(sha256)'; do
	try "the engine: each size and number of messages of $algorithm" \
		has_points "$plan and .algorithm == \"$algorithm\"" "$many"
done
for algorithm in md5 sha256; do
	for layout in page off16; do
		try "the engine: $algorithm from buffers laid out as $layout" \
			has_points "$plan and .algorithm == \"$algorithm\" and .layout == \"$layout\"" "$many"
	done
	try "each implementation of $algorithm alone and in the engine" \
		holds "map(select(.peer == null and .pick == \"hand\" and .algorithm == \"$algorithm\")) |
			map(select(.what == \"raw\").impl) as \$raw |
			(\$raw | length > 1) and \$raw - map(select(.what == \"engine\").impl) == []"
	try "the engine: $algorithm with fewer instruction sets" \
		holds "map(select(.peer == null and .pick == \"plan\" and .algorithm == \"$algorithm\").isa) |
			unique | length == $(($(grep -vc '^#' tools/measure/sets) + 2))"
done
for algorithm in md5 sha256 'hmac(md5)' 'hmac(sha256)'; do
	for what in digest stream; do
		try "the library: $what, each size and number of messages of $algorithm" \
			has_points ".what == \"$what\" and .algorithm == \"$algorithm\"" "$many"
	done
done
try_peer linux linux sha256 '[1,2]'
try_peer linux61 linux-6.1 sha256 '[1]'
try_peer openssl openssl md5 '[1]'
try_peer openssl openssl sha256 '[1]'
for algorithm in sha256 'hmac(md5)' 'hmac(sha256)'; do
	try_peer ipsec_mb ipsec-mb "$algorithm" "$many"
done
try_peer minio md5-simd md5 "$many"
try_peer minio sha256-simd sha256 '[1]'
try_peer p3 p3-sha256 sha256 "$many"
try_peer tape tape-sha256 sha256 "$many"

# in_turns PEER ALGORITHM: its first sample of 4096 bytes, one message, follows the engine's
# with nothing but other programs' of this cell between them
in_turns()
{
	jq -se "map(select(.what == \"engine\" or .peer) | [.algorithm, .size, .jobs, .peer]) as \$all |
		(\$all | index([[\"$2\", 4096, 1, null]])) as \$ours |
		(\$all | index([[\"$2\", 4096, 1, \"$1\"]])) as \$theirs |
		\$all[\$ours:\$theirs] | length > 0 and all(.[:3] == [\"$2\", 4096, 1])" $lanebench/records
}

while read -r peer algorithm; do
	name="the engine and $peer take turns"
	if grep -q "\"$peer\"" $lanebench/records; then
		try "$name" in_turns "$peer" "$algorithm"
	else
		skip "$name" "it is not here"
	fi
done << EOF
openssl md5
md5-simd md5
p3-sha256 sha256
ipsec-mb hmac(sha256)
EOF

# behind WHEN FILE: how many cells are named there
behind() { sed -n "s/^Below 1.05 of the best peer$1: \([0-9]*\) of [0-9]* cells$/\1/p" "$2"; }

# Beside the samples, as if of a quiet core, twice as many of a contested one, where the
# engine takes eight times as long and the peers as long as before
tells_contested_samples_apart()
{
	local copy=${tables%.txt}-contested

	jq -c 'if .adds_per_cycle then .adds_per_cycle = 4 else . end,
		(select(.adds_per_cycle) | .adds_per_cycle = 1 |
		 if .peer then . else .mb_per_s /= 8 end | ., .)' \
		$lanebench/records > "$copy.records"
	tools/measure/engine/table "$copy.records" "$copy.json" > "$copy.txt"
	[ "$(behind "" "$copy.txt")" = "$(behind "" $tables)" ] &&
		[ "$(behind ", on a contested core" "$copy.txt")" -gt "$(behind "" $tables)" ]
}

# Each point twice, the second time while the neighbour runs
beside_a_neighbour()
{
	local results=$lanebench/quick-busy.json

	rm -f $results
	tools/measure/engine/run --busy --quick > ${tables%.txt}-busy.txt &&
		jq -e "length > 0 and all(.mb_per_s > 0) and
			length * 2 == $(wc -l < $lanebench/busy-records)" $results
}

# It may use only the CPU that this runs on.
alone_refuses_a_neighbour()
{
	local output

	! output=$(taskset -c "$cpu" tools/measure/engine/run --busy --quick 2>&1) || return
	echo "$output"
	[ "$output" = "run: --busy needs a second CPU, and only CPU $cpu may be used here" ]
}

cpu=$(python3 -c 'import os; print(max(os.sched_getaffinity(0)))')
if [ "$(nproc)" = 1 ]; then
	skip "with a busy neighbour it measures twice" "it needs two CPUs"
else
	try "with a busy neighbour it measures twice" beside_a_neighbour
fi
try "without a second CPU it says so" alone_refuses_a_neighbour
try "the cells that do not lead are named" test "$(behind "" $tables)"
try "... on a contested core apart" tells_contested_samples_apart
done_testing
