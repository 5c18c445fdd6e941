#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Secrets hashed by all drivers, with some sets of instructions: tools/test/leaks/run
# then searches this kernel's memory for them. Does not end by itself.
#
# Usage: leaks.sh SEED ISA...

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"

seed=$1
shift
leave() { python3 -B "$(dirname "$0")/leaks.py" "$seed" "$@"; }

# Newer kernels' AF_ALG has sync drivers only.
if [[ $(uname -r) != 6.* ]]; then
	mapfile -t drivers < <(printf '%s\n' "${drivers[@]}" | grep -e '-sync$')
fi
for isa; do
	# Whoever is not alone waits for the others.
	load lone=0 ${isa:+isa="$isa"}
	try "isa=$isa: the drivers hash secrets" leave "$isa" "${drivers[@]}"
	for algorithm in md5 sha256; do
		try "isa=$isa: $algorithm has some of them in lanes" \
			at_least "$(counter $algorithm queue_max)" 4
	done
	[ "$isa" = "${!#}" ] || unload
done
leave ''
