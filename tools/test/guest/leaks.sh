#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Hash secrets by all drivers, with several sets of instructions. Then
# tools/test/leaks/run searches this kernel's memory for them. Does not exit by itself.
#
# Usage: leaks.sh SEED ISA...

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"

seed=$1
shift
leave() { python3 -B "$(dirname "$0")/leaks.py" "$seed" "$@"; }

insmod "$MBHASH_BUILD/tools/test/modules/together.ko"
usable=()
for driver in "${drivers[@]}"; do
	hidden_from_programs "$driver" || usable+=("$driver")
done
for isa; do
	load ${isa:+isa="$isa"}
	try "isa=$isa: the drivers hash secrets" leave "$isa" "${usable[@]}"
	for algorithm in md5 sha256; do
		try "isa=$isa: $algorithm has some of them in lanes" \
			at_least "$(counter $algorithm queue_max)" 4
	done
	[ "$isa" = "${!#}" ] || unload
done
leave ''
