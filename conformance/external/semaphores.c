// Semaphores that are shared by descriptors: within a context, between contexts, with whatever can be polled; and errors.
#include "external.h"

static cl_semaphore_khr foreign_import(cl_context foreign, int fd) {
	cl_semaphore_properties_khr list[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, fd, 0};
	cl_int status;
	cl_semaphore_khr s = create(foreign, list, &status);
	ok(status);
	return s;
}

// shared: a signal of one semaphore is taken by another, in whichever order they are enqueued.
static void shared(void) {
	cl_int status;
	cl_context foreign = other_context();
	cl_command_queue far = clCreateCommandQueue(foreign, device, 0, &status);
	cl_semaphore_khr s = exportable(CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR);
	int fd = exported(s, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR);
	struct pollfd looked = {.fd = dup(fd), .events = POLLIN};
	cl_semaphore_khr other = foreign_import(foreign, fd);
	check(payload(s) == 0 && payload(other) == 0);
	check(poll(&looked, 1, 0) == 0);
	signal_it(s);
	ok(clFinish(queue));
	check(payload(s) == 1 && payload(other) == 1);
	check(poll(&looked, 1, 0) == 1);
	ok(enqueue_wait(far, 1, &other, none, 0, NULL, NULL));
	ok(clFinish(far));
	check(payload(s) == 0 && payload(other) == 0);
	for (int i = 0; i < 50; i++) { // there and back, waits first
		ok(enqueue_wait(far, 1, &other, none, 0, NULL, NULL));
		signal_it(s);
		ok(clFinish(far));
		wait_for(s);
		ok(enqueue_signal(far, 1, &other, none, 0, NULL, NULL));
		ok(clFinish(queue));
	}
	check(payload(s) == 0);
	ok(drop(other));
	ok(drop(s));
	close(looked.fd);
}

