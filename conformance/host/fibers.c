// Calls from stacks that the application made itself, in the main thread and in another one, taken in turn with calls
// from the threads' own stacks and from deep in them.
#define _GNU_SOURCE
#include "check.h"
#include <pthread.h>
#include <ucontext.h>

enum { FIBERS = 4, ROUNDS = 50, STACK = 256 << 10, BYTES = 4096, DEPTH = 4 << 20 };

static cl_mem buffer;
static char zeros[BYTES];

static void calls(unsigned char pattern) {
	unsigned char out[BYTES];
	ok(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, BYTES, zeros, 0, NULL, NULL));
	ok(clEnqueueFillBuffer(queue, buffer, &pattern, 1, 0, BYTES, 0, NULL, NULL));
	ok(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, BYTES, out, 0, NULL, NULL));
	check(out[0] == pattern && out[BYTES - 1] == pattern, "%d and %d, not %d", out[0], out[BYTES - 1], pattern);
}

static __thread ucontext_t home, fibers[FIBERS];

static void fiber(int number) {
	for (int i = 0; i < ROUNDS; i++) {
		calls((unsigned char)(number + 1));
		swapcontext(&fibers[number], &home);
	}
}

// deep makes its calls with DEPTH bytes of the stack in use.
static void deep(void) {
	volatile char room[DEPTH];
	room[0] = 1;
	room[DEPTH - 1] = 2;
	calls(9);
	check(room[0] + room[DEPTH - 1] == 3, "the stack was overwritten");
}

static void *thread(void *unused) {
	char *stacks[FIBERS];
	for (int f = 0; f < FIBERS; f++) {
		getcontext(&fibers[f]);
		stacks[f] = malloc(STACK);
		fibers[f].uc_stack = (stack_t){.ss_sp = stacks[f], .ss_size = STACK};
		makecontext(&fibers[f], (void (*)(void))fiber, 1, f);
	}
	for (int i = 0; i < ROUNDS; i++) {
		for (int f = 0; f < FIBERS; f++) swapcontext(&home, &fibers[f]);
		calls(100);
		if (i % 10 == 0) deep();
	}
	for (int f = 0; f < FIBERS; f++) free(stacks[f]);
	return NULL;
}

int main(void) {
	pthread_t other;
	open_device();
	buffer = buffer_of(BYTES, NULL);
	thread(NULL);
	pthread_attr_t large;
	pthread_attr_init(&large);
	pthread_attr_setstacksize(&large, 4 * DEPTH);
	pthread_create(&other, &large, thread, NULL);
	pthread_join(other, NULL);
	return done();
}
