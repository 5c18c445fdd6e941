#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The queueing discipline of the consumers' benchmark, in a kernel that can hold it up.
#
# Usage: burst.sh KERNEL

set -euo pipefail

cd "$(dirname "$(realpath "$0")")/../.."
# shellcheck source=SCRIPTDIR/../vm/kernels.sh
. tools/vm/kernels.sh

build=$PWD/build/$1/burst
mkdir -p "$build"
ln -sf "$PWD/tools/measure/consumers/module/burst.c" "$build"
echo 'obj-m := burst.o' > "$build/Kbuild"
mapfile -t arguments < <(make_arguments "$1")
make -s -C "$(make_kernel "$1")/build" M="$build" W=1 "${arguments[@]}" modules >&2
tools/vm/run -k "$1" tools/test/guest/burst.sh "$build/burst.ko"
