// Program binaries: what comes back of a program, of objects and of libraries; the errors, with their reasons; files that
// are damaged, cut off or not ours. With arguments it is one half of a test between two processes: `make FILE` writes the
// binary of a program that has not run, `ran FILE` of one that has, and `use FILE` runs what is in the file.
#include "check.h"
#include <pthread.h>

enum { ITEMS = 1000, GROUP = 50 };

static const char *source =
	"constant int table[4] = {3, 1, 4, 1};\n"
	"global int counter = 7;\n"
	"kernel void plain(global int *a, int n) { int i = get_global_id(0); if (i < n) a[i] = a[i] * 3 + table[i & 3]; }\n"
	"kernel void sums(global int *a, local int *t, local short *u) {\n"
	"  int l = get_local_id(0), n = get_local_size(0); t[l] = a[get_global_id(0)]; u[l] = l;\n"
	"  barrier(CLK_LOCAL_MEM_FENCE);\n"
	"  int s = u[n - 1]; for (int i = 0; i < n; i++) s += t[i];\n"
	"  a[get_global_id(0)] = s;\n"
	"}\n"
	"kernel void count(global int *a) { a[0] = counter; counter += 2; }\n"
	"kernel void say(int n) { printf(\"%d %s\\n\", n, \"words\"); }\n"
	"kernel __attribute__((reqd_work_group_size(8, 1, 1))) void paint(read_only image2d_t from, write_only image2d_t to) {\n"
	"  int2 at = (int2)(get_global_id(0), get_global_id(1)); write_imagei(to, at, read_imagei(from, at) + 1);\n"
	"}\n"
	"kernel void fault(global int *a, ulong at) {\n"
	"  *(global int *)at = 1;\n" // line 16
	"}\n";
static const char *options = "-cl-std=CL2.0 -cl-kernel-arg-info";

static char reason[4096];

static void CL_CALLBACK note(const char *text, const void *info, size_t bytes, void *user) {
	(void)info, (void)bytes, (void)user;
	static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER; // reasons come on any thread
	pthread_mutex_lock(&one_at_a_time);
	size_t taken = strlen(reason); // others may follow before the first is read
	snprintf(reason + taken, sizeof reason - taken, "%s\n", text);
	pthread_mutex_unlock(&one_at_a_time);
}

// renew replaces the context by one that keeps reasons.
static void renew(void) {
	cl_int status;
	ok(clReleaseCommandQueue(queue));
	ok(clReleaseContext(context));
	context = clCreateContext(NULL, 1, &device, note, NULL, &status);
	ok(status);
	queue = clCreateCommandQueue(context, device, 0, &status);
	ok(status);
}

struct binary {
	unsigned char *bytes;
	size_t size;
};

static struct binary binary_of(cl_program p) {
	struct binary b = {NULL, 0};
	ok(clGetProgramInfo(p, CL_PROGRAM_BINARY_SIZES, sizeof b.size, &b.size, NULL));
	check(b.size > 0, "no binary");
	b.bytes = malloc(b.size);
	ok(clGetProgramInfo(p, CL_PROGRAM_BINARIES, sizeof b.bytes, &b.bytes, NULL));
	return b;
}

static cl_program try_load(const void *bytes, size_t size, cl_int *status, cl_int *loaded) {
	const unsigned char *in = bytes;
	*loaded = 12345;
	return clCreateProgramWithBinary(context, 1, &device, &size, &in, loaded, status);
}

static cl_program load(struct binary b) {
	cl_int status, loaded;
	cl_program p = try_load(b.bytes, b.size, &status, &loaded);
	ok(status);
	ok(loaded);
	if (!p) exit(done());
	return p;
}

