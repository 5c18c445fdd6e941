# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced by tools/check/run: what is tested.

in_kernel()	# in_kernel KERNEL GUEST_SCRIPT [ARGS...]
{
	tools/vm/module "$1" > /dev/null
	tools/vm/run -k "$1" -c 4 "tools/check/$2" "${@:3}"
}

harness() { make -s -C tools/harness run "$@"; }

# Kernels and programs that the rest needs, each built afresh.
step build tools/check/build.sh mbsum uml-6.1 debian-6.1
barrier
step build-debug tools/check/build.sh uml-6.1-debug
step build-6.12 tools/check/build.sh debian-6.12
step static tools/check/static.sh
step harness harness
step harness-sanitize harness SANITIZE=1
step harness-generic harness LANES=generic
barrier

# Natively, in User Mode Linux, with all that this CPU has and with less of it.
step kunit-debug in_kernel uml-6.1-debug guest-kunit.sh
step kunit in_kernel uml-6.1 guest-kunit.sh
step kunit-no-avx512 in_kernel uml-6.1 guest-kunit.sh isa=scalar,sse2,ssse3,avx,avx2,shani
step kunit-no-shani in_kernel uml-6.1 guest-kunit.sh isa=scalar,sse2,ssse3,avx,avx2,avx512vl,avx512
step kunit-no-avx2 in_kernel uml-6.1 guest-kunit.sh isa=scalar,sse2,ssse3,avx,shani
step kunit-generic in_kernel uml-6.1 guest-kunit.sh isa=generic
step kunit-scalar in_kernel uml-6.1 guest-kunit.sh force_scalar=1
# With so late a deadline a thread that is not woken is noticed.
step kunit-late in_kernel uml-6.1 guest-kunit.sh flush_us=500000
step mbsum in_kernel uml-6.1 guest-mbsum.sh

# Debian's own kernels with four CPUs, emulated.
step debian-load in_kernel debian-6.1 guest-load.sh
step debian-counters in_kernel debian-6.1 guest-counters.sh
step debian-hotplug in_kernel debian-6.1 guest-hotplug.sh
step debian-reload in_kernel debian-6.1 guest-reload.sh
step debian-6.12-load in_kernel debian-6.12 guest-load.sh
step debian-6.12-counters in_kernel debian-6.12 guest-counters.sh
