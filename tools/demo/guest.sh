#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The demo's part in the guest: load the module, hash the files with both
# algorithms at once, compare, and show what the module counted.
#
#   guest.sh MBSUM DIR
#
# DIR holds files.tar and, from coreutils on the host, md5 and sha256. The
# module is $MBHASH_KO.
#
# Exit status: 3 if a digest is wrong, 4 if something other than mbhash hashed files
set -euo pipefail

mbsum=$1 dir=$2
stats=/sys/kernel/debug/mbhash/stats
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

# The driver that a user of NAME gets, and the number of bytes that the module has
# counted
driver_of() {
	awk -v want="$1" '
		$1 == "name" { name = $3 }
		$1 == "driver" { driver = $3 }
		$1 == "priority" && name == want && $3 > best { best = $3; found = driver }
		END { print found }' /proc/crypto
}
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
	printf '%-14s%s, which hashed %s%% of the bytes\n' "$alg" "$(driver_of $alg)" "$part"
	[ $status != 0 ] || [ "$(counted $alg)" = "$bytes" ] || status=4
done

echo
"$(dirname "$0")/../mbhash-top/mbhash-top" --total

rmmod mbhash
exit $status
