#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Run a command that gets an error instead of an AF_ALG socket, as in a sandbox.

Usage: no_socket.py ERRNO COMMAND [ARGS...]

The error comes from a filter of system calls (seccomp), for x86.
"""

import ctypes
import errno
import os
import socket
import struct
import sys

PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS = 22, 38
SECCOMP_MODE_FILTER = 2
SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO = 0x7fff0000, 0x00050000
LOAD, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06
#: struct seccomp_data: where the call's number and its first argument are
NUMBER, FIRST = 0, 16
SYS_SOCKET = 41


def instruction(code, value, if_true=0, if_false=0):
    return struct.pack("HBBI", code, if_true, if_false, value)


def forbid(error):
    program = b"".join((
        instruction(LOAD, NUMBER),
        instruction(JUMP_IF_EQUAL, SYS_SOCKET, 0, 3),
        instruction(LOAD, FIRST),
        instruction(JUMP_IF_EQUAL, socket.AF_ALG, 0, 1),
        instruction(RETURN, SECCOMP_RET_ERRNO | error),
        instruction(RETURN, SECCOMP_RET_ALLOW),
    ))
    buffer = ctypes.create_string_buffer(program, len(program))
    fprog = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(buffer))
    libc = ctypes.CDLL(None, use_errno=True)
    for arguments in ((PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0),
                      (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, fprog, 0, 0)):
        if libc.prctl(*arguments):
            sys.exit(f"prctl: {os.strerror(ctypes.get_errno())}")


forbid(getattr(errno, sys.argv[1]))
os.execv(sys.argv[2], sys.argv[2:])
