#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The kernel's self-tests and our KUnit suites. The suites and their output are the same
# with the real KUnit and with our shim.
#
# Usage: kunit.sh [seed=N] [part=N] [PARAMETER=VALUE...]
#
# The first two are the suites' parameters, the others the module's. The real KUnit
# runs suites before their parameters are set, so these have no effect there.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"

of_module=() of_tests=()
for parameter; do
	case $parameter in
	seed=* | part=*) of_tests+=("$parameter") ;;
	*)		 of_module+=("$parameter") ;;
	esac
done

load "${of_module[@]}"
try_selftests

# The suites compare with the kernel's own drivers.
modprobe -aq crypto-md5 crypto-sha256 crypto-hmac || true
suites=$(cat "$(dirname "$0")"/../../../kunit/*.c | grep -c '^static struct kunit_suite ')
dmesg --clear
insmod "$MBHASH_BUILD/mbhash_kunit.ko" "${of_tests[@]}"
dmesg --notime --color=never
nr_tests=$((nr_tests + suites))

try "removed again" rmmod mbhash_kunit mbhash
done_testing
