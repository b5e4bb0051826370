// Pipes of program scope keep packets from kernel to kernel; one is full where its capacity says so.
#include "spirv/modules.h"

int main(void) {
	enum { N = 100, NUMBERS = 32, FULL = -1 };
	open_device();
	cl_program program = load_module("pipe_storage");
	ok(clBuildProgram(program, 1, &device, "", NULL, NULL));
	cl_kernel put = kernel_of(program, "put"), get = kernel_of(program, "get");
	for (int round = 0; round < 3; round++) {
		cl_int written[N];
		cl_uint got[4 * N];
		size_t global = N;
		cl_mem states = buffer_of(sizeof written, NULL), packets = buffer_of(sizeof got, NULL);
		arg(put, 0, states);
		arg(get, 0, packets);
		ok(clEnqueueNDRangeKernel(queue, put, 1, NULL, &global, NULL, 0, NULL, NULL));
		ok(clEnqueueReadBuffer(queue, states, CL_TRUE, 0, sizeof written, written, 0, NULL, NULL));
		int full = 0;
		for (int i = 0; i < N; i++) {
			check(written[i] == 0 || written[i] == FULL, "%d", written[i]);
			full += written[i] != 0;
		}
		check(full == N - NUMBERS, "%d packets did not fit", full);
		ok(clEnqueueNDRangeKernel(queue, get, 1, NULL, &global, NULL, 0, NULL, NULL));
		ok(clEnqueueReadBuffer(queue, packets, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL));
		int seen[N] = {0};
		for (int i = 0; i < N; i++) { // each packet once, in any order
			cl_uint k = got[4 * i];
			check(k < N && !seen[k] && got[4 * i + 1] == 99 * k, "packet %d is %u, %u", i, k, got[4 * i + 1]);
			if (k < N) seen[k] = 1;
			check(got[4 * i + 3] == N, "at most %u packets", got[4 * i + 3]);
		}
		ok(clReleaseMemObject(states));
		ok(clReleaseMemObject(packets));
	}
	ok(clReleaseKernel(put));
	ok(clReleaseKernel(get));
	ok(clReleaseProgram(program));
	return done();
}
