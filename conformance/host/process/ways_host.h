// Ways to bring a process down by what the application does around calls: with its memory, its threads, its callbacks.
#ifndef HEDDLE_WAYS_HOST_H
#define HEDDLE_WAYS_HOST_H

#include <limits.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { AREA = 1 << 20, LINKS = 50000, CHAIN = 100000 };

static cl_kernel kernel_from(const char *source) { return kernel_of(build(source), "k"); }

static const char adds[] = "kernel void k(global int *p) { p[get_global_id(0)] += 1; }";
static const char long_adds[] = "kernel void k(global int *p) { for (int j = 0; j < 3000; j++) p[get_global_id(0)] += j; }";

// use does all that commands do with a buffer.
static void use(cl_mem buffer, cl_kernel kernel) {
	static char bytes[AREA];
	size_t n = AREA / 4;
	cl_mem other = buffer_of(AREA, NULL);
	clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
	clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL);
	clFinish(queue);
	clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, AREA, bytes, 0, NULL, NULL);
	clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, AREA, bytes, 0, NULL, NULL);
	clEnqueueCopyBuffer(queue, buffer, other, 0, 0, AREA, 0, NULL, NULL);
	clEnqueueCopyBuffer(queue, other, buffer, 0, 0, AREA, 0, NULL, NULL);
	clEnqueueFillBuffer(queue, buffer, "abcd", 4, 0, AREA, 0, NULL, NULL);
	void *map = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, AREA, 0, NULL, NULL, NULL);
	if (map) clEnqueueUnmapMemObject(queue, buffer, map, 0, NULL, NULL);
	clFinish(queue);
}

static void *area(void) { return mmap(NULL, AREA, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }

static cl_mem over(void *memory) { return clCreateBuffer(context, CL_MEM_USE_HOST_PTR, AREA, memory, NULL); }

static void memory_unmapped(void) {
	void *memory = area();
	cl_mem buffer = over(memory);
	munmap(memory, AREA);
	use(buffer, kernel_from(adds));
}

static void memory_read_only(void) {
	void *memory = area();
	cl_mem buffer = over(memory);
	mprotect(memory, AREA, PROT_READ);
	use(buffer, kernel_from(adds));
}

static void memory_unmapped_later(void) {
	void *memory = area();
	cl_mem buffer = over(memory);
	cl_kernel kernel = kernel_from(long_adds);
	size_t n = AREA / 4;
	clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
	clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL);
	clFlush(queue);
	usleep(20000);
	munmap(memory, AREA);
	clFinish(queue);
}

// A file that others make shorter: accesses behind its end are SIGBUS.
static void file_cut_off(void) {
	char name[] = "/tmp/heddle_wayXXXXXX";
	int file = mkstemp(name);
	unlink(name);
	if (ftruncate(file, AREA)) return;
	void *memory = mmap(NULL, AREA, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	cl_mem buffer = over(memory);
	if (ftruncate(file, 4096)) return;
	use(buffer, kernel_from(adds));
}

static void image_unmapped(void) {
	static char pixels[4 * 256 * 256];
	cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
	cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 256, .image_height = 256};
	size_t origin[3] = {0}, region[3] = {256, 256, 1}, n[2] = {256, 256};
	float color[4] = {0};
	void *memory = area();
	cl_kernel kernel = kernel_from("kernel void k(read_only image2d_t a, write_only image2d_t b) {"
		" int2 at = (int2)(get_global_id(0), get_global_id(1)); write_imagef(b, at, read_imagef(a, at) * 0.5f); }");
	cl_mem gone = clCreateImage(context, CL_MEM_USE_HOST_PTR, &format, &desc, memory, NULL);
	cl_mem there = clCreateImage(context, 0, &format, &desc, NULL, NULL);
	munmap(memory, AREA);
	for (int i = 0; i < 2; i++) {
		clSetKernelArg(kernel, i, sizeof gone, &gone);
		clSetKernelArg(kernel, !i, sizeof there, &there);
		clEnqueueNDRangeKernel(queue, kernel, 2, NULL, n, NULL, 0, NULL, NULL);
		clFinish(queue);
	}
	clEnqueueReadImage(queue, gone, CL_TRUE, origin, region, 0, 0, pixels, 0, NULL, NULL);
	clEnqueueWriteImage(queue, gone, CL_TRUE, origin, region, 0, 0, pixels, 0, NULL, NULL);
	clEnqueueFillImage(queue, gone, color, origin, region, 0, NULL, NULL);
	clEnqueueCopyImage(queue, gone, there, origin, origin, region, 0, NULL, NULL);
	clEnqueueCopyImage(queue, there, gone, origin, origin, region, 0, NULL, NULL);
	clFinish(queue);
}

