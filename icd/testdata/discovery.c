/* Calls that only look: from threads with the smallest stacks, all at once, while others start the runtime; with handles that
 * are none; before and after a fork; with a loader's word that is set first. */
#include "program.h"
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>

enum { LOOKERS = 24, USERS = 4, ROUNDS = 200, PROPERTIES = 0x80, FIRST = 0x1000 };
enum { OUT_OF_RESOURCES = -5, INVALID_VALUE = -30, INVALID_PLATFORM = -32, INVALID_DEVICE = -33 };

static handle platform, device;
static pthread_barrier_t together;
static atomic_int problems;

/* look asks for everything; a thread that finds something else than the first one counts a problem. */
static void *look(void *unused) {
	handle p = NULL, d = NULL;
	unsigned count = 0;
	char value[2048];
	size_t size;
	(void)unused;
	pthread_barrier_wait(&together);
	for (int i = 0; i < ROUNDS; i++) {
		if (CALL(int, clGetPlatformIDs, 1, &p, &count) || count != 1 || p != platform)
			problems++;
		if (CALL(int, clGetDeviceIDs, p, (uint64_t)2, 1, &d, &count) || count != 1 || d != device)
			problems++;
		for (unsigned name = FIRST; name < FIRST + PROPERTIES; name++) {
			int status = CALL(int, clGetDeviceInfo, d, name, sizeof value, value, &size);
			if (status && status != INVALID_VALUE)
				problems++;
		}
	}
	return NULL;
}

static void *use(void *unused) {
	(void)unused;
	pthread_barrier_wait(&together);
	if (CALL(int, clReleaseContext, new_context()))
		problems++;
	return NULL;
}

static void test_threads(void) {
	pthread_t threads[LOOKERS + USERS];
	pthread_attr_t tiny;
	pthread_attr_init(&tiny);
	pthread_attr_setstacksize(&tiny, PTHREAD_STACK_MIN);
	pthread_barrier_init(&together, NULL, LOOKERS + USERS);
	for (int i = 0; i < LOOKERS; i++)
		if (pthread_create(&threads[i], &tiny, look, NULL))
			fail("pthread_create");
	for (int i = LOOKERS; i < LOOKERS + USERS; i++)
		pthread_create(&threads[i], NULL, use, NULL);
	for (int i = 0; i < LOOKERS + USERS; i++)
		pthread_join(threads[i], NULL);
	if (problems)
		fail("a thread found something else");
}

/* test_garbage gives values near the handles, which are none. */
static void test_garbage(void) {
	char *p = platform, *d = device;
	handle bad[] = {(handle)8, (handle)-1, p + 1, p + 8, p - 64, d + 64, d + 8, &problems, p + (64 << 20)};
	for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
		if (CALL(int, clGetPlatformInfo, bad[i], 0x902, (size_t)0, NULL, NULL) != INVALID_PLATFORM ||
		    CALL(int, clGetDeviceIDs, bad[i], (uint64_t)2, 1, &bad[i], NULL) != INVALID_PLATFORM ||
		    CALL(int, clUnloadPlatformCompiler, bad[i]) != INVALID_PLATFORM ||
		    CALL(void *, clGetExtensionFunctionAddressForPlatform, bad[i], "clIcdGetPlatformIDsKHR") ||
		    CALL(int, clGetDeviceInfo, bad[i], 0x102b, (size_t)0, NULL, NULL) != INVALID_DEVICE ||
		    CALL(int, clRetainDevice, bad[i]) != INVALID_DEVICE || CALL(int, clReleaseDevice, bad[i]) != INVALID_DEVICE)
			fail("garbage was taken for a handle");
}

/* in_child runs a test in a forked child. */
static void in_child(void (*test)(void)) {
	int status;
	pid_t child = fork();
	if (child == 0) {
		alarm(20);
		test();
		_exit(0);
	}
	waitpid(child, &status, 0);
	if (!WIFEXITED(status) || WEXITSTATUS(status))
		fail("in a forked child");
}

static void calls_are_refused(void) {
	handle p;
	size_t size;
	if (CALL(int, clGetPlatformIDs, 1, &p, NULL) != OUT_OF_RESOURCES ||
	    CALL(int, clGetDeviceInfo, device, 0x102b, (size_t)0, NULL, &size) != OUT_OF_RESOURCES ||
	    CALL(void *, clGetExtensionFunctionAddressForPlatform, platform, "clIcdGetPlatformIDsKHR"))
		fail("a forked child of a process that used the device got an answer");
}

static void everything_works(void) {
	test_garbage();
	test_threads();
	in_child(calls_are_refused);
}

static void find_first(void) {
	device = first_device();
	if (CALL(int, clGetPlatformIDs, 1, &platform, NULL))
		fail("clGetPlatformIDs");
}

/* test_loaders_word: the word is kept when the runtime starts, and written into all objects. */
static void test_loaders_word(void) {
	int (*set)(handle, void *) = CALL(void *, clGetExtensionFunctionAddress, "clIcdSetPlatformDispatchDataKHR");
	if (set(device, &problems) != INVALID_PLATFORM || set(NULL, &problems) != INVALID_PLATFORM || ((void **)platform)[1])
		fail("the loader's word of a bad platform");
	if (set(platform, &problems) || ((void **)platform)[1] != &problems || ((void **)device)[1] != &problems)
		fail("the loader's word");
	void **context = new_context();
	if (context[1] != &problems || context[0] != *(void **)platform || ((void **)platform)[1] != &problems)
		fail("the loader's word in a context");
	if (set(platform, &device) || context[1] != &device || ((void **)device)[1] != &device)
		fail("the second loader's word");
}

int main(void) {
	load();
	in_child(find_first);
	find_first();
	in_child(everything_works);
	in_child(test_loaders_word);
	test_garbage();
	test_threads();
	test_garbage();
	in_child(calls_are_refused);
	puts("passed");
	return 0;
}
