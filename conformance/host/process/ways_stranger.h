// Ways to bring a process down that strangers think of: callbacks that do not return as they should, calls from where no calls
// are expected, objects used by all threads at once, sizes at their limits.
#ifndef HEDDLE_WAYS_STRANGER_H
#define HEDDLE_WAYS_STRANGER_H

#include "ways_host.h"
#include <dlfcn.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/stat.h>

enum { SLEEPERS = 12000, ALL_AT_ONCE = 16 };

static cl_event marker(void) {
	cl_event event = NULL;
	clEnqueueMarkerWithWaitList(queue, 0, NULL, &event);
	return event;
}

// wait_for_calls waits for callbacks to have begun.
static void wait_for_calls(int wanted) {
	for (int i = 0; i < 5000 && calls < wanted; i++) usleep(1000);
	check(calls >= wanted, "%d of %d", (int)calls, wanted);
}

static void CL_CALLBACK exits_thread(cl_event event, cl_int status, void *unused) {
	calls++;
	pthread_exit(NULL);
}

static void CL_CALLBACK native_exits_thread(void *unused) {
	calls++;
	pthread_exit(NULL);
}

static void CL_CALLBACK build_exits_thread(cl_program p, void *unused) {
	calls++;
	pthread_exit(NULL);
}

static void CL_CALLBACK cancels_thread(cl_event event, cl_int status, void *unused) {
	calls++;
	pthread_cancel(pthread_self());
}

static void CL_CALLBACK native_cancels_thread(void *unused) {
	calls++;
	pthread_cancel(pthread_self());
}

static void callback_exits_thread(void) {
	for (int i = 0; i < 40; i++) ok(clSetEventCallback(marker(), CL_COMPLETE, exits_thread, NULL));
	const char *source = adds;
	clBuildProgram(clCreateProgramWithSource(context, 1, &source, NULL, NULL), 0, NULL, "", build_exits_thread, NULL);
	clFinish(queue);
	wait_for_calls(41);
}

static void native_exits(void) {
	for (int i = 0; i < 20; i++) {
		cl_command_queue q = clCreateCommandQueue(context, device, 0, NULL);
		ok(clEnqueueNativeKernel(q, native_exits_thread, NULL, 0, 0, NULL, NULL, 0, NULL, NULL));
		ok(clFlush(q));
		clFinish(q);
	}
	wait_for_calls(20);
}

static void callback_cancels(void) {
	for (int i = 0; i < 40; i++) {
		ok(clSetEventCallback(marker(), CL_COMPLETE, cancels_thread, NULL));
		ok(clEnqueueNativeKernel(queue, native_cancels_thread, NULL, 0, 0, NULL, NULL, 0, NULL, NULL));
		clFlush(queue);
		usleep(1000);
	}
	clFinish(queue);
	wait_for_calls(80);
	pthread_testcancel();
}

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER; // closed while callbacks are to block

static void CL_CALLBACK sleeps(cl_event event, cl_int status, void *unused) {
	calls++;
	pthread_mutex_lock(&gate);
	pthread_mutex_unlock(&gate);
}

// More callbacks than a Go program may have threads wait at once.
static void callbacks_that_block(void) {
	pthread_mutex_lock(&gate);
	for (int i = 0; i < SLEEPERS; i++) {
		cl_event event = marker();
		ok(clSetEventCallback(event, CL_COMPLETE, sleeps, NULL));
		clReleaseEvent(event);
	}
	clFinish(queue);
	sleep(3);
	pthread_mutex_unlock(&gate);
	wait_for_calls(SLEEPERS);
}

static void *waits(void *event) {
	calls++;
	clWaitForEvents(1, (cl_event *)event);
	return NULL;
}

// Thousands of threads of the application wait for one event.
static void threads_that_wait(void) {
	static pthread_t threads[3000];
	pthread_attr_t attributes;
	cl_event event = clCreateUserEvent(context, NULL);
	int begun = 0;
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, 64 << 10);
	for (; begun < 3000 && !pthread_create(&threads[begun], &attributes, waits, &event); begun++) {}
	wait_for_calls(begun);
	ok(clSetUserEventStatus(event, CL_COMPLETE));
	for (int i = 0; i < begun; i++) pthread_join(threads[i], NULL);
}

