# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced by tools/test/steps.sh: what is tested on arm64.

group arm64
step arm64-build tools/test/build.sh mbsum@debian-arm64-oldest debian-arm64-oldest debian-arm64-newest
step arm64-harness harness CROSS_COMPILE=aarch64-linux-gnu-
step arm64-libmbhash libmbhash all CROSS_COMPILE=aarch64-linux-gnu-
step arm64-cost tools/measure/cost/run arm64
barrier
step arm64-neon-kunit in_kernel debian-arm64-oldest kunit.sh part=40 isa=scalar,neon
step arm64-counters in_kernel debian-arm64-oldest counters.sh
step arm64-load in_kernel debian-arm64-oldest load.sh
step arm64-registers in_kernel debian-arm64-oldest registers.sh
# It claims the vector registers in another way.
step arm64-newest-load in_kernel debian-arm64-newest load.sh
step arm64-newest-registers in_kernel debian-arm64-newest registers.sh

group all
step all-arm64-build tools/test/build.sh debian-arm64-stable debian-arm64-rt-oldest
barrier
step arm64-kunit in_kernel debian-arm64-oldest kunit.sh part=5
step arm64-parameters in_kernel debian-arm64-oldest parameters.sh
step arm64-stable-load in_kernel debian-arm64-stable load.sh
step arm64-stable-parameters in_kernel debian-arm64-stable parameters.sh
step arm64-stable-counters in_kernel debian-arm64-stable counters.sh
step arm64-stable-registers in_kernel debian-arm64-stable registers.sh
step arm64-stable-kunit in_kernel debian-arm64-stable kunit.sh part=10
step arm64-newest-parameters in_kernel debian-arm64-newest parameters.sh
step arm64-newest-counters in_kernel debian-arm64-newest counters.sh
step arm64-newest-kunit in_kernel debian-arm64-newest kunit.sh part=10
step arm64-rt-load in_kernel debian-arm64-rt-oldest load.sh
