#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A kernel that was booted with fips=1 panics when an unsigned module registers
# an algorithm. Only Debian can sign modules for its kernels' own key.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"

refuses()
{
	local said

	if said=$(insmod "$MBHASH_KO" 2>&1); then
		echo "it loads"
		return 1
	fi
	echo "$said"
	dmesg | grep -i 'mbhash: .*fips.*signed'
}

try "the kernel is in FIPS mode" grep -qx 1 /proc/sys/crypto/fips_enabled
try "unsigned, the module refuses to load and says why" refuses
done_testing
