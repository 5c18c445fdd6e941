# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced by the scripts here: two network namespaces that talk through IPsec. A security
# association gets the driver that has the highest priority when it is created.

# What scripts may change: see use_ipv6(); tunnel mode; more words for an association
address_a=10.0.0.1 address_b=10.0.0.2 mode=transport numbers=''
guest=$(dirname "$(realpath "${BASH_SOURCE[0]}")")

# make_namespaces: make a and b, connected
make_namespaces()
{
	local rmem=/proc/sys/net/core/rmem_default

	# The kernel cannot load modules on demand here.
	if [ -d "/lib/modules/$(uname -r)" ]; then
		modprobe -a veth xfrm_user ah4 esp4 authenc authencesn echainiv cbc ctr sha512
		modprobe -q crypto-stdrng || true # newer kernels have it built in
	else
		load_built_esp
	fi
	# A receiver must not lose packets while the host stops its CPU.
	[ ! -e $rmem ] || echo $((1 << 22)) > $rmem
	ip netns add a
	ip netns add b
	make_devices
}

# load_built_esp: User Mode Linux has it built in, or as modules that are not installed
load_built_esp()
{
	local module

	for module in "$MBHASH_HEADERS"/{crypto/drbg,crypto/echainiv,net/ipv4/esp4}.ko; do
		[ ! -e "$module" ] || insmod "$module"
	done
}

# make_devices: connect the namespaces
make_devices()
{
	ip link add veth netns a type veth peer name veth netns b
	ip -n a address add $address_a/24 dev veth
	ip -n b address add $address_b/24 dev veth
	ip -n a link set veth up
	ip -n b link set veth up
}

use_ipv4() { address_a=10.0.0.1 address_b=10.0.0.2; }

# From then on traffic is that of IPv6.
use_ipv6()
{
	address_a=fd00::1 address_b=fd00::2
	modprobe -a ah6 esp6
	ip -n a address replace $address_a/64 dev veth nodad
	ip -n b address replace $address_b/64 dev veth nodad
}

# secure NAMESPACE ah|esp HASH: use this for all of its traffic, replacing the old setup
secure()
{
	ip -n "$1" xfrm state flush
	ip -n "$1" xfrm policy flush
	one_way "$@" $address_a $address_b 1
	one_way "$@" $address_b $address_a 2
}

# one_way NAMESPACE ah|esp HASH FROM TO SPI: the part of secure() for one direction
one_way()
{
	local direction=out

	[[ $1$4 == a$address_a || $1$4 == b$address_b ]] || direction=in
	if [ $mode = iptfs ]; then # which ip does not know
		set_words "$2" "$3"
		ip netns exec "$1" "$guest/iptfs_association.py" "$4" "$5" "$6" $direction \
			"${words[@]}"
		return
	fi
	associate "$@"
	ip -n "$1" xfrm policy add src "$4" dst "$5" dir $direction \
		tmpl src "$4" dst "$5" proto "$2" mode $mode
}

# set_words ah|esp HASH: what names the algorithms and keys, in the array words
set_words()
{
	local key=0x

	case $2 in
	md5)	printf -v key '0x%032d' 5 ;;
	sha256)	printf -v key '0x%064d' 256 ;;
	esac
	words=()
	[ "$1" = ah ] || words=(enc 'cbc(aes)' 0x000102030405060708090a0b0c0d0e0f)
	words+=(auth "hmac($2)" "$key")
}

# associate NAMESPACE ah|esp HASH FROM TO SPI: create one security association
associate()
{
	set_words "$2" "$3"
	# shellcheck disable=SC2086 # words
	ip -n "$1" xfrm state add src "$4" dst "$5" proto "$2" spi "$6" mode $mode $numbers \
		"${words[@]}"
}

# Traffic from a to b: it arrives, and the sender sees no error. Pings use -U, so that
# the kernel does not time-stamp packets: it would patch its own code for each ping, and
# a busy QEMU might execute the temporary code (int3).

