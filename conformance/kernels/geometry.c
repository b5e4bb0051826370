// Lengths and directions of vectors whose squares leave the range of their type, checked against long double.
#include "check.h"

#define COUNT 9

static const char *const source =
	"#define GEOMETRY(T, N) kernel void T##_##N(global const T##N *x, global const T##N *y, global T *lengths,\\\n"
	"    global T##N *units) { size_t i = get_global_id(0); lengths[2 * i] = length(x[i]);\\\n"
	"    lengths[2 * i + 1] = distance(x[i], y[i]); units[i] = normalize(x[i]); }\n"
	"GEOMETRY(float, 2) GEOMETRY(float, 4) GEOMETRY(double, 2) GEOMETRY(double, 4)\n"
	"kernel void scalars(global const double *x, global double *out) { size_t i = get_global_id(0);\n"
	"    out[3 * i] = length(x[i]); out[3 * i + 1] = distance(x[i], 1.0); out[3 * i + 2] = normalize(x[i]); }\n";

static long double length_of(const double *x, const double *y, int n) {
	long double sum = 0;
	for (int i = 0; i < n; i++) sum += ((long double)x[i] - y[i]) * ((long double)x[i] - y[i]);
	return sqrtl(sum);
}

static int close(double got, long double want, double relative) {
	if (isinf((double)want) || want == 0) return got == (double)want;
	return fabsl(got - want) <= fabsl(want) * relative;
}

static void put(char *bytes, int i, int is_double, double v) {
	float f = (float)v;
	is_double ? memcpy(bytes + 8 * i, &v, 8) : memcpy(bytes + 4 * i, &f, 4);
}

static double get(const char *bytes, int i, int is_double) {
	double d;
	float f;
	is_double ? memcpy(&d, bytes + 8 * i, 8) : memcpy(&f, bytes + 4 * i, 4);
	return is_double ? d : f;
}

static void run_type(cl_program program, int is_double, int n) {
	static const double float_sizes[COUNT] = {0, 1, 0x1p-140, 0x1p-100, 0x1p-70, 3, 0x1p70, 0x1p100, 0x1p126};
	static const double double_sizes[COUNT] = {0, 1, 0x1p-1060, 0x1p-1000, 0x1p-600, 3, 0x1p600, 0x1p1000, 0x1p1021};
	static const double zero[4];
	double x[COUNT][4] = {{0}}, y[COUNT][4] = {{0}};
	char name[16], bytes_x[COUNT * 32], bytes_y[COUNT * 32];
	for (int i = 0; i < COUNT * n; i++) {
		double size = is_double ? double_sizes[i / n] : float_sizes[i / n];
		double *ex = &x[i / n][i % n], *ey = &y[i / n][i % n];
		*ex = size * (i % n + 1) / 4, *ey = -size / 4;
		put(bytes_x, i, is_double, *ex);
		put(bytes_y, i, is_double, *ey);
	}
	size_t elem = is_double ? 8 : 4;
	cl_mem in_x = buffer_of(COUNT * n * elem, bytes_x), in_y = buffer_of(COUNT * n * elem, bytes_y);
	cl_mem lengths = buffer_of(COUNT * 2 * elem, NULL), units = buffer_of(COUNT * n * elem, NULL);
	snprintf(name, sizeof name, "%s_%d", is_double ? "double" : "float", n);
	cl_kernel kernel = kernel_of(program, name);
	arg(kernel, 0, in_x);
	arg(kernel, 1, in_y);
	arg(kernel, 2, lengths);
	arg(kernel, 3, units);
	run1(kernel, COUNT, 0);
	char got_lengths[COUNT * 16], got_units[COUNT * 32];
	read_back(lengths, got_lengths, COUNT * 2 * elem);
	read_back(units, got_units, COUNT * n * elem);
#define at(bytes, i) get(bytes, i, is_double)
	double tolerance = is_double ? 0x1p-50 : 0x1p-21;
	for (int i = 0; i < COUNT; i++) {
		int tiny = i == 2; // subnormal: a few bits only
		long double want = length_of(x[i], zero, n), apart = length_of(x[i], y[i], n);
		check(close(at(got_lengths, 2 * i), want, tiny ? 0.1 : tolerance), "%s %d: length %a, wanted %La", name, i, at(got_lengths, 2 * i), want);
		check(close(at(got_lengths, 2 * i + 1), apart, tiny ? 0.1 : tolerance), "%s %d: distance %a, wanted %La", name, i, at(got_lengths, 2 * i + 1), apart);
		for (int j = 0; j < n; j++) {
			long double unit = want == 0 ? 0 : x[i][j] / want;
			check(close(at(got_units, i * n + j), unit, tolerance), "%s %d.%d: normalize %a, wanted %La", name, i, j, at(got_units, i * n + j), unit);
		}
	}
}

static void run_scalars(cl_program program) {
	double x[5] = {-0x1p1020, 0x1p-1070, 0, INFINITY, -2}, got[15];
	cl_mem in = buffer_of(sizeof x, x), out = buffer_of(sizeof got, NULL);
	cl_kernel kernel = kernel_of(program, "scalars");
	arg(kernel, 0, in);
	arg(kernel, 1, out);
	run1(kernel, 5, 0);
	read_back(out, got, sizeof got);
	static const double want[15] = {0x1p1020, 0x1p1020, -1, 0x1p-1070, 1, 1, 0, 1, 0, INFINITY, INFINITY, 1, 2, 3, -1};
	for (int i = 0; i < 15; i++) check(got[i] == want[i], "%d: %a, wanted %a", i, got[i], want[i]);
}

int main(void) {
	open_device();
	cl_program program = build(source);
	for (int is_double = 0; is_double < 2; is_double++) {
		run_type(program, is_double, 2);
		run_type(program, is_double, 4);
	}
	run_scalars(program);
	return done();
}
