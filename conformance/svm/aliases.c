// Pointers that lie in memory, or in structures, lead to what a kernel also reaches by its arguments: sums that might stay in
// registers must not.
#include "svm/shared.h"

enum { N = 20 };

static const char source[] =
	"kernel void table(global int *c, global int *global *t, int n) { size_t i = get_global_id(0); for (int k = 0; k < n; k++) c[i] += t[k][0]; }\n"
	"kernel void written(global int *c, global int *global *t, global const int *a, int n) {\n"
	"	size_t i = get_global_id(0);\n"
	"	for (int k = 0; k < n; k++) { c[i] += a[k]; *t[k] = c[i] + 1; }\n"
	"}\n"
	"typedef struct { global int *p; } Holder;\n"
	"kernel void held(global int *c, Holder h, int n) { size_t i = get_global_id(0); for (int k = 0; k < n; k++) c[i] += h.p[k]; }\n";

int main(void) {
	open_device();
	if (other_driver()) {
		check(1);
		return done();
	}
	cl_program program = build_with(source, "-cl-std=CL3.0");
	int *c = clSVMAlloc(context, 0, 4096, 0), **t = clSVMAlloc(context, 0, 4096, 0), *a = clSVMAlloc(context, 0, 4096, 0), n = N, wanted = 0;
	cl_kernel table = kernel_of(program, "table"), written = kernel_of(program, "written"), held = kernel_of(program, "held");
	for (int i = 0; i < N; i++) t[i] = c, a[i] = i;
	c[0] = 1;
	ok(clSetKernelArgSVMPointer(table, 0, c));
	ok(clSetKernelArgSVMPointer(table, 1, t));
	arg(table, 2, n);
	run1(table, 1, 1);
	ok(clFinish(queue));
	check(c[0] == 1 << N, "%d", c[0]);

	c[0] = 0;
	ok(clSetKernelArgSVMPointer(written, 0, c));
	ok(clSetKernelArgSVMPointer(written, 1, t));
	ok(clSetKernelArgSVMPointer(written, 2, a));
	arg(written, 3, n);
	run1(written, 1, 1);
	ok(clFinish(queue));
	for (int i = 0; i < N; i++) wanted += i + 1;
	check(c[0] == wanted, "%d, not %d", c[0], wanted);

	for (int i = 0; i < N; i++) c[i] = 1;
	ok(clSetKernelArgSVMPointer(held, 0, c + 3));
	arg(held, 1, c); // the structure is the pointer
	arg(held, 2, n);
	run1(held, 1, 1);
	ok(clFinish(queue));
	wanted = 1;
	for (int i = 0; i < N; i++) wanted += i == 3 ? wanted : 1;
	check(c[3] == wanted, "%d, not %d", c[3], wanted);
	return done();
}
