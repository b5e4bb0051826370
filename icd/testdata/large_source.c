/* The heap that the build of a source of 5,000 lines takes is to lie in large pages. The library asks for them on any
 * system, which this program sees because its madvise is the one that the library calls. Where the system has large
 * pages, the build touches far fewer pages for the first time than the heap has. */
#define _GNU_SOURCE
#include "program.h"
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>

enum { KERNELS = 100, STATEMENTS = 48, MOST_FAULTS = 5000, LEAST_ASKED = 8 << 20 };

static atomic_size_t asked; /* bytes */

int madvise(void *memory, size_t size, int advice) {
	if (advice == MADV_HUGEPAGE)
		asked += size;
	return syscall(SYS_madvise, memory, size, advice);
}

static int has_large_pages(void) {
	char modes[64] = "";
	FILE *file = fopen("/sys/kernel/mm/transparent_hugepage/enabled", "r");
	if (!file)
		return 0;
	size_t size = fread(modes, 1, sizeof modes - 1, file);
	fclose(file);
	return size > 0 && !strstr(modes, "[never]");
}

static char source[KERNELS * (STATEMENTS + 2) * 80];

static void write_source(void) {
	char *end = source;
	for (int k = 0; k < KERNELS; k++) {
		end += sprintf(end, "kernel void k%d(global float *x, global float *y, int n) {\n", k);
		for (int i = 0; i < STATEMENTS; i++)
			end += sprintf(end, "\tfor (int j = 0; j < n; j++) y[j + %d] = x[j] * %d.5f + y[j];\n", i, i);
		end += sprintf(end, "}\n");
	}
}

static long page_faults(void) {
	struct rusage usage;
	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_minflt;
}

int main(void) {
	int status = 1;
	const char *text = source;
	load();
	handle context = new_context(), device = first_device();
	write_source();
	long before = page_faults();
	handle program = CALL(handle, clCreateProgramWithSource, context, 1, &text, NULL, &status);
	if (status || CALL(int, clBuildProgram, program, 1, &device, "", NULL, NULL))
		fail("clBuildProgram");
	long faults = page_faults() - before;
	if (asked < LEAST_ASKED)
		fail("nobody asks for large pages");
	if (has_large_pages() && faults > MOST_FAULTS) {
		printf("%ld page faults\n", faults);
		fail("the heap is in small pages");
	}
	puts("passed");
	return 0;
}
