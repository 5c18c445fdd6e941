#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# tools/measure/kernel/run, each point once: it measures all of them, each with
# what it is compared with, and reports them. How fast they are is not judged.
#
# Usage: bench.sh [OPTIONS of tools/measure/kernel/run...]

set -euo pipefail

cd "$(dirname "$(realpath "$0")")/../.."
# shellcheck source=SCRIPTDIR/tap.sh
. tools/test/tap.sh

results=build/check/bench

measures_all()
{
	rm -rf $results
	tools/measure/kernel/run --quick --output $results "$@"
}

# holds CONDITION: of jq, on the list of records
holds() { jq -e "$1" $results/bench.json; }

# with_points CODE ARGS...: run Python that has all_points(), SCENARIOS and the
# RECORDS, if there are any
with_points()
{
	python3 -B -c "
import json, pathlib, sys
sys.path.insert(0, 'tools/measure/kernel')
from scenarios import SCENARIOS, all_points
file = pathlib.Path('$results/bench.json')
records = json.loads(file.read_text()) if file.exists() else []
$1" "${@:2}"
}

# There is a record for each point of the scenario; prints the points without one. Each set
# of instructions has a test of its own.
has_points()
{
	with_points '
def measured(point):
    wanted = point.parameters | {
        "scenario": point.scenario, "algorithm": point.algorithm,
        "size": point.size, "inflight": point.inflight}
    return any(wanted.items() <= {key: one[key] for key in wanted if key in one}.items()
               for one in records)
missing = [str(point) for point in all_points()
           if point.scenario == sys.argv[1] and not point.isa and not measured(point)]
sys.exit("\n".join(missing) or 0)' "$1"
}

# lacking SET: the CPU's flags that it lacks
lacking() { with_points 'from sets import SETS; print(*SETS[sys.argv[1]].lacking())' "$1"; }

# has_set SET DRIVER: alone and with others in flight, from tasks and from softirqs, it is
# measured beside the kernel's driver for it, which newer kernels have in a library
has_set()
{
	with_points '
from itertools import product
name, driver = sys.argv[1:]
wanted = {(*how, *what)
          for how in product(("sha256", "hmac(sha256)"), (None, "softirq"))
          for what in (*product((64, 1500, 4096), (1, 2, 3, 4, 8, 16, 64)), (65536, 1))}
found = {(one["algorithm"], one.get("context"), one["size"], one["inflight"])
         for one in records if one.get("set") == name and
         (driver in one["baseline"] or "sha256-x86" in one["baseline"])}
sys.exit("\n".join(sorted(map(str, wanted - found))) or 0)' "$1" "$2"
}

# Its ratios are in the tables of each algorithm, from tasks and from softirqs.
reports_set()
{
	local rows

	rows=$(grep -cE "^\| $1 \| [^|]* \| [0-9]+ \| \**[0-9]+\.[0-9]+\** \|" $results/bench.md)
	[ "$rows" = 16 ] || { echo "$rows"; return 1; }
}

has_titles()
{
	local titles

	titles=$(grep -c '^## ' $results/bench.md)
	[ "$titles" = $# ] || { echo "$titles"; return 1; }
}

read -ra scenarios < <(with_points 'print(*SCENARIOS)')

try "it measures each point once" measures_all "$@"
try "each figure is above zero" \
	holds 'length > 0 and all(.mb_per_s > 0 and .baseline_mb_per_s > 0 and .ratio > 0)'
for scenario in "${scenarios[@]}"; do
	try "$scenario: each point is measured" has_points "$scenario"
done
while read -r name _ driver cpus; do
	flags=$(lacking "$name")
	if [ -n "$flags" ]; then
		skip "$name: it is measured beside $driver" "this CPU lacks $flags"
		continue
	fi
	try "$name ($cpus): it is measured beside $driver" has_set "$name" "$driver"
	try "$name: it is reported" reports_set "$name"
done < <(grep '^[^#]' tools/measure/sets)
for driver in md5-mb sha256-mb hmac-md5-mb hmac-sha256-mb; do
	try "$driver is measured beside the kernel's own" \
		holds "any(.driver == \"$driver\" and (.baseline | contains(\"-mb\") | not))"
done
try "it reports each scenario" has_titles "${scenarios[@]}"
done_testing
