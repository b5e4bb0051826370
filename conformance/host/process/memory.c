// HEDDLE_MEM_LIMIT=64M: memory objects and shared memory take no more than that in all, and what is released can be taken
// again.
#include "check.h"

enum { LIMIT = 64 << 20, PIECE = 1 << 20, MOST = 200 };

// fill makes buffers until there is no more memory, and returns how many.
static int fill(cl_mem *list) {
	for (int i = 0; i < MOST; i++) {
		cl_int status;
		list[i] = clCreateBuffer(context, CL_MEM_READ_WRITE, PIECE, NULL, &status);
		if (!list[i]) {
			check(status == CL_MEM_OBJECT_ALLOCATION_FAILURE, "status %d", status);
			return i;
		}
	}
	return MOST;
}

int main(void) {
	static cl_mem list[MOST];
	static char host[PIECE];
	cl_ulong size, largest;
	cl_int status;
	open_device();
	ok(clGetDeviceInfo(device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof size, &size, NULL));
	ok(clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof largest, &largest, NULL));
	check(size == LIMIT && largest <= LIMIT, "%lu, %lu", (long)size, (long)largest);
	check_create(clCreateBuffer(context, 0, LIMIT + 1, NULL, &status), CL_INVALID_BUFFER_SIZE);
	for (int round = 0; round < 3; round++) {
		int count = fill(list);
		check(count == LIMIT / PIECE, "%d buffers", count);
		check(!clSVMAlloc(context, CL_MEM_READ_WRITE, PIECE, 0), "shared memory");
		cl_mem over = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof host, host, &status);
		ok(status); // it is the host's memory
		ok(clReleaseMemObject(over));
		for (int i = 0; i < count; i++) ok(clReleaseMemObject(list[i]));
		void *shared = clSVMAlloc(context, CL_MEM_READ_WRITE, LIMIT / 2, 0);
		check(shared, "shared memory");
		clSVMFree(context, shared);
	}
	return done();
}
