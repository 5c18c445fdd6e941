# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced by tools/test/run: what is tested. "make check" runs the group quick,
# "make check-full" x86, arm64 and mips, "make check-all" these and the group all.

in_kernel()	# in_kernel KERNEL[@CPU] GUEST_SCRIPT [ARGS...]
{
	tools/vm/module "$1" > /dev/null &&
	tools/vm/mbsum "$1" > /dev/null &&
	tools/vm/run -k "$1" -c "${cpus-4}" -t 1500 -a "${booted_with-}" "tools/test/guest/$2" "${@:3}"
}

booted_with()	# booted_with ARGUMENTS KERNEL[@CPU] GUEST_SCRIPT [ARGS...]
{
	booted_with=$1 in_kernel "${@:2}"
}

in_kernel_with_bench()
{
	tools/measure/kernel/build "$1" > /dev/null &&
	cpus=1 in_kernel "$@"
}

in_kernel_with_flood()
{
	gcc -O2 -g -std=gnu11 -Wall -Wextra -o build/flood tools/test/guest/flood.c &&
	in_kernel "$@"
}

in_kernel_with_sockets()
{
	gcc -O2 -g -std=gnu11 -Wall -Wextra -pthread -o build/sockets tools/test/guest/sockets.c &&
	in_kernel "$@"
}

# beside what the benchmark compares with
in_kernel_with_users()
{
	tools/measure/kernel/build "$1" > /dev/null &&
	gcc -O2 -g -std=gnu11 -Wall -Wextra -o build/clients tools/flushsim/calibrate/clients.c &&
	cpus=1 in_kernel_with_sockets "$@"
}

in_kernel_with_vectors()
{
	local vectors

	vectors=$(tools/test/vectors.sh) &&
	in_kernel "$@" "$vectors"
}

# in_kernel_with_kcapi KERNEL [SIZE...]
in_kernel_with_kcapi()
{
	local suite

	suite=$(tools/test/kcapi.sh) &&
	in_kernel "$1" kcapi.sh "$suite" "${@:2}"
}

in_searched_kernel()
{
	tools/vm/module "$1" > /dev/null &&
	tools/test/leaks/run "$1"
}

in_large_kernel()
{
	tools/vm/run -k "$1" -c 2 -m 2G -t 3000 "tools/test/guest/$2"
}

harness() { make -s -C tools/test/user run "$@"; }

# in_debian SUITE SCRIPT [ARGS...]: in a minimal installation, as a new user has it
in_debian()
{
	local status=0

	tools/vm/root "$1" "tools/test/$2" "${@:3}" || status=$?
	[ $status = 77 ] || return $status
	# shellcheck source=SCRIPTDIR/tap.sh
	. tools/test/tap.sh
	skip "in a minimal $1" "only root can do it, where overlays can be mounted"
	done_testing
}

makes()	# makes TARGET: as a user would
{
	# shellcheck source=SCRIPTDIR/tap.sh
	. tools/test/tap.sh
	try "make $1" make "$1"
	done_testing
}

# What it takes to trust a change, in minutes.
group quick
# Kernels and programs that the rest needs, each built afresh.
step build tools/test/build.sh mbsum@uml-6.1 uml-6.1 debian-6.1
step harness harness
step harness-sanitize harness SANITIZE=1
step model tools/test/model.sh
barrier
step kunit in_kernel uml-6.1 kunit.sh
step mbsum in_kernel uml-6.1 mbsum.sh
step debian-load in_kernel debian-6.1 load.sh
step debian-parameters in_kernel debian-6.1 parameters.sh
step debian-counters in_kernel debian-6.1 counters.sh

group x86
barrier
step build-debug tools/test/build.sh uml-6.1-debug
step build-6.12 tools/test/build.sh uml-6.12 debian-6.12
step build-7.2 tools/test/build.sh uml-7.2 debian-7.2
step build-rt tools/test/build.sh debian-rt-7.2
step vm tools/test/vm.sh
step progress tools/test/progress.sh
step static tools/test/static.sh
step harness-generic harness LANES=generic
step harness-threads harness SANITIZE=thread ARGS=mbhash_replan
# With any set of instructions that a CPU has, one job takes no more than in Linux
step x86-cost tools/measure/cost/x86
step deb tools/test/deb.sh
step make tools/test/make.sh
step lanebench tools/test/lanebench.sh
step fuzz tools/test/fuzz.sh 30
step model-cpus tools/test/model.sh cpus
step model-mutants tools/test/model.sh mutants
step flushsim tools/test/flushsim.sh
step flushsim-all makes flushsim
barrier
# It takes longest: a benchmark in an emulator.
step debian-here tools/test/here.sh debian-6.1
step compat tools/test/compat.sh uml-6.1 debian-6.12 uml-7.2

