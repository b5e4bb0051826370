// Package callbacks calls C functions that the application registered. Each call runs on the thread of the calling
// goroutine, on a C stack, with the application's floating-point mode; no lock may be held, since the application may
// call the API from inside.
package callbacks

/*
#cgo CFLAGS: -O2 -Wall -Werror
#include "../host/float_mode.h"
#include "../host/sanitizer.h"
#include "../host/thread.h"
#include <pthread.h>
#include <stddef.h>

// outside is what a function of the application is called with: its floating-point mode, no call that it could
// interrupt, and a place to which the C library comes when the function ends its thread (pthread_exit, or
// pthread_cancel and a cancellation point).
struct outside {
	struct heddle_float_mode mode;
	char was;
	__pthread_unwind_buf_t place;
};

static void begin(struct outside *o) {
	heddle_sanitizer_acquire();
	o->was = heddle_thread_state;
	o->mode = heddle_begin_callback();
	heddle_thread_state &= ~HEDDLE_THREAD_INSIDE;
}

// end follows a function of the application: it may have left the thread, which may be ours and run kernels next, with
// other modes and with blocked faults.
static void end(struct outside *o) {
	__pthread_unregister_cancel(&o->place);
	heddle_thread_state |= o->was & HEDDLE_THREAD_INSIDE;
	heddle_end_callback(o->mode);
	heddle_sanitizer_release();
	heddle_faults_open();
}

// CALL calls a function of the application. Frames of Go lie below, which the C library cannot unwind, and which
// others wait for: so a function that ends its thread ends itself only. A thread of ours ends when nothing needs it any
// more (endThread).
#define CALL(call) \
	do { \
		struct outside o; \
		begin(&o); \
		if (!__sigsetjmp_cancel(o.place.__cancel_jmp_buf, 0)) { \
			__pthread_register_cancel(&o.place); \
			call; \
		} else { \
			heddle_thread_state |= o.was & HEDDLE_THREAD_BEGUN ? 0 : HEDDLE_THREAD_ENDS; \
		} \
		end(&o); \
	} while (0)

typedef void (*event_function)(uintptr_t event, int32_t status, uintptr_t user_data);
typedef void (*object_function)(uintptr_t object, uintptr_t user_data);
typedef void (*native_function)(uintptr_t args);
typedef void (*svm_free_function)(uintptr_t queue, uint32_t count, uintptr_t *pointers, uintptr_t user_data);
typedef void (*notify_function)(const char *reason, uintptr_t info, size_t info_size, uintptr_t user_data);
typedef void (*print_function)(const char *text, size_t bytes, size_t complete, uintptr_t user_data);

static void call_event(uintptr_t f, uintptr_t event, int32_t status, uintptr_t user_data) {
	CALL(((event_function)f)(event, status, user_data));
}

// nesting is how functions that get a handle nest on a thread: one may release an object whose destructor calls the
// next.
enum { MOST_NESTED = 16, NOTHING_WAITS = 0, WAITS, RUNS };
static __thread struct {
	uint16_t depth, notices;
	uint16_t state; // of what waits
} nesting __attribute__((tls_model("initial-exec")));

// call_object returns a key of the thread if what waits is to run now, 0 if not.
static uintptr_t call_object(uintptr_t f, uintptr_t object, uintptr_t user_data) {
	nesting.depth++;
	CALL(((object_function)f)(object, user_data));
	nesting.depth--;
	if (nesting.depth >= MOST_NESTED || nesting.state != WAITS)
		return 0;
	nesting.state = RUNS;
	return (uintptr_t)&nesting;
}

// wait_if_nested returns a key of the thread if functions nest too deep for one more, 0 if not.
static uintptr_t wait_if_nested(void) {
	if (nesting.depth < MOST_NESTED)
		return 0;
	if (nesting.state == NOTHING_WAITS)
		nesting.state = WAITS;
	return (uintptr_t)&nesting;
}

static void nothing_waits(void) { nesting.state = NOTHING_WAITS; }

static void call_native(uintptr_t f, uintptr_t args) {
	CALL(((native_function)f)(args));
}

static void call_svm_free(uintptr_t f, uintptr_t queue, uint32_t count, uintptr_t *pointers, uintptr_t user_data) {
	CALL(((svm_free_function)f)(queue, count, pointers, user_data));
}

static void call_notify(uintptr_t f, const char *reason, uintptr_t user_data) {
	if (nesting.notices >= MOST_NESTED)
		return;
	nesting.notices++;
	CALL(((notify_function)f)(reason, 0, 0, user_data));
	nesting.notices--;
}

static void call_print(uintptr_t f, const char *text, size_t bytes, uintptr_t user_data) {
	CALL(((print_function)f)(text, bytes, 1, user_data));
}

// thread_ends is true in a thread of ours that a function of the application wanted to end.
static int thread_ends(void) { return heddle_thread_state & HEDDLE_THREAD_ENDS; }
*/
import "C"