static void shared_freed_while_used(void) {
	int *memory = clSVMAlloc(context, CL_MEM_READ_WRITE, AREA, 0);
	cl_kernel kernel = kernel_from(long_adds);
	size_t n = AREA / 4;
	if (!memory) return;
	clSetKernelArgSVMPointer(kernel, 0, memory);
	clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL);
	clFlush(queue);
	clSVMFree(context, memory);
	clFinish(queue);
}

static void shared_garbage(void) {
	void *garbage[] = {(void *)0x1230, (void *)-16L, &garbage, (void *)(1L << 46)};
	cl_kernel kernel = kernel_from(adds);
	size_t n = 64;
	for (int i = 0; i < 4; i++) {
		if (!clSetKernelArgSVMPointer(kernel, 0, garbage[i]) && i != 2)
			clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL);
		if (i != 2) clEnqueueSVMMemFill(queue, garbage[i], "abcd", 4, 64, 0, NULL, NULL);
		clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, garbage[i], 64, 0, NULL, NULL);
		clEnqueueSVMUnmap(queue, garbage[i], 0, NULL, NULL);
		clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof garbage, garbage);
		clFinish(queue);
	}
	clEnqueueSVMFree(queue, 4, garbage, NULL, NULL, 0, NULL, NULL);
	clFinish(queue);
}

// Stores to all code of the process: the driver's, the C library's, that of kernels.
static void code_overwritten(void) {
	char line[512], rights[8];
	unsigned long from, to;
	cl_kernel kernel = kernel_from("kernel void k(global int *p, ulong at) { *(global int *)at = 0x0b0f0b0f; }");
	cl_mem buffer = some_buffer();
	size_t n = 1;
	FILE *maps = fopen("/proc/self/maps", "r");
	clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
	while (maps && fgets(line, sizeof line, maps)) {
		if (sscanf(line, "%lx-%lx %7s", &from, &to, rights) != 3 || rights[1] == 'w') continue;
		for (int i = 0; i < 3; i++) {
			cl_ulong at = i == 0 ? from : i == 1 ? from + (to - from) / 2 / 4 * 4 : to - 4;
			clSetKernelArg(kernel, 1, sizeof at, &at);
			clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL);
			clFinish(queue);
		}
	}
}

static atomic_int calls;

static cl_event links[LINKS + 1];

static void CL_CALLBACK set_next(cl_event event, cl_int status, void *number) {
	calls++;
	clSetUserEventStatus(links[(size_t)number + 1], CL_COMPLETE);
}

// Each event's callback completes the next event.
static void callbacks_in_callbacks(void) {
	for (size_t i = 0; i <= LINKS; i++) links[i] = clCreateUserEvent(context, NULL);
	for (size_t i = 0; i < LINKS; i++) clSetEventCallback(links[i], CL_COMPLETE, set_next, (void *)i);
	clSetUserEventStatus(links[0], CL_COMPLETE);
	clWaitForEvents(1, &links[LINKS]);
	check(calls == LINKS);
}

// Commands of two queues wait for each other in turn; one event sets them all off, or ends them all.
static void events_in_a_chain(void) {
	cl_command_queue other = clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, NULL);
	for (int outcome = 0; outcome >= -1; outcome--) {
		cl_event first = clCreateUserEvent(context, NULL), last = first, next;
		for (int i = 0; i < LINKS; i++, last = next)
			if (clEnqueueMarkerWithWaitList(i & 1 ? other : queue, 1, &last, &next)) return;
		clSetUserEventStatus(first, outcome);
		clWaitForEvents(1, &last);
		clFinish(other);
		clFinish(queue);
	}
}

static cl_mem chained[CHAIN + 1];

static void CL_CALLBACK release_next(cl_mem memory, void *number) {
	calls++;
	clReleaseMemObject(chained[(size_t)number + 1]);
}

static void destructors_in_destructors(void) {
	for (size_t i = 0; i <= CHAIN; i++) chained[i] = buffer_of(64, NULL);
	for (size_t i = 0; i < CHAIN; i++) clSetMemObjectDestructorCallback(chained[i], release_next, (void *)i);
	clReleaseMemObject(chained[0]);
	for (int i = 0; i < 5000 && calls < CHAIN; i++) usleep(1000);
	check(calls == CHAIN);
}

static void CL_CALLBACK release_all(cl_event event, cl_int status, void *q) {
	clReleaseEvent(event);
	clReleaseCommandQueue(q);
	calls++;
}

static void callback_releases(void) {
	cl_context c = other_context();
	cl_command_queue q = clCreateCommandQueue(c, device, 0, NULL);
	cl_event event;
	ok(clEnqueueMarkerWithWaitList(q, 0, NULL, &event));
	clReleaseContext(c);
	ok(clSetEventCallback(event, CL_COMPLETE, release_all, q));
	for (int i = 0; i < 5000 && !calls; i++) usleep(1000);
	check(calls == 1);
}

