#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The library in user space: against OpenSSL, with each instruction set, under sanitizers;
# what it exports and installs; the examples in its documentation.
#
# Usage: libmbhash.sh [more]	more: what takes longer

set -euo pipefail

cd "$(dirname "$(realpath "$0")")/../.."
# shellcheck source=SCRIPTDIR/tap.sh
. tools/test/tap.sh

lib=build/libmbhash/$(uname -m)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# CPUs that have all sets up to one: SSE2, SSSE3, AVX, AVX2; SHA-NI with SSSE3 only
cpus=('qemu64,-ssse3' Nehalem SandyBridge Haswell Denverton)

suite() { make -s -C libmbhash/test run "$@"; }

# with_isa SETS: and the plan has no others
with_isa()
{
	MBHASH_ISA=$1 "$lib/test/tests" && MBHASH_ISA=$1 "$tmp/plan" > "$tmp/have" &&
		[ -s "$tmp/have" ] && tr , '\n' <<< "$1,generic" > "$tmp/want" || return
	if grep -vxFf "$tmp/want" "$tmp/have"; then
		echo "are none of $1"
		return 1
	fi
}

# A program that prints the sets of the implementations in the plan
plan()
{
	cat > "$tmp/plan.c" <<-'END'
	#include <stdio.h>
	#include <string.h>
	#include <mbhash.h>

	int main(void)
	{
		const char *names[] = { "md5", "sha256" };

		for (int i = 0; i < 2; i++) {
			struct mbhash *hasher = mbhash_new(names[i], NULL, 0);

			for (size_t n = 1; hasher && n <= 64; n++) {
				const char *plan = mbhash_plan(hasher, n);

				printf("%.*s\n", (int)strcspn(plan, "-"), plan);
			}
			if (!hasher)
				return 2;
			mbhash_free(hasher);
		}
		return 0;
	}
	END
	gcc -Wall -Wextra -Ilibmbhash -o "$tmp/plan" "$tmp/plan.c" "$lib/libmbhash.a"
}

refuses_unknown_isa()
{
	! MBHASH_ISA=scalar,no-such "$tmp/plan" 2> "$tmp/err" &&
		grep '^mbhash: MBHASH_ISA=: unknown "no-such"; known: all ' "$tmp/err"
}

empty_isa() { MBHASH_ISA='' "$tmp/plan" > "$tmp/have" && [ -s "$tmp/have" ]; }

# With the symbols in mbhash.h, and what they need is in libc
exports_what_is_documented()
{
	grep -oE '\bmbhash_[a-z]+\(' libmbhash/mbhash.h | tr -d '(' | sort -u > "$tmp/want"
	nm -D --defined-only "$lib/libmbhash.so" | sed -n 's/.* T \(.*\)@@LIBMBHASH_0/\1/p' |
		diff "$tmp/want" - &&
		nm --extern-only --defined-only "$lib/libmbhash.a" | sed -n 's/.* T //p' |
		diff "$tmp/want" - &&
		! readelf -d "$lib/libmbhash.so" | grep NEEDED | grep -v 'libc\.so\|ld-linux' &&
		! readelf -d "$lib/libmbhash.so" | grep TEXTREL &&
		readelf -d "$lib/libmbhash.so" | grep -q 'soname: \[libmbhash.so.0\]'
}

# The executable stack would be allowed by one file that does not deny it.
denies_executable_stack() { readelf -lW "$lib/libmbhash.so" | grep 'GNU_STACK.* RW '; }

installs()
{
	make -s -C libmbhash install DESTDIR="$tmp/root" prefix=/usr > /dev/null &&
		(cd "$tmp/root/usr" && find . -type f -o -type l | sort) | sed 's/\.so\.0\..*/.so.0.VERSION/' |
		diff - <(printf './%s\n' include/mbhash.h lib/libmbhash.{a,so,so.0,so.0.VERSION} \
			lib/pkgconfig/mbhash.pc share/man/man3/mbhash.3)
}

