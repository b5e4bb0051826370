// Destructors that release the next object: of buffers, of contexts, and of two objects each. All are called before the
// first release is back, in the order of the releases, and they take little of the stack. So do notices of failed
// calls.
#include "check.h"

enum { CHAIN = 2000, TREE = 1 << 12, MOST_STACK = 32 << 10 };

static cl_mem buffers[TREE];
static cl_context contexts[CHAIN];
static int called, is_ordered, is_wrong;
static char *first, *deepest;

static void note(size_t number) {
	char here;
	if (called == 0) first = deepest = &here;
	if (&here < deepest) deepest = &here;
	if (is_ordered && number != (size_t)called) is_wrong = 1;
	called++;
}

static void CL_CALLBACK release_next(cl_mem memory, void *number) {
	note((size_t)number);
	if ((size_t)number + 1 < CHAIN) clReleaseMemObject(buffers[(size_t)number + 1]);
}

static void CL_CALLBACK release_children(cl_mem memory, void *number) {
	size_t child = 2 * (size_t)number;
	note((size_t)number);
	if (child < TREE) clReleaseMemObject(buffers[child]), clReleaseMemObject(buffers[child + 1]);
}

static void CL_CALLBACK release_next_context(cl_context which, void *number) {
	note((size_t)number);
	if ((size_t)number + 1 < CHAIN) clReleaseContext(contexts[(size_t)number + 1]);
}

static void begin(int ordered) { called = 0, is_ordered = ordered, is_wrong = 0; }

static void check_called(int wanted) {
	check(called == wanted, "%d of %d called", called, wanted);
	check(!is_wrong, "in another order");
	check(first - deepest < MOST_STACK, "%ld bytes of stack", (long)(first - deepest));
}

static void make_buffers(size_t from, size_t to, void (CL_CALLBACK *function)(cl_mem, void *)) {
	for (size_t i = from; i < to; i++) {
		buffers[i] = buffer_of(64, NULL);
		ok(clSetMemObjectDestructorCallback(buffers[i], function, (void *)i));
	}
}

static void buffers_in_a_chain(void) {
	make_buffers(0, CHAIN, release_next);
	begin(1);
	ok(clReleaseMemObject(buffers[0]));
	check_called(CHAIN);
}

static void buffers_in_a_tree(void) {
	make_buffers(1, TREE, release_children); // number 1 is the root
	begin(0);
	ok(clReleaseMemObject(buffers[1]));
	check_called(TREE - 1);
}

static void contexts_in_a_chain(void) {
	cl_int status;
	for (size_t i = 0; i < CHAIN; i++) {
		contexts[i] = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
		ok(status);
		ok(clSetContextDestructorCallback(contexts[i], release_next_context, (void *)i));
	}
	begin(1);
	ok(clReleaseContext(contexts[0]));
	check_called(CHAIN);
}

static cl_context notified;
static long notices;

static void CL_CALLBACK fail_again(const char *reason, const void *info, size_t size, void *data) {
	char here;
	if (notices++ == 0) first = deepest = &here;
	if (&here < deepest) deepest = &here;
	clCreateBuffer(notified, 0, 0, NULL, NULL);
}

// A notify function that fails itself is told of that, but not for ever.
static void notices_in_notices(void) {
	cl_int status;
	notified = clCreateContext(NULL, 1, &device, fail_again, NULL, &status);
	ok(status);
	check(!clCreateBuffer(notified, 0, 0, NULL, &status));
	check_status(status, CL_INVALID_BUFFER_SIZE);
	check(notices > 1 && notices < 1000, "%ld notices", notices);
	check(first - deepest < MOST_STACK, "%ld bytes of stack", (long)(first - deepest));
	ok(clReleaseContext(notified));
}

int main(void) {
	open_device();
	buffers_in_a_chain();
	buffers_in_a_tree();
	contexts_in_a_chain();
	notices_in_notices();
	return done();
}
