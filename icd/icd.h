#ifndef HEDDLE_ICD_H
#define HEDDLE_ICD_H

#include "../cbridge/host/float_mode.h"
#include "../cbridge/host/host.h"
#include "../cbridge/host/sanitizer.h"

#include <stdint.h>

/* Kinds of handles, numbered as in cbridge/handles. */
enum heddle_kind {
	HEDDLE_KIND_PLATFORM = 1,
	HEDDLE_KIND_DEVICE,
	HEDDLE_KIND_CONTEXT,
	HEDDLE_KIND_COMMANDQUEUE,
	HEDDLE_KIND_MEMOBJECT,
	HEDDLE_KIND_PROGRAM,
	HEDDLE_KIND_KERNEL,
	HEDDLE_KIND_EVENT,
	HEDDLE_KIND_SAMPLER,
	HEDDLE_KIND_COMMAND_BUFFER,
	HEDDLE_KIND_MUTABLE_COMMAND,
	HEDDLE_KIND_SEMAPHORE,
};

/* heddle_state is how far the library has come in this process: it was not called yet; it answers what can be answered
 * without Go (discovery.c); Go runs; this is a child of a process in which Go ran. */
enum heddle_state { HEDDLE_LOADED, HEDDLE_DISCOVERING, HEDDLE_STARTED, HEDDLE_FORKED };

extern int heddle_state;

/* heddle_open does what the first call of all has to do. It returns 1 when calls can be answered without Go. */
int heddle_open(void);

/* heddle_is_early is true as long as Go does not run and need not run for calls that only look. */
static inline int heddle_is_early(void) {
	int state = __atomic_load_n(&heddle_state, __ATOMIC_ACQUIRE);
	return state == HEDDLE_LOADED ? heddle_open() : state == HEDDLE_DISCOVERING;
}

/* heddle_begin is heddle_enter where it is no matter of a moment: the first call of a process or of a thread, and calls
 * that are refused. */
int32_t heddle_begin(void);

/* heddle_enter opens every entry point that Go answers, and heddle_leave ends it. Where it returns a status, the call
 * is refused, and there is nothing to leave: this is a forked child, which has our memory but not our threads, or a
 * handler that has interrupted the thread in a call or one of our threads, or stands on a signal stack
 * (CL_OUT_OF_RESOURCES), or the system refuses what the Go runtime needs to start (CL_OUT_OF_HOST_MEMORY). */
static inline int32_t heddle_enter(void) {
	int ready = __atomic_load_n(&heddle_state, __ATOMIC_ACQUIRE) == HEDDLE_STARTED &&
		heddle_thread_state == HEDDLE_THREAD_BEGUN && !heddle_may_be_handler();
	if (__builtin_expect(!ready, 0))
		return heddle_begin();
	heddle_thread_state = HEDDLE_THREAD_BEGUN | HEDDLE_THREAD_INSIDE;
	heddle_enter_float_mode();
	heddle_sanitizer_release();
	return 0;
}

static inline void heddle_leave(void) {
	if (__builtin_expect(heddle_signal_stack_is_lent, 0))
		heddle_return_signal_stack();
	heddle_sanitizer_acquire();
	heddle_leave_float_mode();
	heddle_thread_state = HEDDLE_THREAD_BEGUN;
}

/* heddle_is_traced: calls are printed (HEDDLE_TRACE=api). It is written before the library is started, and never
 * after. */
extern int heddle_is_traced;

/* HEDDLE_TRACE_BEGIN(function, arguments…) tells the trace of a call that has been entered; the result is for
 * HEDDLE_TRACE_END(depth, result), which comes before the call is left. */
#define HEDDLE_TRACE_BEGIN(function, ...) \
	(__builtin_expect(heddle_is_traced, 0) \
			? heddleTraceBegin(HEDDLE_CALL_##function, (uintptr_t)(uint64_t[]){__VA_ARGS__}, \
				  sizeof(uint64_t[]){__VA_ARGS__} / sizeof(uint64_t)) \
			: 0)
#define HEDDLE_TRACE_END(depth, result) \
	do { \
		if (__builtin_expect(heddle_is_traced, 0)) \
			heddleTraceEnd(depth, result); \
	} while (0)

/* heddle_fail ends a call that returns a handle: it stores the status, if it is wanted, and returns no handle. */
static inline uintptr_t heddle_fail(uintptr_t errcode_ret, int32_t status) {
	if (errcode_ret)
		*(int32_t *)errcode_ret = status;
	return 0;
}

/* What cl_khr_icd 2.0 wants in two slots of the dispatch table: the letters of "OPENCL31". */
#define HEDDLE_ICD2_TAG 0x4F50454E434C3331

/* heddle_other_system fills the slots of functions that exist on other systems only. */
int32_t heddle_other_system(void);

#endif
