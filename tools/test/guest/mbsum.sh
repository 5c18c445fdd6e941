#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# mbsum's own tests, with each of our drivers for plain hashes.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"

load
cd "$(dirname "$0")/../../mbsum"
TMPDIR=/dev/shm exec ./test.sh md5=md5-mb md5=md5-mb-sync \
	sha256=sha256-mb sha256=sha256-mb-sync