# Natively, in User Mode Linux, with all that this CPU has and with none of it.
step kunit-debug in_kernel uml-6.1-debug kunit.sh
step kunit-generic in_kernel uml-6.1 kunit.sh isa=generic
# With so late a deadline a thread that is not woken is noticed.
step kunit-late in_kernel uml-6.1 kunit.sh flush_us=500000 lone=0
step kunit-6.12 in_kernel uml-6.12 kunit.sh
step kunit-7.2 in_kernel uml-7.2 kunit.sh
# Where data is spliced
step mbsum-7.2 in_kernel uml-7.2 mbsum.sh
step top in_kernel uml-6.1 top.sh
step screens tools/test/screens.sh
step flush in_kernel_with_bench uml-6.1 flush.sh
step flush-7.2 in_kernel_with_bench uml-7.2 flush.sh
step vectors in_kernel_with_vectors uml-6.1 vectors.sh
step vectors-7.2 in_kernel_with_vectors uml-7.2 vectors.sh
step leaks in_searched_kernel uml-6.1
step leaks-7.2 in_searched_kernel uml-7.2
step kcapi in_kernel_with_kcapi uml-6.1 0 65537
step torture-debug in_kernel uml-6.1-debug torture.sh 45
step torture-7.2 make -s torture MINUTES=1 KERNEL=uml-7.2 SEED=$RANDOM
step bench tools/test/bench.sh
step performance tools/test/performance.sh
# No kernel is built for this alone.
step bench-consumers tools/test/bench-consumers.sh uml-6.1 uml-7.2
step bench-mbsum tools/test/bench-mbsum.sh uml-6.1

# Debian's own kernels with four CPUs, emulated.
step debian-registers in_kernel debian-6.1 registers.sh
step debian-hotplug in_kernel debian-6.1 hotplug.sh
step debian-reload in_kernel debian-6.1 reload.sh 10
step debian-exit booted_with preempt=full debian-6.1 exit.sh
step debian-consumers in_kernel debian-6.1 consumers.sh
step debian-order in_kernel debian-6.1 order.sh
step debian-damage in_kernel debian-6.1 damage.sh
step debian-cut in_kernel debian-6.1 cut.sh crypt
step debian-tcp in_kernel debian-6.1 tcp.sh
step debian-stress in_kernel debian-6.1 stress.sh
step debian-documents in_kernel debian-6.1 documents.sh
step debian-offload in_kernel debian-6.1 offload.sh
step debian-flood in_kernel_with_flood debian-6.1 flood.sh
step debian-sockets in_kernel_with_sockets debian-6.1 sockets.sh
step debian-6.12-load in_kernel debian-6.12 load.sh
step debian-6.12-counters in_kernel debian-6.12 counters.sh
step debian-6.12-consumers in_kernel debian-6.12 consumers.sh
step debian-7.2-load in_kernel debian-7.2 load.sh
step debian-7.2-parameters in_kernel debian-7.2 parameters.sh
step debian-7.2-counters in_kernel debian-7.2 counters.sh
step debian-7.2-consumers in_kernel debian-7.2 consumers.sh
step debian-7.2-order in_kernel debian-7.2 order.sh
step debian-7.2-damage in_kernel debian-7.2 damage.sh
step debian-7.2-cut in_kernel debian-7.2 cut.sh integrity
step debian-7.2-offload in_kernel debian-7.2 offload.sh
step debian-shani-load in_kernel debian-6.1@Denverton load.sh
step debian-lockdown in_kernel debian-6.1 lockdown.sh
step debian-7.2-no-debugfs booted_with debugfs=off debian-7.2 lockdown.sh
step debian-fips booted_with fips=1 debian-6.1 fips.sh
# In User Mode Linux, whose key is at hand
step fips-signed booted_with fips=1 uml-6.1-debug fips-signed.sh
# PREEMPT_RT
step debian-rt-7.2-load in_kernel debian-rt-7.2 load.sh
step debian-rt-7.2-kunit in_kernel debian-rt-7.2 kunit.sh part=40
step debian-rt-7.2 in_kernel debian-rt-7.2 rt.sh
step demo makes demo
# The same from nothing, and DKMS on these Debians' own kernels
step debian-12 in_debian bookworm debian.sh debian-6.1
step debian-13 in_debian trixie debian.sh trixie-6.12

