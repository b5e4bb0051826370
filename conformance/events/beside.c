// Commands that write other parts of a buffer while a launch uses it: nothing of what they write is lost, on each engine.
#include "check.h"

int main(void) {
	enum { ROUNDS = 40, ITEMS = 1 << 14, TRANSFERS = 64 };
	cl_int status;
	open_device();
	cl_command_queue other = clCreateCommandQueue(context, device, 0, &status);
	ok(status);
	cl_kernel kernel = kernel_of(build("kernel void f(global uint *x) { uint h = get_global_id(0);"
		" for (int i = 0; i < 200; i++) h = h * 1664525u + 1013904223u; x[get_global_id(0)] = h | 1; }"), "f");
	static cl_uint all[ITEMS + TRANSFERS];
	for (int round = 1; round <= ROUNDS; round++) {
		memset(all, 0, sizeof all);
		cl_mem buffer = buffer_of(sizeof all, all);
		arg(kernel, 0, buffer);
		run1(kernel, ITEMS, 0);
		ok(clFlush(queue));
		for (int i = 0; i < TRANSFERS; i++) {
			cl_uint value = round * 1000 + i;
			size_t at = (ITEMS + i) * sizeof value;
			if (i % 2)
				ok(clEnqueueWriteBuffer(other, buffer, CL_TRUE, at, sizeof value, &value, 0, NULL, NULL));
			else
				ok(clEnqueueFillBuffer(other, buffer, &value, sizeof value, at, sizeof value, 0, NULL, NULL));
		}
		ok(clFinish(other));
		ok(clFinish(queue));
		read_back(buffer, all, sizeof all);
		for (int i = 0; i < ITEMS; i++) check(all[i] & 1, "round %d: item %d", round, i);
		for (int i = 0; i < TRANSFERS; i++)
			check(all[ITEMS + i] == (cl_uint)(round * 1000 + i), "round %d: transfer %d: %u", round, i, all[ITEMS + i]);
		ok(clReleaseMemObject(buffer));
	}
	return done();
}
