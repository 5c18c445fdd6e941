# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced by tools/test/steps.sh: what is tested on loong64.

group loong64
step loong64-harness harness CROSS_COMPILE=loongarch64-linux-gnu-
step loong64-build tools/test/build.sh mbsum@debian-loong64-newest debian-loong64-newest
step loong64-harness-lsx harness_on_cpu loongarch64-linux-gnu max,lasx=off
step loong64-cost tools/measure/cost/run loongarch
barrier
step loong64-registers in_kernel debian-loong64-newest registers.sh
step loong64-load in_kernel debian-loong64-newest load.sh
step loong64-esp in_kernel debian-loong64-newest consumers.sh esp

group all
barrier
step loong64-lsx-kunit in_kernel debian-loong64-newest kunit.sh part=40 isa=scalar,lsx
step loong64-kunit in_kernel debian-loong64-newest kunit.sh part=10
step loong64-parameters in_kernel debian-loong64-newest parameters.sh
step loong64-counters in_kernel debian-loong64-newest counters.sh