pings()	# pings [COUNT SECONDS BYTES]: COUNT pings of BYTES, within SECONDS
{
	local count=${1:-50} output status=0

	output=$(ip netns exec a ping -U -q -n -c "$count" -i 0.01 -w "${2:-60}" \
		-s "${3:-1200}" $address_b) || status=$?
	echo "$output"
	[ $status = 0 ] && [[ $output =~ ([0-9]+)\ packets\ transmitted ]] &&
		[ "${BASH_REMATCH[1]}" -ge "$count" ]
}

# listening udp|tcp: wait until a program in b listens at port 5000
listening()
{
	local i

	for ((i = 0; i < 300; i++)); do
		! ip netns exec b grep -qsE ':1388 0+:0000 0[7A] ' \
			"/proc/net/$1" "/proc/net/${1}6" || return 0
		sleep 0.1
	done
	echo "nobody listens"
	return 1
}

datagrams()	# by UDP
{
	local receiver i bytes=$((50 * 1200)) status=0

	timeout 60 ip netns exec b nc -u -l -w 10 $address_b 5000 > received &
	receiver=$!
	listening udp || { kill $receiver; return 1; }
	# shellcheck disable=SC2016 # for that shell
	ip netns exec a bash -c '
		exec 3> /dev/udp/$0/5000 || exit
		for ((i = 0; i < 50; i++)); do
			printf %01200d $i >&3 || exit
		done' $address_b || status=$?
	# Until all of them have come, or none for a while
	for ((i = 0; i < 100; i++)); do
		[ "$(wc -c < received)" -lt $bytes ] || break
		sleep 0.1
	done
	sleep 1 # there may come too many
	kill $receiver || true
	wait $receiver || true
	echo "$(wc -c < received) bytes received"
	[ "$status" = 0 ] && [ "$(wc -c < received)" = $bytes ]
}

streams() { send_file sent; } # a TCP stream is what it was

messages()	# TCP connects, and transmits messages that fit into a packet
{
	head -c 1000 sent > message
	send_file message
}

send_file()	# send_file FILE: by TCP
{
	local receiver status=0

	timeout 120 ip netns exec b nc -l $address_b 5000 > received &
	receiver=$!
	listening tcp || { kill $receiver; return 1; }
	timeout 60 ip netns exec a nc -N $address_b 5000 < "$1" || status=$?
	echo "sender: exit status $status"
	wait $receiver || { echo "receiver: exit status $?"; return 1; }
	[ $status = 0 ] && cmp "$1" received
}

# flow COUNT COMMAND...: send at least COUNT numbered datagrams while COMMAND runs. The
# file "departed" has their number, and "arrived" what happened to them. All are sent
# from one CPU, because with any driver those from another CPU may overtake them.
flow()
{
	local count=$1 receiver sender status=0

	shift
	: > arrived
	: > going
	ip netns exec b "$guest/numbered.py" receive 5001 5 > arrived &
	receiver=$!
	until [ -s arrived ]; do
		sleep 0.1
	done
	ip netns exec a taskset -c 0 "$guest/numbered.py" send $address_b 5001 "$count" \
		"$PWD/going" > departed &
	sender=$!
	"$@" || status=$?
	rm going
	wait $sender && wait $receiver || status=$?
	echo "$(< departed) sent"
	cat arrived
	return $status
}

# all_arrive COUNT [COMMAND...]: so many packets arrive, in order, while it runs
all_arrive()
{
	flow "$1" "${@:2}" && is "$(tail -n 1 arrived)" "$(< departed) came, 0 missing, 0 behind"
}

# refused: the number of packets that b has dropped because they were not authentic
refused()
{
	awk '$1 == "XfrmInStateProtoError" { print $2 }' \
		<(ip netns exec b cat /proc/net/xfrm_stat)
}

# no_errors: IPsec has counted none in either namespace
no_errors()
{
	local namespace status=0

	for namespace in a b; do
		ip netns exec $namespace grep -v '[[:blank:]]0$' /proc/net/xfrm_stat || continue
		status=1
	done
	return $status
}

# No packet that was in flight holds the module.
goes_with_them()
{
	local namespace

	for namespace in a b; do
		ip -n $namespace xfrm state flush && ip -n $namespace xfrm policy flush || return
	done
	unload
}