static pthread_key_t at_end;

static void call_at_end(void *again) {
	use(buffer_of(AREA, NULL), kernel_of(good, "good"));
	calls++;
	if (again) pthread_setspecific(at_end, NULL);
}

static void *end_with_calls(void *unused) {
	pthread_setspecific(at_end, &at_end);
	clFinish(queue);
	return NULL;
}

// Destructors of values of threads make calls when their threads end.
static void calls_at_ends_of_threads(void) {
	pthread_t threads[20];
	pthread_key_create(&at_end, call_at_end);
	for (int i = 0; i < 20; i++) pthread_create(&threads[i], NULL, end_with_calls, NULL);
	for (int i = 0; i < 20; i++) pthread_join(threads[i], NULL);
	check(calls == 20);
}

static void CL_CALLBACK forks(cl_event event, cl_int status, void *unused) {
	pid_t child = fork();
	if (child == 0) {
		cl_uint n;
		clGetPlatformIDs(0, NULL, &n);
		clFinish(queue);
		_exit(7);
	}
	waitpid(child, &status, 0);
	calls += WIFEXITED(status) && WEXITSTATUS(status) == 7;
}

static void callback_forks(void) {
	for (int i = 0; i < 20; i++) ok(clSetEventCallback(marker(), CL_COMPLETE, forks, NULL));
	clFinish(queue);
	wait_for_calls(20);
}

static void unloaded_while_running(void) {
	static const char *names[] = {"libOpenCL.so.1", "libheddle.so"};
	cl_kernel kernel = kernel_from(long_adds);
	cl_mem buffer = buffer_of(AREA, NULL);
	size_t n = AREA / 4;
	clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
	clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL);
	clFlush(queue);
	for (int i = 0; i < 2; i++) {
		void *library = dlopen(names[i], RTLD_NOW | RTLD_NOLOAD);
		for (int k = 0; library && k < 10; k++) dlclose(library);
	}
	clFinish(queue);
}

static void *same_program(void *program) {
	for (int i = 0; i < 30; i++) {
		cl_kernel kernel = NULL;
		clBuildProgram(program, 0, NULL, i % 3 ? "-w" : "-DX=1", NULL, NULL);
		kernel = clCreateKernel(program, "good", NULL);
		clGetProgramInfo(program, CL_PROGRAM_REFERENCE_COUNT, 4, &(cl_uint){0}, NULL);
		if (kernel) clReleaseKernel(kernel);
	}
	return NULL;
}

static void *same_kernel(void *kernel) {
	size_t n = 64;
	for (int i = 0; i < 300; i++) {
		cl_mem buffer = buffer_of(4096, NULL);
		clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
		clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL);
		clReleaseMemObject(buffer);
		cl_kernel copy = clCloneKernel(kernel, NULL);
		if (copy) clReleaseKernel(copy);
	}
	return NULL;
}

static void at_once(void *(*work)(void *), void *object) {
	pthread_t threads[ALL_AT_ONCE];
	for (int i = 0; i < ALL_AT_ONCE; i++) pthread_create(&threads[i], NULL, work, object);
	for (int i = 0; i < ALL_AT_ONCE; i++) pthread_join(threads[i], NULL);
	clFinish(queue);
}

static void program_of_all_threads(void) {
	const char *source = "kernel void good(global int *p) { p[get_global_id(0)] = 1; }";
	at_once(same_program, clCreateProgramWithSource(context, 1, &source, NULL, NULL));
}

static void kernel_of_all_threads(void) { at_once(same_kernel, kernel_from(adds)); }

static void *set_status(void *event) {
	for (int i = 0; i < 100; i++) {
		clSetUserEventStatus(event, i % 2 ? CL_COMPLETE : -i - 1);
		clEnqueueMarkerWithWaitList(queue, 1, (cl_event *)&event, NULL);
	}
	return NULL;
}

static void event_of_all_threads(void) {
	for (int i = 0; i < 10; i++) at_once(set_status, clCreateUserEvent(context, NULL));
}

