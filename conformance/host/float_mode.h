// What the programs about floating-point modes share: the modes, and kernels that compute the same at compile time and at
// run time, with what comes out in the default mode.
#ifndef HEDDLE_FLOAT_MODE_H
#define HEDDLE_FLOAT_MODE_H

#include "check.h"

struct mode {
	const char *name;
	unsigned mxcsr;
	unsigned short x87;
};

// The first is the default. No mode has a flag of an exception that the driver's work would raise.
static const struct mode modes[] = {
	{"default", 0x1f80, 0x37f},
	{"flush", 0x9f80, 0x37f},       // FTZ: results that are too small are 0
	{"zeros", 0x1fc0, 0x37f},       // DAZ: so are operands
	{"flush-zeros", 0x9fc0, 0x37f}, // what -ffast-math links in
	{"down", 0x3f80, 0x77f},
	{"up", 0x5f80, 0xb7f},
	{"toward-zero", 0x7f80, 0xf7f},
	{"single", 0x1f80, 0x07f}, // precision of the x87 unit
	{"traps", 0x0000, 0x340},  // feenableexcept
	{"everything", 0xe040, 0xc40},
};
enum { MODES = sizeof modes / sizeof *modes };

static inline void set_mode(struct mode m) {
	__asm__ volatile("fldcw %0\n\tldmxcsr %1" : : "m"(m.x87), "m"(m.mxcsr));
}

static inline struct mode present_mode(void) {
	struct mode m = {"present"};
	__asm__ volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(m.mxcsr), "=m"(m.x87));
	return m;
}

static inline int is_mode(struct mode a, struct mode b) {
	return a.mxcsr == b.mxcsr && a.x87 == b.x87;
}

// Each line computes one number from x (all constants, or all from a buffer), which the macros write as bits.
#define FLOATS \
	F(as_float(X32(0x10)) * 2.0f) F(as_float(X32(0x00800000)) * 0.5f) F(as_float(X32(0x00000003)) + as_float(X32(1))) \
	F(as_float(X32(0x3f800000)) / 3.0f) F(-as_float(X32(0x3f800000)) / 3.0f) F(sqrt(as_float(X32(0x40000000)))) \
	F(convert_float((int)X32(16777217))) F(convert_float((int)X32(16777219))) F(convert_float((int)X32(0xfeffffff))) \
	F(convert_float((uint)X32(0xffffff7f))) F(convert_float(X64(0x7fffffbfffffffff))) \
	F(as_float(X32(0x3dcccccd)) + as_float(X32(0x3e4ccccd))) F(fma(as_float(X32(0x3f800001)), as_float(X32(0x3f800001)), 0.1f)) \
	F((float)as_double(X64(0x3fb999999999999a))) F((float)as_double(X64(0x3800000000000000))) \
	F(rint(as_float(X32(0x40200000)))) F(exp(as_float(X32(0x3f000000)))) F(log(as_float(X32(0x40400000)))) \
	F(sin(as_float(X32(0x42280000)))) F(pow(as_float(X32(0x3fc00000)), 2.7f)) F(cbrt(as_float(X32(0x40a00000)))) \
	F(tgamma(as_float(X32(0x40133333)))) F(exp2(as_float(X32(0xc3060000)))) F(native_recip(as_float(X32(0x40400000)))) \
	F(vload_half(0, (const half *)&(ushort){X32(0x0001)})) F(ldexp(as_float(X32(0x3f800000)), -140)) \
	F(0.1f) F(1.7e-38f) F(3.3e-44f) F(123456789.0f) F(16777217) F(0x1.0000011p0f) F(100.0f / 3.0f * 1e-40f)
#define DOUBLES \
	D(as_double(X64(0x10)) * 2.0) D(as_double(X64(0x3ff0000000000000)) / 3.0) D(sqrt(as_double(X64(0x4000000000000000)))) \
	D(convert_double(X64(9007199254740993))) D(as_double(X64(0x3fb999999999999a)) + as_double(X64(0x3fc999999999999a))) \
	D(as_double(X64(0xbff0000000000000)) / 3.0) D(exp(as_double(X64(0x3fe0000000000000)))) \
	D(sin(as_double(X64(0x4045000000000000)))) D(pow(as_double(X64(0x3ff8000000000000)), 2.7)) \
	D(0.1) D(1.7e-308) D(5e-324) D(1e23) D(9007199254740993.0) D(1.0 / 3.0 * 1e-310)

#define FLOAT_COUNT 33
#define DOUBLE_COUNT 15
enum { FLOAT_NUMBERS = FLOAT_COUNT, DOUBLE_NUMBERS = DOUBLE_COUNT, GROUP = 16 };

#define TEXT_(...) #__VA_ARGS__
#define TEXT(...) TEXT_(__VA_ARGS__)

// folded has nothing but constants; computed gets zeros in a buffer, and is the same otherwise.
static const char mode_source[] =
	"#define F(x) f[n++] = as_uint((float)(x));\n"
	"#define D(x) d[m++] = as_ulong((double)(x));\n"
	"#define LISTS int n = get_global_id(0) * " TEXT(FLOAT_COUNT) ", m = get_global_id(0) * " TEXT(DOUBLE_COUNT) ";\n"
	"#define X32(x) (x)\n"
	"#define X64(x) (x##L)\n"
	"kernel void folded(global uint *f, global ulong *d) { LISTS\n" TEXT(FLOATS) "\n" TEXT(DOUBLES) "\n}\n"
	"#undef X32\n#undef X64\n"
	"#define X32(x) ((x) ^ (uint)zero[0])\n"
	"#define X64(x) ((x##L) ^ zero[1])\n"
	"kernel void computed(global uint *f, global ulong *d, global const long *zero) { LISTS\n" TEXT(FLOATS) "\n" TEXT(DOUBLES) "\n}\n"
	"kernel void print(global const float *x) {\n"
	"  printf(\"%.3f %e %g %a %f %.20g\\n\", x[0], x[0], x[1], x[0] / 3, 2.0f / 3, 1.0 / 3); }\n";

