#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Each feature test of compat/ has found its feature in one kernel and missed it
# in another: a test that always gives the same result is useless or broken. Checks
# the existing builds; the table goes to stderr.
#
# Usage: compat.sh KERNEL KERNEL...

set -euo pipefail

cd "$(dirname "$(realpath "$0")")/../.."
# shellcheck source=SCRIPTDIR/tap.sh
. tools/test/tap.sh

has()	# has KERNEL TEST: whether that build has found the feature
{
	grep -qE -e "-D$2 " "build/$1/.mbhash_main.o.cmd"
}

# both_ways TEST KERNEL...
both_ways()
{
	local test=$1 kernel yes=0 no=0

	shift
	printf '%-28s' "$test" >&3
	for kernel; do
		if has "$kernel" "$test"; then
			yes=1
			printf ' %-13s' "$kernel" >&3
		else
			no=1
			printf ' %-13s' - >&3
		fi
	done
	echo >&3
	[ $yes$no = 11 ]
}

exec 3>&2
for kernel; do
	try "$kernel is built" [ -s "build/$kernel/.mbhash_main.o.cmd" ]
done
mapfile -t tests < <(grep -oE 'HAVE_[A-Z_]+[A-Z]' compat/Kbuild.include | grep -vx HAVE_NAME)
try "there are tests" [ ${#tests[@]} -gt 0 ]
for test in "${tests[@]}"; do
	try "$test: chooses both ways" both_ways "$test" "$@"
done
done_testing
