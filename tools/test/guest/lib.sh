# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced by the scripts here, which run in a guest of tools/vm/run.

# shellcheck source=SCRIPTDIR/../tap.sh
. "${BASH_SOURCE%/*}/../tap.sh"

stats=/sys/kernel/debug/mbhash/stats

drivers=()
for driver in md5-mb sha256-mb hmac-md5-mb hmac-sha256-mb; do
	drivers+=("$driver" "$driver-sync")
done

# From 7.3 on AF_ALG accepts no drivers' names unless this is 0. It is missing on older
# kernels, and until the module is loaded.
af_alg_restrict=/proc/sys/crypto/af_alg_restrict

# restrict_af_alg LEVEL: set it, if there is such a thing
restrict_af_alg() { [ ! -e $af_alg_restrict ] || echo "$1" > $af_alg_restrict; }

# Let programs use hashes.
open_af_alg()
{
	modprobe -aq algif_hash crypto_user || true # built in, in User Mode Linux
	restrict_af_alg 0
}

# load [PARAMETER=VALUE...]: load the module, ready for programs
load()
{
	open_af_alg
	insmod "$MBHASH_KO" "$@" || return
	# On newer kernels the self-tests end later.
	while being_tested; do
		sleep 0.1
	done
}

# Until then /proc/crypto has a larval in place of the driver.
being_tested()
{
	awk '
		$1 == "driver" { ours = $3 ~ /-mb(-sync)?$/ }
		ours && $1 == "type" && $3 == "larval" { found = 1 }
		END { exit !found }' /proc/crypto
}

# unload [MODULE]: unload mbhash, or another module. Retries, because under load the
# module is in use most of the time.
unload()
{
	local end=$((SECONDS + 30)) i

	for ((i = 0; i < 200 || SECONDS < end; i++)); do
		rmmod "${1:-mbhash}" 2> /dev/null && return
		sleep 0.01
	done
	echo "never idle"
	return 1
}

# stays: the module is in use, though nothing is to be seen that uses it
stays()
{
	local said

	sleep 3
	! said=$(rmmod mbhash 2>&1) && [[ $said == *"is in use"* ]]
}

# From 7.2 on AF_ALG accepts synchronous drivers only.
hidden_from_programs() { [[ $1 != *-sync && $(uname -r) != 6.* ]]; }

locked_down() { echo integrity > /sys/kernel/security/lockdown; }

# chosen NAME: print the driver that a user of this algorithm gets
chosen()
{
	awk -v want="$1" '
		$1 == "name" { name = $3 }
		$1 == "driver" { driver = $3 }
		$1 == "priority" && name == want && $3 > best { best = $3; found = driver }
		END { print found }' /proc/crypto
}

# crypto_field DRIVER FIELD: print it from /proc/crypto
crypto_field()
{
	awk -v driver="$1" -v field="$2" '
		!NF { found = 0 }
		$1 == "driver" && $3 == driver { found = 1 }
		found && $1 == field { print $3 }' /proc/crypto
}

selftest_passed() { [ "$(crypto_field "$1" selftest)" = passed ]; }

try_selftests()
{
	local driver

	for driver in "${drivers[@]}"; do
		try "$driver: passes the kernel's self-test" selftest_passed "$driver"
	done
}

# The first argument is the actual value, the second the expected one.
is() { [ "$1" = "$2" ] || { explain "is $1, should be $2"; return 1; }; }
at_least() { [ "$1" -ge "$2" ] || { explain "$1 < $2"; return 1; }; }
at_most() { [ "$1" -le "$2" ] || { explain "$1 > $2"; return 1; }; }

# explain WHAT: print why a comparison has failed. Scripts may redefine this, to print
# more.
explain() { echo "$1"; }

# answer DRIVER: its digest of "abc" (RFC 1321 A.5, FIPS 180-4's example), or its hmac in
# test case 1 of RFC 2202 and RFC 4231, whose keys are long enough for FIPS mode
answer()
{
	case $1 in
	md5-* | sha*)
		printf abc | kcapi-dgst -q -c "$1" --hex ;;
	hmac-m*)
		printf 'Hi There' |
			kcapi-dgst -q -c "$1" --hex --keyfd 5 5< <(printf '\v%.0s' {1..16}) ;;
	hmac-s*)
		printf 'Hi There' |
			kcapi-dgst -q -c "$1" --hex --keyfd 5 5< <(printf '\v%.0s' {1..20}) ;;
	esac
}

right_answer()
{
	case $1 in
	md5-*)	echo 900150983cd24fb0d6963f7d28e17f72 ;;
	sha*)	echo ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad ;;
	hmac-m*) echo 9294727a3638bb1c13f48ef8158bfc9d ;;
	hmac-s*) echo b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7 ;;
	esac
}

known_answer() { is "$(answer "$1")" "$(right_answer "$1")"; }

# counter KEY...: print a counter in debugfs
counter() { awk -v key="$*" '{ n = $NF; sub(/ [0-9]+$/, "") } $0 == key { print n }' $stats; }

# sum HASH COUNTER [KEY...]: print the sum of a counter for all keys, or for these
sum()
{
	awk -v hash="$1" -v name="$2" -v keys=" ${*:3} " '
		$1 == hash && $2 == name &&
		(keys ~ /^ *$/ || index(keys, " " $3 " ")) { n += $4 }
		END { print n + 0 }' $stats
}

# counts HASH REASONS COMMAND...: it succeeds, and meanwhile flushes are counted for
# one of these reasons
counts()
{
	local hash=$1 reasons=$2 before

	shift 2
	# shellcheck disable=SC2086 # words
	before=$(sum "$hash" flush $reasons)
	"$@" || return
	# shellcheck disable=SC2086 # words
	[ "$(sum "$hash" flush $reasons)" -gt "$before" ] || { cat $stats; return 1; }
}

# together DRIVER FILE: ../modules/together.c hashes it many times at once, from a softirq
together()
{
	{ printf %s "$1"; head -c $((36 - ${#1})) /dev/zero; cat "$2"; } > /tmp/together &&
		dd if=/tmp/together of=/sys/kernel/debug/mbhash_together bs=64K 2> /dev/null
}

# uncounted HASH COMMAND...: it succeeds, and the module gets no request
uncounted()
{
	local hash=$1 before

	shift
	before=$(counter "$hash" requests)
	"$@" && is "$(counter "$hash" requests)" "$before"
}

# make_files COUNT: make files of mixed sizes in ./files, and write what coreutils
# prints for them to ./md5 and ./sha256
make_files()
{
	local i

	mkdir files
	for ((i = 0; i < $1; i++)); do
		head -c $((i * i * 7 % 20011)) /dev/urandom > "files/$i"
	done
	md5sum files/* > md5
	sha256sum files/* > sha256
}

# hash_once ALGORITHM: mbsum agrees with coreutils, hashed by the kernel
hash_once() { "$MBSUM" --af-alg -a "$1" -j 32 files/* | cmp - "$1"; }

# hash_until FILE ALGORITHM...: the same again and again until FILE exists, at least
# once
hash_until()
{
	local file=$1 algorithm

	shift
	while :; do
		for algorithm; do
			hash_once "$algorithm" || return
		done
		[ ! -e "$file" ] || break
	done
}

# try_worker NAME PID LOG: a test that passes if this background job succeeds
try_worker()
{
	local status=0

	wait "$2" || status=$?
	try "$1" worker_status $status "$3"
}

worker_status() { [ "$1" = 0 ] || { cat "$2"; return 1; }; }

# in_memory: go to an empty folder in memory
in_memory() { cd "$(mktemp -d -p /dev/shm)" || exit; }
