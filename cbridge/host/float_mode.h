#ifndef HEDDLE_HOST_FLOAT_MODE_H
#define HEDDLE_HOST_FLOAT_MODE_H

/*
 * How a thread computes with floating-point numbers, which a program may change: rounding, numbers that are too small taken
 * for zero, exceptions that end the process.
 *
 * The compiler, Go and kernels count on the default. So each entry point sets it and gives the caller's back when it
 * returns (icd.h), with the flags of exceptions as they were: what our code raises shows nowhere. The functions of the
 * application that we call get its mode (cbridge/callbacks). A thread begins with the mode of the one that makes it, so
 * threads of this library, which are made inside entry points or by each other, have the default.
 *
 * All of that is MXCSR. Nothing of the library or of a kernel computes with the x87 unit, so entry points leave it alone. But
 * functions of the application may compute with it on our threads, so those are made with its default (host.c).
 */
#include "host.h"

#include <stdint.h>

enum {
	HEDDLE_MXCSR = 0x1f80,      /* round to nearest, all exceptions masked, denormals kept */
	HEDDLE_MXCSR_FLAGS = 0x3f,  /* which exceptions have been */
	HEDDLE_X87_CONTROL = 0x37f, /* the same, and full precision */
};

/* heddle_caller_mxcsr is what functions of the application get on this thread: inside an entry point the caller's, on
 * threads of ours the default. */
extern __thread uint32_t heddle_caller_mxcsr __attribute__((tls_model("initial-exec")));

struct heddle_float_mode {
	uint32_t mxcsr;
	uint16_t x87_control;
};

static inline void heddle_load_mxcsr(const uint32_t *value) {
	__asm__ volatile("ldmxcsr %0" : : "m"(*value) : "memory");
}

static inline void heddle_default_mxcsr(void) {
	static const uint32_t value = HEDDLE_MXCSR;
	heddle_load_mxcsr(&value);
}

static inline uint16_t heddle_x87_control(void) {
	uint16_t control;
	__asm__ volatile("fnstcw %0" : "=m"(control));
	return control;
}

/* heddle_set_x87_control goes through the environment, because fldcw would report an exception that is still to be
 * reported to the application. */
static inline void heddle_set_x87_control(uint16_t control) {
	struct {
		uint16_t control, unused[13];
	} environment;
	if (heddle_x87_control() == control)
		return;
	__asm__ volatile("fnstenv %0" : "=m"(environment));
	environment.control = control;
	__asm__ volatile("fldenv %0" : : "m"(environment));
}

/* heddle_enter_float_mode begins an entry point. */
static inline void heddle_enter_float_mode(void) {
	__asm__ volatile("stmxcsr %0" : "=m"(heddle_caller_mxcsr) : : "memory");
	if (__builtin_expect((heddle_caller_mxcsr ^ HEDDLE_MXCSR) & ~HEDDLE_MXCSR_FLAGS, 0))
		heddle_default_mxcsr();
}

/* heddle_leave_float_mode ends an entry point. To look whether the caller's MXCSR is there still would take longer than to
 * load it. */
static inline void heddle_leave_float_mode(void) {
	heddle_load_mxcsr(&heddle_caller_mxcsr);
}

/* heddle_begin_callback comes before a function of the application, and returns what heddle_end_callback is to have: the
 * function may change modes, and call entry points. */
static inline struct heddle_float_mode heddle_begin_callback(void) {
	struct heddle_float_mode mode = {heddle_caller_mxcsr, heddle_x87_control()};
	heddle_load_mxcsr(&mode.mxcsr);
	return mode;
}

static inline void heddle_end_callback(struct heddle_float_mode mode) {
	heddle_default_mxcsr();
	heddle_set_x87_control(mode.x87_control);
	heddle_caller_mxcsr = mode.mxcsr;
	heddle_host_last.was_away = 1;
}

#endif