static void CL_CALLBACK wait_for_itself(cl_event event, cl_int status, void *unused) {
	clWaitForEvents(1, &event);
	clFinish(queue);
	calls++;
}

static void callback_waits_for_itself(void) {
	cl_event event;
	clEnqueueMarkerWithWaitList(queue, 0, NULL, &event);
	clSetEventCallback(event, CL_COMPLETE, wait_for_itself, NULL);
	clFinish(queue);
	for (int i = 0; i < 5000 && !calls; i++) usleep(1000);
	check(calls == 1);
}

static void CL_CALLBACK build_again(cl_program program, void *unused) {
	const char *source = "kernel void k() {}";
	if (calls++ < 300) clBuildProgram(clCreateProgramWithSource(context, 1, &source, NULL, NULL), 0, NULL, "", build_again, NULL);
}

static void builds_in_builds(void) {
	build_again(NULL, NULL);
	for (int i = 0; i < 10000 && calls <= 300; i++) usleep(1000);
	check(calls == 301);
}

static void *use_and_release(void *objects) {
	cl_kernel kernel = ((void **)objects)[0];
	cl_mem buffer = ((void **)objects)[1];
	cl_command_queue q = ((void **)objects)[2];
	size_t n = 64;
	for (int i = 0; i < 300; i++) {
		clRetainMemObject(buffer);
		clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
		clEnqueueNDRangeKernel(q, kernel, 1, NULL, &n, NULL, 0, NULL, NULL);
		clReleaseMemObject(buffer);
		if (i % 10 == 9) clFinish(q);
	}
	clReleaseMemObject(buffer);
	clReleaseKernel(kernel);
	clReleaseCommandQueue(q);
	return NULL;
}

// Threads release what is the others' as well: all but the first release too often.
static void threads_release_too_often(void) {
	pthread_t threads[8];
	for (int round = 0; round < 20; round++) {
		void *objects[] = {kernel_from(adds), some_buffer(), clCreateCommandQueue(context, device, 0, NULL)};
		for (int i = 0; i < 8; i++) pthread_create(&threads[i], NULL, use_and_release, objects);
		for (int i = 0; i < 8; i++) pthread_join(threads[i], NULL);
	}
}

static void *begin_and_end(void *unused) {
	cl_kernel kernel = kernel_from(long_adds);
	cl_mem buffer = buffer_of(AREA, NULL);
	size_t n = AREA / 4;
	clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
	clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL);
	clReleaseKernel(kernel);
	clReleaseMemObject(buffer);
	pthread_exit(NULL);
}

static void threads_end_early(void) {
	pthread_t threads[50];
	for (int i = 0; i < 50; i++) pthread_create(&threads[i], NULL, begin_and_end, NULL);
	for (int i = 0; i < 50; i++) pthread_join(threads[i], NULL);
	clFinish(queue);
}

static void *on_small_stack(void *unused) {
	cl_kernel kernel = kernel_from("kernel void k(global int *p) { p[get_global_id(0)] = printf(\"\"); p[1L << 40] = 1; }");
	check_status(clBuildProgram(build(adds), 0, NULL, "-D x", NULL, NULL), CL_SUCCESS);
	use(some_buffer(), kernel);
	clEnqueueReadBuffer(queue, some_buffer(), CL_TRUE, 0, 64, (void *)0x10, 0, NULL, NULL);
	return NULL;
}

static void stacks_smallest(void) {
	static const size_t sizes[] = {0, 32 << 10, 64 << 10, 256 << 10};
	for (int i = 0; i < 4; i++) {
		pthread_attr_t attributes;
		pthread_t thread;
		pthread_attr_init(&attributes);
		pthread_attr_setstacksize(&attributes, sizes[i] ? sizes[i] : PTHREAD_STACK_MIN);
		check(pthread_create(&thread, &attributes, on_small_stack, NULL) == 0);
		pthread_join(thread, NULL);
	}
}

static void count_signal(int signal) { calls++; }

