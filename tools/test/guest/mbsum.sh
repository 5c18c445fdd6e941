#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# mbsum's own tests, with each of our drivers for plain hashes that this kernel's
# AF_ALG accepts.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"

load
choices=(md5=md5-mb-sync sha256=sha256-mb-sync)
if ! hidden_from_programs md5-mb; then
	choices+=(md5=md5-mb sha256=sha256-mb)
fi
cd "$(dirname "$0")/../../mbsum"
TMPDIR=/dev/shm exec ./test.sh "${choices[@]}"