// Events, buffers, programs and samplers of one context in calls of another.
static void objects_of_other_contexts(void) {
	cl_context other = other_context();
	cl_command_queue q = clCreateCommandQueue(other, device, 0, NULL);
	cl_mem theirs = clCreateBuffer(other, 0, 4096, NULL, NULL);
	cl_event user = clCreateUserEvent(other, NULL), both[2] = {user, marker()};
	cl_kernel kernel = kernel_from(adds);
	size_t n = 64;
	clSetKernelArg(kernel, 0, sizeof theirs, &theirs);
	clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL);
	clEnqueueNDRangeKernel(q, kernel, 1, NULL, &n, NULL, 0, NULL, NULL);
	clEnqueueCopyBuffer(queue, theirs, some_buffer(), 0, 0, 64, 0, NULL, NULL);
	clEnqueueMarkerWithWaitList(queue, 2, both, NULL);
	clSetUserEventStatus(user, -5);
	clWaitForEvents(2, both);
	clReleaseContext(other);
	clReleaseMemObject(theirs);
	clEnqueueMarkerWithWaitList(queue, 2, both, NULL);
	clFinish(q);
	clFinish(queue);
}

static void parts_of_released_buffers(void) {
	static char memory[AREA] __attribute__((aligned(4096)));
	cl_buffer_region region = {4096, 8192};
	cl_kernel kernel = kernel_from(long_adds);
	for (int i = 0; i < 30; i++) {
		cl_mem whole = clCreateBuffer(context, i & 1 ? CL_MEM_USE_HOST_PTR : 0, AREA, i & 1 ? memory : NULL, NULL);
		cl_mem part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
		size_t n = 2048;
		clSetKernelArg(kernel, 0, sizeof part, &part);
		clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL);
		clReleaseMemObject(whole);
		clReleaseMemObject(whole); // too often
		clEnqueueFillBuffer(queue, part, "a", 1, 0, 8192, 0, NULL, NULL);
		clReleaseMemObject(part);
		clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL);
	}
	clFinish(queue);
}

static const char shown[] = "a\x01\x1b[2J\x7f\xff\xfe b\n\t%s%n\"\\";

static void names_of_control_characters(void) {
	static char source[8192], options[4096], name[70000];
	const char *text = source;
	memset(name, 'k', sizeof name - 1);
	clCreateKernel(good, shown, NULL);
	clCreateKernel(good, name, NULL);
	clCreateKernel(good, "", NULL);
	snprintf(source, sizeof source, "#line 1 \"%s\"\nkernel void k(global int *%s) { %s }\n#error %s", shown, shown, shown, shown);
	snprintf(options, sizeof options, "-D%s=%s -I %s", shown, shown, shown);
	cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
	clBuildProgram(program, 0, NULL, options, NULL, NULL);
	clBuildProgram(program, 0, NULL, "", NULL, NULL);
	const char *names[] = {shown, "", name};
	cl_program headers[] = {program, program, program};
	clCompileProgram(program, 0, NULL, "", 3, headers, names, NULL, NULL);
	clGetExtensionFunctionAddressForPlatform(platform, shown);
	cl_kernel kernel = kernel_from("kernel void k(global int *p) { printf(\"\\x01\\x1b[2J\\xff %c %s\\n\", 1, \"\\x02\"); *(global int *)1L = 0; }");
	use(buffer_of(AREA, NULL), kernel);
}

static void options_longer_still(void) {
	enum { LONG = 2 << 20 };
	static const char *pieces[] = {"-DA=1 ", "-I /tmp ", "x", " ", "\"", "-D'", "-cl-std=CL3.0 ", "\\"};
	const char *source = adds;
	char *options = malloc(LONG + 64);
	for (int i = 0; i < 8; i++) {
		size_t length = 0;
		while (length < LONG) length += sprintf(options + length, "%s", pieces[i]);
		cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
		clBuildProgram(program, 0, NULL, options, NULL, NULL);
		clReleaseProgram(program);
	}
	free(options);
}

