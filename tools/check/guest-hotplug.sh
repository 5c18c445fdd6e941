#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# CPUs go and come while programs hash on all of them.

set -euo pipefail
# shellcheck source=SCRIPTDIR/guest-lib.sh
. "$(dirname "$0")/guest-lib.sh"

rounds=5
cpus=(/sys/devices/system/cpu/cpu[1-9]*/online)

toggle()	# each CPU once down and up
{
	local cpu

	for cpu in "${cpus[@]}"; do
		echo 0 > "$cpu" || return
		sleep 0.1
		echo 1 > "$cpu" || return
	done
}

# With a long wait, requests are queued on a CPU when it goes.
load flush_us=500000
in_memory
make_files 200

pids=()
for i in 1 2 3 4; do
	hash_until stop md5 sha256 > "worker$i" 2>&1 &
	pids+=($!)
done
try "there are ${#cpus[@]} CPUs to take away" [ ${#cpus[@]} -ge 3 ]
for ((i = 1; i <= rounds; i++)); do
	try "each CPU goes and comes, round $i" toggle
done
touch stop
for i in 1 2 3 4; do
	try_worker "worker $i: every digest is right meanwhile" "${pids[i - 1]}" "worker$i"
done
try "every digest is right afterwards" hash_once sha256
try "the module goes" rmmod mbhash
done_testing
