/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A thread may use its vector registers at any time, but kunit.c checks that each claim
 * on them ends.
 */
#ifndef _HARNESS_CLAIMS_H
#define _HARNESS_CLAIMS_H

extern __thread int vector_claims;

#endif
