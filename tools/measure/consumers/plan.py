# SPDX-License-Identifier: GPL-2.0
"""The scenarios to measure on each kernel. Each scenario is a program in this folder.

Scenarios in which a kernel accepts only synchronous drivers are left out.
"""

SCENARIOS = {
    "uml-oldest": ("esp", "ah", "offload", "crypt", "verity", "afalg"),
    "uml-stable": ("esp", "ah", "offload", "crypt", "verity", "afalg"),
    "uml-newest-up": ("esp", "ah", "offload", "crypt", "integrity", "afalg"),
}

#: Only to check that everything works, on a kernel that other tests have built: what
#: Linux 6.1 lacks. With SMP each task switch takes several system calls of the host.
CHECKS = {"uml-newest": ("integrity",)}

#: The kernel's own driver, called as an asynchronous one: module/hash.c
AS_AHASH = "sha256-as-ahash"

#: All scenarios
ALL = tuple(dict.fromkeys(name for names in SCENARIOS.values() for name in names))


def boots(kernels, names):
    """The pairs of kernel and scenario, of those given or of all"""
    return [(kernel, name)
            for kernel in kernels or SCENARIOS
            for name in (SCENARIOS | CHECKS)[kernel]
            if name in (names or ALL)]
