// The error codes of the calls that make, ask, watch and release buffers and sub-buffers.
#include "check.h"

static void CL_CALLBACK destroyed(cl_mem m, void *data) {}

static cl_mem with_flags(cl_mem_flags flags) {
	cl_int status;
	cl_mem m = clCreateBuffer(context, flags, 4096, NULL, &status);
	ok(status);
	return m;
}

static void test_create_buffer(void) {
	int data[4] = {0};
	cl_ulong most = 0;
	ok(clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, NULL));
	check_create(clCreateBuffer(NULL, 0, 16, NULL, &status), CL_INVALID_CONTEXT);
	check_create(clCreateBuffer(other_kind(queue), 0, 16, NULL, &status), CL_INVALID_CONTEXT);
	check_create(clCreateBuffer(context, (cl_mem_flags)1 << 40, 16, NULL, &status), CL_INVALID_VALUE);
	check_create(clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, 16, NULL, &status), CL_INVALID_VALUE);
	check_create(clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY, 16, NULL, &status), CL_INVALID_VALUE);
	check_create(clCreateBuffer(context, CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, 16, data, &status), CL_INVALID_VALUE);
	check_create(clCreateBuffer(context, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 16, data, &status), CL_INVALID_VALUE);
	check_create(clCreateBuffer(context, CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY, 16, NULL, &status), CL_INVALID_VALUE);
	check_create(clCreateBuffer(context, CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS, 16, NULL, &status), CL_INVALID_VALUE);
	check_create(clCreateBuffer(context, 0, 0, NULL, &status), CL_INVALID_BUFFER_SIZE);
	check_create(clCreateBuffer(context, 0, most + 1, NULL, &status), CL_INVALID_BUFFER_SIZE);
	check_create(clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 16, NULL, &status), CL_INVALID_HOST_PTR);
	check_create(clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 16, NULL, &status), CL_INVALID_HOST_PTR);
	check_create(clCreateBuffer(context, CL_MEM_ALLOC_HOST_PTR, 16, data, &status), CL_INVALID_HOST_PTR);
	check(clCreateBuffer(context, 0, 0, NULL, NULL) == NULL, "no error code wanted");
	const cl_mem_properties unknown[] = {0x7777, 1, 0}, empty[] = {0};
	check_create(clCreateBufferWithProperties(NULL, empty, 0, 16, NULL, &status), CL_INVALID_CONTEXT);
	check_create(clCreateBufferWithProperties(context, unknown, 0, 16, NULL, &status), CL_INVALID_PROPERTY);
	check_create(clCreateBufferWithProperties(context, empty, 0, 0, NULL, &status), CL_INVALID_BUFFER_SIZE);
	cl_int status;
	cl_mem m = clCreateBufferWithProperties(context, empty, 0, 16, NULL, &status);
	ok(status);
	ok(clReleaseMemObject(m));
}

static void test_create_sub_buffer(void) {
	static const struct { cl_mem_flags parent, sub; } clashes[] = {
		{CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE}, {CL_MEM_WRITE_ONLY, CL_MEM_READ_ONLY}, {CL_MEM_READ_ONLY, CL_MEM_READ_WRITE},
		{CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY}, {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY},
		{CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY}, {CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY},
		{CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_WRITE_ONLY}, {0, CL_MEM_USE_HOST_PTR}, {0, CL_MEM_ALLOC_HOST_PTR}, {0, CL_MEM_COPY_HOST_PTR}};
	const cl_buffer_region all = {0, 4096}, beyond = {2048, 2049}, behind = {1 << 20, 16}, wraps = {2048, SIZE_MAX - 1000}, empty = {0, 0},
		crooked = {1, 16};
	for (size_t i = 0; i < sizeof clashes / sizeof *clashes; i++) {
		cl_int status = 0;
		cl_mem m = with_flags(clashes[i].parent);
		cl_mem sub = clCreateSubBuffer(m, clashes[i].sub, CL_BUFFER_CREATE_TYPE_REGION, &all, &status);
		check(sub == NULL && status == CL_INVALID_VALUE, "%zu: %d", i, status);
		ok(clReleaseMemObject(m));
	}
	cl_int status;
	cl_mem m = with_flags(0), sub = clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &all, &status);
	ok(status);
	check_create(clCreateSubBuffer(NULL, 0, CL_BUFFER_CREATE_TYPE_REGION, &all, &status), CL_INVALID_MEM_OBJECT);
	check_create(clCreateSubBuffer(other_kind(queue), 0, CL_BUFFER_CREATE_TYPE_REGION, &all, &status), CL_INVALID_MEM_OBJECT);
	check_create(clCreateSubBuffer(sub, 0, CL_BUFFER_CREATE_TYPE_REGION, &all, &status), CL_INVALID_MEM_OBJECT);
	check_create(clCreateSubBuffer(m, 0, 0x7777, &all, &status), CL_INVALID_VALUE);
	check_create(clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, NULL, &status), CL_INVALID_VALUE);
	check_create(clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &beyond, &status), CL_INVALID_VALUE);
	check_create(clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &behind, &status), CL_INVALID_VALUE);
	// PoCL 3.1 makes this one, and below one with unknown flags.
	check_create(clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &wraps, &status), CL_INVALID_VALUE);
	check_create(clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &empty, &status), CL_INVALID_BUFFER_SIZE);
	check_create(clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &crooked, &status), CL_MISALIGNED_SUB_BUFFER_OFFSET);
	check_create(clCreateSubBuffer(m, (cl_mem_flags)1 << 40, CL_BUFFER_CREATE_TYPE_REGION, &all, &status), CL_INVALID_VALUE);
	ok(clReleaseMemObject(sub));
	ok(clReleaseMemObject(m));
}

static void test_objects(void) {
	cl_mem m = with_flags(0), none = other_kind(queue);
	size_t size = 0;
	check_status(clRetainMemObject(NULL), CL_INVALID_MEM_OBJECT);
	check_status(clRetainMemObject(none), CL_INVALID_MEM_OBJECT);
	check_status(clReleaseMemObject(NULL), CL_INVALID_MEM_OBJECT);
	check_status(clReleaseMemObject(none), CL_INVALID_MEM_OBJECT);
	check_status(clGetMemObjectInfo(NULL, CL_MEM_SIZE, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
	check_status(clGetMemObjectInfo(none, CL_MEM_SIZE, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
	check_status(clGetMemObjectInfo(m, 0x7777, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clGetMemObjectInfo(m, CL_MEM_SIZE, sizeof size - 1, &size, NULL), CL_INVALID_VALUE);
	check_status(clGetImageInfo(m, CL_IMAGE_WIDTH, 0, NULL, NULL), CL_INVALID_MEM_OBJECT); // a buffer is no image; PoCL 3.1 answers
	check_status(clSetMemObjectDestructorCallback(NULL, destroyed, NULL), CL_INVALID_MEM_OBJECT);
	check_status(clSetMemObjectDestructorCallback(none, destroyed, NULL), CL_INVALID_MEM_OBJECT);
	check_status(clSetMemObjectDestructorCallback(m, NULL, NULL), CL_INVALID_VALUE);
	ok(clReleaseMemObject(m));
}

int main(void) {
	open_device();
	test_create_buffer();
	test_create_sub_buffer();
	test_objects();
	return done();
}
