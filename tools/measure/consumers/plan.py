# SPDX-License-Identifier: GPL-2.0
"""The scenarios to measure on each kernel. Each scenario is a program in this folder.
PROGRAM:SET is the same as on a CPU that only has this set of instructions.

Scenarios in which a kernel accepts only synchronous drivers are left out.
"""

from sets import SETS

#: The set of most CPUs without SHA-NI
WITHOUT_SHANI = "avx2"

#: What is measured with that set too, and the cases of it, as --case names them
ESP, CRYPT = f"esp:{WITHOUT_SHANI}", f"crypt:{WITHOUT_SHANI}"
CASES = {ESP: ["*-tunnel/*"], CRYPT: ["4096/*"]}

SCENARIOS = {
    "uml-oldest": ("esp", ESP, "ah", "offload", "crypt", CRYPT, "verity", "afalg"),
    "uml-stable": ("esp", ESP, "ah", "offload", "crypt", CRYPT, "verity", "afalg"),
    "uml-newest-up": ("esp", ESP, "ah", "offload", "crypt", CRYPT, "integrity", "afalg"),
}

#: Only to check that everything works, on a kernel that other tests have built: what
#: Linux 6.1 lacks, and the library that replaces its drivers. With SMP each task switch
#: takes several system calls of the host.
CHECKS = {"uml-newest": ("integrity", CRYPT)}

#: The kernel's own driver, called as an asynchronous one: module/hash.c
AS_AHASH = "sha256-as-ahash"

#: All scenarios
ALL = tuple(dict.fromkeys(name for names in SCENARIOS.values() for name in names))


def set_of(scenario):
    """The set of instructions; None for all that the CPU has"""
    return SETS.get(scenario.partition(":")[2])


def can_measure(scenario):
    """Does this CPU have the instructions?"""
    return not (set_of(scenario) and set_of(scenario).lacking())


def boots(kernels, names):
    """The pairs of kernel and scenario, of those given or of all, that can be measured here"""
    return [(kernel, name)
            for kernel in kernels or SCENARIOS
            for name in (SCENARIOS | CHECKS)[kernel]
            if name in (names or ALL) and can_measure(name)]