// Files that never end, or that never begin, as headers.
static void headers_without_end(void) {
	static const char *names[] = {"/dev/zero", "zero", "/dev/random", "/proc/self/mem", "/dev/stdin", "/proc/kmsg", "/dev", "/proc/self/pagemap"};
	char source[512], fifo[] = "/tmp/heddle_wayXXXXXX";
	const char *text = source;
	int file = mkstemp(fifo);
	close(file);
	unlink(fifo);
	check(mkfifo(fifo, 0600) == 0);
	for (int i = 0; i < 9; i++) {
		snprintf(source, sizeof source, "#include \"%s\"\n%s", i < 8 ? names[i] : fifo, adds);
		cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
		clBuildProgram(program, 0, NULL, "-I /dev -I /proc/self", NULL, NULL);
		clReleaseProgram(program);
	}
	unlink(fifo);
}

static void images_of_extremes(void) {
	static const size_t sizes[] = {0, 1, 16383, 16385, 1ul << 31, (1ul << 32) - 1, 1ul << 62, ~0ul};
	static char memory[AREA];
	cl_image_format format = {CL_RGBA, CL_FLOAT};
	size_t origin[3] = {0}, region[3] = {1, 1, 1}, row, slice;
	for (int i = 0; i < 8 * 8 * 8 * 6; i++) {
		cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D + i % 6, .image_width = i & 1 ? 1 : sizes[i / 6 % 8], .image_height = sizes[i / 48 % 8],
			.image_depth = sizes[i / 7 % 8], .image_array_size = sizes[i / 5 % 8], .image_row_pitch = i % 3 ? sizes[i / 384 % 8] : 0,
			.image_slice_pitch = i % 5 ? 0 : sizes[i / 11 % 8]};
		if (desc.image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER) desc.buffer = some_buffer();
		cl_mem image = clCreateImage(context, i % 3 ? CL_MEM_COPY_HOST_PTR : 0, &format, &desc, i % 3 ? memory : NULL, NULL);
		if (!image) continue;
		region[0] = sizes[i % 8], region[1] = sizes[i / 8 % 8];
		clEnqueueReadImage(queue, image, CL_TRUE, origin, region, sizes[i / 9 % 8], sizes[i / 13 % 8], memory, 0, NULL, NULL);
		clEnqueueCopyImageToBuffer(queue, image, some_buffer(), origin, region, sizes[i / 17 % 8], 0, NULL, NULL);
		void *map = clEnqueueMapImage(queue, image, CL_TRUE, 1, origin, region, &row, &slice, 0, NULL, NULL, NULL);
		if (map) clEnqueueUnmapMemObject(queue, image, map, 0, NULL, NULL);
		clFinish(queue);
		clReleaseMemObject(image);
	}
}

static void sizes_at_their_limits(void) {
	static const size_t sizes[] = {0, 1, 3, 4095, 4096, 4097, 1ul << 31, 1ul << 32, 1ul << 63, ~0ul - 1, ~0ul};
	static char memory[AREA];
	cl_mem buffer = some_buffer();
	cl_kernel kernel = kernel_from("kernel void k(global int *p, local int *l, long4 v) { if (get_global_id(0) == 0) p[0] = v.x + l[0]; }");
	clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
	for (int i = 0; i < 11 * 11; i++) {
		size_t a = sizes[i % 11], b = sizes[i / 11], global[2] = {a, b}, offset[2] = {b, a}, local[2] = {i % 7, i % 5};
		cl_buffer_region region = {a, b};
		clEnqueueReadBuffer(queue, buffer, CL_TRUE, a, b, memory, 0, NULL, NULL);
		clEnqueueFillBuffer(queue, buffer, memory, a, b, a, 0, NULL, NULL);
		clEnqueueCopyBuffer(queue, buffer, some_buffer(), a, b, a, 0, NULL, NULL);
		clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, a, b, 0, NULL, NULL, NULL);
		clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
		clSetKernelArg(kernel, 1, a, NULL);
		clSetKernelArg(kernel, 2, b, memory);
		clSetKernelArg(kernel, 2, 32, memory);
		clSVMFree(context, clSVMAlloc(context, 0, a, 0));
		clCreatePipe(context, 0, (cl_uint)a, (cl_uint)b, NULL, NULL);
		clEnqueueNativeKernel(queue, native_exits_thread, memory, a ? a : 1, (cl_uint)b, (cl_mem *)memory, (const void **)memory, 0, NULL, NULL);
		if (a < 5000 || b == 0) clEnqueueNDRangeKernel(queue, kernel, 2, offset, global, i % 7 && i % 5 ? local : NULL, 0, NULL, NULL);
	}
	clFinish(queue);
}

