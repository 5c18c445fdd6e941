/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What each architecture's assembly has for main.c.
 */
#ifndef _REGISTERS_H
#define _REGISTERS_H

#define VECTOR_BYTES	2048
#define NR_CONTROLS	2

/**
 * struct registers - what a program has in registers of its vector unit
 * @vector: the vector registers; as much of it as there are
 * @control: the control and status registers
 */
struct registers {
	unsigned char vector[VECTOR_BYTES];
	unsigned long control[NR_CONTROLS];
};

/**
 * struct registers_info - which of that a program may set
 * @bytes: how much of &registers.vector
 * @ones: bits that are always set in &registers.control
 * @any: bits that may be set or not, without any effect before the next
 *	 computation with floating point
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
 * @after: what they have when the call returns
 * @nr: number of the system call
 * @args: its six arguments
 *
 * The caller's own registers are saved.
 *
 * Return: what the kernel returned, an error as a negative number
 */
long call_with_registers(const struct registers *before, struct registers *after,
			 long nr, const long *args);

#endif
