#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Loading: the eight drivers, their known answers, good and bad parameters.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"

# The algorithm's strongest driver, which is who gets it by name
by_name()
{
	awk -v name="$1" '
		$1 == "name" { this = $3 }
		$1 == "driver" { driver = $3 }
		$1 == "priority" && this == name && $3 > best { best = $3; found = driver }
		END { print found }' /proc/crypto
}

# From 7.2 on AF_ALG takes synchronous drivers only.
hidden_from_programs() { [[ $1 != *-sync && $(uname -r) != 6.* ]]; }
is_hidden() { ! answer "$1" 2> /dev/null; }

try "loads" load
try_selftests
for driver in "${drivers[@]}"; do
	if hidden_from_programs "$driver"; then
		try "$driver: not for programs" is_hidden "$driver"
	else
		try "$driver: known answer" known_answer "$driver"
	fi
	case $driver in
	*-sync)	try "$driver: is synchronous" is "$(crypto_field "$driver" async)" no ;;
	*)	try "$driver: is asynchronous" is "$(crypto_field "$driver" async)" yes ;;
	esac
done
for name in md5 sha256 'hmac(md5)' 'hmac(sha256)'; do
	driver=${name//[()]/-}
	try "$name: who asks for it gets ours" is "$(by_name "$name")" "${driver%-}-mb"
done
try "unloads" rmmod mbhash

# insmod says "Invalid parameters" for EINVAL; the log has the value and a hint.
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
	dmesg | grep -qE "$2"
}

# What this architecture has, as the log says
insmod "$MBHASH_KO" isa=? 2> /dev/null || true
read -ra isa < <(dmesg | sed -n 's/.*known: all generic //p' | tail -n 1)
last=${isa[-1]}
try "refused: an unknown instruction set" \
	refused "isa=$last,${last}9" "\"${last}9\".*known:.*${isa[0]}.*$last"
try "refused: half a name of one" refused "isa=${last%?}" "\"${last%?}\".*known:"
try "refused: no name of one" refused isa= 'known:'
try "refused: priority below the range" refused priority=0 'priority=0.*1 to'
try "refused: hmac_priority below the range" refused hmac_priority=0 'hmac_priority=0.*1 to'
try "refused: flush_us below the range" refused flush_us=0 'flush_us=0.*1 to'
try "refused: flush_us above the range" refused flush_us=4294967295 'flush_us=4294967295.*to'
try "refused: a word for a number" refused flush_us=soon 'soon.*invalid.*flush_us'

plan=/sys/kernel/debug/mbhash/plan
loads_with()	# loads_with PARAMETER: and works, and goes
{
	load "$1" && selftest_passed sha256-mb && known_answer hmac-md5-mb-sync &&
		cat $plan > /tmp/plan && rmmod mbhash
}
for parameter in isa=generic "isa=${isa[0]},${isa[1]}" isa=all force_scalar=1 lone=0 flush_us=1 priority=1; do
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
said() { dmesg | grep -qF "$1"; }
only_generic() { ! grep -E ' usable [0-9]+$' /tmp/plan | grep -v '^  generic'; }
dmesg --clear
try "isa=generic leaves portable C alone" loads_with isa=generic
try "and the log says so" said 'no implementation can be used here'
try "isa=generic is seen in the plan" only_generic

# The last of the eight cannot be registered. On newer kernels the others are
# being tested then; it is again and again, since that is a matter of time.
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
rmmod squatter
try "and loads when it is free again" loads_with priority=400

done_testing
