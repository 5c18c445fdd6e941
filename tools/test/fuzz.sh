#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Random inputs to the engine, to the library and to the policy, guided by code coverage.
#
# Usage: fuzz.sh SECONDS

set -euo pipefail

cd "$(dirname "$(realpath "$0")")/../fuzz"
# shellcheck source=SCRIPTDIR/tap.sh
. ../test/tap.sh

try "it builds" make -s all
for target in engine library policy; do
	try "$target: $1 s find nothing" make -s "run-$target" SECONDS="$1"
done
done_testing
