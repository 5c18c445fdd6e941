#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# tools/test/guest/here.sh in a kernel of tools/vm/run. This system's own compiler
# builds the modules before, as for its own kernel, because compiling takes minutes on
# the emulated CPU.
#
# Usage: here.sh KERNEL

set -euo pipefail

cd "$(dirname "$(realpath "$0")")/../.."
tools/setup check >&2
# shellcheck source=SCRIPTDIR/../vm/kernels.sh
. tools/vm/kernels.sh
HERE=$(make_kernel "$1")
export HERE
tools/measure/kernel/build here > /dev/null
tools/vm/module "$1" > /dev/null
exec tools/vm/run -k "$1" -c 4 -t 1500 tools/test/guest/here.sh
