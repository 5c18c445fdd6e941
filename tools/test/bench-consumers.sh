#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# tools/measure/consumers/run, each driver once: it measures each scenario on each
# of its kernels, and reports them; and what is in docs was made of such a report.
# How fast they are is not judged.
#
# Usage: bench-consumers.sh [KERNEL...]

set -euo pipefail

cd "$(dirname "$(realpath "$0")")/../.."
# shellcheck source=SCRIPTDIR/tap.sh
. tools/test/tap.sh

results=build/check/bench-consumers
kernels=("$@")

measures_all()
{
	local names

	rm -rf $results
	mapfile -t names < <(awk '{ print "--scenario=" $2 }' <<< "$scenarios" | sort -u)
	tools/measure/consumers/run --quick --output $results "${kernels[@]/#/--kernel=}" \
		"${names[@]}"
}

# holds CONDITION: of jq, on the list of records
holds() { jq -e "$1" $results/consumers.json; }

# scenarios: those of the kernels, as KERNEL SCENARIO. Whole work takes half a minute: it
# and AVX-512, as AVX2 is there, are left to where all kernels are measured.
scenarios()
{
	python3 -B -c "
import sys
sys.path[:0] = ['tools/measure/consumers', 'tools/measure/kernel']
from plan import boots
for boot in boots(sys.argv[1:], None):
    print(*boot)" "${kernels[@]}" | if [ ${#kernels[@]} = 0 ]; then cat; else grep -v ' work$\|:avx512$'; fi
}

# measured KERNEL SCENARIO: each of its cases beside the kernel's best driver, and, with
# all instructions, portable C where that is another one, but for whole work and the drivers
# alone; these two also beside that driver as an ahash, and the gateway beside AES-GCM
measured()
{
	local baselines=2

	case $2 in
	*:* | alone | work) baselines=1 ;;
	integrity | verity) baselines=3 ;;
	esac
	holds "map(select(.kernel == \"$1\" and .scenario == \"$2\")) | length > 0 and
		(group_by([.group, .case]) | all(any(.best) and
			((.[0].algorithm | contains(\"md5\")) or length == $baselines +
				if .[0].group == \"sha256-aes\" then 1 else 0 end)))"
}

# Where newer kernels have no driver of that name, mbhash_baseline has its code.
beside_lesser()
{
	# shellcheck disable=SC2016 # jq's
	holds 'map(select((.scenario | contains(":")) and .best and
			  (.algorithm | contains("sha256")))) |
		length > 0 and
		all((if .scenario | endswith(":ssse3") then "ssse3" else "avx2" end) as $best |
			.baseline | test("sha256-(\($best)|x86)"))'
}

reported()
{
	grep -qF "## $2 ($1)" $results/consumers.md || { cat $results/consumers.md; return 1; }
}

# Whole work that was not measured has the figures of one case of dm-crypt instead, and what
# was not measured on newer kernels those of the oldest.
with_stand_ins()
{
	# shellcheck disable=SC2016 # jq's
	jq 'if any(.scenario == "work") then . else
		. + [first(.[] | select(.scenario == "crypt" and .best)) +
			{scenario: "work", group: ("work-D", "work-J"), case: ("mkfs-untar",
				"\("write", "read")-\("128k", "4k")-\(1, 32)")}]
		end |
		if any(.kernel == "uml-newest-up") then . else
		map(select(.kernel == "uml-newest").kernel = "uml-newest-up") |
		. + map(select(.scenario | endswith(":avx2")) | .scenario |= sub("avx2$"; "avx512")) |
		. + [("uml-stable", "uml-newest-up") as $kernel | .[] |
			select(.kernel == "uml-oldest") |
			select(.scenario != "verity" or $kernel == "uml-stable") |
			.kernel = $kernel]
		end' $results/consumers.json
}

documents()
{
	cp README.md $results && with_stand_ins > $results/all.json &&
		tools/measure/consumers/document --output $results/docs \
			--readme $results/README.md $results/all.json
}

# A page without its figures, dates and machine
shape()
{
	sed -E -e 's/measured on: .* 1\.80 means/measured on. 1.80 means/' \
		-e 's/([0-9]+ to )?[0-9]+ ratios?\./ratios./' \
		-e 's/\*\*([0-9.]+)\*\*/\1/g' -e 's/[0-9]+ %/part/g' \
		-e 's/[0-9]+\.[0-9]{2}( to [0-9]+\.[0-9]{2})?/figure/g' \
		-e 's/figure( \/ figure)*|not measured/figure/g' "$1"
}

same_shape() { diff <(shape "$1") <(shape "$2"); }

# filled PAGE: its table has figures, and no cells without them but those it explains
filled()
{
	grep -qE '^\| .*ESP.* \| \**[0-9.]+\** / ' "$1" &&
		! grep -E '\| not measured \|' "$1" | grep -v 'TCP with MD5'
}

# The example in CONTRIBUTING.md, but briefly
example_measures()
{
	local command

	command=$(grep -o 'tools/measure/consumers/run -.*' CONTRIBUTING.md)
	bash -c "$command --ms 20 --repeats 1 --output $results/example" &&
		jq -e 'length > 0 and all(.ratio > 0)' $results/example/consumers.json
}

has_plot() { grep -q '</svg>' $results/consumers.svg; }

scenarios=$(scenarios)
try "it measures each case once" measures_all
try "each figure is above zero" \
	holds 'length > 0 and all(.mb_per_cpu_s > 0 and .baseline_mb_per_cpu_s > 0 and .ratio > 0)'
try "all requests were counted with a reason" holds 'all(.jobs_mean >= 1 and .flushes != {})'
while read -r kernel scenario; do
	try "$kernel: $scenario is measured" measured "$kernel" "$scenario"
	try "$kernel: $scenario is reported" reported "$kernel" "$scenario"
done <<< "$scenarios"
try "without SHA-NI it is compared with the kernel's code for such a CPU" beside_lesser
try "its plot is drawn" has_plot
try "CONTRIBUTING.md's example measures" example_measures
try "docs/consumers.md and README.md's table can be made of it" documents
try "they have a figure for each case" filled $results/docs/consumers.md
try "docs/consumers.md was made like that" same_shape docs/consumers.md $results/docs/consumers.md
try "README.md's table was" same_shape README.md $results/README.md
done_testing
