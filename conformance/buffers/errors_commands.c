// The error codes of the commands on buffers: read, write, copy, fill, map, unmap, migrate and the rect forms.
#include "check.h"

enum { SIZE = 4096 };

static cl_mem m, foreign_buffer, write_only, read_only, no_access;
static cl_context foreign;
static cl_event foreign_event, failed;
static unsigned char host[SIZE];
static cl_command_queue no_queue;
static cl_mem no_mem;
static cl_event no_event;

static cl_mem with_flags(cl_context c, cl_mem_flags flags) {
	cl_int status;
	cl_mem b = clCreateBuffer(c, flags, SIZE, NULL, &status);
	ok(status);
	return b;
}

static void set_up(void) {
	cl_int status;
	foreign = other_context();
	m = with_flags(context, 0);
	foreign_buffer = with_flags(foreign, 0);
	write_only = with_flags(context, CL_MEM_HOST_WRITE_ONLY);
	read_only = with_flags(context, CL_MEM_HOST_READ_ONLY);
	no_access = with_flags(context, CL_MEM_HOST_NO_ACCESS);
	foreign_event = clCreateUserEvent(foreign, &status);
	ok(status);
	ok(clSetUserEventStatus(foreign_event, CL_COMPLETE));
	failed = clCreateUserEvent(context, &status);
	ok(status);
	ok(clSetUserEventStatus(failed, -7));
	no_queue = other_kind(context);
	no_mem = other_kind(queue);
	no_event = other_kind(queue);
}

// common checks what every command has in common: queue, object, contexts, wait list. COMMAND takes a queue, a buffer
// and the number and list of events.
#define common(COMMAND) \
	do { \
		check_status(COMMAND(NULL, m, 0, NULL), CL_INVALID_COMMAND_QUEUE); \
		check_status(COMMAND(no_queue, m, 0, NULL), CL_INVALID_COMMAND_QUEUE); \
		check_status(COMMAND(queue, foreign_buffer, 0, NULL), CL_INVALID_CONTEXT); \
		check_status(COMMAND(queue, m, 1, &foreign_event), CL_INVALID_CONTEXT); \
		check_status(COMMAND(queue, NULL, 0, NULL), CL_INVALID_MEM_OBJECT); \
		check_status(COMMAND(queue, no_mem, 0, NULL), CL_INVALID_MEM_OBJECT); \
		check_status(COMMAND(queue, m, 1, NULL), CL_INVALID_EVENT_WAIT_LIST); \
		check_status(COMMAND(queue, m, 0, &failed), CL_INVALID_EVENT_WAIT_LIST); \
		check_status(COMMAND(queue, m, 1, &no_event), CL_INVALID_EVENT_WAIT_LIST); \
	} while (0)

#define read(q, b, n, list) clEnqueueReadBuffer(q, b, CL_TRUE, 0, 16, host, n, list, NULL)
#define write(q, b, n, list) clEnqueueWriteBuffer(q, b, CL_TRUE, 0, 16, host, n, list, NULL)