static const char *log_of(cl_program p) {
	static char log[8192];
	ok(clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
	return log;
}

static cl_program_binary_type type_of(cl_program p) {
	cl_program_binary_type type = 77;
	ok(clGetProgramBuildInfo(p, device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, NULL));
	return type;
}

static void run_plain(cl_program p) {
	int a[ITEMS], wrong = 0, n = ITEMS - 1, table[4] = {3, 1, 4, 1};
	for (int i = 0; i < ITEMS; i++) a[i] = i;
	cl_mem m = buffer_of(sizeof a, a);
	cl_kernel k = kernel_of(p, "plain");
	arg(k, 0, m);
	arg(k, 1, n);
	run1(k, ITEMS, 0);
	read_back(m, a, sizeof a);
	for (int i = 0; i < ITEMS; i++) wrong += a[i] != (i < n ? i * 3 + table[i & 3] : i);
	check(wrong == 0, "plain: %d numbers are wrong", wrong);
	ok(clReleaseKernel(k));
	ok(clReleaseMemObject(m));
}

static void run_sums(cl_program p) {
	int a[ITEMS], wrong = 0;
	for (int i = 0; i < ITEMS; i++) a[i] = i % GROUP;
	cl_mem m = buffer_of(sizeof a, a);
	cl_kernel k = kernel_of(p, "sums");
	arg(k, 0, m);
	local_arg(k, 1, GROUP * sizeof(int));
	local_arg(k, 2, GROUP * sizeof(short));
	run1(k, ITEMS, GROUP);
	read_back(m, a, sizeof a);
	for (int i = 0; i < ITEMS; i++) wrong += a[i] != GROUP * (GROUP - 1) / 2 + GROUP - 1;
	check(wrong == 0, "sums: %d numbers are wrong", wrong);
	ok(clReleaseKernel(k));
	ok(clReleaseMemObject(m));
}

// run_count: variables of program scope begin anew with each build, and keep what is written.
static void run_count(cl_program p) {
	int got[2] = {0, 0};
	cl_mem m = buffer_of(sizeof(int), NULL);
	cl_kernel k = kernel_of(p, "count");
	arg(k, 0, m);
	for (int i = 0; i < 2; i++) {
		run1(k, 1, 1);
		read_back(m, got + i, sizeof(int));
	}
	check(got[0] == 7 && got[1] == 9, "%d, %d", got[0], got[1]);
	ok(clReleaseKernel(k));
	ok(clReleaseMemObject(m));
}

static void run_paint(cl_program p) {
	cl_bool images = CL_FALSE;
	ok(clGetDeviceInfo(device, CL_DEVICE_IMAGE_SUPPORT, sizeof images, &images, NULL));
	if (!images) return;
	cl_int status, pixels[8 * 4][4], wrong = 0;
	for (int i = 0; i < 32 * 4; i++) pixels[i / 4][i % 4] = i;
	cl_image_format format = {CL_RGBA, CL_SIGNED_INT32};
	cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8, .image_height = 4};
	cl_mem from = clCreateImage(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format, &desc, pixels, &status);
	ok(status);
	cl_mem to = clCreateImage(context, CL_MEM_WRITE_ONLY, &format, &desc, NULL, &status);
	ok(status);
	cl_kernel k = kernel_of(p, "paint");
	arg(k, 0, from);
	arg(k, 1, to);
	run2(k, 8, 4, 8, 1);
	size_t origin[3] = {0, 0, 0}, region[3] = {8, 4, 1};
	ok(clEnqueueReadImage(queue, to, CL_TRUE, origin, region, 0, 0, pixels, 0, NULL, NULL));
	for (int i = 0; i < 32 * 4; i++) wrong += pixels[i / 4][i % 4] != i + 1;
	check(wrong == 0, "paint: %d channels are wrong", wrong);
	ok(clReleaseKernel(k));
	ok(clReleaseMemObject(from));
	ok(clReleaseMemObject(to));
}

static void run_say(cl_program p) {
	cl_kernel k = kernel_of(p, "say");
	int n = 42;
	arg(k, 0, n);
	fflush(stdout);
	run1(k, 1, 1);
	ok(clFinish(queue));
	ok(clReleaseKernel(k));
}

static void run_all(cl_program p) {
	run_plain(p);
	run_sums(p);
	run_count(p);
	run_paint(p);
	run_say(p);
}