group arm64
step arm64-build tools/test/build.sh mbsum@debian-arm64-6.1 debian-arm64-6.1 debian-arm64-7.2
step arm64-harness harness CROSS_COMPILE=aarch64-linux-gnu-
step arm64-cost tools/measure/cost/run arm64
barrier
step arm64-load in_kernel debian-arm64-6.1 load.sh
step arm64-counters in_kernel debian-arm64-6.1 counters.sh
step arm64-registers in_kernel debian-arm64-6.1 registers.sh
step arm64-neon-kunit in_kernel debian-arm64-6.1 kunit.sh part=10 isa=scalar,neon
# It claims the vector registers in another way.
step arm64-7.2-load in_kernel debian-arm64-7.2 load.sh
step arm64-7.2-registers in_kernel debian-arm64-7.2 registers.sh

group mips
step mips-build tools/test/build.sh mbsum@debian-mips64el-6.1 debian-mips64el-6.1
step mips-harness harness CROSS_COMPILE=mips64el-linux-gnuabi64-
step mips-cost tools/measure/cost/run mips
barrier
step mips-load in_kernel debian-mips64el-6.1 load.sh
step mips-registers in_kernel debian-mips64el-6.1 registers.sh
step mips-counters in_kernel debian-mips64el-6.1 counters.sh
step mips-msa-kunit in_kernel debian-mips64el-6.1 kunit.sh part=10 isa=msa

