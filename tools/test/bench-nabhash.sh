#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# tools/measure/nabhash/run, each driver once: it measures all of them with all sizes. How
# fast they are is not judged.

set -euo pipefail

cd "$(dirname "$(realpath "$0")")/../.."
# shellcheck source=SCRIPTDIR/tap.sh
. tools/test/tap.sh

page=build/check/nabhash.md
mkdir -p build/check

measures() { tools/measure/nabhash/run --rounds 1 --output $page; }
rows() { [ "$(grep -cE '^\| [0-9]+ (\| [0-9.]+ \([1-9][0-9]*\) ){3}\|$' $page)" = 5 ]; }

try "it measures" measures
try "each size by each driver" rows
done_testing
