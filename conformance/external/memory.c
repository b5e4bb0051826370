// Memory of others, by descriptors: buffers and images; passed between processes with semaphores that order its use; errors.
#include "external.h"

enum { N = 4096, BYTES = 4 * N };
static const char *source = "kernel void step(global int *p) { p[get_global_id(0)] = p[get_global_id(0)] * 3 + 1; }"
	"kernel void paint(write_only image2d_t to) { int2 at = {get_global_id(0), get_global_id(1)}; write_imageui(to, at, (uint4)(at.x, at.y, 7, 9)); }";

static cl_mem external(int fd, size_t bytes) {
	cl_mem_properties list[] = {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, fd, 0};
	cl_int status;
	cl_mem m = clCreateBufferWithProperties(context, list, CL_MEM_READ_WRITE, bytes, NULL, &status);
	ok(status);
	return m;
}

static void run_step(cl_mem m, cl_kernel k) {
	arg(k, 0, m);
	ok(acquire(queue, 1, &m, 0, NULL, NULL));
	run1(k, N, 0);
	ok(release(queue, 1, &m, 0, NULL, NULL));
}

// seen: what kernels and commands write the application sees in its own mapping, and the other way round.
static void seen(cl_kernel step) {
	int fd = memory(BYTES);
	int *mine = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	for (int i = 0; i < N; i++) mine[i] = i;
	int again = dup(fd);
	cl_mem one = external(fd, BYTES), two = external(again, BYTES / 2);
	run_step(one, step);
	ok(clFinish(queue));
	for (int i = 0; i < N; i++)
		if (mine[i] != 3 * i + 1) { check(0, "%d: %d", i, mine[i]); break; }
	cl_int value = 77, got = 0, status;
	ok(clEnqueueWriteBuffer(queue, two, CL_TRUE, 40, sizeof value, &value, 0, NULL, NULL));
	check(mine[10] == 77, "%d", mine[10]);
	ok(clEnqueueReadBuffer(queue, one, CL_TRUE, 40, sizeof got, &got, 0, NULL, NULL));
	check(got == 77, "%d", got);
	cl_buffer_region part = {1024, 1024};
	cl_mem sub = clCreateSubBuffer(one, 0, CL_BUFFER_CREATE_TYPE_REGION, &part, &status);
	ok(status);
	ok(clReleaseMemObject(one));
	ok(clEnqueueFillBuffer(queue, sub, &value, sizeof value, 0, 1024, 0, NULL, NULL));
	ok(clFinish(queue));
	check(mine[256] == 77 && mine[511] == 77 && mine[512] == 3 * 512 + 1);
	ok(clReleaseMemObject(sub));
	ok(clReleaseMemObject(two));
	check(fcntl(fd, F_GETFD) < 0 && fcntl(again, F_GETFD) < 0, "an imported descriptor is closed with its object");
	munmap(mine, BYTES);
}

// constant: memory that may only be read makes an object that nobody changes.
static void constant(void) {
	int fd = memory(BYTES), value = 5, got = 0;
	check(write(fd, &value, sizeof value) == sizeof value);
	char path[64];
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	int read_only = open(path, O_RDONLY);
	cl_mem_properties list[] = {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, read_only, 0};
	cl_int status;
	check_create(clCreateBufferWithProperties(context, list, CL_MEM_READ_WRITE, BYTES, NULL, &status), CL_INVALID_PROPERTY);
	cl_mem m = clCreateBufferWithProperties(context, list, 1 << 6 /* CL_MEM_IMMUTABLE_EXT */, BYTES, NULL, &status);
	ok(status);
	ok(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof got, &got, 0, NULL, NULL));
	check(got == 5);
	ok(clReleaseMemObject(m));
	close(fd);
}