# The second time elsewhere, as pkg-config says then
installs_elsewhere()
{
	make -s -C libmbhash install DESTDIR="$tmp/other" prefix=/opt libdir=/opt/lib64 > /dev/null &&
		(cd "$tmp/other/opt" && ls lib64/libmbhash.so lib64/pkgconfig include/mbhash.h) &&
		PKG_CONFIG_LIBDIR=$tmp/other/opt/lib64/pkgconfig pkg-config --cflags --libs mbhash |
		grep -x -- '-I/opt/include -L/opt/lib64 -lmbhash *'
}

pkg() { PKG_CONFIG_PATH=$tmp/root/usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$tmp/root pkg-config "$@"; }

header_is_for_all()
{
	echo '#include <mbhash.h>' > "$tmp/all.c"
	gcc -std=c99 -pedantic -Wall -Wextra -Werror -Ilibmbhash -fsyntax-only "$tmp/all.c" &&
		gcc -x c++ -std=c++11 -pedantic -Wall -Wextra -Werror -Ilibmbhash -fsyntax-only \
			"$tmp/all.c"
}

# compiled NAME [OPTION...]: by what pkg-config says, from stdin
compiled()
{
	# shellcheck disable=SC2046 # words
	gcc -Wall -Wextra -Werror -Wl,--as-needed "${@:2}" -x c -o "$tmp/$1" - $(pkg "${@:2}" --cflags --libs mbhash)
}

run_installed() { LD_LIBRARY_PATH=$tmp/root/usr/lib "$@"; }

example_of_man_page()
{
	sed -n '/^\.Bd -literal/,/^\.Ed/p' man/mbhash.3 | sed '1d;$d;s/\\en/\\n/' |
		compiled example &&
		printf 'a1b2c3d' | run_installed "$tmp/example" '' abc "$(seq 1000)" > "$tmp/have" &&
		for text in '' abc "$(seq 1000)" abcd 123; do
			printf %s "$text" | sha256sum | cut -d' ' -f1
		done | diff - "$tmp/have"
}

example_of_readme()	# example_of_readme [-static]
{
	# shellcheck disable=SC2016 # Markdown
	sed -n '/^```c$/,/^```$/p' README.md | sed '1d;$d' | compiled thousand "$@" &&
		run_installed "$tmp/thousand" | od -An -v -tx1 -w16 | tr -d ' ' > "$tmp/have" &&
		for ((i = 0; i < 1000; i++)); do
			printf %d $i | md5sum | cut -d' ' -f1
		done | diff - "$tmp/have"
}

# Each time that it is opened, two threads are the first to use it; nothing stays, also for
# children.
opened_and_closed()
{
	compiled host <<-'END' && run_installed "$tmp/host"
	#include <dlfcn.h>
	#include <mbhash.h>
	#include <pthread.h>
	#include <sys/wait.h>
	#include <unistd.h>

	static void *library;

	static void *hash(void *digest)
	{
		struct mbhash *(*new)(const char *, const void *, size_t) = dlsym(library, "mbhash_new");
		int (*hash)(struct mbhash *, size_t, const void *const *, const size_t *, void *) =
			dlsym(library, "mbhash_digest");
		void (*free)(struct mbhash *) = dlsym(library, "mbhash_free");
		struct mbhash *md5 = new("md5", NULL, 0);

		if (!md5 || hash(md5, 1, (const void *[]) { "a" }, (size_t []) { 1 }, digest))
			return NULL;
		free(md5);
		return digest;
	}

	int main(void)
	{
		for (int i = 0; i < 20; i++) {
			unsigned char digest[2][16] = { 0 };
			pthread_t other;
			int status;
			void *good;

			library = dlopen("libmbhash.so.0", RTLD_NOW | RTLD_LOCAL);
			if (!library || pthread_create(&other, NULL, hash, digest[1]) ||
			    !hash(digest[0]) || pthread_join(other, &good) || !good ||
			    digest[0][0] != 0x0c || digest[1][0] != 0x0c ||
			    dlclose(library) || dlopen("libmbhash.so.0", RTLD_NOW | RTLD_NOLOAD))
				return 1;
			if (!fork())
				_exit(0);
			if (wait(&status) < 0 || status)
				return 1;
		}
		return 0;
	}
	END
}