// same_info compares what can be asked about the kernels of two programs.
static void same_info(cl_program p, cl_program q) {
	static const cl_kernel_arg_info infos[] = {CL_KERNEL_ARG_ADDRESS_QUALIFIER, CL_KERNEL_ARG_ACCESS_QUALIFIER, CL_KERNEL_ARG_TYPE_NAME,
	                                           CL_KERNEL_ARG_TYPE_QUALIFIER, CL_KERNEL_ARG_NAME};
	static const cl_kernel_work_group_info groups[] = {CL_KERNEL_WORK_GROUP_SIZE, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, CL_KERNEL_LOCAL_MEM_SIZE,
	                                                   CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, CL_KERNEL_PRIVATE_MEM_SIZE};
	cl_kernel of[2][16];
	cl_uint count[2];
	char text[2][256];
	size_t size[2];
	ok(clCreateKernelsInProgram(p, 16, of[0], &count[0]));
	ok(clCreateKernelsInProgram(q, 16, of[1], &count[1]));
	check(count[0] == count[1], "%u and %u kernels", count[0], count[1]);
	for (cl_uint i = 0; i < count[0] && i < count[1]; i++) {
		cl_uint args[2];
		for (int side = 0; side < 2; side++) {
			memset(text[side], 0, sizeof text[side]);
			ok(clGetKernelInfo(of[side][i], CL_KERNEL_NUM_ARGS, sizeof args[side], &args[side], NULL));
			ok(clGetKernelInfo(of[side][i], CL_KERNEL_ATTRIBUTES, 100, text[side] + 100, NULL));
			ok(clGetKernelInfo(of[side][i], CL_KERNEL_FUNCTION_NAME, 100, text[side], NULL));
		}
		check(args[0] == args[1] && memcmp(text[0], text[1], sizeof text[0]) == 0, "kernel %s is %s", text[0], text[1]);
		for (cl_uint a = 0; a < args[0]; a++)
			for (size_t n = 0; n < sizeof infos / sizeof *infos; n++) {
				for (int side = 0; side < 2; side++) ok(clGetKernelArgInfo(of[side][i], a, infos[n], sizeof text[side], text[side], &size[side]));
				check(size[0] == size[1] && memcmp(text[0], text[1], size[0]) == 0, "argument %u, query %#x", a, infos[n]);
			}
		for (size_t n = 0; n < sizeof groups / sizeof *groups; n++) {
			for (int side = 0; side < 2; side++) ok(clGetKernelWorkGroupInfo(of[side][i], device, groups[n], sizeof text[side], text[side], &size[side]));
			check(size[0] == size[1] && memcmp(text[0], text[1], size[0]) == 0, "query %#x", groups[n]);
		}
		ok(clReleaseKernel(of[0][i]));
		ok(clReleaseKernel(of[1][i]));
	}
}

static void test_round_trip(int runs_first) {
	cl_program p = build_with(source, options);
	if (runs_first) run_all(p);
	struct binary b = binary_of(p), again = binary_of(p);
	check(b.size == again.size && memcmp(b.bytes, again.bytes, b.size) == 0, "the binary changes");
	cl_program q = load(b);
	char text[100];
	cl_build_status built;
	ok(clGetProgramInfo(q, CL_PROGRAM_SOURCE, sizeof text, text, NULL));
	check(text[0] == 0, "source %s", text);
	ok(clGetProgramBuildInfo(q, device, CL_PROGRAM_BUILD_STATUS, sizeof built, &built, NULL));
	check(built == CL_BUILD_NONE && type_of(q) == CL_PROGRAM_BINARY_TYPE_EXECUTABLE, "status %d", built);
	check_create(clCreateKernel(q, "plain", &status), CL_INVALID_PROGRAM_EXECUTABLE);
	ok(clBuildProgram(q, 1, &device, "-cl-fast-relaxed-math", NULL, NULL));
	check(strlen(log_of(q)) == 0, "log: %s", log_of(q));
	ok(clGetProgramBuildInfo(q, device, CL_PROGRAM_BUILD_OPTIONS, sizeof text, text, NULL));
	check(strcmp(text, "-cl-fast-relaxed-math") == 0, "options %s", text);
	check(type_of(q) == CL_PROGRAM_BINARY_TYPE_EXECUTABLE, "type %u", type_of(q));
	same_info(p, q);
	run_all(q);
	ok(clBuildProgram(q, 1, &device, "", NULL, NULL)); // again: variables begin anew
	run_all(q);
	struct binary third = binary_of(q);
	cl_program r = load(third);
	ok(clReleaseProgram(q));
	ok(clReleaseProgram(p));
	ok(clBuildProgram(r, 0, NULL, NULL, NULL, NULL));
	run_all(r);
	ok(clReleaseProgram(r));
	free(b.bytes);
	free(again.bytes);
	free(third.bytes);
}

