#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Good and bad parameters, and what becomes of the module in the first seconds.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"

# For EINVAL insmod prints "Invalid parameters"; the log has the value and a hint.
refused()	# refused PARAMETER=VALUE PATTERN
{
	local said

	dmesg --clear
	if said=$(insmod "$MBHASH_KO" "$1" 2>&1); then
		rmmod mbhash
		echo "it loads"
		return 1
	fi
	dmesg --notime
	[[ $said == *"Invalid parameters"* ]] || { echo "$said"; return 1; }
	grep -qE "$2" <(dmesg)
}

# The log lists this architecture's instruction sets.
insmod "$MBHASH_KO" isa=? 2> /dev/null || true
read -ra isa < <(dmesg | sed -n 's/.*known: all generic //p' | tail -n 1)
last=${isa[-1]}
try "refused: an unknown instruction set" \
	refused "isa=$last,${last}9" "\"${last}9\".*known:.*${isa[0]}.*$last"
try "refused: half a name of one" refused "isa=${last%?}" "\"${last%?}\".*known:"
try "refused: no name of one" refused isa= 'known:'
try "refused: priority below the range" refused priority=0 'priority=0: must be 1 or more'
try "refused: hmac_priority below the range" refused hmac_priority=0 'hmac_priority=0: must be 1 or more'
try "refused: a word for a number" refused priority=soon 'soon.*invalid.*priority'

plan=/sys/kernel/debug/mbhash/plan
loads_with()	# loads_with PARAMETER: it loads, works and unloads
{
	load "$1" && selftest_passed sha256-mb && known_answer hmac-md5-mb-sync &&
		cat $plan > /tmp/plan && rmmod mbhash
}
for parameter in isa=generic "isa=${isa[0]},${isa[1]}" isa=all force_scalar=1 priority=1; do
	try "loads and works with $parameter" loads_with "$parameter"
done
has_priorities()	# has_priorities PLAIN HMAC
{
	local hash

	load priority="$1" hmac_priority="$2"
	for hash in md5 sha256; do
		is "$(crypto_field $hash-mb priority)" "$1" &&
			is "$(crypto_field $hash-mb-sync priority)" $(($1 - 1)) &&
			is "$(crypto_field hmac-$hash-mb priority)" "$2" &&
			is "$(crypto_field hmac-$hash-mb-sync priority)" $(($2 - 1)) || return
	done
	rmmod mbhash
}
try "priorities of their own for hmac and without" has_priorities 350 450
said() { grep -qF "$1" <(dmesg); }
only_generic() { is "$(awk '/ usable [0-9]+ [0-9]+$/ && !seen[$1]++ { print $1 }' /tmp/plan)" generic; }
dmesg --clear
try "isa=generic leaves portable C alone" loads_with isa=generic
try "and the log says so" said 'no implementation can be used here'
try "isa=generic is seen in the plan" only_generic

# How often implementations were timed, as the plan says
timings() { awk '$1 == "timed" { print $2 }' $plan; }
timed_again()
{
	local before end=$((SECONDS + 30))

	load
	before=$(timings)
	while [ "$(timings)" = "$before" ]; do
		[ $SECONDS -lt $end ] || return
		sleep 0.1
	done
	known_answer md5-mb-sync && rmmod mbhash
}
# The first time is a second after it was loaded.
goes_meanwhile()
{
	local seconds

	for seconds in 0.9 1 1.01 1.02; do
		insmod "$MBHASH_KO" && sleep $seconds && rmmod mbhash || return
	done
}
try "implementations are timed again" timed_again
try "and it may go meanwhile" goes_meanwhile

# The last of the eight drivers cannot be registered. On newer kernels the others may be
# in their self-tests at that time; this is repeated because it depends on timing.
squatter=$MBHASH_BUILD/tools/test/modules/squatter.ko
none_left() { ! grep -E -- '-mb(-sync)?$' /proc/crypto | grep -v name; }
fails_to_register()
{
	local i

	for ((i = 0; i < 5; i++)); do
		dmesg --clear
		if insmod "$MBHASH_KO"; then
			echo "it loads"
			return 1
		fi
		said 'cannot register hmac-sha256-mb-sync' && none_left || return
	done
}
insmod "$squatter"
try "a driver's name is taken: refused, and nothing is left of the others" fails_to_register

# Before Linux 7.2 the crypto API complains of such a user.
if [[ $(uname -r) != 6.* ]]; then
	latecomer=/sys/module/latecomer/parameters
	waits_for_latecomer()
	{
		if insmod "$MBHASH_KO"; then
			echo "it loads"
			return 1
		fi
		grep . "$latecomer"/*
		[ "$(cat "$latecomer/taken")" = 1 ] && [ "$(cat "$latecomer/released")" = 1 ]
	}
	insmod "${squatter%/*}/latecomer.ko"
	try "... though a user comes at the last moment" waits_for_latecomer
	rmmod latecomer
fi
rmmod squatter
try "and loads when it is free again" loads_with priority=400

done_testing
