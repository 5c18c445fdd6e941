#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# tools/measure/performance/run, each point once: it makes docs/performance.md and its
# plots, with all figures; and the files in docs were made in this way. The figures
# themselves are not checked.

set -euo pipefail

cd "$(dirname "$(realpath "$0")")/../.."
# shellcheck source=SCRIPTDIR/tap.sh
. tools/test/tap.sh
# shellcheck source=SCRIPTDIR/../sources.sh
. tools/sources.sh

results=build/check/performance

# The steps lanebench and bench have measured most of it, if they ran before.
export MBHASH_WITHOUT=tape # as lanebench does: it takes a minute to build
engine=build/lanebench/quick.json bench=build/check/bench/bench.json
newest=$(sources | xargs -0 stat --format=%Y | sort -n | tail -n 1)

# is_current FILE: no source has changed since it was written
is_current()
{
	[ -s "$1" ] && [ "$(stat --format=%Y "$1")" -gt "$newest" ]
}

# They run at the same time if a barrier is missing in tools/test/steps.sh.
have_ended() { [ ! -e build/check/lanebench.begun ] && [ ! -e build/check/bench.begun ]; }

# "mbsum inflight", and what is not measured yet
parts()
{
	echo mbsum inflight
	is_current $engine || echo engine
	is_current $bench || echo size sets
}

makes_all()
{
	local scenario folder

	rm -rf $results
	for scenario in size sets; do
		[[ " ${parts[*]} " != *" $scenario "* ]] || continue
		folder=build/performance/quick/$scenario
		mkdir -p $folder
		jq "map(select(.scenario == \"$scenario\"))" $bench > $folder/bench.json || return
	done
	tools/measure/performance/run --quick --output $results "${parts[@]}"
}

# has_rows HEADING COUNT: the table below it has this many rows, and a figure in each cell
has_rows()
{
	local rows

	rows=$(sed "1,/^##* $1\$/d; /^##* /,\$d" $results/performance.md | grep '^|' | sed 1,2d)
	if [ "$(wc -l <<< "$rows")" != "$2" ] || grep -qE '\|  \|' <<< "$rows" ||
	   grep -qvE '\| [1-9][0-9]*(\.[0-9]+)? ' <<< "$rows"; then
		echo "$rows"
		return 1
	fi
}

# The engine's cells are whole MB/s, except the smallest ones of slow machines.
engine_figures()
{
	[ "$(grep -cE '^\| [0-9]+( \| [1-9][0-9]*( \(\**[0-9.]+\**\))?){6} \|$' \
		$results/performance.md)" = 40 ]
}

# A page without its figures and without the peers that it compares with
shape() { grep -oE '^#.*|!\[[^]]*\]\([^)]*\)|\[[^]]*\]\([^)]*\)' "$1/performance.md"; }

same_shape() { diff <(shape docs) <(shape $results); }

# drawn PLOT LINE...: for each of two hashes its legend names those lines
drawn()
{
	local line

	grep -q '</svg>' "$results/$1" || return
	for line in "${@:2}"; do
		[ "$(grep -c ">$line</text>" "$results/$1")" = 2 ] ||
			{ echo "$line is not there twice"; return 1; }
	done
}

# lists SET: one of tools/measure/sets is in the list
lists() { grep -qE "^\| $1 \|.*\| (yes|no) \|\$" $results/performance.md; }

# How many of them this CPU has
nr_sets()
{
	PYTHONPATH=tools/measure/kernel python3 -B -c '
from sets import SETS
print(sum(not one.lacking() for one in SETS.values()))'
}

try "the benchmarks that it takes results of have ended" have_ended
read -ra parts < <(parts | paste -sd ' ')
echo "# measures ${parts[*]}; all else was measured since the sources changed"
try "it measures each point once" makes_all
for algorithm in md5 sha256 'hmac(md5)' 'hmac(sha256)'; do
	try "the engine: $algorithm by size and messages in flight" has_rows "$algorithm" 5
done
for algorithm in md5 sha256; do
	for call in messages streams; do
		try "the library: $algorithm, $call" has_rows "$algorithm: $call" 5
	done
done
try "engine and library: each cell has a figure" engine_figures
try "mbsum: 3 kinds of files by 2 algorithms, on one CPU and on more" \
	has_rows "mbsum, beside md5sum, sha256sum and openssl" $(($(nproc) > 1 ? 10 : 6))
try "the kernel: each of 4 algorithms and 8 sizes, alone and with 64 in flight" \
	has_rows "In the kernel, beside its own drivers" 64
while read -r name _; do
	try "$name: it is in the list of sets" lists "$name"
done < <(grep '^[^#]' tools/measure/sets)
here=$(nr_sets)
for algorithm in sha256 'hmac(sha256)'; do
	for context in task softirq; do
		try "$algorithm, from a $context: each set of instructions, 4 sizes" \
			has_rows "$algorithm, from a $context" $((4 * here))
	done
done
try "the engine's plot has its lines" drawn performance-engine.svg mbhash openssl
try "the kernel's plot has its lines" drawn performance-kernel.svg \
	{64,1500,4096}' B' {64,1500,4096}' B, baseline'
for plot in performance-engine.svg performance-kernel.svg; do
	try "docs has $plot" test -s docs/$plot
done
try "docs/performance.md has the same parts" same_shape
done_testing
