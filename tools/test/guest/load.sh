#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Loading: the eight drivers and their known answers.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"

# stays_first HASH: our hmac, when the kernel's own was made of our hash
stays_first()
{
	printf abc | kcapi-dgst -q -c "hmac($1-mb-sync)" --hex --keyfd 5 \
		5< <(printf '\v%.0s' {1..20}) > /dev/null
	[ -n "$(crypto_field "hmac($1-mb-sync)" priority)" ] &&
		is "$(chosen "hmac($1)")" "hmac-$1-mb"
}

# Between blanks; on riscv64, between underscores
flags=" $(grep -E "^(flags|Features|ASEs implemented|isa)\s" /proc/cpuinfo | tr '\t\n' ' ')"

# uses FLAG IMPLEMENTATION: if the CPU has the former, the latter is usable
uses()
{
	[[ ! $flags =~ [\ _]$1[\ _] ]] ||
		try "this CPU has $1: $2 is used" grep -qE "^ +$2 .* usable " "${stats%stats}plan"
}

is_hidden() { ! answer "$1" 2> /dev/null; }

# Its digests are right, and counted.
by_restricted_name()
{
	local name before

	for name in md5 sha256; do
		before=$(counter $name requests)
		is "$(printf abc | kcapi-dgst -q -c $name --hex)" "$(right_answer $name-mb)" &&
			at_least "$(counter $name requests)" $((before + 1)) || return
	done
}

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
	try "$name: who asks for it gets ours" is "$(chosen "$name")" "${driver%-}-mb"
done
# From 7.2 on the kernel makes an hmac of its own of any hash that a program names, and
# others may get it.
if [[ $(uname -r) != 6.* ]]; then
	for hash in md5 sha256; do
		try "hmac($hash): who asks for it gets ours, after hmac($hash-mb-sync) was asked for" \
			stays_first "$hash"
	done
fi
# What the kernel's default allows to root
if [ -e $af_alg_restrict ]; then
	restrict_af_alg 1
	try "restricted: md5 and sha256 come to us" by_restricted_name
	for driver in "${drivers[@]}"; do
		try "restricted: $driver: not for programs" is_hidden "$driver"
	done
	restrict_af_alg 0
fi
mapfile -t pairs < <(sed -n 's/^uses = //p' "$(dirname "$0")"/../../../*/test/machine | tr ' ' '\n')
for pair in "${pairs[@]}"; do
	uses "${pair%:*}" "${pair#*:}"
done
try "unloads" rmmod mbhash

done_testing
