/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tracepoints: a request is queued, a flush begins, a request completes. A flush is
 * traced just after it has taken its requests: on PREEMPT_RT more requests may be
 * queued in between.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM mbhash

#if !defined(_MBHASH_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define _MBHASH_TRACE_H

#include <linux/tracepoint.h>

#include "driver.h"

TRACE_DEFINE_ENUM(MBHASH_MD5);
TRACE_DEFINE_ENUM(MBHASH_SHA256);
TRACE_DEFINE_ENUM(MBHASH_TASK);
TRACE_DEFINE_ENUM(MBHASH_BH_DISABLED);
TRACE_DEFINE_ENUM(MBHASH_BH);
TRACE_DEFINE_ENUM(MBHASH_FULL);
TRACE_DEFINE_ENUM(MBHASH_EXPECTED);
TRACE_DEFINE_ENUM(MBHASH_IDLE);
TRACE_DEFINE_ENUM(MBHASH_DEADLINE);
TRACE_DEFINE_ENUM(MBHASH_SOFTIRQ);

#define show_hash(hash)							\
	__print_symbolic(hash, { MBHASH_MD5, "md5" },			\
			 { MBHASH_SHA256, "sha256" })

#define show_context(context)						\
	__print_symbolic(context, { MBHASH_TASK, "task" },		\
			 { MBHASH_BH_DISABLED, "bh-disabled" },		\
			 { MBHASH_BH, "softirq" })

/* A flush has one of these reasons only. */
#define show_reason(reason)						\
	__print_symbolic(reason, { MBHASH_FULL, "full" },		\
			 { MBHASH_EXPECTED, "expected" },	\
			 { MBHASH_IDLE, "idle" },			\
			 { MBHASH_DEADLINE, "deadline" },		\
			 { MBHASH_SOFTIRQ, "softirq" })

TRACE_EVENT(mbhash_queue,
	TP_PROTO(const struct mbhash_request *request, unsigned int queued,
		 enum mbhash_context context),
	TP_ARGS(request, queued, context),
	TP_STRUCT__entry(
		__field(const void *, request)
		__field(unsigned int, hash)
		__field(unsigned int, blocks)
		__field(unsigned int, queued)
		__field(unsigned int, context)
	),
	TP_fast_assign(
		__entry->request = request;
		__entry->hash = request->job.hash->id;
		__entry->blocks = request->job.left;
		__entry->queued = queued;
		__entry->context = context;
	),
	TP_printk("request=%p hash=%s blocks=%u queued=%u context=%s",
		  __entry->request, show_hash(__entry->hash),
		  __entry->blocks, __entry->queued,
		  show_context(__entry->context))
);

TRACE_EVENT(mbhash_flush,
	TP_PROTO(const struct mbhash_hash *hash, enum mbhash_reason reason,
		 unsigned int jobs),
	TP_ARGS(hash, reason, jobs),
	TP_STRUCT__entry(
		__field(unsigned int, hash)
		__field(unsigned int, reason)
		__field(unsigned int, jobs)
	),
	TP_fast_assign(
		__entry->hash = hash->id;
		__entry->reason = reason;
		__entry->jobs = jobs;
	),
	TP_printk("hash=%s reason=%s jobs=%u",
		  show_hash(__entry->hash), show_reason(__entry->reason),
		  __entry->jobs)
);

TRACE_EVENT(mbhash_complete,
	TP_PROTO(const struct mbhash_request *request),
	TP_ARGS(request),
	TP_STRUCT__entry(
		__field(const void *, request)
		__field(int, error)
	),
	TP_fast_assign(
		__entry->request = request;
		__entry->error = request->job.error;
	),
	TP_printk("request=%p error=%d", __entry->request, __entry->error)
);

#endif /* _MBHASH_TRACE_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE trace
#include <trace/define_trace.h>
