#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# tools/measure/engine/run, once through: it measures every point, with each
# peer whose library and compiler are here. How fast they are is not judged.

set -euo pipefail

cd "$(dirname "$(realpath "$0")")/../.."
# shellcheck source=SCRIPTDIR/tap.sh
. tools/test/tap.sh

lanebench=build/lanebench
json=$lanebench/quick.json tables=build/check/lanebench.txt
many='[1,2,3,4,8,16,32,48,64]'

measures_all()
{
	mkdir -p ${tables%/*}
	rm -f $json $tables
	tools/measure/engine/run --quick > $tables
}

# holds CONDITION: of jq, on the list of records
holds() { jq -e "$1" $json; }

# has_points CONDITION JOBS: there is a record with CONDITION for each message size
# and each number of JOBS; prints the missing ones
has_points()
{
	local missing

	missing=$(jq -c "map(select($1) | [.size, .jobs]) as \$found |
		[(64, 256, 1024, 1500, 4096, 65536, 1048576) as \$size |
		 $2[] as \$jobs | [\$size, \$jobs]] - \$found" $json) || return
	[ "$missing" = "[]" ] || { echo "$missing"; return 1; }
}

# try_peer PROGRAM PEER ALGORITHM JOBS: PROGRAM is tools/measure/peers/build's name
# for it
try_peer()
{
	local name="$2: each size of $3" why=$lanebench/peers/$1.missing

	if [ -e "$why" ]; then
		try "the tables say that $2 is missing" \
			grep -qxF "Not measured: $1: $(cat "$why")" $tables
		if grep -q '^no ' "$why"; then
			skip "$name" "$(cat "$why")"
			return
		fi
	fi
	try "$name" has_points ".peer == \"$2\" and .algorithm == \"$3\"" "$4"
}

try "it measures once" measures_all
try "each figure is above zero" \
	holds 'length > 0 and all(.mb_per_s > 0 and .cycles_per_byte > 0)'
plan='.peer == null and .what == "engine" and .pick == "plan" and .isa == "all"'
for algorithm in md5 sha256 'hmac(md5)' 'hmac(sha256)'; do
	try "the engine: each size and number of messages of $algorithm" \
		has_points "$plan and .algorithm == \"$algorithm\"" "$many"
done
for algorithm in md5 sha256; do
	for layout in page off16; do
		try "the engine: $algorithm from buffers laid out as $layout" \
			has_points "$plan and .algorithm == \"$algorithm\" and .layout == \"$layout\"" "$many"
	done
	try "each implementation of $algorithm alone and in the engine" \
		holds "map(select(.peer == null and .pick == \"hand\" and .algorithm == \"$algorithm\")) |
			map(select(.what == \"raw\").impl) as \$raw |
			(\$raw | length > 1) and \$raw - map(select(.what == \"engine\").impl) == []"
	try "the engine: $algorithm with fewer instruction sets" \
		holds "map(select(.peer == null and .pick == \"plan\" and .algorithm == \"$algorithm\").isa) |
			unique | length == $(($(grep -vc '^#' tools/measure/sets) + 2))"
done
for algorithm in md5 sha256 'hmac(md5)' 'hmac(sha256)'; do
	for what in digest stream; do
		try "the library: $what, each size and number of messages of $algorithm" \
			has_points ".what == \"$what\" and .algorithm == \"$algorithm\"" "$many"
	done
done
try_peer linux linux sha256 '[1,2]'
try_peer linux61 linux-6.1 sha256 '[1]'
try_peer openssl openssl md5 '[1]'
try_peer openssl openssl sha256 '[1]'
for algorithm in sha256 'hmac(md5)' 'hmac(sha256)'; do
	try_peer ipsec_mb ipsec-mb "$algorithm" "$many"
done
try_peer minio md5-simd md5 "$many"
try_peer minio sha256-simd sha256 '[1]'
try_peer p3 p3-sha256 sha256 "$many"
try_peer tape tape-sha256 sha256 "$many"
# The last of the tables
try "the cells that do not lead are named" \
	grep -q '^Below 1.05 of the best peer: ' $tables
done_testing
