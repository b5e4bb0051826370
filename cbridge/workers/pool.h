#ifndef HEDDLE_POOL_H
#define HEDDLE_POOL_H

#include <stdint.h>

/* A pool of worker threads that wait for jobs; see pool.c. */
struct heddle_pool;

/* heddle_pool_new starts count-1 threads. It returns NULL when it could start none; *started tells how many run. */
struct heddle_pool *heddle_pool_new(uint32_t count, uintptr_t owner, uint32_t *started);

/* heddle_pool_post opens a job for the workers below wanted, and wakes those that sleep. */
void heddle_pool_post(struct heddle_pool *pool, uint32_t wanted);

/* heddle_pool_close lets no further worker into the job and waits for those inside. */
void heddle_pool_close(struct heddle_pool *pool);

/* heddle_pool_free ends the threads and waits for them. */
void heddle_pool_free(struct heddle_pool *pool);

#endif