static void programs_linked_thousandfold(void) {
	static cl_program list[2000];
	const char *source = "int f(int); int g(int x) { return x; }", *kernels = adds;
	cl_program unit = clCreateProgramWithSource(context, 1, &source, NULL, NULL), other = clCreateProgramWithSource(context, 1, &kernels, NULL, NULL);
	clCompileProgram(unit, 0, NULL, "", 0, NULL, NULL, NULL, NULL);
	clCompileProgram(other, 0, NULL, "", 0, NULL, NULL, NULL, NULL);
	for (int i = 0; i < 2000; i++) list[i] = i % 2 ? unit : other;
	clLinkProgram(context, 0, NULL, "", 2000, list, NULL, NULL, NULL);
	clLinkProgram(context, 0, NULL, "", ~0u, list, NULL, NULL, NULL);
	for (int i = 0; i < 2000; i++) list[i] = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
	for (int i = 0; i < 2000; i++) clCompileProgram(list[i], 0, NULL, "", 0, NULL, NULL, NULL, NULL);
	clLinkProgram(context, 0, NULL, "-create-library", 2000, list, NULL, NULL, NULL);
}

static void limits_change(void) {
	static const int which[] = {RLIMIT_STACK, RLIMIT_NOFILE, RLIMIT_NPROC, RLIMIT_FSIZE, RLIMIT_MEMLOCK, RLIMIT_CORE};
	for (int i = 0; i < 6; i++) {
		struct rlimit before, none = {0, 0};
		getrlimit(which[i], &before);
		none.rlim_max = before.rlim_max;
		setrlimit(which[i], &none);
		cl_program program = NULL;
		const char *source = "kernel void k(global int *p) { p[get_global_id(0)] = (int)sin((float)p[0]); p[1L << 40] = 1; }";
		program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
		clBuildProgram(program, 0, NULL, "", NULL, NULL);
		cl_kernel kernel = clCreateKernel(program, "k", NULL);
		cl_mem buffer = clCreateBuffer(context, 0, AREA, NULL, NULL);
		if (kernel) use(buffer, kernel);
		setrlimit(which[i], &before);
	}
}

static void *storm(void *unused) {
	for (int i = 0; i < 20000; i++) kill(getpid(), i % 3 ? SIGURG : SIGWINCH);
	return NULL;
}

static void signals_of_the_runtime(void) {
	pthread_t threads[3];
	struct sigaction ignore_it = {.sa_handler = SIG_IGN}, usual = {.sa_handler = SIG_DFL};
	for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, storm, NULL);
	for (int i = 0; i < 10; i++) {
		sigaction(SIGURG, i % 2 ? &ignore_it : &usual, NULL);
		sigaction(SIGPIPE, i % 2 ? &ignore_it : &usual, NULL);
		use(buffer_of(AREA, NULL), kernel_from(adds));
	}
	for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
	sigaction(SIGSEGV, &ignore_it, NULL);
	sigaction(SIGFPE, &ignore_it, NULL);
	use(buffer_of(AREA, NULL), kernel_from("kernel void k(global int *p) { p[1L << 40] = 1; }"));
	sigaction(SIGSEGV, &usual, NULL);
	use(buffer_of(AREA, NULL), kernel_from("kernel void k(global int *p) { p[1L << 40] = 1; }"));
}

static void mapped_memory_unmapped(void) {
	for (int i = 0; i < 2; i++) {
		cl_mem buffer = buffer_of(AREA, NULL);
		void *map = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, AREA, 0, NULL, NULL, NULL);
		char *page = (char *)(((uintptr_t)map + 8191) & ~4095ul);
		if (i) munmap(page, 8192);
		else mprotect(page, 8192, PROT_NONE);
		clEnqueueUnmapMemObject(queue, buffer, map, 0, NULL, NULL);
		use(buffer, kernel_from(adds));
		clReleaseMemObject(buffer);
		for (int k = 0; k < 20; k++) use(buffer_of(AREA, NULL), kernel_from(adds));
	}
}

