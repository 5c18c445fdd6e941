// SPDX-License-Identifier: GPL-2.0
/*
 * Known answers from the standards.
 */
#include <linux/kernel.h>
#include <linux/string.h>

#include "vectors.h"

#define REPEAT(str, n)	{ .s = (str), .size = sizeof(str) - 1, .times = (n) }
#define STRING(str)	REPEAT(str, 1)

/* Long messages from the standards, split into lines */
#define RFC2202_7_1	"Test Using Larger Than Block-Size Key and "
#define RFC2202_7_2	"Larger Than One Block-Size Data"
#define RFC4231_7_1	"This is a test using a larger than block-size key and a larger "
#define RFC4231_7_2	"than block-size data. The key needs to be hashed before being "
#define RFC4231_7_3	"used by the HMAC algorithm."

/* RFC 1321, A.5 */
static const struct vector md5[] = {
	{
		.message = STRING(""),
		.digest = "\xd4\x1d\x8c\xd9\x8f\x00\xb2\x04\xe9\x80\x09\x98\xec\xf8\x42\x7e",
	},
	{
		.message = STRING("a"),
		.digest = "\x0c\xc1\x75\xb9\xc0\xf1\xb6\xa8\x31\xc3\x99\xe2\x69\x77\x26\x61",
	},
	{
		.message = STRING("abc"),
		.digest = "\x90\x01\x50\x98\x3c\xd2\x4f\xb0\xd6\x96\x3f\x7d\x28\xe1\x7f\x72",
	},
	{
		.message = STRING("message digest"),
		.digest = "\xf9\x6b\x69\x7d\x7c\xb7\x93\x8d\x52\x5a\x2f\x31\xaa\xf1\x61\xd0",
	},
	{
		.message = STRING("abcdefghijklmnopqrstuvwxyz"),
		.digest = "\xc3\xfc\xd3\xd7\x61\x92\xe4\x00\x7d\xfb\x49\x6c\xca\x67\xe1\x3b",
	},
	{
		.message = STRING("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"),
		.digest = "\xd1\x74\xab\x98\xd2\x77\xd9\xf5\xa5\x61\x1c\x2c\x9f\x41\x9d\x9f",
	},
	{
		.message = REPEAT("1234567890", 8),
		.digest = "\x57\xed\xf4\xa2\x2b\xe3\xc9\x55\xac\x49\xda\x2e\x21\x07\xb6\x7a",
	},
};

