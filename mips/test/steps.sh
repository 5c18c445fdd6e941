# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced by tools/test/steps.sh: what is tested on MIPS64.

group mips
step mips-harness harness CROSS_COMPILE=mips64el-linux-gnuabi64-
step mips-build tools/test/build.sh mbsum@debian-mips64el-oldest debian-mips64el-oldest
step mips-libmbhash libmbhash msa CROSS_COMPILE=mips64el-linux-gnuabi64-
step mips-libmbhash-scalar libmbhash scalar CROSS_COMPILE=mips64el-linux-gnuabi64-
step mips-cost tools/measure/cost/run mips
barrier
step mips-load in_kernel debian-mips64el-oldest load.sh
step mips-registers in_kernel debian-mips64el-oldest registers.sh
step mips-counters in_kernel debian-mips64el-oldest counters.sh

group all
step mips-msa-kunit in_kernel debian-mips64el-oldest kunit.sh part=40 isa=msa
step mips-kunit in_kernel debian-mips64el-oldest kunit.sh part=10
step mips-parameters in_kernel debian-mips64el-oldest parameters.sh
step mips-3a1000-load in_kernel debian-mips64el-oldest@Loongson-3A1000 load.sh
step mips-3a1000-parameters in_kernel debian-mips64el-oldest@Loongson-3A1000 parameters.sh
step mips-3a1000-counters in_kernel debian-mips64el-oldest@Loongson-3A1000 counters.sh
step mips-3a1000-kunit in_kernel debian-mips64el-oldest@Loongson-3A1000 kunit.sh part=10
