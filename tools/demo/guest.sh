#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The demo's part in the guest: load the module, hash the files with both
# algorithms at once, compare, and show what the module counted.
#
#   guest.sh MBSUM DIR
#
# DIR holds files.tar and, from coreutils on the host, md5 and sha256. The
# module is $MBHASH_KO.
set -euo pipefail

mbsum=$1 dir=$2
stats=/sys/kernel/debug/mbhash/stats
work=$(mktemp -d)
mount -t tmpfs tmpfs "$work"
cd "$work"

modprobe -a algif_hash crypto_user
# An emulated CPU is that much slower than those that the default was made for:
# let a request wait for company accordingly longer. It also makes one lane of
# scalar code look as good as many of vectors: leave only those in the plan.
insmod "$MBHASH_KO" flush_us=10000 isa=avx2

echo "Copying the files to memory"
mkdir files
tar -xf "$dir/files.tar" -C files
files=$(wc -l <"$dir/md5")

echo "Hashing $files files with md5 and sha256 at once, 64 of each in flight"
cat $stats >before
cd files
status=0
start=$EPOCHREALTIME
"$mbsum" -a sha256 -j 64 -r usr >../sha256 2>../errors & sha256=$!
"$mbsum" -a md5 -j 64 -r usr >../md5 || status=1
wait $sha256 || status=1
end=$EPOCHREALTIME
cd ..
cat errors >&2
cat $stats >after

# The driver that a user who asks for NAME gets, and how much of the files'
# bytes the module says that it hashed
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
	cmp -s "$dir/$alg" $alg || status=1
done
bytes=$(find files -type f -printf '%s\n' | awk '{ n += $1 } END { print n }')

echo
printf '%-14s%s\n' files "$files" bytes "$bytes" mismatches "$mismatches" \
	seconds "$(awk "BEGIN { printf \"%.1f\", $end - $start }")"
for alg in md5 sha256; do
	part=$(awk "BEGIN { printf \"%.1f\", 100 * $(counted $alg) / $bytes }")
	printf '%-14s%s, which hashed %s%% of the bytes\n' "$alg" "$(driver_of $alg)" "$part"
	[ "$(counted $alg)" = "$bytes" ] || status=1
done

# What was counted meanwhile, as shares: of the blocks hashed in batches, by the
# lanes that were filled (a step with n filled lanes hashes n blocks), and of the
# flushes, by reason
awk '
	$2 == "lanes" || $2 == "flush" {
		value = $4 * (FILENAME == "after" ? 1 : -1) * ($2 == "lanes" ? $3 : 1)
		n[$2, $3, $1] += value
		sum[$2, $1] += value
		if (!(($2, $3) in seen)) {
			seen[$2, $3] = 1
			if ($2 == "flush")
				reasons[++nr_reasons] = $3
			else if ($3 + 0 > widest)
				widest = $3 + 0
		}
	}
	function share(kind, key, hash) {
		return sum[kind, hash] ? n[kind, key, hash] / sum[kind, hash] : 0
	}
	function row(kind, key,    md5, sha256, i, bar) {
		md5 = share(kind, key, "md5")
		sha256 = share(kind, key, "sha256")
		if (!md5 && !sha256)
			return
		for (i = 0; i < 20 * (md5 + sha256); i++)
			bar = bar "#"
		printf "  %-12s%7.1f%%%9.1f%%  %s\n", key, 100 * md5, 100 * sha256, bar
	}
	END {
		printf "\n%-14s%8s%10s\n", "filled lanes", "md5", "sha256"
		for (i = 1; i <= widest; i++)
			row("lanes", i)
		printf "\n%-14s%8s%10s\n", "flushes", "md5", "sha256"
		for (i = 1; i <= nr_reasons; i++)
			row("flush", reasons[i])
		print ""
	}' before after

rmmod mbhash
exit $status
