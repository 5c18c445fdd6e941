# SPDX-License-Identifier: GPL-2.0
#
# Which sources make the engine: all but the module's dealings with the kernel.
# Included by what builds it for user space, with TOP, the checkout, and LANES,
# whose lane kernels are wanted: x86, arm64, mips, or generic for none.

MODULE	:= $(addprefix $(TOP)/mbhash_,main.c ahash.c flush.c deadline.c stats.c)
KERNELS	:= $(TOP)/mbhash_generic.c $(TOP)/mbhash_$(LANES)_glue.c \
	   $(wildcard $(TOP)/mbhash_$(LANES)_*.S)
ENGINE	:= $(filter-out $(MODULE) %_glue.c %_generic.c, \
	     $(wildcard $(TOP)/mbhash_*.c)) $(KERNELS)

# tools/harness/include, which stands in for the kernel's headers, has all that
# the newest kernel has.
COMPAT	:= $(addprefix -D,$(shell grep -o 'HAVE_[A-Z_]*' \
	     $(TOP)/compat/Kbuild.include))
