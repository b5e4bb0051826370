#ifndef HEDDLE_RESERVE_H
#define HEDDLE_RESERVE_H

#include <pthread.h>

/* heddle_create_thread is pthread_create for threads with the default mode of floating-point numbers (host.c). */
int heddle_create_thread(pthread_t *, const pthread_attr_t *, void *(*start)(void *), void *argument);

/* heddle_reserve_take finds out whether the system gives what the Go runtime needs from its start on, and keeps some
 * threads for it, which inherit the blocked signals. It returns non-zero, and has taken nothing, if not. It is called by
 * one thread at a time. */
int heddle_reserve_take(void);

/* heddle_reserve_run runs start on a thread that was kept, and returns non-zero if there is none left. */
int heddle_reserve_run(pthread_t *thread, void *(*start)(void *), void *argument);

#endif
