// SPDX-License-Identifier: GPL-2.0
/*
 * Why the kernel gives a program no hash: AF_ALG says the same for many causes.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "mbsum.h"

/* Bits of CapEff, see capabilities(7) */
#define CAP_NET_ADMIN	12
#define CAP_SYS_ADMIN	21

/* Values of the sysctl crypto.af_alg_restrict, since Linux 7.3 */
enum {
	RESTRICT_NOTHING,
	RESTRICT_MOST,		/* but a few hashes, by name, and some for root only */
	RESTRICT_ALL,
};

static int restriction(void)
{
	FILE *file = fopen("/proc/sys/crypto/af_alg_restrict", "re");
	int value = RESTRICT_NOTHING;

	if (!file)
		return value;
	if (fscanf(file, "%d", &value) != 1)
		value = RESTRICT_NOTHING;
	fclose(file);
	return value;
}

/* A number in /proc/self/status, whose base is 10 for Seccomp and 16 for CapEff */
static unsigned long long own_status(const char *field, int base)
{
	FILE *file = fopen("/proc/self/status", "re");
	unsigned long long value = 0;
	const size_t n = strlen(field);
	char line[256];

	if (!file)
		return 0;
	while (fgets(line, sizeof(line), file))
		if (!strncmp(line, field, n) && line[n] == ':')
			value = strtoull(line + n + 1, NULL, base);
	fclose(file);
	return value;
}

static bool is_sandboxed(void)
{
	return own_status("Seccomp", 10);
}

static bool is_privileged(void)
{
	return own_status("CapEff", 16) & (1ULL << CAP_NET_ADMIN | 1ULL << CAP_SYS_ADMIN);
}

static bool binds(const struct crypto_entry *entry, const void *socket)
{
	return !alg_bind(*(const int *)socket, entry->name);
}

/* Can a program have any of the hashes that there are? */
static bool any_hash_binds(int alg)
{
	struct crypto_entry found;

	return crypto_find(binds, &alg, &found);
}

/* Not found by that name: not there, or kept from programs */
static void report_missing(int alg, const char *name, bool is_driver)
{
	const bool restricted = restriction() == RESTRICT_MOST;

	if (restricted && is_driver)
		report_error(name,
			     "no drivers by name while the sysctl crypto.af_alg_restrict is 1");
	else if (restricted && !is_privileged())
		report_error(name,
			     "for root only while the sysctl crypto.af_alg_restrict is 1");
	else if (!any_hash_binds(alg))
		report_note("AF_ALG", "this kernel's module algif_hash is missing or blacklisted");
	else if (restricted)
		report_error(name,
			     "no such hash, or closed while the sysctl crypto.af_alg_restrict is 1");
	else
		report_error(name, "this kernel has no such hash or driver");
}

/**
 * refusal_report() - write why a hash cannot be used
 * @alg: the socket, or negative if there is none
 * @name: the hash or driver
 * @is_driver: whether it is the name of a driver
 * @err: errno of the call that failed
 */
void refusal_report(int alg, const char *name, bool is_driver, int err)
{
	if (restriction() == RESTRICT_ALL) {
		report_note("AF_ALG",
			    "closed while the sysctl crypto.af_alg_restrict is 2");
		return;
	}
	switch (err) {
	case EAFNOSUPPORT:
		report_note("AF_ALG", is_sandboxed() ?
			    "a sandbox forbids it, such as systemd's RestrictAddressFamilies=" :
			    "this kernel does not offer its hashes to programs");
		break;
	case EACCES:
	case ENOSYS:
	case EPERM:
		report_note("AF_ALG", is_sandboxed() ?
			    "a sandbox forbids it, such as a container's seccomp profile" :
			    "a security module forbids it, such as SELinux or AppArmor");
		break;
	case ENOENT:
		report_missing(alg, name, is_driver);
		break;
	case ENOKEY:
		report_error(name, "this hash needs a key");
		break;
	default:
		report_error(name, strerror(err));
	}
}
