// A vector of 3 is given to clSetKernelArg with its fourth element, as the specification says, or without, as many programs do.
#include "check.h"

int main(void) {
	open_device();
	cl_kernel kernel = kernel_of(build("kernel void k(char before, float3 f, uchar3 c, double3 d, int behind, global float *out) {\n"
		"  vstore3(f, 0, out); vstore3(convert_float3(c), 1, out); vstore3(convert_float3(d), 2, out); out[9] = before; out[10] = behind; }"), "k");
	float three[4] = {1, 2, 3, 4}, got[11];
	unsigned char bytes[4] = {5, 6, 7, 8};
	double doubles[4] = {9, 10, 11, 12};
	char before = 13;
	int behind = 14;
	cl_mem out = buffer_of(sizeof got, NULL);
	for (int packed = 0; packed < 2; packed++) {
		arg(kernel, 0, before);
		ok(clSetKernelArg(kernel, 1, (4 - packed) * 4, three));
		ok(clSetKernelArg(kernel, 2, 4 - packed, bytes));
		ok(clSetKernelArg(kernel, 3, (4 - packed) * 8, doubles));
		arg(kernel, 4, behind);
		arg(kernel, 5, out);
		size_t one = 1;
		ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
		read_back(out, got, sizeof got);
		float want[11] = {1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14};
		for (int i = 0; i < 11; i++) check(got[i] == want[i], "%d, %d: %g", packed, i, got[i]);
	}
	check_status(clSetKernelArg(kernel, 1, 8, three), CL_INVALID_ARG_SIZE);
	check_status(clSetKernelArg(kernel, 1, 13, three), CL_INVALID_ARG_SIZE);
	check_status(clSetKernelArg(kernel, 4, 3, &behind), CL_INVALID_ARG_SIZE);
	return done();
}