import (
	"runtime"
	"slices"
	"unsafe"

	_ "heddle/cbridge/host" // has heddle_caller_mxcsr
)

// endThread makes the thread end with its goroutine if a function wanted to end it: the C library does not tell such a
// thread of a new user id, for example.
func endThread() {
	if C.thread_ends() != 0 {
		runtime.LockOSThread()
	}
}

// Event calls the callback of clSetEventCallback.
func Event(function, event uintptr, status int32, userData uintptr) {
	defer endThread()
	C.call_event(C.uintptr_t(function), C.uintptr_t(event), C.int32_t(status), C.uintptr_t(userData))
}

// Object calls a callback that gets a handle: those of clBuildProgram, clSetMemObjectDestructorCallback and the like.
// What was postponed on the thread meanwhile is done when the call is back.
func (p *Postponed) Object(function, object, userData uintptr) {
	if key := C.call_object(C.uintptr_t(function), C.uintptr_t(object), C.uintptr_t(userData)); key != 0 {
		defer C.nothing_waits()
		p.run(uintptr(key))
	}
}

// Postpone takes over what would call the application where its functions nest too deep already, and reports whether it
// does. The outermost of the functions that are too deep is followed by it, on the same thread.
func (p *Postponed) Postpone(run func()) bool {
	key := C.wait_if_nested()
	if key != 0 {
		p.add(uintptr(key), run)
	}
	return key != 0
}

// Notify calls the pfn_notify of a context with a reason in words. There is no private info. The text is in the Go
// heap, which does not move: memory of C might fail. A function whose own calls fail is not told of those without end.
func Notify(function uintptr, reason string, userData uintptr) {
	text := append([]byte(reason), 0)
	C.call_notify(C.uintptr_t(function), (*C.char)(unsafe.Pointer(&text[0])), C.uintptr_t(userData))
}

// Print calls the CL_PRINTF_CALLBACK_ARM of a context with all of a text.
func Print(function uintptr, text []byte, userData uintptr) {
	chars := append(text[:len(text):len(text)], 0)
	C.call_print(C.uintptr_t(function), (*C.char)(unsafe.Pointer(&chars[0])), C.size_t(len(text)),
		C.uintptr_t(userData))
}

// Native calls the user_func of clEnqueueNativeKernel.
func Native(function, args uintptr) {
	C.call_native(C.uintptr_t(function), C.uintptr_t(args))
}

// SVMFree calls the pfn_free_func of clEnqueueSVMFree, with a copy of the pointers, which it may change.
func SVMFree(function, queue uintptr, pointers []uintptr, userData uintptr) {
	list := append(slices.Clone(pointers), 0)
	C.call_svm_free(C.uintptr_t(function), C.uintptr_t(queue), C.uint32_t(len(pointers)),
		(*C.uintptr_t)(unsafe.Pointer(&list[0])), C.uintptr_t(userData))
}