static cl_int status_of(cl_event event) {
	cl_int status;
	ok(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
	return status;
}

// fences: an imported one signals once, when it can be read from; -1 has signalled.
static void fences(void) {
	cl_semaphore_khr s = imported(CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, -1);
	check(payload(s) == 1);
	wait_for(s);
	ok(clFinish(queue));
	check(payload(s) == 0);
	cl_event waited;
	int ends[2];
	check(!pipe(ends));
	ok(reimport(s, NULL, ends[0]));
	check(payload(s) == 0);
	ok(enqueue_wait(queue, 1, &s, none, 0, NULL, &waited));
	ok(clFlush(queue));
	usleep(2000);
	check(status_of(waited) > CL_COMPLETE);
	check(write(ends[1], "", 1) == 1);
	ok(clWaitForEvents(1, &waited));
	check(payload(s) == 0);
	cl_properties end = 0;
	ok(reimport(s, &end, -1));
	check(payload(s) == 1);
	ok(reimport(s, NULL, eventfd(1, 0)));
	check(payload(s) == 1);
	wait_for(s);
	ok(clFinish(queue));
	ok(reimport(s, NULL, eventfd(0, 0)));
	ok(drop(s)); // though it has not signalled
	close(ends[1]);
	for (int i = 0; i < 100; i++) { // many at once
		s = imported(CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, eventfd(i & 1, 0));
		check(payload(s) == (i & 1));
		ok(drop(s));
	}
}

// exports: a sync file of a signal that is on its way is -1, and takes the signal.
static void exports(void) {
	cl_semaphore_khr s = exportable(CL_SEMAPHORE_HANDLE_SYNC_FD_KHR);
	int fd = 5;
	check_status(handle_of(s, device, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, sizeof fd, &fd, NULL), CL_INVALID_OPERATION);
	check(fd == 5);
	signal_it(s);
	check(exported(s, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR) == -1);
	check(payload(s) == 0);
	check_status(handle_of(s, device, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, sizeof fd, &fd, NULL), CL_INVALID_OPERATION);
	cl_semaphore_khr to = imported(CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, -1);
	wait_for(to);
	ok(clFinish(queue));
	cl_int status;
	cl_event event = clCreateUserEvent(context, &status);
	ok(enqueue_signal(queue, 1, &s, none, 1, &event, NULL));
	ok(clSetUserEventStatus(event, -3));
	ok(clFinish(queue));
	check_status(handle_of(s, device, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, sizeof fd, &fd, NULL), CL_INVALID_OPERATION);
	ok(drop(s));
	ok(drop(to));
}

static void queries(void) {
	const cl_uint a = CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, b = CL_SEMAPHORE_HANDLE_SYNC_FD_KHR;
	check_types(0, CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR, a, b);
	check_types(0, CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, a, b);
	check_types(1, CL_PLATFORM_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR, a, b);
	check_types(1, CL_PLATFORM_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, a, b);
	cl_semaphore_khr s = exportable(a), plain = imported(b, -1);
	cl_uint types[2] = {0};
	cl_bool is = 7;
	size_t bytes = 9;
	ok(get_info(s, CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, sizeof types, types, &bytes));
	check(bytes == sizeof *types && types[0] == a, "%zu %#x", bytes, types[0]);
	ok(get_info(s, SEMAPHORE_EXPORTABLE, sizeof is, &is, NULL));
	check(is == CL_TRUE);
	ok(get_info(plain, CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, sizeof types, types, &bytes));
	check(bytes == 0, "%zu", bytes);
	ok(get_info(plain, SEMAPHORE_EXPORTABLE, sizeof is, &is, NULL));
	check(is == CL_FALSE);
	ok(get_info(s, CL_SEMAPHORE_PROPERTIES_KHR, 0, NULL, &bytes));
	check(bytes == 6 * sizeof(cl_properties), "%zu", bytes);
	ok(drop(s));
	ok(drop(plain));
}

#define refused(wanted, ...) \
	do { \
		cl_semaphore_properties_khr list_[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, __VA_ARGS__, 0}; \
		check_create(create(context, list_, &status), wanted); \
	} while (0)

static void errors(void) {
	cl_int status;
	const cl_properties opaque = CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, sync = CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, to = CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR;
	int file = memory(4), event = eventfd(0, 0);
	refused(CL_INVALID_PROPERTY, opaque, -1);
	refused(CL_INVALID_PROPERTY, opaque, 12345);
	refused(CL_INVALID_PROPERTY, opaque, file);
	refused(CL_INVALID_PROPERTY, sync, 12345);
	refused(CL_INVALID_PROPERTY, sync, file);
	refused(CL_INVALID_PROPERTY, opaque, event, sync, -1);
	refused(CL_INVALID_PROPERTY, CL_SEMAPHORE_HANDLE_OPAQUE_WIN32_KHR, event);
	refused(CL_INVALID_PROPERTY, to, CL_SEMAPHORE_HANDLE_OPAQUE_WIN32_KHR, 0);
	refused(CL_INVALID_PROPERTY, to, opaque, 0, to, opaque, 0);
	refused(CL_INVALID_VALUE, to, opaque, sync, 0);
	refused(CL_INVALID_OPERATION, opaque, event, to, opaque, 0);
	refused(CL_INVALID_OPERATION, to, sync, 0, sync, -1);
	refused(CL_INVALID_DEVICE, SEMAPHORE_DEVICE_LIST, 0);
	check(fcntl(event, F_GETFD) >= 0, "a failed import leaves the descriptor alone");

	cl_semaphore_khr s = exportable(opaque), in = imported(opaque, event);
	int fd;
	check_status(handle_of(NULL, device, opaque, sizeof fd, &fd, NULL), CL_INVALID_SEMAPHORE_KHR);
	check_status(handle_of(s, NULL, opaque, sizeof fd, &fd, NULL), CL_INVALID_DEVICE);
	check_status(handle_of(s, device, sync, sizeof fd, &fd, NULL), CL_INVALID_VALUE);
	check_status(handle_of(in, device, opaque, sizeof fd, &fd, NULL), CL_INVALID_VALUE);
	check_status(handle_of(s, device, opaque, 3, &fd, NULL), CL_INVALID_VALUE);
	size_t bytes = 0;
	ok(handle_of(s, device, opaque, 0, NULL, &bytes));
	check(bytes == sizeof fd);
	check_status(reimport(NULL, NULL, -1), CL_INVALID_SEMAPHORE_KHR);
	check_status(reimport(s, NULL, -1), CL_INVALID_SEMAPHORE_KHR);
	check_status(reimport(in, NULL, -1), CL_INVALID_SEMAPHORE_KHR);
	cl_semaphore_khr fence = imported(sync, -1);
	cl_properties some[] = {1, 2, 0};
	check_status(reimport(fence, NULL, 12345), CL_INVALID_VALUE);
	check_status(reimport(fence, some, -1), CL_INVALID_VALUE);
	check(payload(fence) == 1, "a failed import changes nothing");
	ok(drop(s));
	ok(drop(in));
	ok(drop(fence));
	close(file);
}

int main(void) {
	open_device();
	if (other_driver()) {
		check(1);
		return done();
	}
	functions();
	cl_int status;
	queries();
	shared();
	fences();
	exports();
	errors();
	queue = clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &status);
	ok(status);
	shared();
	fences();
	exports();
	return done();
}
