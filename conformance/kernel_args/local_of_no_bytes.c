// Since OpenCL 3.1 an argument in local memory may have no bytes: the kernel does not use it. It takes nothing from what
// stands beside it, wherever it stands.
#include "check.h"

static const char *source =
	"kernel void k(local int *a, int na, local int *b, int nb, local int *c, int nc, global int *out) {\n"
	"  int id = get_local_id(0);\n"
	"  if (id < na) a[id] = id + 1;\n"
	"  if (id < nb) b[id] = 10 * (id + 1);\n"
	"  if (id < nc) c[id] = 100 * (id + 1);\n"
	"  barrier(CLK_LOCAL_MEM_FENCE);\n"
	"  if (id == 0) {\n"
	"    int sum = 0;\n"
	"    for (int i = 0; i < na; i++) sum += a[i];\n"
	"    for (int i = 0; i < nb; i++) sum += b[i];\n"
	"    for (int i = 0; i < nc; i++) sum += c[i];\n"
	"    out[get_group_id(0)] = sum;\n"
	"  }\n"
	"}\n";

enum { GROUPS = 5, LOCAL = 16 };

static cl_mem out;

static int sum_to(int n) { return n * (n + 1) / 2; }

static void test_counts(cl_kernel k, const int counts[3]) {
	int got[GROUPS] = {0};
	for (int i = 0; i < 3; i++) {
		local_arg(k, 2 * i, counts[i] * sizeof(int));
		arg(k, 2 * i + 1, counts[i]);
	}
	run1(k, GROUPS * LOCAL, LOCAL);
	read_back(out, got, sizeof got);
	int want = sum_to(counts[0]) + 10 * sum_to(counts[1]) + 100 * sum_to(counts[2]);
	for (int i = 0; i < GROUPS; i++) check(got[i] == want, "%d, %d, %d: %d, not %d", counts[0], counts[1], counts[2], got[i], want);
}

// A kernel whose only local memory has no bytes has none, and a clone keeps that.
static void test_size(cl_kernel k) {
	cl_ulong bytes = 1;
	ok(clGetKernelWorkGroupInfo(k, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes, &bytes, NULL));
	check(bytes == 0, "%lu bytes", (long)bytes);
	cl_int status;
	cl_kernel clone = clCloneKernel(k, &status);
	ok(status);
	run1(clone, GROUPS * LOCAL, LOCAL);
	ok(clFinish(queue));
	ok(clReleaseKernel(clone));
}

int main(void) {
	open_device();
	if (other_driver()) {
		check(1, "drivers of older versions refuse it");
		return done();
	}
	cl_kernel k = kernel_of(build(source), "k");
	out = buffer_of(GROUPS * sizeof(int), NULL);
	arg(k, 6, out);
	for (int i = 0; i < 64; i++) test_counts(k, (int[]){i % 4 * 5, i / 4 % 4 * 5, i / 16 * 5});
	cl_ulong most;
	ok(clGetDeviceInfo(device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof most, &most, NULL));
	local_arg(k, 0, most); // nothing is left for the others, and they need nothing
	local_arg(k, 2, 0);
	local_arg(k, 4, 0);
	arg(k, 3, (int){0});
	arg(k, 5, (int){0});
	run1(k, LOCAL, LOCAL);
	ok(clFinish(queue));
	test_counts(k, (int[]){0, 0, 0});
	test_size(k);
	return done();
}
