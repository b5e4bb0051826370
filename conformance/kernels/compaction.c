// Results of atomics as places: lists that work-items append to, in local and in global memory. Each kernel runs several
// times, so that also the code is tried that is made in the background.
#include "check.h"
#include <unistd.h>

enum { N = 10000, GROUP = 200 };

static const char *const source =
	"kernel void append(global const uchar *in, global int *out, global int *count) {\n"
	"	int i = get_global_id(0);\n"
	"	if (in[i]) out[atomic_inc(count)] = i;\n"
	"}\n"
	"kernel void append_all(global const uchar *in, global int *out, global int *count) {\n"
	"	out[atomic_add(count, 1)] = get_global_id(0);\n"
	"}\n"
	"kernel void local_list(global const uchar *in, global int *out, global int *count) {\n"
	"	local int listed, first, list[GROUP];\n"
	"	int l = get_local_id(0);\n"
	"	if (l == 0) listed = 0;\n"
	"	barrier(CLK_LOCAL_MEM_FENCE);\n"
	"	for (int i = l; i < GROUP; i += get_local_size(0))\n"
	"		if (in[get_group_id(0) * GROUP + i]) {\n"
	"			int at = atomic_inc(&listed);\n"
	"			list[at] = get_group_id(0) * GROUP + i;\n"
	"		}\n"
	"	barrier(CLK_LOCAL_MEM_FENCE);\n"
	"	if (l == 0) first = atomic_add(count, listed);\n"
	"	barrier(CLK_LOCAL_MEM_FENCE);\n"
	"	for (int i = l; i < listed; i += get_local_size(0)) out[first + i] = list[i];\n"
	"}\n"
	"kernel void swapped(global const uchar *in, global int *out, global int *count) {\n" // a chain through the exchanged places
	"	int i = get_global_id(0);\n"
	"	if (in[i]) { int before = atomic_xchg(count + 1, i); out[before + 1] = i; atomic_inc(count); }\n"
	"}\n";

static unsigned char in[N];
static int out[N + 1], seen[N];

static void run_kernel(cl_program program, const char *name, int all, int chained) {
	cl_kernel k = kernel_of(program, name);
	cl_mem from = buffer_of(sizeof in, in), to = buffer_of(sizeof out, NULL), counter = buffer_of(8, NULL);
	arg(k, 0, from);
	arg(k, 1, to);
	arg(k, 2, counter);
	int wanted = 0;
	for (int i = 0; i < N; i++) wanted += all || in[i];
	for (int round = 0; round < 6; round++) {
		int count[2] = {0, -1}, missing = 0, twice = 0;
		ok(clEnqueueWriteBuffer(queue, counter, CL_TRUE, 0, 8, count, 0, NULL, NULL));
		run1(k, N, GROUP);
		read_back(counter, count, sizeof count);
		read_back(to, out, sizeof out);
		check(count[0] == wanted, "%s: %d, not %d", name, count[0], wanted);
		memset(seen, 0, sizeof seen);
		if (chained) // each entry tells who came next
			for (int at = out[0], n = 1; n <= wanted && at >= 0 && at < N; at = out[at + 1], n++) seen[at]++;
		else
			for (int i = 0; i < wanted; i++)
				if (out[i] >= 0 && out[i] < N) seen[out[i]]++;
		for (int i = 0; i < N; i++) {
			missing += (all || in[i]) && !seen[i];
			twice += seen[i] > 1;
		}
		check(missing == 0 && twice == 0, "%s, round %d: %d missing, %d twice", name, round, missing, twice);
		usleep(10000);
	}
	ok(clReleaseMemObject(from));
	ok(clReleaseMemObject(to));
	ok(clReleaseMemObject(counter));
	ok(clReleaseKernel(k));
}

int main(void) {
	open_device();
	for (int i = 0; i < N; i++) in[i] = random_u32() % 3 == 0;
	cl_program program = build_with(source, "-D GROUP=200");
	run_kernel(program, "append", 0, 0);
	run_kernel(program, "append_all", 1, 0);
	run_kernel(program, "local_list", 0, 0);
	run_kernel(program, "swapped", 0, 1);
	return done();
}
