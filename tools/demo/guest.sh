#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The demo's part in the guest: load the module, hash the files with both
# algorithms at once, compare, send them through IPsec, and show what the module counted.
#
#   guest.sh MBSUM DIR
#
# DIR holds files.tar and, from coreutils on the host, md5 and sha256. The
# module is $MBHASH_KO.
#
# Exit status: 3 if a digest is wrong, 4 if something other than mbhash hashed files, 5 if
# IPsec has not transmitted them
set -euo pipefail
# shellcheck source=SCRIPTDIR/../test/guest/lib.sh
. "$(dirname "$0")/../test/guest/lib.sh"
# shellcheck source=SCRIPTDIR/../test/guest/ipsec.sh
. "$(dirname "$0")/../test/guest/ipsec.sh"

mbsum=$1 dir=$2
sent_bytes=4000000
work=$(mktemp -d)
mount -t tmpfs tmpfs "$work"
cd "$work"

modprobe algif_hash
insmod "$MBHASH_KO"

echo "Copying the files to memory"
mkdir files
tar -xf "$dir/files.tar" -C files
files=$(wc -l <"$dir/md5")

echo "Hashing $files files with md5 and sha256 at once, 64 of each in flight"
cat $stats >before
cd files
status=0
start=$EPOCHREALTIME
"$mbsum" --af-alg -a sha256 -j 64 -r usr >../sha256 2>../errors & sha256=$!
"$mbsum" --af-alg -a md5 -j 64 -r usr >../md5 || status=3
wait $sha256 || status=3
end=$EPOCHREALTIME
cd ..
cat errors >&2
cat $stats >after

# The number of bytes that the module has counted
counted() {
	awk -v hash="$1" '$1 == hash && $2 == "bytes" { n[FILENAME] = $3 }
		END { print n["after"] - n["before"] }' before after
}

mismatches=0
for alg in md5 sha256; do
	wrong=$(diff "$dir/$alg" $alg | grep -c '^<') || true
	mismatches=$((mismatches + wrong))
	cmp -s "$dir/$alg" $alg || status=3
done
bytes=$(find files -type f -printf '%s\n' | awk '{ n += $1 } END { print n }')

echo
printf '%-14s%s\n' files "$files" bytes "$bytes" mismatches "$mismatches" \
	seconds "$(awk "BEGIN { printf \"%.1f\", $end - $start }")"
for alg in md5 sha256; do
	part=$(awk "BEGIN { printf \"%.1f\", 100 * $(counted $alg) / $bytes }")
	printf '%-14s%s, which hashed %s%% of the bytes\n' "$alg" "$(chosen $alg)" "$part"
	[ $status != 0 ] || [ "$(counted $alg)" = "$bytes" ] || status=4
done

# Each program waits for its requests. The users that gain most do not: they have many packets,
# or sectors, in flight.
echo
echo "Sending the first $((sent_bytes / 1000000)) MB of them through an IPsec tunnel with hmac(sha256)"
# shellcheck disable=SC2034 # ipsec.sh's
mode=tunnel
make_namespaces
for namespace in a b; do
	secure $namespace esp sha256
done
head -c $sent_bytes "$dir/files.tar" >sent
cat $stats >before
send_file sent || status=5
cat $stats >after
awk '$1 == "sha256" && $2 == "jobs" { n[FILENAME] += $4; jobs[FILENAME] += $3 * $4 }
	END {
		batches = n["after"] - n["before"]
		printf "%-14s%d packets were hashed in %d batches\n", "tunnel",
			jobs["after"] - jobs["before"], batches
		exit !batches
	}' before after || status=5

echo
"$(dirname "$0")/../mbhash-top/mbhash-top" --total
echo
echo "This CPU is emulated, and its vectors with it: lanes save little here, so the module hashes"
echo "most requests inline. On a real one it is otherwise, see \"make bench\"."

goes_with_them
exit $status
