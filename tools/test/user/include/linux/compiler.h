/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_COMPILER_H
#define _LINUX_COMPILER_H

#undef __always_inline		/* glibc defines it too */
#define __always_inline		inline __attribute__((__always_inline__))
#define __aligned(x)		__attribute__((__aligned__(x)))
#define __section(name)		__attribute__((__section__(name)))
#define __percpu
#define __used			__attribute__((__used__))
#define __printf(a, b)		__attribute__((__format__(printf, a, b)))
#define __noreturn		__attribute__((__noreturn__))
#define noinline		__attribute__((__noinline__))

#define barrier()		asm volatile("" : : : "memory")
/* The thread sanitizer takes volatile for nothing special. */
#ifdef HARNESS_THREADS
#define READ_ONCE(x)		__atomic_load_n(&(x), __ATOMIC_RELAXED)
#define WRITE_ONCE(x, v)	__atomic_store_n(&(x), v, __ATOMIC_RELAXED)
#else
#define READ_ONCE(x)		(*(const volatile typeof(x) *)&(x))
#define WRITE_ONCE(x, v)	(*(volatile typeof(x) *)&(x) = (v))
#endif

#endif
