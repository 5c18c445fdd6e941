// SPDX-License-Identifier: GPL-2.0
/*
 * Instantiates the tracepoints.
 */
#define CREATE_TRACE_POINTS
#include "mbhash_trace.h"
