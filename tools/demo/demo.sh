#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Shows the engine and the module at work, on some thousands of this machine's files: hashes
# them by the library, here; boots Debian 12's own kernel, hashes them through the module,
# compares each digest with coreutils, and sends some of them through an IPsec tunnel.
set -euo pipefail

top=$(cd "$(dirname "$0")/../.." && pwd)
dir=$top/build/demo

# Few enough for an emulated CPU: about this many files, of at most this many bytes
# in all, from these folders.
max_files=3000
max_bytes=64000000
folders=(usr/share usr/lib usr/include)

step() {
	printf '[%3d s] %s\n' $SECONDS "$*"
}

# Every nth file by path: always the same files on the same machine
pick_files() {
	local all

	# For a user some folders are closed.
	all=$(cd / && { find "${folders[@]}" -xdev -type f -readable -size -2048k \
		! -name $'*\n*' -printf '%s\t%p\n' 2>/dev/null || true; } |
		LC_ALL=C sort -t $'\t' -k 2)
	awk -F '\t' -v all="$(wc -l <<<"$all")" -v files=$max_files -v bytes=$max_bytes '
		NR % int(all / files + 1) == 0 && sum + $1 <= bytes {
			sum += $1
			print $2
		}' <<<"$all"
}

step "Building mbsum"
make -s -C "$top/tools/mbsum"

step "Building the module for Debian 12's kernel"
# Without its tests, which take twice as long
"$top/tools/vm/module" debian-oldest MBHASH_KUNIT= >/dev/null

mkdir -p "$dir"
cd "$dir"
pick_files >list
tar -C / -cf files.tar --verbatim-files-from --files-from list

# hashed PROGRAM...: digests of the files, to stdout. Return: the time that it took, to fd 3
hashed() {
	local start=$EPOCHREALTIME

	(cd / && xargs -d '\n' "$@" --) <list
	echo $((${EPOCHREALTIME/./} - ${start/./})) >&3
}

step "Hashing $(wc -l <list) files of this machine: by coreutils, and by libmbhash in lanes of this CPU"
for alg in md5 sha256; do
	hashed ${alg}sum 3>theirs >$alg
	hashed "$top/build/mbsum/mbsum" -a $alg 3>ours >$alg.mbsum
	cmp $alg $alg.mbsum || {
		step "FAILED: digests are wrong, compare $dir/$alg and $alg.mbsum"
		exit 3
	}
	awk -v alg=$alg 'NR == 1 { ours = $1 } NR == 2 {
		printf "  %-8s%5.0f ms by %ssum, %5.0f ms by mbsum: %.1f times as fast\n",
			alg, $1 / 1000, alg, ours / 1000, $1 / ours }' ours theirs
done

step "Booting Debian 12's kernel in QEMU"
status=0
"$top/tools/vm/run" -k debian-oldest "$top/tools/demo/guest.sh" \
	"$top/build/mbsum/mbsum" "$dir" || status=$?
case $status in
0)	step "Every digest is right, and mbhash computed it. The tunnel has transmitted all."
	cat <<-END

	Next, on this machine:
	  make bench                                  measure it here, beside the kernel's own drivers
	  sudo apt install linux-headers-$(uname -r) && make
	                                              build the module for the running kernel
	  sudo insmod mbhash.ko && sudo dmesg | tail  load it; the log names its implementations for this CPU
	  build/mbsum/mbsum --af-alg -r /usr/share    hash with it; sudo tools/mbhash-top/mbhash-top shows it at work
	  make deb                                    build packages, with DKMS
	  man -l man/mbhash.4                         read what uses it, and how to choose a driver
	END
	;;
3)	step "FAILED: digests are wrong. Compare md5 and sha256 in $dir with what the guest says above." ;;
4)	step "FAILED: something other than mbhash computed some of the digests, see above." ;;
5)	step "FAILED: the IPsec tunnel has not transmitted the files, see above." ;;
124)	step "FAILED: the guest took too long. If this machine is busy, try again later." ;;
125)	step "FAILED: the guest's kernel died or complained, see the last line of its log, above." \
		"This is not about digests. \"tools/vm/run true\" tells whether a guest boots at all." ;;
*)	step "FAILED: something went wrong in the guest, see above (status $status)." ;;
esac
exit $status