# What takes longest.
group all
barrier
step all-build tools/test/build.sh debian-rt-6.1 bochs-6.1 bochs-6.12
step all-arm64-build tools/test/build.sh debian-arm64-6.12 debian-arm64-rt-6.1
step clang-build tools/test/build.sh clang-7.2 clang-kcsan-7.2 clang-kmsan-7.2
step gcc-rt-build tools/test/build.sh gcc-rt-7.2
# The packages that DKMS is tested with
step all-deb makes deb
barrier
step debian-12-makes in_debian bookworm debian-makes.sh
step debian-13-makes in_debian trixie debian-makes.sh
# Its headers want the compiler of Debian 13.
step debian-7.2-here in_debian trixie here.sh debian-7.2
step model-hotplug tools/test/model.sh hotplug
# The benchmarks once more, on the kernels that the figures in docs come from
step bench-consumers-all tools/test/bench-consumers.sh
step bench-mbsum-all tools/test/bench-mbsum.sh
# How one user slows down another
step share in_kernel_with_users uml-7.2 share.sh
# One change to each file; by hand as many as one likes
step mutants tools/test/mutants.py -n 1 -j 1
# With less than this CPU has
step kunit-no-avx512 in_kernel uml-6.1 kunit.sh isa=scalar,bmi2,sse2,ssse3,avx,avx2,shani
step kunit-no-shani in_kernel uml-6.1 kunit.sh isa=scalar,bmi2,sse2,ssse3,avx,avx2,avx512vl,avx512
step kunit-no-avx2 in_kernel uml-6.1 kunit.sh isa=scalar,sse2,ssse3,avx,shani
step kunit-scalar in_kernel uml-6.1 kunit.sh force_scalar=1
step debian-kunit in_kernel debian-6.1 kunit.sh part=5
# With lone=0, so that lone requests wait, too
step debian-6.12-kunit in_kernel debian-6.12 kunit.sh part=40 lone=0
step debian-7.2-kunit in_kernel debian-7.2 kunit.sh part=10
step debian-shani-kunit in_kernel debian-6.1@Denverton kunit.sh part=10
step clang-kunit in_kernel clang-7.2 kunit.sh
# Data races
step clang-kcsan-torture in_kernel clang-kcsan-7.2 torture.sh 60
# Uses of memory that nothing was written to
step clang-kmsan-torture in_kernel clang-kmsan-7.2 torture.sh 60
# Locking with PREEMPT_RT
step gcc-rt-torture in_kernel gcc-rt-7.2 torture.sh 60
step gcc-rt in_kernel gcc-rt-7.2 rt.sh
step gcc-rt-consumers in_kernel gcc-rt-7.2 consumers.sh
step arm64-kunit in_kernel debian-arm64-6.1 kunit.sh part=5
step arm64-parameters in_kernel debian-arm64-6.1 parameters.sh
step arm64-6.12-load in_kernel debian-arm64-6.12 load.sh
step arm64-6.12-parameters in_kernel debian-arm64-6.12 parameters.sh
step arm64-6.12-counters in_kernel debian-arm64-6.12 counters.sh
step arm64-6.12-registers in_kernel debian-arm64-6.12 registers.sh
step arm64-6.12-kunit in_kernel debian-arm64-6.12 kunit.sh part=10
step arm64-7.2-parameters in_kernel debian-arm64-7.2 parameters.sh
step arm64-7.2-counters in_kernel debian-arm64-7.2 counters.sh
step arm64-7.2-kunit in_kernel debian-arm64-7.2 kunit.sh part=10
step arm64-rt-load in_kernel debian-arm64-rt-6.1 load.sh
step mips-kunit in_kernel debian-mips64el-6.1 kunit.sh part=10
step mips-parameters in_kernel debian-mips64el-6.1 parameters.sh
step mips-3a1000-load in_kernel debian-mips64el-6.1@Loongson-3A1000 load.sh
step mips-3a1000-parameters in_kernel debian-mips64el-6.1@Loongson-3A1000 parameters.sh
step mips-3a1000-counters in_kernel debian-mips64el-6.1@Loongson-3A1000 counters.sh
step mips-3a1000-kunit in_kernel debian-mips64el-6.1@Loongson-3A1000 kunit.sh part=10
step bochs-load in_kernel bochs-6.1 load.sh
step bochs-parameters in_kernel bochs-6.1 parameters.sh
step bochs-6.12-load in_kernel bochs-6.12 load.sh
step bochs-kunit in_kernel bochs-6.1 kunit.sh part=50
step debian-6.12-order in_kernel debian-6.12 order.sh
step debian-6.12-parameters in_kernel debian-6.12 parameters.sh
step debian-shani-parameters in_kernel debian-6.1@Denverton parameters.sh
step debian-6.12-damage in_kernel debian-6.12 damage.sh
step debian-6.12-tcp in_kernel debian-6.12 tcp.sh
step debian-6.12-documents in_kernel debian-6.12 documents.sh
step debian-6.12-offload in_kernel debian-6.12 offload.sh
step debian-7.2-tcp in_kernel debian-7.2 tcp.sh
step debian-7.2-stress in_kernel debian-7.2 stress.sh
step debian-7.2-documents in_kernel debian-7.2 documents.sh
step debian-rt-load in_kernel debian-rt-6.1 load.sh
step debian-rt-parameters in_kernel debian-rt-6.1 parameters.sh
step debian-rt-kunit in_kernel debian-rt-6.1 kunit.sh part=40
step debian-rt in_kernel debian-rt-6.1 rt.sh
step debian-rt-7.2-parameters in_kernel debian-rt-7.2 parameters.sh
step debian-6.12-hotplug in_kernel debian-6.12 hotplug.sh
step debian-7.2-hotplug in_kernel debian-7.2 hotplug.sh
# Each builds the module in an emulator; debian-12 and debian-13 do so natively.
step debian-dkms in_large_kernel debian-6.1 dkms.sh
step debian-6.12-dkms in_large_kernel debian-6.12 dkms.sh
step debian-7.2-dkms in_large_kernel debian-7.2 dkms.sh
step debian-kcapi in_kernel_with_kcapi debian-6.1 0 1 4097
step debian-torture in_kernel debian-6.1 torture.sh 45
step debian-rt-7.2-order in_kernel debian-rt-7.2 order.sh
step debian-rt-7.2-torture in_kernel debian-rt-7.2 torture.sh 45
step debian-reload-100 in_kernel debian-6.1 reload.sh
step debian-6.12-reload-100 in_kernel debian-6.12 reload.sh
step debian-7.2-reload-100 in_kernel debian-7.2 reload.sh
