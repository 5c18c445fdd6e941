# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced by tools/test/steps.sh: what is tested on riscv64.

group riscv64
# With registers of 128 bits, and all else
step riscv64-harness harness CROSS_COMPILE=riscv64-linux-gnu-
step riscv64-build tools/test/build.sh mbsum@debian-riscv64-stable debian-riscv64-stable \
	debian-riscv64-newest
step riscv64-harness-256 harness_on_cpu riscv64-linux-gnu max,vlen=256
step riscv64-harness-1024 harness_on_cpu riscv64-linux-gnu max,vlen=1024
# Without Zvkb, without V, and with nothing
step riscv64-harness-v harness_on_cpu riscv64-linux-gnu rv64,v=true
step riscv64-harness-zbb harness_on_cpu riscv64-linux-gnu rv64
step riscv64-harness-none harness_on_cpu riscv64-linux-gnu rv64,zbb=false
step riscv64-cost tools/measure/cost/run riscv
barrier
step riscv64-esp in_kernel debian-riscv64-stable consumers.sh esp
step riscv64-registers in_kernel debian-riscv64-stable registers.sh
step riscv64-newest-load in_kernel debian-riscv64-newest load.sh
step riscv64-load in_kernel debian-riscv64-stable load.sh

group all
# All that it has runs with 1024 bits, too.
step riscv64-harness-512 harness_on_cpu riscv64-linux-gnu max,vlen=512
barrier
# Without Zvkb and Zvknhb
step riscv64-v-kunit in_kernel debian-riscv64-stable kunit.sh part=40 isa=zbb,v,v256
step riscv64-kunit in_kernel debian-riscv64-stable kunit.sh part=10
step riscv64-parameters in_kernel debian-riscv64-stable parameters.sh
step riscv64-counters in_kernel debian-riscv64-stable counters.sh
step riscv64-newest-registers in_kernel debian-riscv64-newest registers.sh
