# SPDX-License-Identifier: GPL-2.0
"""Which scenarios are measured on which kernel: a program here for each.

On 6.12 they are those in which that kernel is not like one of the others.
"""

SCENARIOS = {
    "uml-6.1": ("esp", "ah", "offload", "crypt", "verity", "afalg"),
    "uml-6.12": ("esp", "crypt", "verity"),
    "uml-7.2-up": ("esp", "ah", "offload", "crypt", "integrity", "afalg"),
}

#: All of them
ALL = tuple(dict.fromkeys(name for names in SCENARIOS.values() for name in names))
