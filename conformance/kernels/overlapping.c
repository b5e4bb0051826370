// Kernels that sum up in memory, launched with arguments that are disjoint, the same, and parts of one buffer: each
// iteration of a work-item sees the values that its earlier ones have written, also through another argument.
#include "check.h"

enum { ITEMS = 1000, ROUNDS = 20, HALF = 1024, WORDS = 2 * HALF };

static const char *const source =
	"kernel void sums(global uint *to, global const uint *a, global const uint *b, uint rounds) {\n"
	"	size_t i = get_global_id(0);\n"
	"	for (uint k = 0; k < rounds; k++) to[i] += a[i] * (k + 1) + b[i + k];\n"
	"}\n";

static cl_uint memory[WORDS], want[WORDS];

static void expect(cl_uint *to, const cl_uint *a, const cl_uint *b, cl_uint rounds) {
	for (int i = 0; i < ITEMS; i++) {
		for (cl_uint k = 0; k < rounds; k++) to[i] += a[i] * (k + 1) + b[i + k];
	}
}

static void fill(void) {
	for (int i = 0; i < WORDS; i++) want[i] = memory[i] = (cl_uint)i * 2654435761u >> 7;
}

static void run_sums(cl_kernel kernel, cl_mem to, cl_mem a, cl_mem b, cl_uint rounds, cl_mem whole, const char *what) {
	arg(kernel, 0, to);
	arg(kernel, 1, a);
	arg(kernel, 2, b);
	arg(kernel, 3, rounds);
	run1(kernel, ITEMS, 0);
	read_back(whole, memory, sizeof memory);
	for (int i = 0; i < WORDS; i++) check(memory[i] == want[i], "%s, %u rounds: word %d is %u, not %u", what, rounds, i, memory[i], want[i]);
}

static cl_mem part(cl_mem whole, size_t from, size_t words) {
	cl_buffer_region region = {from * 4, words * 4};
	cl_int status;
	cl_mem made = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
	ok(status);
	return made;
}

static void test_overlapping(void) {
	cl_kernel kernel = kernel_of(build(source), "sums");
	static cl_uint others[ITEMS + ROUNDS];
	for (int i = 0; i < ITEMS + ROUNDS; i++) others[i] = (cl_uint)i * 40503u;
	cl_mem other = buffer_of(sizeof others, others);
	for (cl_uint rounds = 0; rounds <= ROUNDS; rounds += 10) {
		fill();
		cl_mem whole = buffer_of(sizeof memory, memory);
		expect(want, others, others, rounds);
		run_sums(kernel, whole, other, other, rounds, whole, "apart");
		expect(want, want, others, rounds);
		run_sums(kernel, whole, whole, other, rounds, whole, "the same");
		cl_mem low = part(whole, 0, ITEMS), high = part(whole, HALF, ITEMS);
		expect(want, want + HALF, others, rounds);
		run_sums(kernel, low, high, other, rounds, whole, "parts that do not touch");
		expect(want, want, others, rounds);
		run_sums(kernel, low, whole, other, rounds, whole, "a part and the whole");
		ok(clReleaseMemObject(low));
		ok(clReleaseMemObject(high));
	}
}

int main(void) {
	open_device();
	test_overlapping();
	return done();
}
