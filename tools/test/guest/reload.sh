#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The module is unloaded and reloaded while programs hash. They name the algorithm, so
# they get the kernel's own drivers while ours are gone.
#
# Usage: reload.sh [ROUNDS]

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"

rounds=${1:-100}

reload() { unload && insmod "$MBHASH_KO"; }

load
in_memory
make_files 40
pids=()
for algorithm in md5 sha256; do
	hash_until stop "$algorithm" > "$algorithm.log" 2>&1 &
	pids+=($!)
done
for ((i = 1; i <= rounds; i++)); do
	try "goes and comes while programs hash, round $i" reload
done
touch stop
try_worker "every md5 digest is right meanwhile" "${pids[0]}" md5.log
try_worker "every sha256 digest is right meanwhile" "${pids[1]}" sha256.log
try "every digest is right afterwards" hash_once sha256
try_selftests
try "unloads in the end" unload
done_testing
