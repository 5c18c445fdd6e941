#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# What stands around a hash where it is used: many associations on several CPUs, pcrypt,
# and Kerberos of file systems. Packets of each flow arrive in order and none is lost;
# digests are those of the kernel's own drivers.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=SCRIPTDIR/ipsec.sh
. "$(dirname "$0")/ipsec.sh"

peers=8
packets=500
authenc='authenc(hmac(sha256),cbc(aes))'

# Peers are addresses of b. Each has an association of its own, and its flow a port.

peer() { echo 10.0.0.$(($1 + 2)); }

secure_peers()
{
	local address_b i namespace

	for ((i = 0; i < peers; i++)); do
		address_b=$(peer $i)
		ip -n b address replace "$address_b/24" dev veth
		for namespace in a b; do
			one_way $namespace esp sha256 $address_a "$address_b" $((2 * i + 1))
			one_way $namespace esp sha256 "$address_b" $address_a $((2 * i + 2))
		done
	done
}

# Packets that wait for a peer's link address are sent by the CPU that receives it, and may
# be overtaken with any driver.
reach_peers()
{
	local i

	for ((i = 0; i < peers; i++)); do
		ip netns exec a ping -U -q -n -c 1 -w 60 "$(peer $i)" || return
	done
}

# Packets of all peers arrive in order. Each flow is sent from one CPU: those from another
# may overtake them with any driver.
peers_arrive()
{
	local i senders=() receivers=() status=0

	for ((i = 0; i < peers; i++)); do
		: > "arrived-$i"
		ip netns exec b "$guest/numbered.py" receive $((5001 + i)) 5 > "arrived-$i" &
		receivers+=($!)
	done
	for ((i = 0; i < peers; i++)); do
		until [ -s "arrived-$i" ]; do
			sleep 0.1
		done
		ip netns exec a taskset -c $((i % $(nproc))) "$guest/numbered.py" send \
			"$(peer $i)" $((5001 + i)) $packets none > "departed-$i" &
		senders+=($!)
	done
	wait "${senders[@]}" "${receivers[@]}" || status=$?
	for ((i = 0; i < peers; i++)); do
		is "$(tail -n 1 "arrived-$i")" \
			"$(< "departed-$i") came, 0 missing, 0 behind" || status=1
	done
	return $status
}

# steered: the number of CPUs that packets were steered to
steered() { awk '$10 !~ /^0+$/ { n++ } END { print n + 0 }' /proc/net/softnet_stat; }

# on_all_cpus: packets are received by any CPU, as with RSS
on_all_cpus()
{
	local namespace mask

	printf -v mask %x $(((1 << $(nproc)) - 1))
	for namespace in a b; do
		ip netns exec $namespace bash -c \
			"echo $mask > /sys/class/net/veth/queues/rx-0/rps_cpus"
	done
}

# by_pcrypt: associations that are created from now on use it
by_pcrypt()
{
	modprobe pcrypt &&
		python3 -B -c 'import sys; sys.path.append(sys.argv[1]); import priority
priority.make_aead(sys.argv[2])' "$guest/../../measure/consumers" "pcrypt($authenc)"
}

# uses PATTERN: a driver of that name is in use, by the kernel's self-tests a right one
uses() { grep -E "^driver +: $1" /proc/crypto; }

# same_sealed TEMPLATE: with our hmac and the kernel's own it encrypts to the same
same_sealed()
{
	local cipher own

	"$guest/aead.py" "$1(hmac(sha256),cts(cbc(aes)))" > /dev/null # makes the cipher
	cipher=$(chosen 'cts(cbc(aes))')
	own=$(awk '$1 == "driver" && $3 ~ /^hmac[-(]sha256-(lib|ni|avx2)/ { print $3; exit }' \
		/proc/crypto)
	"$guest/aead.py" "$1(hmac-sha256-mb-sync,$cipher)" > ours &&
		"$guest/aead.py" "$1($own,$cipher)" > theirs && [ -s ours ] && cmp ours theirs
}

in_memory
head -c 1M /dev/urandom > sent
make_namespaces
on_all_cpus
load
secure_peers
try "pings reach $peers peers" reach_peers
try "packets of $peers associations arrive in order, and none is lost" \
	counts sha256 '' peers_arrive
try "... on several CPUs" at_least "$(steered)" 2
try "... none is counted as wrong" no_errors
try "... and the module goes with the associations" goes_with_them

load
try "pcrypt around authenc can be made" by_pcrypt
secure a esp sha256
secure b esp sha256
try "... and is used with our driver" uses 'echainiv\(pcrypt\(authenc\(hmac-sha256-mb,'
try "... packets arrive in order, and none is lost" counts sha256 '' all_arrive $packets
try "... a TCP stream is whole" counts sha256 '' streams
try "... and the module goes with the associations" goes_with_them

if modprobe -q krb5enc; then
	modprobe -a algif_aead cts
	load
	for template in authenc krb5enc; do
		try "$template of Kerberos encrypts as with the kernel's own hmac" \
			counts sha256 '' same_sealed $template
	done
	try "... which are in use with our driver" uses 'authenc\(hmac-sha256-mb-sync,cts'
	try "... and the module goes with them" unload
else
	skip Kerberos "this kernel has no krb5enc"
fi
done_testing
