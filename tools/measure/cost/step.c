// SPDX-License-Identifier: GPL-2.0
/*
 * Runs a program for x86-64 and writes the address of each instruction to stderr, as QEMU
 * does with -d exec: it does not have all of this CPU's instructions. Begins when the
 * program gets to a breakpoint, int3.
 *
 *	step PROGRAM [ARGUMENT...]
 */
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#define RIP		offsetof(struct user_regs_struct, rip)

static void fail(const char *what)
{
	perror(what);
	exit(1);
}

/* Return: it has stopped, and not for a signal of its own. */
static int stopped(pid_t child, int *status)
{
	return waitpid(child, status, 0) == child && WIFSTOPPED(*status) &&
	       WSTOPSIG(*status) == SIGTRAP;
}

int main(int argc, char **argv)
{
	pid_t child;
	int status;

	if (argc < 2)
		return 2;
	child = fork();
	if (child < 0)
		fail("fork");
	if (!child) {
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		execv(argv[1], argv + 1);
		fail(argv[1]);
	}
	if (!stopped(child, &status) || ptrace(PTRACE_CONT, child, NULL, NULL) ||
	    !stopped(child, &status))
		fail(argv[1]);
	do {
		fprintf(stderr, "Trace /%lx/\n", ptrace(PTRACE_PEEKUSER, child, RIP, NULL));
		if (ptrace(PTRACE_SINGLESTEP, child, NULL, NULL))
			fail("single step");
	} while (stopped(child, &status));
	/* Else it lacks an instruction. */
	if (WIFSTOPPED(status))
		kill(child, SIGKILL);
	return !WIFEXITED(status) || WEXITSTATUS(status);
}
