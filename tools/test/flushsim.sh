#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# tools/flushsim: its results are reproducible, it loses no request, and its yardstick
# tells broken policies from the real one. How good the policy is, is not checked.

set -euo pipefail

cd "$(dirname "$(realpath "$0")")/../.."
# shellcheck source=SCRIPTDIR/tap.sh
. tools/test/tap.sh

build=build/check/flushsim
machines=tools/flushsim/machines
random=20
rm -rf $build
mkdir -p $build

# builds_and_simulates NAME LOAD [MAKE ARGUMENTS...]: simulate LOAD, or all without a name
builds_and_simulates()
{
	local name=$1 load=$2 output options=(-m "$machines")

	shift 2
	output=$(make -s -C tools/flushsim O="$PWD/$build/$name" "$@" 2>&1) ||
		{ echo "$output"; return 1; }
	[ -z "$output" ] || { echo "$output"; return 1; }
	if [ -n "$load" ]; then
		options+=("$load")
	else
		options+=(-r "$random")
	fi
	$build/"$name"/flushsim "${options[@]}" > $build/"$name".json
}

other_seed()
{
	$build/plain/flushsim -m $machines -r 1 -s 1000 random > $build/other.json || return
	grep -qF '"random 1000"' $build/other.json &&
		! cmp -s <(grep -F '"random 1"' $build/plain.json | sed 's/"random 1"//') \
			<(sed 's/"random 1000"//' $build/other.json)
}

# Loads for which the yardstick reports a fault
faults()	# faults JSON
{
	tools/flushsim/faults "$1" mbhash
}

each_is_simulated()
{
	local loads policies

	loads=$($build/plain/flushsim -r $random -l | wc -l)
	policies=$(grep -c '^{"load": "random 1",' $build/plain.json)
	[ "$loads" -gt $random ] && [ "$policies" -gt 1 ] &&
		[ "$(wc -l < $build/plain.json)" = $((loads * policies)) ]
}

# All requests were completed once each; a second completion ends the simulator.
none_is_lost()
{
	! grep -v '"submitted": [1-9][0-9]*, "lost": 0,' $build/plain.json
}

# break_policy NAME LOAD FILE SED: simulate LOAD with a copy of the policy with this change
break_policy()
{
	local folder=$build/policy-$1

	mkdir -p "$folder"
	cp policy/*.[ch] "$folder"
	sed -i "$4" "$folder/$3"
	! cmp -s "policy/$3" "$folder/$3" || { echo "nothing was broken in $3"; return 1; }
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

# found_out NAME LOAD FILE SED WHAT
found_out()
{
	try "$5" break_policy "${@:1:4}"
	try "... is found out: $2" worse_at "$1" "$2"
}

try "it builds without a warning, and simulates" builds_and_simulates plain ""
try "each load with each policy" each_is_simulated
try "none of their requests is lost" none_is_lost
try "the same once more, with sanitizers" builds_and_simulates sanitized "" SANITIZE=1
try "... says the same" cmp $build/plain.json $build/sanitized.json
try "another seed makes another load" other_seed

found_out no-deadline "16 waiters beside other work" patience.c \
	's/return now >= .*/return !now || !patience;/' "a patience that never ends"
found_out no-decay "think 0 us, after one alone" decide.h \
	's/return e->untested_blocks >= .*/return !e;/' "an expectation that is never learnt anew"
found_out no-weight "nice -20 beside 31 at nice 19" decide.h \
	's/\* arrival->weight > alone_ps/* (arrival->weight ? 1024 : 0) > alone_ps/' \
	"that all have the same patience"
found_out together "UML: one each 60 us beside other work" patience.c \
	's/? 1 : n;/? n : n;/' "that requests that came one by one are expected together"
done_testing