/* FIPS 180-2, appendix B; FIPS 180-4 refers to the same examples */
static const struct vector sha256[] = {
	{
		.message = STRING("abc"),
		.digest = "\xba\x78\x16\xbf\x8f\x01\xcf\xea\x41\x41\x40\xde\x5d\xae\x22\x23"
			  "\xb0\x03\x61\xa3\x96\x17\x7a\x9c\xb4\x10\xff\x61\xf2\x00\x15\xad",
	},
	{
		.message = STRING("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
		.digest = "\x24\x8d\x6a\x61\xd2\x06\x38\xb8\xe5\xc0\x26\x93\x0c\x3e\x60\x39"
			  "\xa3\x3c\xe4\x59\x64\xff\x21\x67\xf6\xec\xed\xd4\x19\xdb\x06\xc1",
	},
	{
		.message = REPEAT("a", 1000000),
		.digest = "\xcd\xc7\x6e\x5c\x99\x14\xfb\x92\x81\xa1\xc7\xe2\x84\xd7\x3e\x67"
			  "\xf1\x80\x9a\x48\xa4\x97\x20\x0e\x04\x6d\x39\xcc\xc7\x11\x2c\xd0",
	},
};

/* RFC 2202, 2 */
static const struct vector hmac_md5[] = {
	{
		.key = REPEAT("\x0b", 16),
		.message = STRING("Hi There"),
		.digest = "\x92\x94\x72\x7a\x36\x38\xbb\x1c\x13\xf4\x8e\xf8\x15\x8b\xfc\x9d",
	},
	{
		.key = STRING("Jefe"),
		.message = STRING("what do ya want for nothing?"),
		.digest = "\x75\x0c\x78\x3e\x6a\xb0\xb5\x03\xea\xa8\x6e\x31\x0a\x5d\xb7\x38",
	},
	{
		.key = REPEAT("\xaa", 16),
		.message = REPEAT("\xdd", 50),
		.digest = "\x56\xbe\x34\x52\x1d\x14\x4c\x88\xdb\xb8\xc7\x33\xf0\xe8\xb3\xf6",
	},
	{
		.key = STRING("\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c"
			    "\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18"
			    "\x19"),
		.message = REPEAT("\xcd", 50),
		.digest = "\x69\x7e\xaf\x0a\xca\x3a\x3a\xea\x3a\x75\x16\x47\x46\xff\xaa\x79",
	},
	{
		.key = REPEAT("\x0c", 16),
		.message = STRING("Test With Truncation"),
		.digest = "\x56\x46\x1e\xf2\x34\x2e\xdc\x00\xf9\xba\xb9\x95\x69\x0e\xfd\x4c",
	},
	{
		.key = REPEAT("\xaa", 80),
		.message = STRING("Test Using Larger Than Block-Size Key - Hash Key First"),
		.digest = "\x6b\x1a\xb7\xfe\x4b\xd7\xbf\x8f\x0b\x62\xe6\xce\x61\xb9\xd0\xcd",
	},
	{
		.key = REPEAT("\xaa", 80),
		.message = STRING(RFC2202_7_1 RFC2202_7_2),
		.digest = "\x6f\x63\x0f\xad\x67\xcd\xa0\xee\x1f\xb1\xf5\x62\xdb\x3a\xa5\x3e",
	},
};

/* RFC 4231, 4 */
static const struct vector hmac_sha256[] = {
	{
		.key = REPEAT("\x0b", 20),
		.message = STRING("Hi There"),
		.digest = "\xb0\x34\x4c\x61\xd8\xdb\x38\x53\x5c\xa8\xaf\xce\xaf\x0b\xf1\x2b"
			  "\x88\x1d\xc2\x00\xc9\x83\x3d\xa7\x26\xe9\x37\x6c\x2e\x32\xcf\xf7",
	},
	{
		.key = STRING("Jefe"),
		.message = STRING("what do ya want for nothing?"),
		.digest = "\x5b\xdc\xc1\x46\xbf\x60\x75\x4e\x6a\x04\x24\x26\x08\x95\x75\xc7"
			  "\x5a\x00\x3f\x08\x9d\x27\x39\x83\x9d\xec\x58\xb9\x64\xec\x38\x43",
	},
	{
		.key = REPEAT("\xaa", 20),
		.message = REPEAT("\xdd", 50),
		.digest = "\x77\x3e\xa9\x1e\x36\x80\x0e\x46\x85\x4d\xb8\xeb\xd0\x91\x81\xa7"
			  "\x29\x59\x09\x8b\x3e\xf8\xc1\x22\xd9\x63\x55\x14\xce\xd5\x65\xfe",
	},
	{
		.key = STRING("\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c"
			    "\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18"
			    "\x19"),
		.message = REPEAT("\xcd", 50),
		.digest = "\x82\x55\x8a\x38\x9a\x44\x3c\x0e\xa4\xcc\x81\x98\x99\xf2\x08\x3a"
			  "\x85\xf0\xfa\xa3\xe5\x78\xf8\x07\x7a\x2e\x3f\xf4\x67\x29\x66\x5b",
	},
	{
		.key = REPEAT("\x0c", 20),
		.message = STRING("Test With Truncation"),
		.digest = "\xa3\xb6\x16\x74\x73\x10\x0e\xe0\x6e\x0c\x79\x6c\x29\x55\x55\x2b",
		.truncated = 16,
	},
	{
		.key = REPEAT("\xaa", 131),
		.message = STRING("Test Using Larger Than Block-Size Key - Hash Key First"),
		.digest = "\x60\xe4\x31\x59\x1e\xe0\xb6\x7f\x0d\x8a\x26\xaa\xcb\xf5\xb7\x7f"
			  "\x8e\x0b\xc6\x21\x37\x28\xc5\x14\x05\x46\x04\x0f\x0e\xe3\x7f\x54",
	},
	{
		.key = REPEAT("\xaa", 131),
		.message = STRING(RFC4231_7_1 RFC4231_7_2 RFC4231_7_3),
		.digest = "\x9b\x09\xff\xa7\x1b\x94\x2f\xcb\x27\x63\x5f\xbc\xd5\xb0\xe9\x44"
			  "\xbf\xdc\x63\x64\x4f\x07\x13\x93\x8a\x7f\x51\x53\x5c\x3a\x35\xe2",
	},
};

const struct vectors mbhash_vectors[MBHASH_NR_HASHES] = {
	[MBHASH_MD5] = {
		.hash = md5,
		.nr_hash = ARRAY_SIZE(md5),
		.hmac = hmac_md5,
		.nr_hmac = ARRAY_SIZE(hmac_md5),
	},
	[MBHASH_SHA256] = {
		.hash = sha256,
		.nr_hash = ARRAY_SIZE(sha256),
		.hmac = hmac_sha256,
		.nr_hmac = ARRAY_SIZE(hmac_sha256),
	},
};

/**
 * text_write() - expand a text
 * @text: the text
 * @to: text_size() bytes
 */
void text_write(const struct text *text, u8 *to)
{
	unsigned int i;

	for (i = 0; i < text->times; i++, to += text->size)
		memcpy(to, text->s, text->size);
}
