/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the files of mbhash_load.ko share, file by file.
 */
#ifndef _LOAD_H
#define _LOAD_H

#include <linux/types.h>

/* bios.c */

#define BIOS_MAX_SIZE	(1U << 20)
#define BIOS_MAX_DEPTH	64

/**
 * struct bios_scenario - a load of bios
 * @device: the block device, a path
 * @write: write to it, or read from it
 * @random: anywhere, or from its beginning to its end and again
 * @size: bytes in a bio, a multiple of 512
 * @depth: how many are kept in flight
 * @ms: for how long, milliseconds; 0: the device once, from end to end
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
 * struct bios_result - what became of it
 * @bios: how many have ended
 * @errors: how many of them have failed
 * @first_error: the block that the first one that failed began with
 * @ns: how long it took, nanoseconds
 * @cpu_ns: how long the kernel worked for it, likewise
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

#endif /* _LOAD_H */
