# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced by tools/test/run: what is tested. "make test" runs the group test, "make check"
# quick, "make check-full" x86 and each architecture in ARCH/test/steps.sh, "make
# check-all" these and the group all.

in_kernel()	# in_kernel KERNEL[@CPU] GUEST_SCRIPT [ARGS...]
{
	tools/vm/module "$1" > /dev/null &&
	tools/vm/mbsum "$1" > /dev/null &&
	tools/vm/run -k "$1" -c "${cpus-4}" -t 1500 -a "${booted_with-}" -d "${metadata-}" \
		"tools/test/guest/$2" "${@:3}"
}

booted_with()	# booted_with ARGUMENTS KERNEL[@CPU] GUEST_SCRIPT [ARGS...]
{
	booted_with=$1 in_kernel "${@:2}"
}

# with_metadata BYTES KERNEL GUEST_SCRIPT [ARGS...]: on a disk that has so many beside each sector
with_metadata() { metadata=$1 in_kernel "${@:2}"; }

on_one_cpu() { cpus=1 in_kernel "$@"; } # KERNEL[@CPU] GUEST_SCRIPT [ARGS...]

in_kernel_with_bench()
{
	tools/measure/kernel/build "$1" > /dev/null &&
	cpus=1 in_kernel "$@"
}

# in_kernel_with WHAT KERNEL GUEST_SCRIPT [ARGS...]: the script's last argument is what
# others.sh prints
in_kernel_with()
{
	local path

	path=$(tools/test/others.sh "$1") &&
	in_kernel "${@:2}" "$path"
}

# in_kernel_with_program NAME KERNEL GUEST_SCRIPT [ARGS...]: built as build/NAME
in_kernel_with_program()
{
	gcc -O2 -g -std=gnu11 -Wall -Wextra -pthread -o "build/$1" "tools/test/guest/$1.c" &&
	in_kernel "${@:2}"
}

