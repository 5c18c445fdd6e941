#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Published test vectors, through AF_ALG.
#
# Usage: vectors.sh FOLDER	see vectors.py

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"

load
for driver in "${drivers[@]}"; do
	if hidden_from_programs "$driver"; then
		skip "$driver: NIST's and the RFCs' vectors" "AF_ALG takes synchronous drivers only here"
		continue
	fi
	try "$driver: NIST's and the RFCs' vectors" \
		python3 -B "$(dirname "$0")/vectors.py" "$1" "$driver"
done
unload
done_testing
