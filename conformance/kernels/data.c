// Structs and unions by value and in buffers, private arrays with a varying index, swizzles, small types, f64, select.
#include "check.h"

static const char *source =
"typedef struct { char c; short s; int i; float f[3]; long l; uchar4 v; } Mix;\n"
"typedef union { float f; uint u; uchar b[4]; } Bits;\n"
"Mix change(Mix m, int k) { m.i += k; m.f[k % 3] = k; m.v = m.v.wzyx; return m; }\n"
"kernel void records(global const Mix *in, global Mix *out, Mix extra) {\n"
"  int i = get_global_id(0);\n"
"  Mix m = change(in[i], i);\n"
"  m.c += extra.c; m.s -= extra.s; m.l *= extra.l; m.f[1] += extra.f[1];\n"
"  out[i] = m;\n"
"}\n"
"kernel void bits(global const float *in, global uint *out) {\n"
"  int i = get_global_id(0);\n"
"  Bits b; b.f = in[i];\n"
"  b.b[i & 3] ^= 0x5a;\n"
"  out[i] = b.u;\n"
"}\n"
"kernel void table(global const uchar *in, global int *out) {\n"
"  int i = get_global_id(0), count[16];\n"
"  for (int k = 0; k < 16; k++) count[k] = 0;\n"
"  for (int k = 0; k < 64; k++) count[in[i * 64 + k] & 15] += k;\n"
"  int best = 0;\n"
"  for (int k = 1; k < 16; k++) if (count[k] > count[best]) best = k;\n"
"  out[i] = best * 10000 + count[best];\n"
"}\n"
"kernel void swizzle(global const float4 *in, global float4 *out, global int4 *less) {\n"
"  int i = get_global_id(0);\n"
"  float4 v = in[i]; float3 t = v.zyx; v.yw = t.xz + v.lo; v.even = v.odd.yx; v.s3 *= 2.0f;\n"
"  out[i] = v + (float4)(t, 1.0f);\n"
"  less[i] = (v < in[i]) & (int4)(1, 2, 4, 8);\n"
"}\n"
"kernel void small(global const char *a, global const uchar *b, global short *s, global uchar *sat, global ulong *wide) {\n"
"  int i = get_global_id(0);\n"
"  s[i] = (short)a[i] * b[i];\n"
"  sat[i] = add_sat(b[i], (uchar)100);\n"
"  wide[i] = (ulong)b[i] << 40 | (ulong)(uint)a[i];\n"
"}\n"
"kernel void doubles(global const double *in, global double *out) {\n"
"  int i = get_global_id(0);\n"
"  double s = 0;\n"
"  for (int k = 1; k <= 20; k++) s += in[i] / (k * k);\n"
"  out[i] = in[i] > 0 ? sqrt(s) : -s;\n"
"}\n";

typedef struct {
	cl_char c;
	cl_short s;
	cl_int i;
	cl_float f[3];
	cl_long l;
	cl_uchar4 v;
} Mix;

static void test_records(cl_program program, int n) {
	Mix *in = calloc(n, sizeof *in), *out = calloc(n, sizeof *out), extra = {.c = 3, .s = 100, .l = -7, .f = {0, 0.5f, 0}};
	for (int i = 0; i < n; i++) {
		in[i].c = random_u32(), in[i].s = random_u32(), in[i].i = random_u32(), in[i].l = random_u32();
		for (int k = 0; k < 3; k++) in[i].f[k] = random_float();
		for (int k = 0; k < 4; k++) in[i].v.s[k] = random_u32();
	}
	cl_mem mi = buffer_of(n * sizeof *in, in), mo = buffer_of(n * sizeof *in, NULL);
	cl_kernel k = kernel_of(program, "records");
	arg(k, 0, mi); arg(k, 1, mo); arg(k, 2, extra);
	run1(k, n, 0);
	read_back(mo, out, n * sizeof *out);
	int wrong = 0;
	for (int i = 0; i < n; i++) {
		Mix m = in[i];
		m.i += i, m.f[i % 3] = i;
		for (int c = 0; c < 4; c++) m.v.s[c] = in[i].v.s[3 - c];
		m.c += extra.c, m.s -= extra.s, m.l *= extra.l, m.f[1] += extra.f[1];
		wrong += m.c != out[i].c || m.s != out[i].s || m.i != out[i].i || m.l != out[i].l || memcmp(m.f, out[i].f, 12) || memcmp(&m.v, &out[i].v, 4);
	}
	check(wrong == 0, "records: %d wrong", wrong);
	clReleaseKernel(k); clReleaseMemObject(mi); clReleaseMemObject(mo);
	free(in); free(out);
}

static void test_bits(cl_program program, int n) {
	float *in = malloc(n * 4);
	uint32_t *out = malloc(n * 4);
	for (int i = 0; i < n; i++) in[i] = random_float();
	cl_mem mi = buffer_of(n * 4, in), mo = buffer_of(n * 4, NULL);
	cl_kernel k = kernel_of(program, "bits");
	arg(k, 0, mi); arg(k, 1, mo);
	run1(k, n, 0);
	read_back(mo, out, n * 4);
	int wrong = 0;
	for (int i = 0; i < n; i++) {
		uint32_t u;
		memcpy(&u, &in[i], 4);
		wrong += out[i] != (u ^ 0x5au << (i & 3) * 8);
	}
	check(wrong == 0, "bits: %d wrong", wrong);
	clReleaseKernel(k); clReleaseMemObject(mi); clReleaseMemObject(mo);
	free(in); free(out);
}

