#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# tools/measure/mbsum/run, each program once: it measures all of them on all files,
# and reports them. How fast they are is not judged.
#
# Usage: bench-mbsum.sh [KERNEL...]

set -euo pipefail

cd "$(dirname "$(realpath "$0")")/../.."
# shellcheck source=SCRIPTDIR/tap.sh
. tools/test/tap.sh

results=build/check/bench-mbsum
[ $# != 0 ] || set -- uml-oldest uml-newest-up
kernels=("$@")

measures_all()
{
	rm -rf $results
	tools/measure/mbsum/run --quick --output $results "${kernels[@]/#/--kernel=}"
}

# holds CONDITION: of jq, on the list of records
holds() { jq -e "$1" $results/mbsum.json; }

reports_each()
{
	local rows

	rows=$(grep -cE '^\| (small|middle|large) \| (md5|sha256) \|' $results/mbsum.md)
	[ "$rows" = "$(jq length $results/mbsum.json)" ] || { echo "$rows"; return 1; }
}

try "it measures, and every program's digests are coreutils'" measures_all
for kernel in "${kernels[@]}"; do
	for files in small middle large; do
		try "$kernel, $files files: both hashes are measured" holds \
			"[.[] | select(.kernel == \"$kernel\" and .files == \"$files\") | .algorithm]
				== [\"md5\", \"sha256\"]"
	done
done
try "by each program" holds 'all(.[]; .mb_per_s | has("coreutils") and has("openssl") and
	has("mbsum") and has("mbsum -j 64") and length == 11 and all(. > 0))'
try "the kernel's own driver is not mbhash's" holds 'all(.own_driver | contains("-mb") | not)'
try "it reports each of them" reports_each
done_testing
