/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The constants of both hashes, for the lane kernels of all architectures. The
 * portable C, which those are compared with, has its own.
 */

/* For each constant, one word for each of the lanes. */
.macro	table	lanes, minus, constants:vararg
.irp	constant, \constants
.rept	\lanes
	.long		\constant - \minus
.endr
.endr
.endm

/* RFC 1321, 3.4: the integer part of 2^32 * abs(sin(i + 1)) */
.macro	md5_constants	lanes, minus
	table	\lanes, 0, 0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee
	table	\lanes, 0, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501
	table	\lanes, 0, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be
	table	\lanes, 0, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821
	table	\lanes, 0, 0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa
	table	\lanes, 0, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8
	table	\lanes, 0, 0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed
	table	\lanes, 0, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a
	table	\lanes, 0, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c
	table	\lanes, 0, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70
	table	\lanes, 0, 0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05
	table	\lanes, 0, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665
	md5_constants_I	\lanes, \minus
.endm

/* Those of the last 16 steps, in which function I is. */
.macro	md5_constants_I	lanes, minus
	table	\lanes, \minus, 0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039
	table	\lanes, \minus, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1
	table	\lanes, \minus, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1
	table	\lanes, \minus, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391
.endm

/* FIPS 180-4, 4.2.2: the fractional parts of the primes' cube roots */
.macro	sha256_constants	lanes
	table	\lanes, 0, 0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5
	table	\lanes, 0, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5
	table	\lanes, 0, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3
	table	\lanes, 0, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174
	table	\lanes, 0, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc
	table	\lanes, 0, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da
	table	\lanes, 0, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7
	table	\lanes, 0, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967
	table	\lanes, 0, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13
	table	\lanes, 0, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85
	table	\lanes, 0, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3
	table	\lanes, 0, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070
	table	\lanes, 0, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5
	table	\lanes, 0, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3
	table	\lanes, 0, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208
	table	\lanes, 0, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
.endm
