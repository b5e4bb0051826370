// Uniform work-groups: which programs need them, and what a kernel sees when the driver chooses the local size.
#include "check.h"

static const char *source =
"kernel void seeing(global uint *out) { out[get_global_id(0)] = get_local_size(0); }\n"
"kernel void blind(global uint *out) { out[get_global_id(0)] = get_global_id(0); }\n";

static cl_int launch(const char *options, const char *name, size_t global, size_t local, cl_uint *got) {
	cl_int status;
	cl_program program = build_with(source, options);
	cl_kernel kernel = clCreateKernel(program, name, &status);
	ok(status);
	cl_mem out = clCreateBuffer(context, 0, global * 4, NULL, &status);
	ok(status);
	ok(clSetKernelArg(kernel, 0, sizeof out, &out));
	cl_int result = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, local ? &local : NULL, 0, NULL, NULL);
	ok(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, global * 4, got, 0, NULL, NULL));
	ok(clReleaseMemObject(out));
	ok(clReleaseKernel(kernel));
	ok(clReleaseProgram(program));
	return result;
}

int main(void) {
	static cl_uint got[100003];
	open_device();
	check_status(launch("", "seeing", 100, 32, got), CL_INVALID_WORK_GROUP_SIZE);
	check_status(launch("-cl-std=CL1.1", "blind", 100, 32, got), CL_INVALID_WORK_GROUP_SIZE);
	check_status(launch("-cl-std=CL3.0 -cl-uniform-work-group-size", "seeing", 100, 32, got), CL_INVALID_WORK_GROUP_SIZE);
	ok(launch("", "seeing", 96, 32, got));
	ok(launch("-cl-std=CL3.0", "seeing", 100, 32, got));
	check(got[95] == 32 && got[96] == 4, "%u, %u", got[95], got[96]);
	const size_t sizes[] = {1, 100, 1009, 4099, 6000, 100003};
	for (int k = 0; k < 6; k++) {
		ok(launch("", "seeing", sizes[k], 0, got));
		for (size_t i = 0; i < sizes[k]; i++) {
			if (got[i] != got[0] || got[i] == 0 || sizes[k] % got[0]) {
				check(0, "global size %zu: group of %u at %zu", sizes[k], got[i], i);
				break;
			}
		}
		ok(launch("", "blind", sizes[k], 0, got));
		for (size_t i = 0; i < sizes[k]; i++) if (got[i] != i) { check(0, "%zu: %u", i, got[i]); break; }
	}
	return done();
}
