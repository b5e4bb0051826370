// Kernels that write megabytes past the end of a buffer, and before its beginning: their commands fail, and neither the
// process nor later launches take harm, since what kernels index lies apart from all else in the process.
#include "kernels.h"

static const char overrun_source[] =
	"kernel void run_on(global uint *p, long first, int step, uint value) {\n"
	"  p[first + step * (long)get_global_id(0)] = value ^ (uint)get_global_id(0);\n}\n"
	"kernel void in_turn(global uint *p, long first, int step, uint value) {\n"
	"  local uint t[64]; uint l = get_local_id(0); t[l] = value; barrier(CLK_LOCAL_MEM_FENCE);\n"
	"  p[first + step * (long)get_global_id(0)] = t[63 - l];\n}\n";

enum { WRITES = 1 << 22 }; // of 4 bytes

// overrun runs a kernel whose work-items write in a row from an index on.
static void overrun(cl_kernel kernel, size_t bytes, cl_long first, cl_int step, cl_uint value) {
	cl_mem buffer = buffer_of(bytes, NULL);
	arg(kernel, 0, buffer);
	arg(kernel, 1, first);
	arg(kernel, 2, step);
	arg(kernel, 3, value);
	cl_int status = end_of(queue, kernel, WRITES, 64);
	check(status < 0, "%zu bytes, from %lld by %d: status %d", bytes, (long long)first, step, status);
	ok(clReleaseMemObject(buffer));
}

int main(void) {
	static const size_t sizes[] = {64, 4096, 65536, 100000, 1 << 20, 5 << 20, 64};
	static const char *const names[] = {"run_on", "in_turn"};
	open_device_quietly();
	if (other_driver()) { // they end the process
		check(1);
		return done();
	}
	cl_program program = build(overrun_source), good = build(kernels_source);
	for (int round = 0; round < 4; round++) {
		for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
			cl_kernel kernel = kernel_of(program, names[(round + i) % 2]);
			overrun(kernel, sizes[i], sizes[i] / 4, 1, 0x3eda8ae4 + round);
			overrun(kernel, sizes[i], -1, -1, round % 2 ? 0xffffffff : 8);
			ok(clReleaseKernel(kernel));
			cl_mem buffer = buffer_of(N * sizeof(int), NULL);
			run_good(queue, good, buffer, i % 2 ? 50 : 0);
			ok(clReleaseMemObject(buffer));
		}
	}
	return done();
}
