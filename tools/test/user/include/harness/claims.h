/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A process may use its vector registers as it likes; but kunit.c looks whether
 * every claim on them has its end.
 */
#ifndef _HARNESS_CLAIMS_H
#define _HARNESS_CLAIMS_H

extern int vector_claims;

#endif