// images lie in memory row by row, with the pitch that is given.
static void images(cl_kernel paint) {
	enum { W = 33, H = 9, PITCH = 256 };
	int fd = memory(PITCH * H);
	unsigned char *mine = mmap(NULL, PITCH * H, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	cl_mem_properties list[] = {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, fd, MEM_DEVICE_LIST, (cl_mem_properties)(uintptr_t)device, 0, 0};
	cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
	cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = W, .image_height = H, .image_row_pitch = PITCH};
	cl_int status;
	desc.image_height = H + 1;
	check_create(clCreateImageWithProperties(context, list, 0, &format, &desc, NULL, &status), CL_INVALID_IMAGE_SIZE);
	desc.image_height = H;
	check_create(clCreateImageWithProperties(context, list, CL_MEM_COPY_HOST_PTR, &format, &desc, mine, &status), CL_INVALID_VALUE);
	cl_mem image = clCreateImageWithProperties(context, list, 0, &format, &desc, NULL, &status);
	ok(status);
	cl_mem_properties kept[8];
	size_t bytes = 0;
	ok(clGetMemObjectInfo(image, CL_MEM_PROPERTIES, sizeof kept, kept, &bytes));
	check(bytes == sizeof list && !memcmp(kept, list, bytes), "%zu", bytes);
	arg(paint, 0, image);
	ok(acquire(queue, 1, &image, 0, NULL, NULL));
	run2(paint, W, H, 0, 0);
	ok(release(queue, 1, &image, 0, NULL, NULL));
	ok(clFinish(queue));
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++) {
			unsigned char *texel = mine + y * PITCH + x * 4;
			if (texel[0] != x || texel[1] != y || texel[2] != 7 || texel[3] != 9) { check(0, "%d %d: %d %d", x, y, texel[0], texel[1]); return; }
		}
	ok(clReleaseMemObject(image));
	munmap(mine, PITCH * H);
}

