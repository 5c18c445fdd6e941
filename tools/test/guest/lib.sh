# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced by the scripts here, which tools/vm/run runs beside the module.

# shellcheck source=SCRIPTDIR/../tap.sh
. "${BASH_SOURCE%/*}/../tap.sh"

stats=/sys/kernel/debug/mbhash/stats

drivers=()
for driver in md5-mb sha256-mb hmac-md5-mb hmac-sha256-mb; do
	drivers+=("$driver" "$driver-sync")
done

# load [PARAMETER=VALUE...]: the module, ready for programs (AF_ALG)
load()
{
	modprobe -aq algif_hash crypto_user || true # built in, in User Mode Linux
	insmod "$MBHASH_KO" "$@" || return
	# Newer kernels begin the self-tests, and end them later.
	while being_tested; do
		sleep 0.1
	done
}

# Until then a larva stands for the driver.
being_tested()
{
	awk '
		$1 == "driver" { ours = $3 ~ /-mb(-sync)?$/ }
		ours && $1 == "type" && $3 == "larval" { found = 1 }
		END { exit !found }' /proc/crypto
}

# unload [MODULE]: mbhash, or another one. Under load it is in use more often
# than not.
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

# crypto_field DRIVER FIELD: what /proc/crypto says
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

# What is compared comes first, then what with.
is() { [ "$1" = "$2" ] || { explain "is $1, should be $2"; return 1; }; }
at_least() { [ "$1" -ge "$2" ] || { explain "$1 < $2"; return 1; }; }
at_most() { [ "$1" -le "$2" ] || { explain "$1 > $2"; return 1; }; }

# explain WHAT: why a comparison has failed. Who knows more than that has a
# function of his own in its place.
explain() { echo "$1"; }

# answer DRIVER: to RFC 1321 A.5, FIPS 180-4's example; to RFC 2202 and RFC 4231,
# test case 1, whose keys are long enough for FIPS mode
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

# counter KEY...: one of what debugfs counts
counter() { awk -v key="$*" '{ n = $NF; sub(/ [0-9]+$/, "") } $0 == key { print n }' $stats; }

# sum HASH COUNTER [KEY...]: of all its keys, or of those
sum()
{
	awk -v hash="$1" -v name="$2" -v keys=" ${*:3} " '
		$1 == hash && $2 == name &&
		(keys ~ /^ *$/ || index(keys, " " $3 " ")) { n += $4 }
		END { print n + 0 }' $stats
}

# counts HASH REASONS COMMAND...: whether it succeeds, and flushes for one of
# these reasons were counted meanwhile
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

# uncounted HASH COMMAND...: whether it succeeds without one request to us
uncounted()
{
	local hash=$1 before

	shift
	before=$(counter "$hash" requests)
	"$@" && is "$(counter "$hash" requests)" "$before"
}

# make_files COUNT: as many files of mixed sizes in ./files, and what coreutils
# says of them in ./md5 and ./sha256
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

# hash_once ALGORITHM: whether mbsum agrees with coreutils
hash_once() { "$MBSUM" -a "$1" -j 32 files/* | cmp - "$1"; }

# hash_until FILE ALGORITHM...: the same again and again, until FILE is there;
# at least once
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

# try_worker NAME PID LOG: that background job has succeeded
try_worker()
{
	local status=0

	wait "$2" || status=$?
	try "$1" worker_status $status "$3"
}

worker_status() { [ "$1" = 0 ] || { cat "$2"; return 1; }; }

# in_memory: go to an empty folder in memory
in_memory() { cd "$(mktemp -d -p /dev/shm)" || exit; }
