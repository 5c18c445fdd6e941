/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What each architecture's assembly, ARCH/test/user_registers.S, provides for main.c.
 */
#ifndef _REGISTERS_H
#define _REGISTERS_H

#define VECTOR_BYTES	2048
#define NR_CONTROLS	2

/**
 * struct registers - values of the registers of the vector unit
 * @vector: the vector registers; only &registers_info.bytes of it are used
 * @control: the control and status registers
 */
struct registers {
	unsigned char vector[VECTOR_BYTES];
	unsigned long control[NR_CONTROLS];
};

/**
 * struct registers_info - the registers and bits that a program may set
 * @bytes: size of the vector registers, bytes
 * @ones: bits that are always set in &registers.control
 * @any: bits that may have any value, without effect before the next floating-point
 *	 computation
 */
struct registers_info {
	unsigned long bytes;
	unsigned long ones[NR_CONTROLS];
	unsigned long any[NR_CONTROLS];
};

extern const struct registers_info registers_info;

/**
 * call_with_registers() - a system call with known values in all registers
 * @before: what to load into them
 * @after: where to put their values after the call
 * @nr: number of the system call
 * @args: its six arguments
 *
 * The caller's own registers are preserved.
 *
 * Return: the kernel's return value; an error is negative
 */
long call_with_registers(const struct registers *before, struct registers *after,
			 long nr, const long *args);

#endif
