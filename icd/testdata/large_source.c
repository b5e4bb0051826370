/* A source of 5,000 lines touches far fewer pages for the first time than the heap that its build takes has: the heap
 * lies in large pages, where the system has such. */
#include "program.h"
#include <sys/resource.h>

enum { KERNELS = 100, STATEMENTS = 48, MOST_FAULTS = 5000 };

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
	if (access("/sys/kernel/mm/transparent_hugepage", F_OK) == 0 && faults > MOST_FAULTS) {
		printf("%ld page faults\n", faults);
		fail("the heap is in small pages");
	}
	puts("passed");
	return 0;
}
