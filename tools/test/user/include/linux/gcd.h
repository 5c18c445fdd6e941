/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_GCD_H
#define _LINUX_GCD_H

/* Euclid, Elements VII, 2 */
static inline unsigned long gcd(unsigned long a, unsigned long b)
{
	while (b) {
		unsigned long rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

#endif
