// Buffers: flags, host pointers, sub-buffers, read, write, copy, fill, rectangles, map and unmap, and their errors.
#include "check.h"

enum { N = 4096 };
static unsigned char pattern[N], got[N];

static void test_flags(void) {
	cl_int status;
	unsigned char *host = aligned_alloc(128, N);
	memcpy(host, pattern, N);
	cl_mem in_place = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, N, host, &status);
	ok(status);
	host[5] = 99;
	unsigned char *mapped = clEnqueueMapBuffer(queue, in_place, CL_TRUE, CL_MAP_READ, 0, N, 0, NULL, NULL, &status);
	ok(status);
	check(mapped == host, "USE_HOST_PTR maps to the host's memory");
	ok(clEnqueueUnmapMemObject(queue, in_place, mapped, 0, NULL, NULL));
	ok(clFinish(queue));
	void *pointer = NULL;
	ok(clGetMemObjectInfo(in_place, CL_MEM_HOST_PTR, sizeof pointer, &pointer, NULL));
	check(pointer == host, "host pointer");
	ok(clReleaseMemObject(in_place));
	free(host);

	static const struct { cl_mem_flags flags; int host; cl_int wanted; } bad[] = {
		{CL_MEM_USE_HOST_PTR, 0, CL_INVALID_HOST_PTR},
		{CL_MEM_COPY_HOST_PTR, 0, CL_INVALID_HOST_PTR},
		{0, 1, CL_INVALID_HOST_PTR},
		{CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 0, CL_INVALID_VALUE},
		{CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, 1, CL_INVALID_VALUE},
		{CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 1, CL_INVALID_VALUE},
		{CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS, 0, CL_INVALID_VALUE},
		{1ull << 40, 0, CL_INVALID_VALUE},
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		cl_mem m = clCreateBuffer(context, bad[i].flags, N, bad[i].host ? pattern : NULL, &status);
		check(m == NULL && status == bad[i].wanted, "flags %llx: %d, wanted %d", (unsigned long long)bad[i].flags, status, bad[i].wanted);
	}
	cl_mem m = clCreateBuffer(context, 0, 0, NULL, &status);
	check(m == NULL && status == CL_INVALID_BUFFER_SIZE, "size 0: %d", status);
	m = clCreateBuffer(context, 0, (size_t)1 << 62, NULL, &status);
	check(m == NULL && status == CL_INVALID_BUFFER_SIZE, "size 2^62: %d", status);
	m = clCreateBuffer(NULL, 0, N, NULL, &status);
	check(m == NULL && status == CL_INVALID_CONTEXT, "no context: %d", status);
}