// known are the first numbers, by IEEE 754: nothing the driver chooses.
static const uint32_t known_floats[] = {
	0x20, 0x00400000, 4, 0x3eaaaaab, 0xbeaaaaab, 0x3fb504f3, 0x4b800000, 0x4b800002, 0xcb800000, 0x4f7fffff, 0x5effffff,
	0x3e99999a, 0x3f8ccccf, 0x3dcccccd, 0x00400000, 0x40000000,
};
static const uint64_t known_doubles[] = {
	0x20, 0x3fd5555555555555, 0x3ff6a09e667f3bcd, 0x4340000000000000, 0x3fd3333333333334, 0xbfd5555555555555,
};
enum { KNOWN_FLOATS = sizeof known_floats / sizeof *known_floats, KNOWN_DOUBLES = sizeof known_doubles / sizeof *known_doubles };

struct numbers {
	uint32_t floats[FLOAT_NUMBERS];
	uint64_t doubles[DOUBLE_NUMBERS];
};

// kernels are what one thread works with.
struct kernels {
	cl_command_queue queue;
	cl_program program;
	cl_kernel folded, computed, print;
	cl_mem floats, doubles, zeros;
	size_t items; // that the buffers have room for
};

static inline void build_kernels(struct kernels *k) {
	k->program = build(mode_source);
	k->folded = kernel_of(k->program, "folded");
	k->computed = kernel_of(k->program, "computed");
	k->print = kernel_of(k->program, "print");
}

static inline void make_buffers(struct kernels *k, size_t items) {
	static const int64_t zeros[2];
	k->items = items;
	k->floats = buffer_of(items * sizeof(uint32_t) * FLOAT_NUMBERS, NULL);
	k->doubles = buffer_of(items * sizeof(uint64_t) * DOUBLE_NUMBERS, NULL);
	k->zeros = buffer_of(sizeof zeros, zeros);
	for (int i = 0; i < 2; i++) {
		cl_kernel kernel = i ? k->computed : k->folded;
		arg(kernel, 0, k->floats);
		arg(kernel, 1, k->doubles);
	}
	arg(k->computed, 2, k->zeros);
}

static inline void release_kernels(struct kernels *k) {
	clReleaseMemObject(k->floats), clReleaseMemObject(k->doubles), clReleaseMemObject(k->zeros);
	clReleaseKernel(k->folded), clReleaseKernel(k->computed), clReleaseKernel(k->print);
	clReleaseProgram(k->program);
}

// read_numbers reads what one work-item wrote.
static inline void read_numbers(const struct kernels *k, size_t item, struct numbers *n) {
	ok(clEnqueueReadBuffer(k->queue, k->floats, CL_TRUE, item * sizeof n->floats, sizeof n->floats, n->floats, 0, NULL, NULL));
	ok(clEnqueueReadBuffer(k->queue, k->doubles, CL_TRUE, item * sizeof n->doubles, sizeof n->doubles, n->doubles, 0, NULL, NULL));
}

// wipe sees to it that old results do not pass for new ones.
static inline void wipe(const struct kernels *k) {
	unsigned char pattern = 0xee;
	size_t floats = k->items * sizeof(uint32_t) * FLOAT_NUMBERS, doubles = k->items * sizeof(uint64_t) * DOUBLE_NUMBERS;
	ok(clEnqueueFillBuffer(k->queue, k->floats, &pattern, 1, 0, floats, 0, NULL, NULL));
	ok(clEnqueueFillBuffer(k->queue, k->doubles, &pattern, 1, 0, doubles, 0, NULL, NULL));
	ok(clFinish(k->queue));
}

// launch runs a kernel over n work-items and waits.
static inline void launch(const struct kernels *k, cl_kernel kernel, size_t n) {
	size_t local = n % GROUP ? n : GROUP;
	ok(clEnqueueNDRangeKernel(k->queue, kernel, 1, NULL, &n, &local, 0, NULL, NULL));
	ok(clFinish(k->queue));
}

static inline void check_known(const char *when, const struct numbers *n) {
	for (int i = 0; i < KNOWN_FLOATS; i++)
		check(n->floats[i] == known_floats[i], "%s: float %d is %#x, not %#x", when, i, n->floats[i], known_floats[i]);
	for (int i = 0; i < KNOWN_DOUBLES; i++)
		check(n->doubles[i] == known_doubles[i], "%s: double %d is %#lx, not %#lx", when, i, n->doubles[i], known_doubles[i]);
}

static inline void check_same(const char *when, const struct numbers *n, const struct numbers *wanted) {
	for (int i = 0; i < FLOAT_NUMBERS; i++)
		check(n->floats[i] == wanted->floats[i], "%s: float %d is %#x, not %#x", when, i, n->floats[i], wanted->floats[i]);
	for (int i = 0; i < DOUBLE_NUMBERS; i++)
		check(n->doubles[i] == wanted->doubles[i], "%s: double %d is %#lx, not %#lx", when, i, n->doubles[i], wanted->doubles[i]);
}

#endif
