#ifndef HEDDLE_HOST_SANITIZER_H
#define HEDDLE_HOST_SANITIZER_H

/*
 * ThreadSanitizer sees no locks of the Go runtime, and so not that what a thread did before it completed an event comes
 * before what another does after it waited, or what a callback does. In a program that has its runtime, which defines these
 * functions, each call tells it so at its beginning and end, and each callback. All calls are taken for one lock: races
 * between calls of the application that are ordered by nothing else than other calls are not found.
 */
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

extern char heddle_sanitizer_lock; /* only its address counts */

/* heddle_sanitizer_release: what this thread did so far comes before what others do from now on. */
static inline void heddle_sanitizer_release(void) {
	if (__builtin_expect(__tsan_release != 0, 0))
		__tsan_release(&heddle_sanitizer_lock);
}

/* heddle_sanitizer_acquire: what this thread does from now on comes after what others have released. */
static inline void heddle_sanitizer_acquire(void) {
	if (__builtin_expect(__tsan_acquire != 0, 0))
		__tsan_acquire(&heddle_sanitizer_lock);
}

#endif
