// An application whose language writes 1,5: sources, options and the output of kernels have points all the same, and the application's
// own numbers keep their commas.
#include "check.h"
#include <locale.h>
#include <unistd.h>

int main(void) {
	char text[64], out[256] = "";
	float values[4] = {0};
	int ends[2], kept = dup(1);
	check(setlocale(LC_ALL, "") != NULL, "there is no such language");
	snprintf(text, sizeof text, "%.2f", 1.25);
	check(strcmp(text, "1,25") == 0, "%s", text);
	open_device();
	cl_kernel kernel = kernel_of(build_with("kernel void k(global float *p) { p[0] = 2.5f; p[1] = HALF; p[2] = 0x1.8p1f; p[3] = 1e-1f;"
		" printf(\"%.3f %5.1e %g %a\\n\", p[0], p[1], p[3], p[2]); }", "-DHALF=0.5f"), "k");
	cl_mem buffer = buffer_of(sizeof values, NULL);
	arg(kernel, 0, buffer);
	fflush(stdout);
	check(pipe(ends) == 0, "pipe");
	dup2(ends[1], 1);
	run1(kernel, 1, 0);
	ok(clFinish(queue));
	dup2(kept, 1);
	check(read(ends[0], out, sizeof out - 1) > 0, "nothing was printed");
	check(strcmp(out, "2.500 5.0e-01 0.1 0x1.8p+1\n") == 0, "%s", out);
	read_back(buffer, values, sizeof values);
	check(values[0] == 2.5f && values[1] == 0.5f && values[2] == 3.0f && values[3] == 0.1f, "%f %f %f %f", values[0], values[1], values[2], values[3]);
	snprintf(text, sizeof text, "%.2f", strtod("1,25", NULL));
	check(strcmp(text, "1,25") == 0, "%s", text);
	return done();
}
