#ifndef HEDDLE_POOL_H
#define HEDDLE_POOL_H

#include <stdint.h>

/* A pool of worker threads that wait for jobs; see pool.c. */
struct heddle_pool;

enum { HEDDLE_POOL_SLOTS = 31 }; /* jobs at the same time */

/* heddle_pool_new starts count-1 threads, on the processors of a mask (mask.h) if that is not NULL. It returns NULL when
 * it could start none; *started tells how many run. */
struct heddle_pool *heddle_pool_new(uint32_t count, const void *mask, uintptr_t owner, uint32_t *started);

/* heddle_pool_post opens the job of a free slot for at most so many workers, and wakes those that sleep. */
void heddle_pool_post(struct heddle_pool *pool, uint32_t slot, uint32_t wanted, int32_t priority);

/* heddle_pool_close lets no further worker into the job and waits for those inside. The slot is free then. */
void heddle_pool_close(struct heddle_pool *pool, uint32_t slot);

/* heddle_pool_wants reports whether a job above the priority wants another worker. */
int heddle_pool_wants(struct heddle_pool *pool, int32_t priority);

/* heddle_pool_free ends the threads and waits for them. */
void heddle_pool_free(struct heddle_pool *pool);

#endif
