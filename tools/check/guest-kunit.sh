#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The kernel's self-tests and our KUnit suites, with the module loaded with the
# parameters given.

set -euo pipefail
# shellcheck source=SCRIPTDIR/guest-lib.sh
. "$(dirname "$0")/guest-lib.sh"

load "$@"
try_selftests

dmesg --clear
insmod "$MBHASH_BUILD/mbhash_kunit.ko"
suites=(/sys/kernel/debug/kunit/mbhash_*)
dmesg --notime
nr_tests=$((nr_tests + ${#suites[@]}))

try "removed again" rmmod mbhash_kunit mbhash
done_testing
