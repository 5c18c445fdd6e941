# SPDX-License-Identifier: GPL-2.0
"""The scenarios to measure on each kernel. Each scenario is a program in this folder.
PROGRAM:SET is the same as on a CPU that only has this set of instructions.

Scenarios in which a kernel accepts only synchronous drivers are left out.
"""

from fnmatch import fnmatch

from sets import SETS

#: What is measured with a set too: the cases, as --case names them
MOST = {"esp": ["*-tunnel/*", "sha256-aes*/*"], "ah": ["sha256-*"],
        "crypt": ["4096/*", "luks-?-4096/*"], "integrity": ["D-*", "J-4096/*"]}
FEW = {"esp": ["sha256-aes/*"], "crypt": ["luks-?-4096/*-1m"]}

#: The sets of CPUs without SHA-NI: old or small ones, most, and the servers before Ice Lake
CASES = {"ssse3": FEW, "avx2": MOST, "avx512": MOST}


def with_sets(*programs):
    """These scenarios, and each with the sets of which cases are measured"""
    return [f"{program}{suffix}" for program in programs
            for suffix in ("", *(f":{name}" for name in CASES if program in CASES[name]))]


SCENARIOS = {
    "uml-oldest": (*with_sets("esp", "ah", "crypt"), "offload", "verity", "afalg", "work",
                   "alone"),
    "uml-stable": (*with_sets("esp", "ah", "crypt"), "offload", "verity", "afalg", "work",
                   "alone"),
    "uml-newest-up": (*with_sets("esp", "ah", "crypt", "integrity"), "offload", "afalg",
                      "work", "alone"),
}

#: Only to check that everything works, on a kernel that other tests have built: what
#: Linux 6.1 lacks, and the library that replaces its drivers. With SMP each task switch
#: takes several system calls of the host.
CHECKS = {"uml-newest": ("integrity", "integrity:avx2", "crypt:avx2")}

#: The kernel's own driver, called as an asynchronous one: module/hash.c. It uses all that
#: the CPU has.
AS_AHASH = "sha256-as-ahash"

#: ESP by AES-GCM, which needs no hash, instead of AES-CBC and a hash
AES_GCM = "aes-gcm"

#: All scenarios
ALL = tuple(dict.fromkeys(name for names in SCENARIOS.values() for name in names))


def set_of(scenario):
    """The set of instructions; None for all that the CPU has"""
    return SETS.get(scenario.partition(":")[2])


def cases(scenario):
    """The cases to measure; none for all"""
    program, _, name = scenario.partition(":")
    return CASES[name][program] if name else []


def with_set(name, scenario, case):
    """Is that case, "GROUP CASE", measured with the set of that name too?"""
    return any(fnmatch(case.replace(" ", "/"), pattern)
               for pattern in CASES[name].get(scenario, []))


def can_measure(scenario):
    """Does this CPU have the instructions?"""
    return not (set_of(scenario) and set_of(scenario).lacking())


def boots(kernels, names):
    """The pairs of kernel and scenario, of those given or of all, that can be measured here"""
    return [(kernel, name)
            for kernel in kernels or SCENARIOS
            for name in (SCENARIOS | CHECKS)[kernel]
            if name in (names or ALL) and can_measure(name)]