// test_fault: a fault of a kernel from a binary still names the line of the source.
static void test_fault(void) {
	cl_program p = build_with(source, options);
	struct binary b = binary_of(p);
	cl_program q = load(b);
	ok(clBuildProgram(q, 1, &device, "", NULL, NULL));
	cl_kernel k = kernel_of(q, "fault");
	cl_mem none = NULL;
	cl_ulong at = 16;
	arg(k, 0, none);
	arg(k, 1, at);
	size_t one = 1;
	cl_event event;
	reason[0] = 0;
	ok(clEnqueueNDRangeKernel(queue, k, 1, NULL, &one, NULL, 0, NULL, &event));
	cl_int ended = 0;
	clWaitForEvents(1, &event);
	ok(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof ended, &ended, NULL));
	check(ended < 0, "%d", ended);
	struct timespec pause = {0, 1000000};
	for (int i = 0; i < 2000 && !strstr(reason, "line 16"); i++) nanosleep(&pause, NULL);
	check(strstr(reason, "line 16"), "%s", reason);
	ok(clReleaseEvent(event));
	ok(clReleaseKernel(k));
	ok(clReleaseProgram(q));
	ok(clReleaseProgram(p));
	free(b.bytes);
	renew();
}

// test_objects: objects and libraries take part in linking after they have come back from binaries.
static void test_objects(void) {
	cl_int status;
	const char *header = "int helper(int);\n", *name = "helper.h", *texts[2] = {
		"#include \"helper.h\"\nkernel void main_kernel(global int *a) { a[0] = helper(30); }", "int helper(int x) { return x + 12; }"};
	cl_program h = clCreateProgramWithSource(context, 1, &header, NULL, &status), parts[2], back[2];
	ok(status);
	for (int i = 0; i < 2; i++) {
		cl_program p = clCreateProgramWithSource(context, 1, &texts[i], NULL, &status);
		ok(status);
		ok(clCompileProgram(p, 1, &device, "", 1, &h, &name, NULL, NULL));
		parts[i] = p;
		if (i == 1) {
			parts[i] = clLinkProgram(context, 1, &device, "-create-library", 1, &p, NULL, NULL, &status);
			ok(status);
			ok(clReleaseProgram(p));
		}
		struct binary b = binary_of(parts[i]);
		back[i] = load(b);
		check(type_of(back[i]) == (i == 0 ? CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT : CL_PROGRAM_BINARY_TYPE_LIBRARY), "%u", type_of(back[i]));
		free(b.bytes);
	}
	cl_program linked = clLinkProgram(context, 1, &device, "", 2, back, NULL, NULL, &status);
	ok(status);
	struct binary b = binary_of(linked);
	cl_program p = load(b);
	ok(clBuildProgram(p, 1, &device, "", NULL, NULL));
	int got = 0;
	cl_mem m = buffer_of(sizeof got, NULL);
	cl_kernel k = kernel_of(p, "main_kernel");
	arg(k, 0, m);
	run1(k, 1, 1);
	read_back(m, &got, sizeof got);
	check(got == 42, "%d", got);
	check_create(clLinkProgram(context, 1, &device, "", 1, &p, NULL, NULL, &status), CL_INVALID_OPERATION); // an executable
	free(b.bytes);
	ok(clReleaseKernel(k));
	ok(clReleaseMemObject(m));
	ok(clReleaseProgram(p));
	ok(clReleaseProgram(linked));
	ok(clReleaseProgram(h));
	for (int i = 0; i < 2; i++) {
		ok(clReleaseProgram(parts[i]));
		ok(clReleaseProgram(back[i]));
	}
}

