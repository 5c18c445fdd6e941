// SPDX-License-Identifier: GPL-2.0
/*
 * Tests the library through its public interface, against OpenSSL. Writes TAP; the exit
 * status is 1 if a test failed.
 *
 *	tests [SEED|huge]	another seed takes other lengths, pieces and orders; huge
 *				tests messages of more than 4 GiB, which takes seconds
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "test.h"

const char *const algorithms[ALGORITHMS] = { "md5", "sha256", "hmac(md5)", "hmac(sha256)" };

static uint64_t state = 1;
static unsigned int number;
static bool failed;

bool wrong(const char *file, int line, const char *what, const char *algorithm)
{
	printf("# %s:%d: %s: not so: %s\n", file, line, algorithm, what);
	return false;
}

/* A linear congruential generator (Knuth, TAOCP 2, 3.3.4: MMIX) */
uint64_t some(uint64_t n)
{
	state = state * 6364136223846793005ULL + 1442695040888963407ULL;
	return (state >> 33) % n;
}

void fill(void *to, size_t size)
{
	uint8_t *p = to;

	while (size--)
		*p++ = some(256);
}

const uint8_t *reference(const char *algorithm, const void *key, size_t key_size,
			 const void *data, size_t size)
{
	static _Thread_local uint8_t digest[EVP_MAX_MD_SIZE];
	const EVP_MD *hash = strstr(algorithm, "md5") ? EVP_md5() : EVP_sha256();

	if (algorithm[0] == 'h')
		HMAC(hash, key ? key : "", key_size, data, size, digest, NULL);
	else
		EVP_Digest(data, size, digest, NULL, hash, NULL);
	return digest;
}

static void test(const char *name, bool (*fn)(const char *algorithm))
{
	bool good = true;

	for (size_t i = 0; i < ALGORITHMS; i++)
		good &= fn(algorithms[i]);
	printf("%sok %u - %s\n", good ? "" : "not ", ++number, name);
	failed |= !good;
}

/* Sanitizers' allocators keep locks of threads that a child does not have. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define MAY_FORK	false
#else
#define MAY_FORK	true
#endif

int main(int argc, char **argv)
{
	const bool huge = argc > 1 && !strcmp(argv[1], "huge");

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (huge) {
		test("a message of more than 4 GiB has OpenSSL's digest", huge_message);
	} else {
		if (argc > 1)
			state = strtoull(argv[1], NULL, 0);
		if (MAY_FORK)
			test("a child may be forked while a thread makes the plan", forked);
		/* First in this process, so that all threads are the first to use each hash */
		test("threads may be the first to use a hash at once", at_once);
		test("all hashers of a hash have one plan", one_plan);
		test("messages of every length have OpenSSL's digests", every_length);
		test("many messages at once have OpenSSL's digests", many_messages);
		test("the caller's registers are preserved", preserves_registers);
		test("streams may come in any pieces, any of them at a time", any_pieces);
		test("a stream may come alone", lone_stream);
		test("streams may begin again before they are finished", abandoned);
		test("bad arguments are refused, and change nothing", bad_arguments);
		test("streams that are another hasher's, finished or there twice are refused",
		     bad_streams);
		test("a stream of a freed hasher is refused", freed_owner);
		test("messages that are too long are refused", too_long);
		test("the longest messages are not refused", longest);
		test("finished and abandoned streams are wiped", streams_are_wiped);
		test("freed hashers are wiped", hasher_is_wiped);
		test("no state of a key is left on the stack", stack_is_clean);
	}
	printf("1..%u\n", number);
	return failed;
}
