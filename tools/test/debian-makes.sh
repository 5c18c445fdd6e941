#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# In a minimal Debian, see tools/vm/root: the tests and the benchmarks, which install
# what they need and are built by that Debian's own compilers. How fast anything is
# is not judged.
#
# Usage: debian-makes.sh

set -euo pipefail

cd "$(dirname "$(realpath "$0")")/../.."
# shellcheck source=SCRIPTDIR/tap.sh
. tools/test/tap.sh
export DEBIAN_FRONTEND=noninteractive

# The "make check-all" that may have started this is another one.
unset MAKEFLAGS MAKELEVEL

# says WORDS COMMAND...: it succeeds, and its output has them at the beginning of a line
says()
{
	local log=build/says.log

	mkdir -p ${log%/*}
	if ! "${@:2}" > $log 2>&1 || ! grep -qE "^$1" $log; then
		tail -n 60 $log
		return 1
	fi
}

# Each point of both benchmarks has its figures: tests of their own look at which.
bench_reports()
{
	local file

	for file in bench.json bench.md mbsum.json mbsum.md; do
		[ -s "build/quick/$file" ] || { echo "no $file"; return 1; }
	done
}

# What a CPU lacks nobody can install.
peers_measured()
{
	local missing

	missing=$(cat build/lanebench/peers/*.missing 2> /dev/null | grep -v '^no SHA-NI' || true)
	[ -z "$missing" ] || { echo "$missing"; return 1; }
}

try "make check" says '[0-9]+ passed, 0 failed, ' make check
try "make bench QUICK=1" make bench QUICK=1
try "it has reported" bench_reports
try "make lanebench QUICK=1" says 'Below 1.05 of the best peer: ' make lanebench QUICK=1
try "each peer was measured" peers_measured
done_testing
