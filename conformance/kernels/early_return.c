// Work-items that return before a barrier: whole groups, and some of a group, which then no longer count.
#include "check.h"

static const char *source =
"kernel void gone(global const int *in, global int *out, int keep) {\n"
"  local int t[64];\n"
"  int l = get_local_id(0), i = get_global_id(0);\n"
"  if (in[get_group_id(0)] < 0) return;\n"
"  t[l] = in[get_group_id(0)] + l;\n"
"  barrier(CLK_LOCAL_MEM_FENCE);\n"
"  out[i] = t[63 - l];\n"
"}\n"
"kernel void leave(global int *out) {\n"
"  local int t[64];\n"
"  int l = get_local_id(0);\n"
"  if (l >= 50) return;\n"
"  t[l] = l * l;\n"
"  barrier(CLK_LOCAL_MEM_FENCE);\n"
"  out[get_global_id(0)] = t[49 - l];\n"
"}\n";

static void test_early_return(cl_program program) {
	int in[8] = {5, -1, 7, 9, -3, 11, 13, -9}, out[512];
	for (int i = 0; i < 512; i++) out[i] = -77;
	cl_mem mi = buffer_of(sizeof in, in), mo = buffer_of(sizeof out, out);
	cl_kernel k = kernel_of(program, "gone");
	int keep = 0;
	arg(k, 0, mi); arg(k, 1, mo); arg(k, 2, keep);
	run1(k, 512, 64);
	read_back(mo, out, sizeof out);
	int wrong = 0;
	for (int i = 0; i < 512; i++) wrong += out[i] != (in[i / 64] < 0 ? -77 : in[i / 64] + 63 - i % 64);
	check(wrong == 0, "gone: %d wrong", wrong);
	clReleaseKernel(k); clReleaseMemObject(mi); clReleaseMemObject(mo);
}

static void test_leave(cl_program program) {
	int out[256];
	for (int i = 0; i < 256; i++) out[i] = -77;
	cl_mem mo = buffer_of(sizeof out, out);
	cl_kernel k = kernel_of(program, "leave");
	arg(k, 0, mo);
	run1(k, 256, 64);
	read_back(mo, out, sizeof out);
	int wrong = 0;
	for (int i = 0; i < 256; i++) wrong += out[i] != (i % 64 >= 50 ? -77 : (49 - i % 64) * (49 - i % 64));
	check(wrong == 0, "leave: %d wrong", wrong);
	clReleaseKernel(k); clReleaseMemObject(mo);
}

int main(void) {
	open_device();
	cl_program program = build(source);
	test_early_return(program);
	test_leave(program);
	return done();
}