# As distributions build: the CPU checks calls, and what is optimized at link time is none
# of the static library's.
with_their_flags()
{
	local flags="-O2 -g -flto=auto -fcf-protection=full -D_FORTIFY_SOURCE=2"

	flags+=" -fstack-protector-strong -fstack-clash-protection"
	make -s -C libmbhash O="$tmp/flags" CFLAGS="$flags" LDFLAGS="$flags -Wl,-z,now" > "$tmp/err" &&
		readelf -n "$tmp/flags/mbhash.o" | grep 'IBT, SHSTK' &&
		lib=$tmp/flags exports_what_is_documented && lib=$tmp/flags plan && "$tmp/plan" > /dev/null
}

# As debhelper does, which names nothing but the compiler
with_its_compiler()
{
	make -s -C libmbhash CC=aarch64-linux-gnu-gcc O="$tmp/arm64" > "$tmp/err" &&
		readelf -h "$tmp/arm64/libmbhash.a" "$tmp/arm64/libmbhash.so" > "$tmp/have" &&
		[ "$(grep -c 'Machine: *AArch64' "$tmp/have")" = 2 ]
}

under_valgrind()
{
	valgrind --quiet --error-exitcode=1 --leak-check=full --show-leak-kinds=all \
		--errors-for-leak-kinds=definite "$lib/test/tests" 2> "$tmp/err" ||
		{ cat "$tmp/err"; return 1; }
}

# QEMU's CPUs have no AVX-512 in user mode, so this asks what the library asks.
narrow()
{
	gcc -Wall -Wextra -include libmbhash/kernel.h -I"$lib/linux" -x c -o "$tmp/narrow" - <<-'END'
	#include "x86/cpu.h"

	int main(void) { return !mbhash_cpu_prefers_ymm(); }
	END
}

# prefers_narrow CPU STATUS
prefers_narrow()
{
	local status=0

	qemu-x86_64 -cpu "$1" "$tmp/narrow" 2> "$tmp/err" || status=$?
	[ $status = "$2" ]
}

if [ $# = 0 ]; then
	try "against OpenSSL" suite
	try "with another seed" suite ARGS=$RANDOM
	try "under ASan and UBSan" suite SANITIZE=1
	try "a program that shows the plan" plan
	for sets in generic scalar sse2 ssse3,sse2 avx,sse2 avx2,bmi2 shani,avx avx512vl,avx512,bmi2; do
		try "MBHASH_ISA=$sets" with_isa $sets
	done
	try "MBHASH_ISA= with an unknown name" refuses_unknown_isa
	try "MBHASH_ISA= that is empty" empty_isa
	try "exports what mbhash.h has, and needs libc only" exports_what_is_documented
	try "has no executable stack" denies_executable_stack
	try "make install" installs
	try "make install libdir=" installs_elsewhere
	try "mbhash.h is for C99 and C++" header_is_for_all
	try "the example in mbhash(3)" example_of_man_page
	try "the example in README.md" example_of_readme
	try "... in a static program" example_of_readme -static
	try "opened by programs, used by two threads at once, and closed" opened_and_closed
else
	try "under TSan" suite SANITIZE=thread
	try "under valgrind" under_valgrind
	try "more than 4 GiB" suite ARGS=huge
	try "with distributions' flags" with_their_flags
	if command -v aarch64-linux-gnu-gcc > /dev/null; then
		try "for another machine by its compiler" with_its_compiler
	else
		skip "for another machine by its compiler" "there is none for arm64"
	fi
	for cpu in "${cpus[@]}"; do
		try "on a CPU like $cpu" suite CPU="$cpu"
	done
	try "a program that asks whether to prefer 256 bits" narrow
	for cpu in Skylake-Server Icelake-Server,model=106 Skylake-Server,model=141; do
		try "a CPU like $cpu prefers 256 bits" prefers_narrow $cpu 0
	done
	for cpu in Skylake-Client EPYC 'Skylake-Server,vendor=AuthenticAMD' \
		   'Skylake-Server,family=15' Icelake-Server,model=143; do
		try "a CPU like $cpu does not" prefers_narrow "$cpu" 1
	done
fi
done_testing