// test_own_binaries: each kernel of a program is built from its own binary, as compilers of neural networks do, and runs
// while the others live.
static void test_own_binaries(void) {
	enum { KERNELS = 12 };
	cl_program programs[KERNELS];
	cl_kernel kernels[KERNELS];
	int a[ITEMS] = {0}, wrong = 0;
	cl_mem m = buffer_of(sizeof a, a);
	for (int i = 0; i < KERNELS; i++) {
		char text[200];
		snprintf(text, sizeof text, "kernel void fused_%d(global int *a) { a[get_global_id(0)] += %d << (get_global_id(0) & 3); }", i, i);
		cl_program p = build(text);
		struct binary b = binary_of(p);
		ok(clReleaseProgram(p));
		programs[i] = load(b);
		memset(b.bytes, 0xaa, b.size); // the driver has a copy
		free(b.bytes);
		ok(clBuildProgram(programs[i], 1, &device, "", NULL, NULL));
		snprintf(text, sizeof text, "fused_%d", i);
		kernels[i] = kernel_of(programs[i], text);
		arg(kernels[i], 0, m);
	}
	for (int i = 0; i < KERNELS; i++) run1(kernels[i], ITEMS, 0);
	read_back(m, a, sizeof a);
	for (int i = 0; i < ITEMS; i++) wrong += a[i] != KERNELS * (KERNELS - 1) / 2 << (i & 3);
	check(wrong == 0, "%d numbers are wrong", wrong);
	for (int i = 0; i < KERNELS; i++) {
		ok(clReleaseKernel(kernels[i]));
		ok(clReleaseProgram(programs[i]));
	}
	ok(clReleaseMemObject(m));
}

static void refused(const void *bytes, size_t size, const char *why) {
	cl_int status, loaded;
	reason[0] = 0;
	cl_program p = try_load(bytes, size, &status, &loaded);
	check(!p && status == CL_INVALID_BINARY && loaded == CL_INVALID_BINARY, "%s: %p, %d, %d", why, (void *)p, status, loaded);
	if (!other_driver()) check(strstr(reason, why), "%s: %s", why, reason);
	if (p) clReleaseProgram(p);
}

static void test_bad_files(void) {
	static const char elf[] = "\x7f" "ELF\2\1\1\0\0\0\0\0\0\0\0\0", text[] = "kernel void k(global int *a) { a[0] = 1; }";
	static const cl_uint spirv[] = {0x07230203, 0x00010000, 0, 10, 0};
	refused(elf, sizeof elf, "ELF");
	refused(text, sizeof text, "text");
	refused(spirv, sizeof spirv, "SPIR-V");
	refused("\0", 1, "begins with");
	cl_program p = build_with(source, options);
	struct binary b = binary_of(p);
	if (!other_driver()) {
		printf("a binary of %zu bytes\n", b.size);
		unsigned char *copy = malloc(b.size + 1);
		memcpy(copy, b.bytes, b.size);
		copy[16] ^= 1;
		refused(copy, b.size, "another version");
		for (size_t at = 0; at < b.size; at += at < 100 ? 1 : 97) { // each byte of the head, some behind it
			memcpy(copy, b.bytes, b.size);
			copy[at] ^= 1u << (at & 7);
			refused(copy, b.size, "");
			refused(b.bytes, at ? at : 1, "");
		}
		memcpy(copy, b.bytes, b.size);
		copy[b.size] = 0;
		refused(copy, b.size + 1, "more behind it");
		copy[b.size - 5] ^= 16;
		refused(copy, b.size, "damaged");
		free(copy);
	}
	free(b.bytes);
	ok(clReleaseProgram(p));
}