static void test_table(cl_program program, int n) {
	unsigned char *in = malloc(n * 64);
	int *out = malloc(n * 4);
	for (int i = 0; i < n * 64; i++) in[i] = random_u32();
	cl_mem mi = buffer_of(n * 64, in), mo = buffer_of(n * 4, NULL);
	cl_kernel k = kernel_of(program, "table");
	arg(k, 0, mi); arg(k, 1, mo);
	run1(k, n, 0);
	read_back(mo, out, n * 4);
	int wrong = 0;
	for (int i = 0; i < n; i++) {
		int count[16] = {0}, best = 0;
		for (int j = 0; j < 64; j++) count[in[i * 64 + j] & 15] += j;
		for (int j = 1; j < 16; j++)
			if (count[j] > count[best]) best = j;
		wrong += out[i] != best * 10000 + count[best];
	}
	check(wrong == 0, "table: %d wrong", wrong);
	clReleaseKernel(k); clReleaseMemObject(mi); clReleaseMemObject(mo);
	free(in); free(out);
}

static void test_swizzle(cl_program program, int n) {
	float (*in)[4] = malloc(n * 16), (*out)[4] = malloc(n * 16);
	int (*less)[4] = malloc(n * 16);
	for (int i = 0; i < n; i++)
		for (int c = 0; c < 4; c++) in[i][c] = random_u32() % 64;
	cl_mem mi = buffer_of(n * 16, in), mo = buffer_of(n * 16, NULL), ml = buffer_of(n * 16, NULL);
	cl_kernel k = kernel_of(program, "swizzle");
	arg(k, 0, mi); arg(k, 1, mo); arg(k, 2, ml);
	run1(k, n, 0);
	read_back(mo, out, n * 16);
	read_back(ml, less, n * 16);
	int wrong = 0;
	for (int i = 0; i < n; i++) {
		float v[4] = {in[i][0], in[i][1], in[i][2], in[i][3]}, t[4] = {v[2], v[1], v[0], 1};
		float y = t[0] + v[0], w = t[2] + v[1];
		v[1] = y, v[3] = w;
		v[0] = w, v[2] = y;
		v[3] *= 2;
		for (int c = 0; c < 4; c++) {
			wrong += out[i][c] != v[c] + t[c];
			wrong += less[i][c] != (v[c] < in[i][c] ? 1 << c : 0);
		}
	}
	check(wrong == 0, "swizzle: %d wrong", wrong);
	clReleaseKernel(k); clReleaseMemObject(mi); clReleaseMemObject(mo); clReleaseMemObject(ml);
	free(in); free(out); free(less);
}

static void test_small(cl_program program, int n) {
	signed char *a = malloc(n);
	unsigned char *b = malloc(n), *sat = malloc(n);
	short *s = malloc(n * 2);
	uint64_t *wide = malloc(n * 8);
	for (int i = 0; i < n; i++) a[i] = random_u32(), b[i] = random_u32();
	cl_mem ma = buffer_of(n, a), mb = buffer_of(n, b), ms = buffer_of(n * 2, NULL), mt = buffer_of(n, NULL), mw = buffer_of(n * 8, NULL);
	cl_kernel k = kernel_of(program, "small");
	arg(k, 0, ma); arg(k, 1, mb); arg(k, 2, ms); arg(k, 3, mt); arg(k, 4, mw);
	run1(k, n, 0);
	read_back(ms, s, n * 2); read_back(mt, sat, n); read_back(mw, wide, n * 8);
	int wrong = 0;
	for (int i = 0; i < n; i++) {
		wrong += s[i] != (short)(a[i] * b[i]);
		wrong += sat[i] != (b[i] > 155 ? 255 : b[i] + 100);
		wrong += wide[i] != ((uint64_t)b[i] << 40 | (uint32_t)a[i]);
	}
	check(wrong == 0, "small: %d wrong", wrong);
	clReleaseKernel(k);
	clReleaseMemObject(ma); clReleaseMemObject(mb); clReleaseMemObject(ms); clReleaseMemObject(mt); clReleaseMemObject(mw);
	free(a); free(b); free(sat); free(s); free(wide);
}

static void test_doubles(cl_program program, int n) {
	double *in = malloc(n * 8), *out = malloc(n * 8);
	for (int i = 0; i < n; i++) in[i] = i - n / 2 + 0.25;
	cl_mem mi = buffer_of(n * 8, in), mo = buffer_of(n * 8, NULL);
	cl_kernel k = kernel_of(program, "doubles");
	arg(k, 0, mi); arg(k, 1, mo);
	run1(k, n, 0);
	read_back(mo, out, n * 8);
	int wrong = 0;
	for (int i = 0; i < n; i++) {
		double s = 0;
		for (int j = 1; j <= 20; j++) s += in[i] / (j * j);
		wrong += !close_enough(out[i], in[i] > 0 ? sqrt(s) : -s, 1e-13);
	}
	check(wrong == 0, "doubles: %d wrong", wrong);
	clReleaseKernel(k); clReleaseMemObject(mi); clReleaseMemObject(mo);
	free(in); free(out);
}

int main(void) {
	open_device();
	cl_program program = build(source);
	int sizes[] = {1, 33, 1000};
	for (int i = 0; i < 3; i++) {
		test_records(program, sizes[i]);
		test_bits(program, sizes[i]);
		test_table(program, sizes[i]);
		test_swizzle(program, sizes[i]);
		test_small(program, sizes[i]);
		test_doubles(program, sizes[i]);
	}
	return done();
}