# beside what the benchmark compares with
in_kernel_with_users()
{
	tools/measure/kernel/build "$1" > /dev/null &&
	cpus=1 in_kernel_with_program sockets "$@"
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

# harness_on_cpu TRIPLET CPU: emulated, the suites that know implementations
harness_on_cpu() { harness CROSS_COMPILE="$1-" CPU="$2" ARGS="mbhash_lanes mbhash_registers"; }

# mbsum_here [SANITIZE=1]: by libmbhash, in the kernel that runs here
mbsum_here()
{
	make -s -C tools/mbsum O="$PWD/build/mbsum-here$*" "$@" > /dev/null &&
	MBSUM="build/mbsum-here$*/mbsum" tools/mbsum/test.sh
}

libmbhash() { MBHASH_ISA=$1 make -s -C libmbhash/test run "${@:2}"; } # SETS [VARIABLE=VALUE...]

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

# What needs gcc and OpenSSL's libcrypto only, in a minute or two, the longest first.
group test
step test-sanitize harness SANITIZE=1
step test-suites harness
step test-mbsum mbsum_here SANITIZE=1
step test-libmbhash libmbhash all
step test-libmbhash-sanitize libmbhash all SANITIZE=1

# What it takes to trust a change, in minutes.
group quick
# Kernels and programs that the rest needs, each built afresh.
step build tools/test/build.sh mbsum@uml-oldest uml-oldest debian-oldest
step harness harness
step harness-sanitize harness SANITIZE=1
step libmbhash tools/test/libmbhash.sh
step mbsum-here mbsum_here
step model tools/test/model.sh
barrier
step kunit in_kernel uml-oldest kunit.sh
step mbsum in_kernel uml-oldest mbsum.sh
step debian-load in_kernel debian-oldest load.sh
step debian-parameters in_kernel debian-oldest parameters.sh
step debian-counters in_kernel debian-oldest counters.sh

# Where nothing has to wait, what takes longest begins first: else one CPU is idle in the end.
group x86
barrier
step lanebench tools/test/lanebench.sh
step libmbhash-more tools/test/libmbhash.sh more
step static tools/test/static.sh
step vm tools/test/vm.sh
step build-newest tools/test/build.sh uml-newest debian-newest
step build-stable tools/test/build.sh debian-stable
step build-rt tools/test/build.sh debian-rt-newest
step build-debug tools/test/build.sh uml-oldest-debug
step model-cpus tools/test/model.sh cpus
step flushsim-1 tools/test/flushsim.sh 1
step fuzz tools/test/fuzz.sh 10
step deb tools/test/deb.sh
step dist tools/test/dist.sh
# What each implementation takes, see docs/instructions.md, and one job with any set of
# instructions that a CPU has; ARCH-cost, too
step x86-cost tools/measure/cost/run x86
step mbsum-sanitize mbsum_here SANITIZE=1
step make tools/test/make.sh
step harness-threads harness SANITIZE=thread ARGS=mbhash_replan
step harness-generic harness LANES=generic
step progress tools/test/progress.sh
step clang tools/test/clang.sh
barrier
# From nothing, and DKMS on these Debians' own kernels
step debian-12 in_debian bookworm debian.sh debian-oldest
# A newcomer's first test. Only one at a time uses a Debian.
step debian-13-test in_debian trixie debian-test.sh
# No kernel is built for this alone.
step bench-consumers tools/test/bench-consumers.sh uml-oldest uml-newest
step debian-13 in_debian trixie debian.sh trixie-stable more
step bench tools/test/bench.sh
# A benchmark in an emulator
step debian-here tools/test/here.sh debian-oldest
step compat tools/test/compat.sh uml-oldest debian-stable uml-newest

# Natively, in User Mode Linux, with all that this CPU has.
step kunit-debug in_kernel uml-oldest-debug kunit.sh
step kunit-newest in_kernel uml-newest kunit.sh
# Where data is spliced
step mbsum-newest in_kernel uml-newest mbsum.sh
step iptfs in_kernel uml-newest iptfs.sh
step coreutils in_kernel_with coreutils uml-oldest coreutils.sh
step bar in_kernel uml-oldest bar.sh
step top in_kernel uml-oldest top.sh
step flush in_kernel_with_bench uml-oldest flush.sh
step vectors in_kernel_with vectors uml-oldest vectors.sh
step vectors-newest in_kernel_with vectors uml-newest vectors.sh
step leaks in_searched_kernel uml-oldest
step torture-debug in_kernel uml-oldest-debug torture.sh 45
step torture-newest make -s torture MINUTES=1 KERNEL=uml-newest SEED=$RANDOM

# Debian's own kernels with four CPUs, emulated.
step debian-registers in_kernel debian-oldest registers.sh
step debian-hotplug in_kernel debian-oldest hotplug.sh
step debian-reload in_kernel debian-oldest reload.sh 5
step debian-exit booted_with preempt=full debian-oldest exit.sh
step debian-consumers in_kernel debian-oldest consumers.sh
step debian-order in_kernel debian-oldest order.sh
step debian-damage in_kernel debian-oldest damage.sh
step debian-cut in_kernel debian-oldest cut.sh crypt
step debian-nabhash in_kernel debian-oldest nabhash.sh
step debian-files in_kernel debian-oldest files.sh
step debian-writes on_one_cpu debian-oldest writes.sh
step debian-tcp in_kernel debian-oldest tcp.sh
step debian-stress in_kernel debian-oldest stress.sh
step debian-documents in_kernel_with cryptsetup debian-oldest documents.sh
step debian-troubles in_kernel debian-oldest troubles.sh
step debian-offload in_kernel debian-oldest offload.sh
step debian-flood in_kernel_with_program flood debian-oldest flood.sh
step debian-sockets in_kernel_with_program sockets debian-oldest sockets.sh
step debian-stable-load in_kernel debian-stable load.sh
step debian-newest-load in_kernel debian-newest load.sh
step debian-newest-writes on_one_cpu debian-newest writes.sh
step debian-newest-consumers in_kernel debian-newest consumers.sh
step debian-newest-cut in_kernel debian-newest cut.sh integrity
step debian-shani-load in_kernel debian-oldest@Denverton load.sh
step debian-refused in_kernel debian-oldest refused.sh
step debian-newest-refused in_kernel debian-newest refused.sh
step debian-lockdown in_kernel debian-oldest lockdown.sh
step debian-newest-no-debugfs booted_with debugfs=off debian-newest lockdown.sh
step debian-fips booted_with fips=1 debian-oldest fips.sh
# In User Mode Linux, whose key is at hand
step fips-signed booted_with fips=1 uml-oldest-debug fips-signed.sh
# PREEMPT_RT
step debian-rt-newest-load in_kernel debian-rt-newest load.sh
step debian-rt-newest in_kernel debian-rt-newest rt.sh
# What lanebench and bench have measured is not measured again.
barrier
step performance tools/test/performance.sh

# Other architectures
for folder in $(arch_folders); do
	# shellcheck source=/dev/null
	[ ! -e "$folder/test/steps.sh" ] || . "$folder/test/steps.sh"
done

# What takes longest.
group all
barrier
step all-build tools/test/build.sh uml-stable debian-rt-oldest bochs-oldest bochs-stable
step clang-build tools/test/build.sh clang-newest clang-kcsan-newest clang-kmsan-newest
step gcc-rt-build tools/test/build.sh gcc-rt-newest
# The packages that DKMS is tested with
step all-deb makes deb
barrier
step debian-12-test in_debian bookworm debian-test.sh
step debian-12-more in_debian bookworm debian.sh debian-oldest rest
step debian-12-makes in_debian bookworm debian-makes.sh
step debian-13-makes in_debian trixie debian-makes.sh
# Its headers want the compiler of Debian 13.
step debian-newest-here in_debian trixie here.sh debian-newest
step model-hotplug tools/test/model.sh hotplug
step model-mutants tools/test/model.sh mutants
step flushsim tools/test/flushsim.sh
step flushsim-1001 tools/test/flushsim.sh 1001
# Once more, on the kernels that the figures in docs come from, and with AVX-512
step bench-consumers-all tools/test/bench-consumers.sh
step bench-nabhash tools/test/bench-nabhash.sh
step debian-burst tools/test/burst.sh debian-oldest
# With a peer that takes a minute to build
step lanebench-all tools/test/lanebench.sh all
# How one user slows down another
step share in_kernel_with_users uml-newest share.sh
step demo makes demo
step screens tools/test/screens.sh
step flush-newest in_kernel_with_bench uml-newest flush.sh
step leaks-newest in_searched_kernel uml-newest
# One change to each file; by hand as many as one likes
step mutants tools/test/mutants.py -n 1 -j 1
# With less than this CPU has
step kunit-generic in_kernel uml-oldest kunit.sh isa=generic
step kunit-no-avx512 in_kernel uml-oldest kunit.sh isa=scalar,bmi2,sse2,ssse3,avx,avx2,shani
step kunit-no-shani in_kernel uml-oldest kunit.sh isa=scalar,bmi2,sse2,ssse3,avx,avx2,avx512vl,avx512
step kunit-no-avx2 in_kernel uml-oldest kunit.sh isa=scalar,sse2,ssse3,avx,shani
step kunit-scalar in_kernel uml-oldest kunit.sh force_scalar=1
step kunit-stable in_kernel uml-stable kunit.sh
step debian-kunit in_kernel debian-oldest kunit.sh part=5
step debian-stable-kunit in_kernel debian-stable kunit.sh part=40
step debian-newest-kunit in_kernel debian-newest kunit.sh part=10
step debian-shani-kunit in_kernel debian-oldest@Denverton kunit.sh part=10
step clang-kunit in_kernel clang-newest kunit.sh
step clang-dkms tools/test/clang.sh clang-newest
# Data races
step clang-kcsan-torture in_kernel clang-kcsan-newest torture.sh 60
# Uses of memory that nothing was written to. Emulated this kernel is so slow that RCU's
# readers may wait longer for a CPU than the 21 s after which RCU reports a stall.
step clang-kmsan-torture booted_with rcupdate.rcu_cpu_stall_timeout=100 clang-kmsan-newest torture.sh 60
# Locking with PREEMPT_RT
step gcc-rt-torture in_kernel gcc-rt-newest torture.sh 60
step gcc-rt in_kernel gcc-rt-newest rt.sh
step gcc-rt-consumers in_kernel gcc-rt-newest consumers.sh
step bochs-load in_kernel bochs-oldest load.sh
step bochs-parameters in_kernel bochs-oldest parameters.sh
step bochs-stable-load in_kernel bochs-stable load.sh
step bochs-kunit in_kernel bochs-oldest kunit.sh part=50
step debian-stable-order in_kernel debian-stable order.sh
step debian-newest-order in_kernel debian-newest order.sh
step debian-stable-parameters in_kernel debian-stable parameters.sh
step debian-newest-parameters in_kernel debian-newest parameters.sh
step debian-stable-counters in_kernel debian-stable counters.sh
step debian-newest-counters in_kernel debian-newest counters.sh
step debian-stable-consumers in_kernel debian-stable consumers.sh
step debian-shani-parameters in_kernel debian-oldest@Denverton parameters.sh
step debian-stable-damage in_kernel debian-stable damage.sh
step debian-newest-damage in_kernel debian-newest damage.sh
step debian-stable-writes on_one_cpu debian-stable writes.sh
step debian-stable-tcp in_kernel debian-stable tcp.sh
step debian-stable-documents in_kernel_with cryptsetup debian-stable documents.sh
step debian-stable-nabhash in_kernel debian-stable nabhash.sh
step debian-newest-nabhash in_kernel debian-newest nabhash.sh
step debian-stacks in_kernel debian-oldest stacks.sh
step debian-newest-stacks in_kernel debian-newest stacks.sh
step debian-esn in_kernel debian-oldest esn.sh
step debian-stable-esn in_kernel debian-stable esn.sh
step debian-stable-files in_kernel debian-stable files.sh
step debian-newest-inline with_metadata 32 debian-newest inline.sh
step debian-gone in_kernel debian-oldest gone.sh
step debian-stable-gone in_kernel debian-stable gone.sh
step debian-stable-offload in_kernel debian-stable offload.sh
step debian-newest-offload in_kernel debian-newest offload.sh
step gone-debug in_kernel uml-oldest-debug gone.sh 75
step debian-newest-documents in_kernel_with cryptsetup debian-newest documents.sh
step debian-newest-troubles in_kernel debian-newest troubles.sh
step debian-newest-esn in_kernel debian-newest esn.sh
step debian-newest-gone in_kernel debian-newest gone.sh
step debian-newest-tcp in_kernel debian-newest tcp.sh
step debian-newest-stress in_kernel debian-newest stress.sh
step debian-rt-load in_kernel debian-rt-oldest load.sh
step debian-rt-parameters in_kernel debian-rt-oldest parameters.sh
step debian-rt-kunit in_kernel debian-rt-oldest kunit.sh part=40
step debian-rt in_kernel debian-rt-oldest rt.sh
step debian-rt-newest-parameters in_kernel debian-rt-newest parameters.sh
step debian-rt-newest-kunit in_kernel debian-rt-newest kunit.sh part=40
step debian-stable-hotplug in_kernel debian-stable hotplug.sh
step debian-newest-hotplug in_kernel debian-newest hotplug.sh
# Each builds the module in an emulator; debian-12 and debian-13 do so natively.
step debian-dkms in_large_kernel debian-oldest dkms.sh
step debian-stable-dkms in_large_kernel debian-stable dkms.sh
step debian-newest-dkms in_large_kernel debian-newest dkms.sh
step kcapi in_kernel_with kcapi uml-oldest kcapi.sh 0 65537
step debian-kcapi in_kernel_with kcapi debian-oldest kcapi.sh 0 1 4097
step debian-torture in_kernel debian-oldest torture.sh 45
step debian-rt-newest-order in_kernel debian-rt-newest order.sh
step debian-rt-newest-torture in_kernel debian-rt-newest torture.sh 45
step debian-reload-100 in_kernel debian-oldest reload.sh
step debian-stable-reload-100 in_kernel debian-stable reload.sh
step debian-newest-reload-100 in_kernel debian-newest reload.sh
