#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# tools/flushsim: its results are reproducible, it loses no request, and its yardstick
# tells broken policies from the real one, whose totals are within limits.
# With SEED only the last: all named loads, and 200 random ones from this seed on.
#
# Usage: flushsim.sh [SEED]

set -euo pipefail

cd "$(dirname "$(realpath "$0")")/../.."
# shellcheck source=SCRIPTDIR/tap.sh
. tools/test/tap.sh

build=build/check/flushsim
random=20

# builds_and_simulates NAME LOAD [MAKE ARGUMENTS...]: simulate LOAD, or all without a name.
# "random 5" is one load, "random" are all of these.
builds_and_simulates()
{
	local name=$1 load=$2 output options=()

	shift 2
	output=$(make -s -C tools/flushsim O="$PWD/$build/$name" "$@" 2>&1) ||
		{ echo "$output"; return 1; }
	[ -z "$output" ] || { echo "$output"; return 1; }
	case $load in
	'')	options+=(-r "$random") ;;
	random)	options+=(-r "$random" "$load") ;;
	random*) options+=(-r 1 -s "${load#random }" random) ;;
	*)	options+=("$load") ;;
	esac
	$build/"$name"/flushsim "${options[@]}" > $build/"$name".json
}

other_seed()
{
	$build/plain/flushsim -r 1 -s 1000 random > $build/other.json || return
	grep -qF '"random 1000"' $build/other.json &&
		! cmp -s <(grep -F '"random 1"' $build/plain.json | sed 's/"random 1"//') \
			<(sed 's/"random 1000"//' $build/other.json)
}

# Each load for which the yardstick reports a fault, and totals
faults() { tools/flushsim/run --json "$1"; } # faults JSON

each_is_simulated()
{
	local loads policies

	loads=$($build/plain/flushsim -r $random -l | wc -l)
	policies=$(grep -c '^{"load": "random 1",' $build/plain.json)
	[ "$loads" -gt $random ] && [ "$policies" -gt 1 ] &&
		[ "$(wc -l < $build/plain.json)" = $((loads * policies)) ]
}

# Sanitizers take time: only the random loads
same_with_sanitizers()
{
	cmp <(grep -F '"load": "random ' $build/plain.json) $build/sanitized.json
}

# judged_well JSON SEED RANDOM: no total is beyond its limit
judged_well()
{
	tools/flushsim/run --limits -s "$2" -r "$3" --json "$1"
}

# A limit that is not kept is found, by its name; and so is a run without limits.
limits_are_kept()
{
	local output

	! output=$(judged_well $build/no-back-off.json 1 $random 2>&1) || return
	echo "$output"
	grep -q '^least work: .*, at least .* wanted$' <<< "$output" &&
		! judged_well $build/plain.json 12345 $random
}

# All requests were completed once each; a second completion ends the simulator.
none_is_lost()
{
	no_line -v '"submitted": [1-9][0-9]*, "lost": 0,' $build/plain.json
}

# break_policy NAME LOAD SED: simulate LOAD with a copy of the policy with this change
break_policy()
{
	local folder=$build/policy-$1

	mkdir -p "$folder"
	cp policy/*.[ch] "$folder"
	sed -i "$3" "$folder/policy.c"
	! cmp -s policy/policy.c "$folder/policy.c" || { echo "nothing was broken"; return 1; }
	builds_and_simulates "$1" "$2" POLICY="$PWD/$folder"
}

# worse_at NAME LOAD: the yardstick finds a fault at LOAD only with the broken policy
worse_at()
{
	if ! faults "$build/$1.json" | grep "^$2: "; then
		echo "no fault with $2"
		return 1
	fi
	! faults $build/plain.json | grep "^$2: "
}

# found_out NAME LOAD SED WHAT
found_out()
{
	try "$4" break_policy "${@:1:3}"
	try "... is found out: $2" worse_at "$1" "$2"
}

if [ $# -gt 0 ]; then
	output=build/check/flushsim-$1
	try "seed $1 is simulated" tools/flushsim/run -s "$1" -o "$output"
	try "... and judged well" judged_well "$output/flushsim.json" "$1" 200
	done_testing
	exit
fi
rm -rf $build
mkdir -p $build

try "it builds without a warning, and simulates" builds_and_simulates plain ""
try "each load with each policy" each_is_simulated
try "none of their requests is lost" none_is_lost
try "the policy keeps its limits" judged_well $build/plain.json 1 $random
try "random loads once more, with sanitizers" builds_and_simulates sanitized random SANITIZE=1
try "... says the same" same_with_sanitizers
try "another seed makes another load" other_seed

found_out no-deadline "random 5" \
	's/return (p->blocked || looked) .*/return looked \&\& p->start > now;/' "a batch that is never due"
found_out no-weight "nice -20 beside 31 at nice 19, md5" \
	's/max(a->weight, 1U)/(a->weight ? 1024U : 1U)/' "that all tasks have the same weight"
found_out no-cheap "UML: 512 B beside 31 of 64000 B, md5" \
	's/if (2 \* cost(a) >= p->cost)/if (a)/' "a task that pays for others"
found_out no-clear-case "16 waiters, 4 KiB" \
	's/^\(#define CLEAR_CASE\t\).*/\11/' "that tasks wait where lanes save little"
found_out no-probe "16 after one alone, md5" \
	's/(streak == 1 || .*);/streak;/' "an expected number that is never learnt anew"
found_out no-back-off "lone packets, 64 B" \
	's/^\(#define EARN\t\t\).*/\10/' "that batches need not pay"
try "... and by the limits" limits_are_kept
done_testing