// commands have types, and may have nothing to do.
static void commands(void) {
	cl_mem m = external(memory(BYTES), BYTES);
	enqueue_memory_fn *const both[] = {acquire, release};
	const cl_command_type types[] = {CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR, CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR};
	cl_int status;
	cl_context foreign = other_context();
	cl_command_queue far = clCreateCommandQueue(foreign, device, 0, &status);
	cl_mem plain = buffer_of(4, NULL);
	cl_event bad = clCreateUserEvent(context, &status), event;
	ok(clSetUserEventStatus(bad, -9));
	for (int i = 0; i < 2; i++) {
		cl_command_type type = 0;
		ok(both[i](queue, 0, NULL, 0, NULL, NULL));
		ok(both[i](queue, 1, &m, 0, NULL, &event));
		ok(clWaitForEvents(1, &event));
		ok(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
		check(type == types[i], "%#x", type);
		check_status(both[i](NULL, 1, &m, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
		check_status(both[i](far, 1, &m, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
		check_status(both[i](queue, 0, &m, 0, NULL, NULL), CL_INVALID_VALUE);
		check_status(both[i](queue, 1, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
		check_status(both[i](queue, 1, &plain, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
		check_status(both[i](queue, 1, (cl_mem *)&queue, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
		check_status(both[i](queue, 1, &m, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST);
		check_status(both[i](queue, 1, &m, 0, &bad, NULL), CL_INVALID_EVENT_WAIT_LIST);
		check_status(both[i](queue, 1, &m, 1, &bad, NULL), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	}
	ok(clReleaseMemObject(m));
}

#define refused(wanted, flags, size, host, ...) \
	do { \
		cl_mem_properties list_[] = {__VA_ARGS__, 0}; \
		check_create(clCreateBufferWithProperties(context, list_, flags, size, host, &status), wanted); \
	} while (0)

static void errors(void) {
	const cl_mem_properties opaque = CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, dma = CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR;
	const cl_mem_properties us = (cl_mem_properties)(uintptr_t)device;
	int fd = memory(BYTES), ends[2], some = 0;
	cl_int status;
	check(!pipe(ends));
	refused(CL_INVALID_BUFFER_SIZE, 0, BYTES + 1, NULL, opaque, fd);
	refused(CL_INVALID_BUFFER_SIZE, 0, 0, NULL, opaque, fd);
	refused(CL_INVALID_PROPERTY, 0, BYTES, NULL, opaque, -1);
	refused(CL_INVALID_PROPERTY, 0, BYTES, NULL, opaque, 12345);
	refused(CL_INVALID_PROPERTY, 0, BYTES, NULL, dma, fd);
	refused(CL_INVALID_PROPERTY, 0, BYTES, NULL, opaque, fd, dma, fd);
	refused(CL_INVALID_PROPERTY, 0, BYTES, NULL, opaque, fd, opaque, fd);
	refused(CL_INVALID_PROPERTY, 0, BYTES, NULL, MEM_DEVICE_LIST, us, 0);
	refused(CL_INVALID_PROPERTY, 0, BYTES, NULL, CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_WIN32_KHR, fd);
	refused(CL_INVALID_DEVICE, 0, BYTES, NULL, opaque, fd, MEM_DEVICE_LIST, (cl_mem_properties)(uintptr_t)queue, 0);
	refused(CL_INVALID_DEVICE, 0, BYTES, NULL, opaque, fd, MEM_DEVICE_LIST, 0);
	refused(CL_INVALID_VALUE, CL_MEM_USE_HOST_PTR, BYTES, &some, opaque, fd);
	refused(CL_INVALID_VALUE, CL_MEM_ALLOC_HOST_PTR, BYTES, NULL, opaque, fd);
	refused(CL_INVALID_VALUE, CL_MEM_COPY_HOST_PTR, BYTES, &some, opaque, fd);
	refused(CL_INVALID_HOST_PTR, 0, BYTES, &some, opaque, fd);
	check(fcntl(fd, F_GETFD) >= 0, "a failed import leaves the descriptor alone");
	close(fd);
	int empty = ends[0]; // no size
	refused(CL_INVALID_BUFFER_SIZE, 0, BYTES, NULL, opaque, empty);
}

static void queries(void) {
	const cl_uint a = CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, b = CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR;
	check_types(0, CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR, a, b);
	check_types(0, ASSUME_LINEAR, a, b);
	check_types(1, CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR, a, b);
}

enum { ROUNDS = 20 };

// child takes memory and semaphores from the other process and steps each time that it may.
static int child(int socket) {
	open_device();
	functions();
	cl_kernel step = kernel_of(build(source), "step");
	cl_mem m = external(receive_fd(socket), BYTES);
	cl_semaphore_khr there = imported(CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, receive_fd(socket));
	cl_semaphore_khr back = imported(CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, receive_fd(socket));
	for (int i = 0; i < ROUNDS; i++) {
		wait_for(there);
		run_step(m, step);
		signal_it(back);
	}
	ok(clFinish(queue));
	return done();
}

// across: two processes, each with its own driver, step through the same memory in turn.
static void across(int socket, pid_t other, cl_kernel step) {
	int fd = memory(BYTES);
	cl_mem m = external(dup(fd), BYTES);
	cl_semaphore_khr there = exportable(CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR), back = exportable(CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR);
	send_fd(socket, fd);
	send_fd(socket, exported(there, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR));
	send_fd(socket, exported(back, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR));
	unsigned wanted = 0;
	for (int i = 0; i < ROUNDS; i++) {
		run_step(m, step);
		signal_it(there);
		wait_for(back);
		wanted = (wanted * 3 + 1) * 3 + 1;
	}
	unsigned got[N];
	read_back(m, got, sizeof got);
	for (int i = 0; i < N; i++)
		if (got[i] != wanted) { check(0, "%d: %u, wanted %u", i, got[i], wanted); break; }
	int status = -1;
	check(waitpid(other, &status, 0) == other && status == 0, "%#x", status);
}

int main(void) {
	if (other_driver()) {
		check(1);
		return done();
	}
	int sockets[2];
	check(!socketpair(AF_UNIX, SOCK_STREAM, 0, sockets));
	pid_t other = fork();
	if (!other) return child(sockets[1]);
	open_device();
	functions();
	cl_program program = build(source);
	cl_kernel step = kernel_of(program, "step");
	queries();
	seen(step);
	constant();
	images(kernel_of(program, "paint"));
	commands();
	errors();
	across(sockets[0], other, step);
	return done();
}
