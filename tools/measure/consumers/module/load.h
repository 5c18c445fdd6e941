/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Declarations that the files of mbhash_load.ko share, grouped by file.
 */
#ifndef _LOAD_H
#define _LOAD_H

#include <linux/types.h>

/* bios.c */

#define BIOS_MAX_SIZE	(1U << 20)
#define BIOS_MAX_DEPTH	64

/**
 * struct bios_scenario - a load of bios
 * @device: path of the block device
 * @write: write to it; otherwise read
 * @random: at random positions; otherwise from start to end, repeatedly
 * @size: bytes in a bio, a multiple of 512
 * @depth: number of bios in flight
 * @ms: duration, milliseconds; 0: the number of bios that covers the device once
 */
struct bios_scenario {
	const char *device;
	bool write;
	bool random;
	unsigned int size;
	unsigned int depth;
	unsigned int ms;
};

/**
 * struct bios_result - results of a load
 * @bios: number of bios that have ended
 * @errors: number of those that failed
 * @first_error: the first failed bio's position, in bios of that size
 * @ns: duration, nanoseconds
 * @cpu_ns: CPU time of the kernel, nanoseconds
 */
struct bios_result {
	u64 bios;
	u64 errors;
	u64 first_error;
	u64 ns;
	u64 cpu_ns;
};

int bios_run(const struct bios_scenario *scenario, struct bios_result *result);

/* cipher.c */

int cipher_register(void);
void cipher_unregister(void);

/* hash.c */

int hash_register(void);
void hash_unregister(void);

#endif /* _LOAD_H */