static void test_errors(void) {
	cl_program p = build("kernel void k(global int *a) { a[0] = 1; }");
	struct binary b = binary_of(p);
	cl_int status, loaded = 0;
	const unsigned char *in = b.bytes, *none = NULL;
	size_t no_bytes = 0;
	cl_device_id no_device = NULL;
	check_create(clCreateProgramWithBinary(NULL, 1, &device, &b.size, &in, NULL, &status), CL_INVALID_CONTEXT);
	check_create(clCreateProgramWithBinary(context, 0, &device, &b.size, &in, NULL, &status), CL_INVALID_VALUE);
	check_create(clCreateProgramWithBinary(context, 1, NULL, &b.size, &in, NULL, &status), CL_INVALID_VALUE);
	check_create(clCreateProgramWithBinary(context, 1, &device, NULL, &in, NULL, &status), CL_INVALID_VALUE);
	check_create(clCreateProgramWithBinary(context, 1, &device, &b.size, NULL, NULL, &status), CL_INVALID_VALUE);
	check_create(clCreateProgramWithBinary(context, 1, &no_device, &b.size, &in, NULL, &status), CL_INVALID_DEVICE);
	check_create(clCreateProgramWithBinary(context, 1, &device, &b.size, &none, &loaded, &status), CL_INVALID_VALUE);
	check(loaded == CL_INVALID_VALUE, "%d", loaded);
	check_create(clCreateProgramWithBinary(context, 1, &device, &no_bytes, &in, &loaded, &status), CL_INVALID_VALUE);
	check(loaded == CL_INVALID_VALUE, "%d", loaded);
	size_t size;
	unsigned char *to = b.bytes;
	check_status(clGetProgramInfo(p, CL_PROGRAM_BINARIES, sizeof to - 1, &to, NULL), CL_INVALID_VALUE);
	check_status(clGetProgramInfo(p, CL_PROGRAM_BINARY_SIZES, sizeof size - 1, &size, NULL), CL_INVALID_VALUE);
	cl_program q = load(b);
	check_status(clBuildProgram(q, 1, &device, "-no-such-option", NULL, NULL), CL_INVALID_BUILD_OPTIONS);
	check_status(clCompileProgram(q, 1, &device, "", 0, NULL, NULL, NULL, NULL), CL_INVALID_OPERATION);
	ok(clBuildProgram(q, 1, &device, "", NULL, NULL));
	cl_kernel k = kernel_of(q, "k");
	check_status(clBuildProgram(q, 1, &device, "", NULL, NULL), CL_INVALID_OPERATION); // it has a kernel
	ok(clReleaseKernel(k));
	ok(clReleaseProgram(q));
	const char *unbuilt = "kernel void k() {}";
	q = clCreateProgramWithSource(context, 1, &unbuilt, NULL, &status);
	ok(status);
	ok(clGetProgramInfo(q, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
	check(size == 0, "%zu bytes of a program that is not built", size);
	ok(clReleaseProgram(q));
	ok(clReleaseProgram(p));
	free(b.bytes);
}

static int make_file(const char *path, int runs_first) {
	cl_program p = build_with(source, options);
	if (runs_first) run_all(p);
	struct binary b = binary_of(p);
	FILE *file = fopen(path, "wb");
	check(file && fwrite(b.bytes, 1, b.size, file) == b.size && fclose(file) == 0, "%s", path);
	return done();
}

static int use_file(const char *path) {
	struct binary b = {malloc(1 << 24), 0};
	FILE *file = fopen(path, "rb");
	if (file) b.size = fread(b.bytes, 1, 1 << 24, file);
	cl_program p = load(b);
	ok(clBuildProgram(p, 1, &device, "", NULL, NULL));
	run_all(p);
	printf("log: %s\n", log_of(p));
	return done();
}

int main(int argc, char **argv) {
	open_device();
	renew();
	if (argc > 2 && strcmp(argv[1], "use") == 0) return use_file(argv[2]);
	if (argc > 2) return make_file(argv[2], strcmp(argv[1], "ran") == 0);
	test_round_trip(0);
	test_round_trip(1);
	test_fault();
	test_objects();
	test_own_binaries();
	test_bad_files();
	test_errors();
	return done();
}
