# SPDX-License-Identifier: GPL-2.0
"""Which scenarios are measured on which kernel: a program here for each.

Those are missing in which a kernel takes synchronous drivers only.
"""

SCENARIOS = {
    "uml-6.1": ("esp", "ah", "offload", "crypt", "verity", "afalg"),
    "uml-6.12": ("esp", "ah", "offload", "crypt", "verity", "afalg"),
    "uml-7.2-up": ("esp", "ah", "offload", "crypt", "integrity", "afalg"),
}

#: All of them
ALL = tuple(dict.fromkeys(name for names in SCENARIOS.values() for name in names))