// Timers interrupt all system calls, a thousand times a second each.
static void signals_rain(void) {
	struct sigaction action = {.sa_handler = count_signal};
	struct itimerval often = {{0, 1000}, {0, 1000}}, never = {0};
	cl_event user = clCreateUserEvent(context, NULL);
	sigaction(SIGALRM, &action, NULL);
	sigaction(SIGPROF, &action, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	setitimer(ITIMER_PROF, &often, NULL);
	for (int i = 0; i < 30; i++) {
		cl_kernel kernel = kernel_from(i % 2 ? adds : "kernel void k(global int *p) { p[1L << 40] = 1; }");
		use(buffer_of(AREA, NULL), kernel);
	}
	setitimer(ITIMER_REAL, &never, NULL);
	setitimer(ITIMER_PROF, &never, NULL);
	ok(clSetUserEventStatus(user, CL_COMPLETE));
	check(calls > 20, "%d", calls);
}

// Children that become other programs, or end, while kernels run and others begin.
static void forked_while_running(void) {
	cl_kernel kernel = kernel_from(long_adds);
	cl_mem buffer = buffer_of(AREA, NULL);
	size_t n = AREA / 4;
	clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
	for (int i = 0; i < 30; i++) {
		clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL);
		clFlush(queue);
		pid_t child = i % 3 == 2 ? vfork() : fork();
		if (child == 0) {
			if (i % 3) execl("/bin/true", "true", NULL);
			_exit(0);
		}
		int status = -1;
		waitpid(child, &status, 0);
		check(status == 0, "%#x", status);
	}
	clFinish(queue);
}

static void standard_descriptors_closed(void) {
	int out = dup(1), kept = fcntl(out, F_DUPFD, 100);
	fflush(stdout);
	for (int i = 0; i < 64; i++) close(i);
	cl_kernel kernel = kernel_from("kernel void k(global int *p) { printf(\"lost %d\\n\", (int)get_global_id(0)); p[1L << 40] = 1; }");
	use(buffer_of(AREA, NULL), kernel);
	dup2(kept, 1);
}

static void rectangles_that_overflow(void) {
	static char bytes[4096];
	size_t big = ~(size_t)0, a[3] = {1, 1, 1}, b[3] = {big, 0, 2}, c[3] = {big / 2 + 1, 2, 2}, *origins[] = {a, b, c};
	for (int i = 0; i < 81; i++) {
		size_t *from = origins[i % 3], *to = origins[i / 3 % 3], *region = origins[i / 9 % 3];
		size_t pitch = i / 27 % 3 ? big - i : 64;
		clEnqueueReadBufferRect(queue, some_buffer(), CL_TRUE, from, to, region, pitch, pitch * 3, 16, big, bytes, 0, NULL, NULL);
		clEnqueueCopyBufferRect(queue, some_buffer(), some_buffer(), from, to, region, pitch, 0, 0, pitch, 0, NULL, NULL);
	}
	clFinish(queue);
}

static void alignments_of_garbage(void) {
	for (unsigned i = 0; i < 32; i++) {
		clSVMFree(context, clSVMAlloc(context, 0, 64, 1u << i));
		clSVMFree(context, clSVMAlloc(context, 1ul << i, (size_t)1 << (2 * i), i));
	}
	clSVMFree(context, clSVMAlloc(context, 0, ~(size_t)0, 8));
}

static const struct { const char *name, *words; void (*way)(void); } host_ways[] = {
	{"memory_unmapped", "memory of a buffer that the application has unmapped", memory_unmapped},
	{"memory_unmapped_later", "memory of a buffer that is unmapped while a kernel runs", memory_unmapped_later},
	{"memory_read_only", "memory of a buffer that may not be written any more", memory_read_only},
	{"file_cut_off", "memory of a buffer that is a file which was cut off", file_cut_off},
	{"image_unmapped", "memory of an image that the application has unmapped", image_unmapped},
	{"shared_freed_while_used", "shared memory that is freed while a kernel runs", shared_freed_while_used},
	{"shared_garbage", "shared memory that is none", shared_garbage},
	{"code_overwritten", "stores to all code of the process", code_overwritten},
	{"callbacks_in_callbacks", "50,000 events, each of which completes the next in its callback", callbacks_in_callbacks},
	{"events_in_a_chain", "50,000 commands, each of which waits for the one before", events_in_a_chain},
	{"destructors_in_destructors", "100,000 buffers, each of which releases the next in its callback", destructors_in_destructors},
	{"callback_releases", "a callback that releases event and queue", callback_releases},
	{"callback_waits_for_itself", "a callback that waits for its own event and queue", callback_waits_for_itself},
	{"builds_in_builds", "builds that begin in callbacks of builds", builds_in_builds},
	{"threads_release_too_often", "threads that release what others use", threads_release_too_often},
	{"threads_end_early", "threads that end while their commands run", threads_end_early},
	{"stacks_smallest", "threads with the least stack that there is", stacks_smallest},
	{"signals_rain", "two thousand signals a second without SA_RESTART", signals_rain},
	{"forked_while_running", "children that become other programs while kernels run", forked_while_running},
	{"standard_descriptors_closed", "no descriptors, and kernels that print and fail", standard_descriptors_closed},
	{"rectangles_that_overflow", "rectangles whose sizes overflow", rectangles_that_overflow},
	{"alignments_of_garbage", "shared memory of any size and alignment", alignments_of_garbage},
};

enum { HOST_WAYS = sizeof host_ways / sizeof *host_ways };

#endif
