// SPDX-License-Identifier: GPL-2.0
/*
 * A vector section in the context of a program: a write to the parameter "section"
 * claims and clears the vector registers in the writer's context. The module itself
 * does this mostly in kernel threads, which have no vector registers to lose.
 */
#include <linux/bottom_half.h>
#include <linux/errno.h>
#include <linux/moduleparam.h>

#include "../engine/internal.h"

static int section_set(const char *value, const struct kernel_param *param)
{
	u32 isa = mbhash_isa_vector & mbhash_isa_available();
	bool claimed;

	local_bh_disable();
	claimed = mbhash_simd_begin();
	if (claimed)
		mbhash_simd_end(isa, NULL, 0);
	local_bh_enable();
	return claimed ? 0 : -EBUSY;
}

static const struct kernel_param_ops section_ops = {
	.set = section_set,
};
module_param_cb(section, &section_ops, NULL, 0200);
MODULE_PARM_DESC(section, "write anything: claim and clear the vector registers");