static void test_read_write(void) {
	cl_mem m = buffer_of(N, pattern);
	memset(got, 0, N);
	ok(clEnqueueReadBuffer(queue, m, CL_TRUE, 100, 200, got, 0, NULL, NULL));
	check(memcmp(got, pattern + 100, 200) == 0, "read at an offset");
	ok(clEnqueueWriteBuffer(queue, m, CL_FALSE, 7, 3, "xyz", 0, NULL, NULL));
	read_back(m, got, N);
	check(memcmp(got + 7, "xyz", 3) == 0 && got[6] == pattern[6] && got[10] == pattern[10], "write at an offset");
	check_status(clEnqueueReadBuffer(queue, m, CL_TRUE, N - 1, 2, got, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueReadBuffer(queue, m, CL_TRUE, SIZE_MAX, 2, got, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 4, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueReadBuffer(NULL, m, CL_TRUE, 0, 4, got, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
	check_status(clEnqueueReadBuffer(queue, NULL, CL_TRUE, 0, 4, got, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
	check_status(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 4, got, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST);
	cl_event none = NULL;
	check_status(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 4, got, 0, &none, NULL), CL_INVALID_EVENT_WAIT_LIST);
	check_status(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 4, got, 1, &none, NULL), CL_INVALID_EVENT_WAIT_LIST);
	ok(clReleaseMemObject(m));
	cl_int status;
	m = clCreateBuffer(context, CL_MEM_HOST_WRITE_ONLY, N, NULL, &status);
	ok(status);
	check_status(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 4, got, 0, NULL, NULL), CL_INVALID_OPERATION);
	ok(clReleaseMemObject(m));
}

static void test_copy_fill(void) {
	cl_mem a = buffer_of(N, pattern), b = buffer_of(N, pattern);
	ok(clEnqueueCopyBuffer(queue, a, b, 10, 1000, 500, 0, NULL, NULL));
	read_back(b, got, N);
	check(memcmp(got + 1000, pattern + 10, 500) == 0 && got[999] == pattern[999] && got[1500] == pattern[1500], "copy");
	check_status(clEnqueueCopyBuffer(queue, a, a, 0, 100, 200, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
	check_status(clEnqueueCopyBuffer(queue, a, b, 0, N - 10, 20, 0, NULL, NULL), CL_INVALID_VALUE);
	for (size_t size = 1; size <= 128; size *= 2) {
		ok(clEnqueueFillBuffer(queue, a, pattern + 3, size, size, size * 5, 0, NULL, NULL));
		read_back(a, got, N);
		for (int i = 0; i < 5; i++) check(memcmp(got + size * (i + 1), pattern + 3, size) == 0, "fill with %zu", size);
	}
	check_status(clEnqueueFillBuffer(queue, a, pattern, 3, 0, 9, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueFillBuffer(queue, a, pattern, 4, 2, 8, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueFillBuffer(queue, a, pattern, 4, 0, 10, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueFillBuffer(queue, a, NULL, 4, 0, 8, 0, NULL, NULL), CL_INVALID_VALUE);
	ok(clReleaseMemObject(a));
	ok(clReleaseMemObject(b));
}

static void test_rectangles(void) {
	cl_mem a = buffer_of(N, pattern), b = buffer_of(N, pattern);
	size_t from[3] = {3, 2, 1}, to[3] = {5, 1, 2}, region[3] = {4, 3, 2};
	memset(got, 0, N);
	ok(clEnqueueReadBufferRect(queue, a, CL_TRUE, from, to, region, 16, 256, 32, 512, got, 0, NULL, NULL));
	int wrong = 0;
	for (int z = 0; z < 2; z++)
		for (int y = 0; y < 3; y++)
			for (int x = 0; x < 4; x++) wrong += got[(z + 2) * 512 + (y + 1) * 32 + x + 5] != pattern[(z + 1) * 256 + (y + 2) * 16 + x + 3];
	check(wrong == 0, "read: %d wrong", wrong);
	ok(clEnqueueCopyBufferRect(queue, a, b, from, to, region, 16, 256, 32, 512, 0, NULL, NULL));
	read_back(b, got, N);
	wrong = 0;
	for (int z = 0; z < 2; z++)
		for (int y = 0; y < 3; y++)
			for (int x = 0; x < 4; x++) wrong += got[(z + 2) * 512 + (y + 1) * 32 + x + 5] != pattern[(z + 1) * 256 + (y + 2) * 16 + x + 3];
	check(wrong == 0, "copy: %d wrong", wrong);
	ok(clEnqueueWriteBufferRect(queue, b, CL_TRUE, to, from, region, 32, 512, 16, 256, pattern, 0, NULL, NULL));
	read_back(b, got, N);
	wrong = 0;
	for (int z = 0; z < 2; z++)
		for (int y = 0; y < 3; y++)
			for (int x = 0; x < 4; x++) wrong += got[(z + 2) * 512 + (y + 1) * 32 + x + 5] != pattern[(z + 1) * 256 + (y + 2) * 16 + x + 3];
	check(wrong == 0, "write: %d wrong", wrong);
	size_t nothing[3] = {4, 0, 1}, huge[3] = {4, 3, 2000};
	check_status(clEnqueueReadBufferRect(queue, a, CL_TRUE, from, to, nothing, 16, 256, 32, 512, got, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueReadBufferRect(queue, a, CL_TRUE, from, to, huge, 16, 256, 32, 512, got, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueReadBufferRect(queue, a, CL_TRUE, from, to, region, 3, 256, 32, 512, got, 0, NULL, NULL), CL_INVALID_VALUE);
	ok(clReleaseMemObject(a));
	ok(clReleaseMemObject(b));
}

static void test_map(void) {
	cl_mem m = buffer_of(N, pattern);
	cl_int status;
	unsigned char *p = clEnqueueMapBuffer(queue, m, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 64, 128, 0, NULL, NULL, &status);
	ok(status);
	check(memcmp(p, pattern + 64, 128) == 0, "mapped");
	p[0] = 200;
	cl_uint count = 0;
	ok(clGetMemObjectInfo(m, CL_MEM_MAP_COUNT, sizeof count, &count, NULL));
	check(count == 1, "map count %u", count);
	ok(clEnqueueUnmapMemObject(queue, m, p, 0, NULL, NULL));
	read_back(m, got, N);
	check(got[64] == 200, "written back");
	check_status(clEnqueueUnmapMemObject(queue, m, p, 0, NULL, NULL), CL_INVALID_VALUE);
	p = clEnqueueMapBuffer(queue, m, CL_TRUE, CL_MAP_READ, N, 1, 0, NULL, NULL, &status);
	check(p == NULL && status == CL_INVALID_VALUE, "%d", status);
	p = clEnqueueMapBuffer(queue, m, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, 0, 1, 0, NULL, NULL, &status);
	check(p == NULL && status == CL_INVALID_VALUE, "%d", status);
	ok(clReleaseMemObject(m));
}

static void test_sub_buffers(void) {
	cl_int status;
	cl_mem m = buffer_of(N, pattern);
	cl_buffer_region region = {1024, 512};
	cl_mem sub = clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
	ok(status);
	read_back(sub, got, 512);
	check(memcmp(got, pattern + 1024, 512) == 0, "sub-buffer");
	size_t offset = 0;
	cl_mem parent = NULL;
	ok(clGetMemObjectInfo(sub, CL_MEM_OFFSET, sizeof offset, &offset, NULL));
	ok(clGetMemObjectInfo(sub, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, NULL));
	check(offset == 1024 && parent == m, "offset %zu", offset);
	cl_buffer_region beyond = {1024, N}, empty = {0, 0}, crooked = {4, 16};
	check(!clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &beyond, &status) && status == CL_INVALID_VALUE, "%d", status);
	check(!clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &empty, &status) && status == CL_INVALID_BUFFER_SIZE, "%d", status);
	check(!clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &crooked, &status) && status == CL_MISALIGNED_SUB_BUFFER_OFFSET, "%d", status);
	check(!clCreateSubBuffer(sub, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &status) && status == CL_INVALID_MEM_OBJECT, "%d", status);
	ok(clReleaseMemObject(m));
	read_back(sub, got, 512);
	check(memcmp(got, pattern + 1024, 512) == 0, "the sub-buffer keeps its parent alive");
	ok(clReleaseMemObject(sub));
}

static void CL_CALLBACK destroyed(cl_mem m, void *data) { *(int *)data = *(int *)data * 10 + 1; }
static void CL_CALLBACK destroyed_too(cl_mem m, void *data) { *(int *)data = *(int *)data * 10 + 2; }

static void test_destructors(void) {
	int order = 0;
	cl_mem m = buffer_of(N, NULL);
	ok(clSetMemObjectDestructorCallback(m, destroyed, &order));
	ok(clSetMemObjectDestructorCallback(m, destroyed_too, &order));
	ok(clReleaseMemObject(m));
	clFinish(queue);
	for (int i = 0; i < 1000 && order < 10; i++) {
		struct timespec ms = {0, 1000000};
		nanosleep(&ms, NULL);
	}
	check(order == 21, "last first: %d", order);
}

int main(void) {
	open_device();
	for (int i = 0; i < N; i++) pattern[i] = random_u32();
	test_flags();
	test_read_write();
	test_copy_fill();
	test_rectangles();
	test_map();
	test_sub_buffers();
	test_destructors();
	return done();
}
