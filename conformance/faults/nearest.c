// The report of a fault tells which argument's memory the address is near, and where the work-item is in its group; what
// kernels have printed before a fault arrives.
#define _GNU_SOURCE
#include "check.h"
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static char report[1024]; // guarded by mutex; empty: none

static void CL_CALLBACK notify(const char *text, const void *info, size_t size, void *data) {
	pthread_mutex_lock(&mutex);
	snprintf(report, sizeof report, "%s", text);
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&mutex);
}

static void take_report(char *into) {
	pthread_mutex_lock(&mutex);
	while (report[0] == 0) pthread_cond_wait(&changed, &mutex);
	strcpy(into, report);
	report[0] = 0;
	pthread_mutex_unlock(&mutex);
}

// guarded is a buffer over a page of the application between two that cannot be accessed.
static cl_mem guarded(void) {
	cl_int status;
	char *pages = mmap(NULL, 3 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	check(pages != MAP_FAILED && !mprotect(pages + PAGE, PAGE, PROT_READ | PROT_WRITE), "mmap");
	cl_mem buffer = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, PAGE, pages + PAGE, &status);
	ok(status);
	return buffer;
}

// fails runs a kernel that writes to out[index] in work-item 13 of groups of 8, and looks for words in the report.
static void fails(cl_kernel kernel, cl_mem out, cl_mem other, cl_long index, const char *words) {
	size_t global = 32, local = 8;
	char text[1024];
	arg(kernel, 0, other);
	arg(kernel, 1, out);
	arg(kernel, 2, index);
	clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL);
	clFinish(queue);
	take_report(text);
	check(strstr(text, "kernel put, work-item (13, 0, 0), line 2: write to"), "%s", text);
	check(strstr(text, "work-group (1, 0, 0), local id (5, 0, 0)"), "%s", text);
	check(strstr(text, words), "no '%s': %s", words, text);
}

static void test_nearest(void) {
	cl_kernel kernel = kernel_of(build("kernel void put(global int *in, global int *out, long at) {\n"
									   " if (get_global_id(0) == 13) out[at] = 1;\n}\n"), "put");
	cl_mem page = guarded(), small = buffer_of(64, NULL), none = NULL;
	fails(kernel, page, small, PAGE / 4 + 10, "40 bytes past the end of argument 1, `out`, which has 4096 bytes");
	fails(kernel, page, small, -25, "100 bytes before the beginning of argument 1, `out`, which has 4096 bytes");
	fails(kernel, none, page, 0, "null pointers are argument 1, `out`");
	ok(clReleaseMemObject(page));
	ok(clReleaseMemObject(small));
}

// test_printed has a kernel print and fault, and reads what came to the standard output.
static void test_printed(void) {
	cl_kernel kernel = kernel_of(build("kernel void tell(global int *p) {\n"
									   " printf(\"here %d\\n\", 7); p[get_global_id(0) * 0] = 1; *(global int *)8 = 1; }"), "tell");
	cl_mem buffer = buffer_of(64, NULL);
	int ends[2], kept = dup(1);
	char text[1024] = "";
	check(!pipe(ends), "pipe");
	fflush(stdout);
	dup2(ends[1], 1);
	arg(kernel, 0, buffer);
	size_t one = 1;
	cl_int status = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL);
	clFinish(queue);
	dup2(kept, 1);
	close(ends[1]);
	long got = read(ends[0], text, sizeof text - 1);
	check(got > 0 && strstr(text, "here 7\n"), "%ld bytes: %s", got, text);
	take_report(text);
	check(strstr(text, "kernel tell"), "%s", text);
	ok(clReleaseMemObject(buffer));
}

int main(void) {
	cl_int status;
	open_device();
	if (other_driver()) { // they end the process
		check(1);
		return done();
	}
	context = clCreateContext(NULL, 1, &device, notify, NULL, &status);
	ok(status);
	queue = clCreateCommandQueue(context, device, 0, &status);
	ok(status);
	test_nearest();
	for (int i = 0; i < 3; i++) test_printed();
	return done();
}