static void objects_by_the_hundred_thousand(void) {
	enum { MANY = 100000 };
	cl_kernel kernel = kernel_from(adds);
	for (int i = 0; i < MANY; i++) {
		if (i < 2000) clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
		if (i < 20000) clCreateCommandQueue(context, device, i & 1, NULL);
		clCreateSampler(context, 0, CL_ADDRESS_NONE, CL_FILTER_NEAREST, NULL);
		clCreateUserEvent(context, NULL);
		clCloneKernel(kernel, NULL);
		clCreateBuffer(context, 0, 16, NULL, NULL);
	}
}

static void commands_by_the_million(void) {
	cl_event user = clCreateUserEvent(context, NULL);
	cl_mem buffer = some_buffer();
	for (int i = 0; i < 1000000; i++)
		if (clEnqueueFillBuffer(queue, buffer, &i, 4, i % 1024 * 4, 4, i == 0, i == 0 ? &user : NULL, NULL)) break;
	clSetUserEventStatus(user, CL_COMPLETE);
	clFinish(queue);
}

static void CL_CALLBACK overflows_stack(cl_event event, cl_int status, void *deep) {
	volatile char some[4096];
	some[0] = some[4095] = 1;
	if ((size_t)deep) overflows_stack(event, status, (char *)deep - 1);
	else calls++;
}

// A callback uses half a megabyte of its stack, which is what threads have at least.
static void callback_uses_stack(void) {
	ok(clSetEventCallback(marker(), CL_COMPLETE, overflows_stack, (void *)120));
	clFinish(queue);
	wait_for_calls(1);
}

static void command_buffers_while_running(void) {
	clCreateCommandBufferKHR_fn create = extension_function("clCreateCommandBufferKHR");
	clFinalizeCommandBufferKHR_fn finalize = extension_function("clFinalizeCommandBufferKHR");
	clReleaseCommandBufferKHR_fn release = extension_function("clReleaseCommandBufferKHR");
	clEnqueueCommandBufferKHR_fn enqueue = extension_function("clEnqueueCommandBufferKHR");
	clCommandNDRangeKernelKHR_fn launch = extension_function("clCommandNDRangeKernelKHR");
	cl_kernel kernel = kernel_from(long_adds);
	cl_mem buffer = buffer_of(AREA, NULL);
	size_t n = AREA / 4;
	clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
	for (int i = 0; i < 20; i++) {
		cl_command_buffer_khr commands = create(1, &queue, NULL, NULL);
		for (int k = 0; k < 3; k++) launch(commands, NULL, NULL, kernel, 1, NULL, &n, NULL, 0, NULL, NULL, NULL);
		if (i % 3) finalize(commands);
		enqueue(0, NULL, commands, 0, NULL, NULL);
		enqueue(0, NULL, commands, 0, NULL, NULL);
		launch(commands, NULL, NULL, kernel, 1, NULL, &n, NULL, 0, NULL, NULL, NULL);
		finalize(commands);
		release(commands);
		release(commands);
		enqueue(0, NULL, commands, 0, NULL, NULL);
	}
	clFinish(queue);
}

static void binaries_cut_everywhere(void) {
	size_t n;
	clGetProgramInfo(good, CL_PROGRAM_BINARY_SIZES, sizeof n, &n, 0);
	unsigned char *binary = malloc(n + 4096);
	clGetProgramInfo(good, CL_PROGRAM_BINARIES, sizeof binary, &binary, 0);
	for (size_t length = 1; length <= n + 1; length++) { // the last is one byte too long
		cl_program program = clCreateProgramWithBinary(context, 1, &device, &length, (const unsigned char **)&binary, NULL, NULL);
		if (!program) continue;
		clBuildProgram(program, 0, NULL, "", NULL, NULL);
		clReleaseProgram(program);
	}
}

