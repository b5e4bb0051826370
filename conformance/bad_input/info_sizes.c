// Each query of each object, with room of every size for its answer: too little room is an error that writes nothing, and
// an answer never goes beyond its room, which ends where memory ends.
#include "check.h"
#include <sys/mman.h>

enum { MEMORY = 32 << 10, MOST_ROOM = 4000, UNTOUCHED = 777, FILL = 0x77 };

typedef cl_int info_function(void *object, cl_uint name, size_t room, void *value, size_t *size_ret);

static char *end; // of memory that can be written
static int known;

static cl_int build_info(void *program, cl_uint name, size_t room, void *value, size_t *size_ret) {
	return clGetProgramBuildInfo(program, device, name, room, value, size_ret);
}

static cl_int argument_info(void *kernel, cl_uint name, size_t room, void *value, size_t *size_ret) {
	return clGetKernelArgInfo(kernel, 0, name, room, value, size_ret);
}

static cl_int group_info(void *kernel, cl_uint name, size_t room, void *value, size_t *size_ret) {
	return clGetKernelWorkGroupInfo(kernel, device, name, room, value, size_ret);
}

static int is_filled(const char *from, const char *to) {
	while (from < to && *from == FILL) from++;
	return from == to;
}

static void ask_with_room(info_function *info, void *object, cl_uint name, size_t room, size_t size) {
	size_t again = UNTOUCHED;
	memset(end - MEMORY, FILL, MEMORY);
	cl_int status = info(object, name, room, end - room, &again);
	if (room < size) {
		check(status == CL_INVALID_VALUE && again == UNTOUCHED && is_filled(end - room, end), "query %#x, room for %zu of %zu: %d, %zu",
			name, room, size, status, again);
	} else {
		check(status == CL_SUCCESS && again == size, "query %#x, room for %zu of %zu: %d, %zu", name, room, size, status, again);
		check(is_filled(end - room + size, end), "query %#x, room for %zu: more than %zu bytes were written", name, room, size);
	}
	check(is_filled(end - MEMORY, end - room), "query %#x wrote before its room", name);
}

static void ask(info_function *info, void *object, cl_uint name) {
	size_t size = UNTOUCHED;
	cl_int status = info(object, name, 0, NULL, &size);
	if (status != CL_SUCCESS) {
		check(size == UNTOUCHED, "query %#x failed, and wrote a size", name);
		return;
	}
	known++;
	if (name == CL_PROGRAM_BINARIES) return; // its value is pointers to read
	ok(info(object, name, 0, NULL, NULL));
	for (size_t room = 0; room < size + 2 && room < MOST_ROOM; room++) ask_with_room(info, object, name, room, size);
	ask_with_room(info, object, name, size, size);
}

// ask_all asks for all numbers from one on that might be queries, and wants to find this many.
static void ask_all(info_function *info, void *object, cl_uint first, int count, int least) {
	known = 0;
	for (int i = 0; i < count; i++) ask(info, object, first + i);
	check(known >= least, "%d queries from %#x on", known, first);
}

int main(void) {
	static const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
	static const cl_buffer_region half = {128, 128};
	cl_int status;
	cl_event event;
	open_device();
	if (other_driver()) { // they may write the size though the room is too small, which the specification leaves open
		check(1);
		return done();
	}
	char *memory = mmap(NULL, 2 * MEMORY, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	mprotect(memory + MEMORY, MEMORY, PROT_NONE);
	end = memory + MEMORY;
	cl_program program = build_with("kernel void k(global const int *restrict a, float4 b, local int *c) {}", "-cl-kernel-arg-info");
	cl_kernel kernel = kernel_of(program, "k");
	cl_mem buffer = buffer_of(256, NULL), part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &half, &status);
	ok(status);
	cl_command_queue other = clCreateCommandQueueWithProperties(context, device, properties, &status);
	ok(status);
	ok(clEnqueueMarkerWithWaitList(other, 0, NULL, &event));
	ok(clFinish(other));
	ask_all((info_function *)clGetPlatformInfo, platform, 0x900, 0x100, 9);
	ask_all((info_function *)clGetDeviceInfo, device, 0x1000, 0x100, 90);
	ask_all((info_function *)clGetContextInfo, context, 0x1080, 16, 4);
	ask_all((info_function *)clGetCommandQueueInfo, queue, 0x1090, 32, 6);
	ask_all((info_function *)clGetCommandQueueInfo, other, 0x1090, 32, 6);
	ask_all((info_function *)clGetMemObjectInfo, buffer, 0x1100, 32, 11);
	ask_all((info_function *)clGetMemObjectInfo, part, 0x1100, 32, 11);
	ask_all((info_function *)clGetProgramInfo, program, 0x1160, 16, 12);
	ask_all(build_info, program, 0x1180, 16, 5);
	ask_all((info_function *)clGetKernelInfo, kernel, 0x1190, 6, 6);
	ask_all(argument_info, kernel, 0x1196, 10, 5);
	ask_all(group_info, kernel, 0x11b0, 16, 5);
	ask_all((info_function *)clGetEventInfo, event, 0x11d0, 16, 5);
	ask_all((info_function *)clGetEventProfilingInfo, event, 0x1280, 16, 5);
	return done();
}
