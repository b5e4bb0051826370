// Work-items that go over local memory in steps of the work-group's size, before and after barriers: filling, counting,
// and writing out. Half of these gave wrong sums when the loops' variables were joined to one register.
#include "check.h"

enum { N = 4096, BINS = 256, GROUP = 64 };

#define FILL(value) "for (int i = get_local_id(0); i < 256; i += get_local_size(0)) m[i] = " value ";\n"
#define BARRIER "barrier(CLK_LOCAL_MEM_FENCE);\n"
#define COUNT "for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&m[in[i]]);\n"
#define WRITE "for (int i = get_local_id(0); i < 256; i += get_local_size(0)) out[i] = m[i];\n"
#define KERNEL(body) "kernel void k(global const uchar *in, int n, global uint *out) { local uint m[256];\n" body "}\n"

static const struct {
	const char *source;
	int filled, counted, incremented; // what goes into the result
} cases[] = {
	{KERNEL(FILL("i") BARRIER WRITE), 1, 0, 0},
	{KERNEL(FILL("0") BARRIER COUNT BARRIER WRITE), 0, 1, 0},
	{KERNEL(FILL("i") BARRIER COUNT BARRIER WRITE), 1, 1, 0},
	{KERNEL(FILL("i") BARRIER "for (int i = get_local_id(0); i < 256; i += get_local_size(0)) atomic_inc(&m[i]);\n" BARRIER WRITE), 1, 0, 1},
	{KERNEL(FILL("i") BARRIER "for (int i = get_local_id(0); i < 256; i += get_local_size(0)) m[i]++;\n" BARRIER WRITE), 1, 0, 1},
	{KERNEL(FILL("0") BARRIER COUNT BARRIER "for (int i = get_local_id(0); i < 256; i += get_local_size(0)) if (m[i]) atomic_add(&out[i], m[i]);\n"), 0, 1, 0},
	{KERNEL(FILL("0") BARRIER COUNT BARRIER "for (int i = get_local_id(0); i < 256; i += get_local_size(0)) atomic_add(&out[i], m[i]);\n"), 0, 1, 0},
	{KERNEL("for (int turn = 0; turn < 3; turn++) {\n" FILL("turn ? m[i] + i : i") BARRIER "}\n"
		"for (int i = get_local_id(0); i < 256; i += get_local_size(0)) out[i] = m[i] / 3;\n"), 1, 0, 0},
};

int main(void) {
	open_device();
	static unsigned char in[N];
	cl_uint counts[BINS] = {0}, zeros[BINS] = {0}, got[BINS];
	for (int i = 0; i < N; i++) counts[in[i] = random_u32() >> 13]++;
	cl_mem source = buffer_of(N, in);
	int n = N;
	for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
		cl_kernel k = kernel_of(build(cases[c].source), "k");
		cl_mem out = buffer_of(sizeof zeros, zeros);
		arg(k, 0, source);
		arg(k, 1, n);
		arg(k, 2, out);
		run1(k, GROUP, GROUP);
		read_back(out, got, sizeof got);
		for (int i = 0; i < BINS; i++) {
			cl_uint wanted = cases[c].filled * i + cases[c].counted * counts[i] + cases[c].incremented;
			check(got[i] == wanted, "case %zu, %d: %u instead of %u", c, i, got[i], wanted);
		}
		ok(clReleaseMemObject(out));
		ok(clReleaseKernel(k));
	}
	return done();
}