static void kernels_that_enqueue_themselves(void) {
	const cl_queue_properties of_device[] = {CL_QUEUE_PROPERTIES,
		CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
	clCreateCommandQueueWithProperties(context, device, of_device, NULL);
	cl_program program = build_with("void again(global int *p) { for (int i = 0; i < 4; i++) enqueue_kernel(get_default_queue(), 0, ndrange_1D(64),"
		" ^{ atomic_inc(p); again(p); }); } kernel void k(global int *p) { again(p); }", "-cl-std=CL2.0");
	use(buffer_of(AREA, NULL), kernel_of(program, "k"));
}

static void *spins(void *unused) {
	cl_kernel kernel = kernel_from("kernel void k(global volatile int *p) { while (p[0] == 0) {} }");
	cl_command_queue q = clCreateCommandQueue(context, device, 0, NULL);
	cl_mem buffer = buffer_of(4096, (char[4096]){0});
	size_t n = 1;
	clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
	clEnqueueNDRangeKernel(q, kernel, 1, NULL, &n, NULL, 0, NULL, NULL);
	clFinish(q);
	return NULL;
}

static void endless_kernels_by_the_dozen(void) {
	pthread_t threads[40];
	for (int i = 0; i < 40; i++) pthread_create(&threads[i], NULL, spins, NULL);
	usleep(100000);
	check_good();
	for (int i = 0; i < 40; i++) pthread_join(threads[i], NULL);
}

static const struct { const char *name, *words; void (*way)(void); } stranger_ways[] = {
	{"callback_exits_thread", "callbacks that end their thread by pthread_exit", callback_exits_thread},
	{"native_exits", "native kernels that end their thread by pthread_exit", native_exits},
	{"callback_cancels", "callbacks and native kernels that cancel their thread", callback_cancels},
	{"callbacks_that_block", "12,000 callbacks that block at once", callbacks_that_block},
	{"threads_that_wait", "3,000 threads that wait for one event", threads_that_wait},
	{"calls_at_ends_of_threads", "calls from destructors of values of threads", calls_at_ends_of_threads},
	{"callback_forks", "callbacks that fork, and children that make calls", callback_forks},
	{"unloaded_while_running", "libraries that are unloaded while kernels run", unloaded_while_running},
	{"program_of_all_threads", "a program that sixteen threads build at once", program_of_all_threads},
	{"kernel_of_all_threads", "a kernel whose arguments sixteen threads set at once", kernel_of_all_threads},
	{"event_of_all_threads", "a user event that sixteen threads set at once", event_of_all_threads},
	{"objects_of_other_contexts", "events and buffers of another context", objects_of_other_contexts},
	{"parts_of_released_buffers", "sub-buffers of buffers that were released too often", parts_of_released_buffers},
	{"names_of_control_characters", "names of control characters, escapes and formats", names_of_control_characters},
	{"options_longer_still", "two megabytes of build options", options_longer_still},
	{"headers_without_end", "headers that are devices, pipes and folders", headers_without_end},
	{"images_of_extremes", "images of extreme sizes and pitches", images_of_extremes},
	{"sizes_at_their_limits", "sizes and offsets at the limits of their types", sizes_at_their_limits},
	{"programs_linked_thousandfold", "two thousand programs linked to one, and one with itself", programs_linked_thousandfold},
	{"limits_change", "limits of the process that become zero meanwhile, but those of memory", limits_change},
	{"signals_of_the_runtime", "signals that the runtime uses, sent, ignored and reset", signals_of_the_runtime},
	{"mapped_memory_unmapped", "mapped memory of the driver that the application unmaps", mapped_memory_unmapped},
	{"objects_by_the_hundred_thousand", "400,000 objects", objects_by_the_hundred_thousand},
	{"commands_by_the_million", "a million commands behind an event", commands_by_the_million},
	{"callback_uses_stack", "a callback that needs half a megabyte of stack", callback_uses_stack},
	{"command_buffers_while_running", "command buffers that are released while they run", command_buffers_while_running},
	{"binaries_cut_everywhere", "a binary that is cut off at each byte", binaries_cut_everywhere},
	{"kernels_that_enqueue_themselves", "kernels that enqueue themselves without end", kernels_that_enqueue_themselves},
	{"endless_kernels_by_the_dozen", "40 kernels without end at once", endless_kernels_by_the_dozen},
};

enum { STRANGER_WAYS = sizeof stranger_ways / sizeof *stranger_ways };

#endif
