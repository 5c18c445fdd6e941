#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The kernel preserves the vector registers of programs while it uses them.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"

seconds=10
registers=$(dirname "$MBSUM")/registers
section=/sys/module/mbhash_kunit/parameters/section
visible=()
for driver in md5-mb md5-mb-sync sha256-mb sha256-mb-sync; do
	hidden_from_programs "$driver" || visible+=("$driver")
done

load
in_memory
make_files 40
hash_until stop md5 sha256 > others 2>&1 &
try "registers stay while programs hash" \
	"$registers" $seconds "${visible[@]}"
touch stop
try_worker "every digest of others is right meanwhile" $! others

# Its suites run meanwhile; the test does not wait for their end.
insmod "$MBHASH_BUILD/mbhash_kunit.ko" &
while [ ! -e $section ]; do
	sleep 0.1
done
try "registers stay while the kernel claims and clears them in the same program" \
	"$registers" $seconds $section
done_testing
