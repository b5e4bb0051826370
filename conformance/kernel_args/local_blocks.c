// Arguments in local memory lie in one block: each aligned for its type, apart from the others and from the kernel's own
// variables, and as near to them as that allows. When one is set anew, they are laid out anew.
#include "check.h"

enum { ARGS = 4, ALIGNMENT = 128 };

static const char *source =
	"kernel void k(local char *a, local float4 *b, local short *c, local int *d, global ulong *out) {\n"
	"  local int own[5]; own[0] = get_global_size(0);\n"
	"  out[0] = (ulong)own; out[1] = (ulong)a; out[2] = (ulong)b; out[3] = (ulong)c; out[4] = (ulong)d;\n"
	"}\n";

static void check_layout(cl_kernel k, cl_mem m, const size_t sizes[ARGS]) {
	static const size_t alignments[ARGS + 1] = {4, 1, 16, 2, 4};
	cl_ulong at[ARGS + 1] = {0}, end = 0, least = 0, bytes = 0;
	run1(k, 1, 1);
	read_back(m, at, sizeof at);
	for (int i = 0; i <= ARGS; i++) {
		size_t size = i == 0 ? 5 * sizeof(int) : sizes[i - 1];
		check(at[i] % alignments[i] == 0, "argument %d lies at %#lx", i - 1, (long)at[i]);
		check(i == 0 || at[i] >= end, "argument %d lies at %#lx, and the one before ends at %#lx", i - 1, (long)at[i], (long)end);
		check(i == 0 || at[i] < end + ALIGNMENT, "between argument %d and the one before are %ld bytes", i - 1, (long)(at[i] - end));
		end = at[i] + size;
		least += size;
	}
	ok(clGetKernelWorkGroupInfo(k, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes, &bytes, NULL));
	check(bytes >= least && bytes < least + (ARGS + 1) * ALIGNMENT, "%ld bytes for %ld", (long)bytes, (long)least);
}

int main(void) {
	open_device();
	cl_kernel k = kernel_of(build(source), "k");
	cl_mem m = buffer_of((ARGS + 1) * sizeof(cl_ulong), NULL);
	size_t sizes[ARGS] = {3, 16, 2, 4};
	arg(k, ARGS, m);
	for (int i = 0; i < ARGS; i++) local_arg(k, i, sizes[i]);
	check_layout(k, m, sizes);
	for (int i = 0; i < ARGS; i++) { // one after the other larger, the first last
		int which = ARGS - 1 - i;
		sizes[which] = 1000 + 7 * which;
		local_arg(k, which, sizes[which]);
		check_layout(k, m, sizes);
	}
	sizes[1] = 16; // and smaller: the memory comes back
	local_arg(k, 1, sizes[1]);
	check_layout(k, m, sizes);
	sizes[0] = 60 << 10;
	for (int i = 1; i < ARGS; i++) local_arg(k, i, sizes[i] = 16);
	local_arg(k, 0, sizes[0]);
	check_layout(k, m, sizes);
	return done();
}
