// SPDX-License-Identifier: GPL-2.0
/*
 * Why the kernel gives a program no hash.
 */
#include <errno.h>
#include <string.h>

#include "mbsum.h"

/**
 * refusal_report() - write why a hash cannot be used
 * @alg: the socket, or negative if there is none; not used
 * @is_driver: not used
 * @name: the hash or driver
 * @err: errno of the call that failed
 */
void refusal_report(int alg, const char *name, bool is_driver, int err)
{
	(void)alg;
	(void)is_driver;
	switch (err) {
	case EAFNOSUPPORT:
		report_note("AF_ALG", "this kernel does not offer its hashes to programs");
		break;
	case ENOENT:
		report_error(name, "this kernel has no such hash or driver");
		break;
	case ENOKEY:
		report_error(name, "this hash needs a key");
		break;
	default:
		report_error(name, strerror(err));
	}
}
