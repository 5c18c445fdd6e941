#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# In a minimal Debian, see tools/vm/root: the tests and the benchmarks, which install
# what they need and are built by that Debian's own compilers. The figures themselves
# are not checked.
#
# Usage: debian-makes.sh

set -euo pipefail

cd "$(dirname "$(realpath "$0")")/../.."
# shellcheck source=SCRIPTDIR/minimal.sh
. tools/test/minimal.sh

# says WORDS COMMAND...: the command succeeds, and a line of its output begins with WORDS
says()
{
	local log=build/says.log

	mkdir -p ${log%/*}
	if ! "${@:2}" > $log 2>&1 || ! grep -qE "^$1" $log; then
		tail -n 60 $log
		return 1
	fi
}

# Tables with throughput beside the kernel's driver and their ratio, in rows that have all
# figures; other tests check that each point has a row.
bench_reports()
{
	local rows

	rows=$(grep -cE '^\| [^|]*-mb \| [^|]+( \| [1-9][0-9]*){4} \| [0-9]+\.[0-9]{2} \|' \
		build/quick/bench.md) || true
	[ "$rows" -ge 100 ] || { cat build/quick/bench.md; return 1; }
}

# Features that the CPU lacks cannot be installed.
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
