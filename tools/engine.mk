# SPDX-License-Identifier: GPL-2.0
#
# The sources of engine and policy, and what they need to be compiled for user space.
# Included with TOP, the checkout, and LANES, the folder whose implementations are wanted,
# or generic for none.

IMPLS	:= $(TOP)/engine/portable.c $(wildcard $(TOP)/$(LANES)/*.c $(TOP)/mbhash_$(LANES).S)
ENGINE	:= $(sort $(filter-out %/generic.c,$(wildcard $(TOP)/engine/*.c)) $(IMPLS) \
	     $(if $(filter generic,$(LANES)),$(TOP)/engine/generic.c))
POLICY_CODE := $(wildcard $(TOP)/policy/*.c)

# tools/test/user/include, which stands in for the kernel's headers, has all that
# the newest kernel has.
COMPAT	:= -DKBUILD_MODNAME='"mbhash"' $(addprefix -D,$(shell grep -o 'HAVE_[A-Z_]*' \
	     $(TOP)/compat/Kbuild.include))
