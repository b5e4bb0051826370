// A device of 64 MB (HEDDLE_MEM_LIMIT): what needs more is refused with CL_MEM_OBJECT_ALLOCATION_FAILURE by each function that
// makes a memory object, leaves no trace, and can be had once there is room again.
#include "check.h"

enum { LIMIT = 64 << 20, HALF = 40 << 20 };

static cl_image_format rgba = {CL_RGBA, CL_UNORM_INT8};
static cl_image_desc square = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4096, .image_height = 3000};
static char host[1 << 10];

static void images(void) {
	cl_int status;
	check_create(clCreateImage(context, 0, &rgba, &square, NULL, &status), CL_MEM_OBJECT_ALLOCATION_FAILURE);
	check_create(clCreateImageWithProperties(context, NULL, 0, &rgba, &square, NULL, &status), CL_MEM_OBJECT_ALLOCATION_FAILURE);
	check_create(clCreateImage2D(context, 0, &rgba, 4096, 3000, 0, NULL, &status), CL_MEM_OBJECT_ALLOCATION_FAILURE);
	check_create(clCreateImage3D(context, 0, &rgba, 1024, 1024, 12, 0, 0, NULL, &status), CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

static void buffers(void) {
	cl_int status;
	cl_mem (*create_intel)(cl_context, const cl_properties *, cl_mem_flags, size_t, void *, cl_int *) = extension_function("clCreateBufferWithPropertiesINTEL");
	check_create(clCreateBuffer(context, 0, HALF, NULL, &status), CL_MEM_OBJECT_ALLOCATION_FAILURE);
	check_create(clCreateBufferWithProperties(context, NULL, 0, HALF, NULL, &status), CL_MEM_OBJECT_ALLOCATION_FAILURE);
	check_create(create_intel(context, NULL, 0, HALF, NULL, &status), CL_MEM_OBJECT_ALLOCATION_FAILURE);
	check_create(clCreatePipe(context, 0, 1024, HALF / 1024, NULL, &status), CL_MEM_OBJECT_ALLOCATION_FAILURE);
	check(clSVMAlloc(context, 0, HALF, 0) == NULL);
}

int main(void) {
	setenv("HEDDLE_MEM_LIMIT", "64M", 1);
	open_device();
	if (other_driver()) {
		check(1);
		return done();
	}
	cl_ulong bytes;
	ok(clGetDeviceInfo(device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof bytes, &bytes, NULL));
	check(bytes == LIMIT, "%lu", (unsigned long)bytes);
	for (int round = 0; round < 3; round++) {
		cl_mem taken = buffer_of(HALF, NULL);
		images();
		buffers();
		ok(clReleaseMemObject(taken));
		cl_int status;
		cl_mem image = clCreateImage(context, 0, &rgba, &square, NULL, &status);
		ok(status);
		ok(clReleaseMemObject(image));
	}
	return done();
}