static void test_read_and_write(void) {
	common(read);
	common(write);
	check_status(clEnqueueReadBuffer(queue, m, CL_TRUE, SIZE, 1, host, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueReadBuffer(queue, m, CL_TRUE, 1, SIZE, host, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueReadBuffer(queue, m, CL_TRUE, SIZE_MAX, 2, host, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 1, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueWriteBuffer(queue, m, CL_TRUE, SIZE, 1, host, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueWriteBuffer(queue, m, CL_TRUE, 1, SIZE, host, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueWriteBuffer(queue, m, CL_TRUE, 0, 1, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(read(queue, write_only, 0, NULL), CL_INVALID_OPERATION);
	check_status(read(queue, no_access, 0, NULL), CL_INVALID_OPERATION);
	check_status(write(queue, read_only, 0, NULL), CL_INVALID_OPERATION);
	check_status(write(queue, no_access, 0, NULL), CL_INVALID_OPERATION);
	ok(read(queue, read_only, 0, NULL));
	ok(write(queue, write_only, 0, NULL));
}

static const size_t origin[3] = {0, 0, 0}, region[3] = {16, 4, 4}, flat[3] = {16, 0, 4}, high[3] = {0, 0, 16}, tall[3] = {16, 64, 1 << 20};

#define read_rect(q, b, n, list) clEnqueueReadBufferRect(q, b, CL_TRUE, origin, origin, region, 16, 64, 16, 64, host, n, list, NULL)
#define write_rect(q, b, n, list) clEnqueueWriteBufferRect(q, b, CL_TRUE, origin, origin, region, 16, 64, 16, 64, host, n, list, NULL)

// rect_errors checks one of the two rect transfers.
#define rect_errors(CALL) \
	do { \
		check_status(CALL(queue, m, CL_TRUE, NULL, origin, region, 16, 64, 16, 64, host, 0, NULL, NULL), CL_INVALID_VALUE); \
		check_status(CALL(queue, m, CL_TRUE, origin, NULL, region, 16, 64, 16, 64, host, 0, NULL, NULL), CL_INVALID_VALUE); \
		check_status(CALL(queue, m, CL_TRUE, origin, origin, NULL, 16, 64, 16, 64, host, 0, NULL, NULL), CL_INVALID_VALUE); \
		check_status(CALL(queue, m, CL_TRUE, high, origin, region, 16, SIZE / 16, 16, 64, host, 0, NULL, NULL), CL_INVALID_VALUE); \
		check_status(CALL(queue, m, CL_TRUE, origin, origin, tall, 16, 0, 16, 0, host, 0, NULL, NULL), CL_INVALID_VALUE); \
		check_status(CALL(queue, m, CL_TRUE, origin, origin, flat, 16, 64, 16, 64, host, 0, NULL, NULL), CL_INVALID_VALUE); \
		check_status(CALL(queue, m, CL_TRUE, origin, origin, region, 15, 64, 16, 64, host, 0, NULL, NULL), CL_INVALID_VALUE); \
		check_status(CALL(queue, m, CL_TRUE, origin, origin, region, 16, 48, 16, 64, host, 0, NULL, NULL), CL_INVALID_VALUE); \
		check_status(CALL(queue, m, CL_TRUE, origin, origin, region, 16, 72, 16, 64, host, 0, NULL, NULL), CL_INVALID_VALUE); \
		check_status(CALL(queue, m, CL_TRUE, origin, origin, region, 16, 64, 15, 64, host, 0, NULL, NULL), CL_INVALID_VALUE); \
		check_status(CALL(queue, m, CL_TRUE, origin, origin, region, 16, 64, 16, 48, host, 0, NULL, NULL), CL_INVALID_VALUE); \
		check_status(CALL(queue, m, CL_TRUE, origin, origin, region, 16, 64, 16, 72, host, 0, NULL, NULL), CL_INVALID_VALUE); \
		check_status(CALL(queue, m, CL_TRUE, origin, origin, region, 16, 64, 16, 64, NULL, 0, NULL, NULL), CL_INVALID_VALUE); \
	} while (0)

static void test_rect_transfers(void) {
	common(read_rect);
	common(write_rect);
	rect_errors(clEnqueueReadBufferRect);
	rect_errors(clEnqueueWriteBufferRect);
	check_status(read_rect(queue, write_only, 0, NULL), CL_INVALID_OPERATION);
	check_status(read_rect(queue, no_access, 0, NULL), CL_INVALID_OPERATION);
	check_status(write_rect(queue, read_only, 0, NULL), CL_INVALID_OPERATION);
	check_status(write_rect(queue, no_access, 0, NULL), CL_INVALID_OPERATION);
}

#define copy_from(q, b, n, list) clEnqueueCopyBuffer(q, b, m, 0, 2048, 16, n, list, NULL)
#define copy_to(q, b, n, list) clEnqueueCopyBuffer(q, m, b, 0, 2048, 16, n, list, NULL)

static void test_copy(void) {
	cl_int status;
	common(copy_from);
	common(copy_to);
	check_status(clEnqueueCopyBuffer(queue, m, write_only, SIZE, 0, 1, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueCopyBuffer(queue, m, write_only, 0, SIZE - 15, 16, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueCopyBuffer(queue, m, write_only, SIZE_MAX - 3, 0, 16, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueCopyBuffer(queue, m, m, 0, 15, 16, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
	ok(clEnqueueCopyBuffer(queue, m, m, 0, 16, 16, 0, NULL, NULL));
	cl_buffer_region low = {0, 2048}, middle = {1024, 2048};
	cl_mem a = clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &low, &status);
	ok(status);
	cl_mem b = clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &middle, &status);
	ok(status);
	check_status(clEnqueueCopyBuffer(queue, a, b, 1024, 0, 16, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
	ok(clEnqueueCopyBuffer(queue, a, b, 0, 1024, 16, 0, NULL, NULL));
	ok(clFinish(queue));
	ok(clReleaseMemObject(a));
	ok(clReleaseMemObject(b));
}

#define copy_rect_from(q, b, n, list) clEnqueueCopyBufferRect(q, b, m, origin, (size_t[3]){0, 0, 8}, region, 16, 64, 16, 64, n, list, NULL)
#define copy_rect_to(q, b, n, list) clEnqueueCopyBufferRect(q, m, b, origin, (size_t[3]){0, 0, 8}, region, 16, 64, 16, 64, n, list, NULL)
#define copy_rect(from, to, size, row1, slice1, row2, slice2) \
	clEnqueueCopyBufferRect(queue, m, write_only, from, to, size, row1, slice1, row2, slice2, 0, NULL, NULL)

static void test_copy_rect(void) {
	if (!other_driver()) { // PoCL 3.1 crashes
		common(copy_rect_from);
		common(copy_rect_to);
		check_status(copy_rect(NULL, origin, region, 16, 64, 16, 64), CL_INVALID_VALUE);
		check_status(copy_rect(origin, NULL, region, 16, 64, 16, 64), CL_INVALID_VALUE);
		check_status(copy_rect(origin, origin, NULL, 16, 64, 16, 64), CL_INVALID_VALUE);
	}
	check_status(copy_rect(high, origin, region, 16, 256, 16, 64), CL_INVALID_VALUE);
	check_status(copy_rect(origin, high, region, 16, 64, 16, 256), CL_INVALID_VALUE);
	check_status(copy_rect(origin, origin, flat, 16, 64, 16, 64), CL_INVALID_VALUE); // PoCL 3.1 copies nothing
	check_status(copy_rect(origin, origin, region, 15, 64, 16, 64), CL_INVALID_VALUE);
	check_status(copy_rect(origin, origin, region, 16, 48, 16, 64), CL_INVALID_VALUE);
	check_status(copy_rect(origin, origin, region, 16, 72, 16, 64), CL_INVALID_VALUE);
	check_status(copy_rect(origin, origin, region, 16, 64, 15, 64), CL_INVALID_VALUE);
	check_status(copy_rect(origin, origin, region, 16, 64, 16, 48), CL_INVALID_VALUE);
	check_status(copy_rect(origin, origin, region, 16, 64, 16, 72), CL_INVALID_VALUE);
	check_status(clEnqueueCopyBufferRect(queue, m, m, origin, high, region, 16, 64, 32, 128, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueCopyBufferRect(queue, m, m, origin, high, region, 16, 64, 16, 128, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueCopyBufferRect(queue, m, m, origin, (size_t[3]){8, 2, 2}, region, 32, 128, 32, 128, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
	ok(clEnqueueCopyBufferRect(queue, m, m, origin, (size_t[3]){16, 0, 0}, region, 32, 128, 32, 128, 0, NULL, NULL));
}

#define fill(q, b, n, list) clEnqueueFillBuffer(q, b, host, 4, 0, 16, n, list, NULL)

static void test_fill(void) {
	common(fill);
	check_status(clEnqueueFillBuffer(queue, m, host, 4, SIZE, 4, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueFillBuffer(queue, m, host, 4, SIZE - 4, 8, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueFillBuffer(queue, m, NULL, 4, 0, 16, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueFillBuffer(queue, m, host, 0, 0, 16, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueFillBuffer(queue, m, host, 3, 0, 15, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueFillBuffer(queue, m, host, 256, 0, 256, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueFillBuffer(queue, m, host, 8, 4, 16, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueFillBuffer(queue, m, host, 8, 0, 20, 0, NULL, NULL), CL_INVALID_VALUE);
}

static cl_int map_status(cl_command_queue q, cl_mem b, cl_map_flags flags, size_t offset, size_t size, cl_uint n, const cl_event *list) {
	cl_int status = 12345;
	void *p = clEnqueueMapBuffer(q, b, CL_TRUE, flags, offset, size, n, list, NULL, &status);
	check((p != NULL) == (status == CL_SUCCESS), "%p with %d", p, status);
	if (p) ok(clEnqueueUnmapMemObject(q, b, p, 0, NULL, NULL));
	return status;
}

#define map(q, b, n, list) map_status(q, b, CL_MAP_READ, 0, 16, n, list)

static void test_map(void) {
	common(map);
	check_status(map_status(queue, m, CL_MAP_READ, SIZE, 1, 0, NULL), CL_INVALID_VALUE);
	check_status(map_status(queue, m, CL_MAP_READ, 1, SIZE, 0, NULL), CL_INVALID_VALUE);
	check_status(map_status(queue, m, CL_MAP_READ, 0, 0, 0, NULL), CL_INVALID_VALUE);
	// PoCL 3.1 maps in these two cases.
	check_status(map_status(queue, m, (cl_map_flags)1 << 40, 0, 16, 0, NULL), CL_INVALID_VALUE);
	check_status(map_status(queue, m, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, 0, 16, 0, NULL), CL_INVALID_VALUE);
	check_status(map_status(queue, write_only, CL_MAP_READ, 0, 16, 0, NULL), CL_INVALID_OPERATION);
	check_status(map_status(queue, no_access, CL_MAP_READ, 0, 16, 0, NULL), CL_INVALID_OPERATION);
	check_status(map_status(queue, read_only, CL_MAP_WRITE, 0, 16, 0, NULL), CL_INVALID_OPERATION);
	check_status(map_status(queue, read_only, CL_MAP_WRITE_INVALIDATE_REGION, 0, 16, 0, NULL), CL_INVALID_OPERATION);
	check_status(map_status(queue, no_access, CL_MAP_WRITE, 0, 16, 0, NULL), CL_INVALID_OPERATION);
	ok(map_status(queue, read_only, CL_MAP_READ, 0, 16, 0, NULL));
	ok(map_status(queue, write_only, CL_MAP_WRITE, 0, 16, 0, NULL));
	ok(clFinish(queue));
}

static void *mapped, *mapped_foreign;
#define unmap(q, b, n, list) clEnqueueUnmapMemObject(q, b, b == foreign_buffer ? mapped_foreign : mapped, n, list, NULL)

static void test_unmap(void) {
	cl_int status;
	mapped = clEnqueueMapBuffer(queue, m, CL_TRUE, CL_MAP_WRITE, 64, 64, 0, NULL, NULL, &status);
	ok(status);
	cl_command_queue there = clCreateCommandQueue(foreign, device, 0, &status);
	ok(status);
	mapped_foreign = clEnqueueMapBuffer(there, foreign_buffer, CL_TRUE, CL_MAP_WRITE, 0, 64, 0, NULL, NULL, &status);
	ok(status);
	common(unmap);
	ok(clEnqueueUnmapMemObject(there, foreign_buffer, mapped_foreign, 0, NULL, NULL));
	ok(clFinish(there));
	ok(clReleaseCommandQueue(there));
	check_status(clEnqueueUnmapMemObject(queue, m, host, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueUnmapMemObject(queue, m, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueUnmapMemObject(queue, read_only, mapped, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(map_status(queue, m, CL_MAP_WRITE, 100, 64, 0, NULL), CL_INVALID_OPERATION); // two writers; PoCL 3.1 maps
	ok(clEnqueueUnmapMemObject(queue, m, mapped, 0, NULL, NULL));
	ok(clFinish(queue));
	check_status(clEnqueueUnmapMemObject(queue, m, mapped, 0, NULL, NULL), CL_INVALID_VALUE);
}

#define migrate(q, b, n, list) clEnqueueMigrateMemObjects(q, 1, (cl_mem[]){b}, CL_MIGRATE_MEM_OBJECT_HOST, n, list, NULL)

static void test_migrate(void) {
	common(migrate);
	check_status(clEnqueueMigrateMemObjects(queue, 0, &m, 0, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueMigrateMemObjects(queue, 1, NULL, 0, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueMigrateMemObjects(queue, 1, &m, (cl_mem_migration_flags)1 << 40, 0, NULL, NULL), CL_INVALID_VALUE);
	ok(clEnqueueMigrateMemObjects(queue, 1, &m, 0, 0, NULL, NULL));
}

// A blocking command that waits for a failed event fails. PoCL 3.1 waits forever.
static void test_failed_event(void) {
	if (other_driver()) return;
	check_status(read(queue, m, 1, &failed), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	check_status(write(queue, m, 1, &failed), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	check_status(read_rect(queue, m, 1, &failed), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	check_status(write_rect(queue, m, 1, &failed), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	check_status(map(queue, m, 1, &failed), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	ok(read(queue, m, 0, NULL)); // the next command works
}

int main(void) {
	open_device();
	set_up();
	test_read_and_write();
	test_rect_transfers();
	test_copy();
	test_copy_rect();
	test_fill();
	test_map();
	test_unmap();
	test_migrate();
	test_failed_event();
	ok(clFinish(queue));
	return done();
}
