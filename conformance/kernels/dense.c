// Naive and tiled matrix multiply, 3x3 convolution, heat stencil over many launches, n-body.
#include "check.h"

static const char *source =
"kernel void naive(global const float *a, global const float *b, global float *c, int n) {\n"
"  int x = get_global_id(0), y = get_global_id(1);\n"
"  float s = 0;\n"
"  for (int k = 0; k < n; k++) s += a[y * n + k] * b[k * n + x];\n"
"  c[y * n + x] = s;\n"
"}\n"
"#define T 8\n"
"kernel void tiled(global const float *a, global const float *b, global float *c, int n) {\n"
"  local float ta[T][T], tb[T][T];\n"
"  int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);\n"
"  float s = 0;\n"
"  for (int t = 0; t < n; t += T) {\n"
"    ta[ly][lx] = a[y * n + t + lx];\n"
"    tb[ly][lx] = b[(t + ly) * n + x];\n"
"    barrier(CLK_LOCAL_MEM_FENCE);\n"
"    for (int k = 0; k < T; k++) s = mad(ta[ly][k], tb[k][lx], s);\n"
"    barrier(CLK_LOCAL_MEM_FENCE);\n"
"  }\n"
"  c[y * n + x] = s;\n"
"}\n"
"constant float weights[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};\n"
"kernel void convolve(global const uchar4 *in, global uchar4 *out, int w, int h) {\n"
"  int x = get_global_id(0), y = get_global_id(1);\n"
"  if (x >= w || y >= h) return;\n"
"  float4 s = 0;\n"
"  for (int dy = -1; dy <= 1; dy++)\n"
"    for (int dx = -1; dx <= 1; dx++) {\n"
"      int2 p = clamp((int2)(x + dx, y + dy), (int2)(0), (int2)(w - 1, h - 1));\n"
"      s += weights[dy + 1][dx + 1] * convert_float4(in[p.y * w + p.x]);\n"
"    }\n"
"  out[y * w + x] = convert_uchar4_sat_rte(s / 16.0f);\n"
"}\n"
"kernel void heat(global const float *in, global float *out, int w, int h) {\n"
"  int x = get_global_id(0), y = get_global_id(1), i = y * w + x;\n"
"  if (x == 0 || y == 0 || x == w - 1 || y == h - 1) { out[i] = in[i]; return; }\n"
"  out[i] = in[i] + 0.2f * (in[i - 1] + in[i + 1] + in[i - w] + in[i + w] - 4 * in[i]);\n"
"}\n"
"typedef struct { float4 pos; float3 vel; int id; } Body;\n"
"kernel void nbody(global const Body *in, global Body *out, int n, float dt) {\n"
"  int i = get_global_id(0);\n"
"  Body me = in[i];\n"
"  float3 acc = (float3)(0.0f);\n"
"  for (int j = 0; j < n; j++) {\n"
"    float3 d = in[j].pos.xyz - me.pos.xyz;\n"
"    float r = rsqrt(dot(d, d) + 0.01f);\n"
"    acc += d * (in[j].pos.w * r * r * r);\n"
"  }\n"
"  me.vel += acc * dt;\n"
"  me.pos.xyz += me.vel * dt;\n"
"  out[i] = me;\n"
"}\n";

static void test_multiply(cl_program program, const char *name, int n, size_t local) {
	float *a = malloc(n * n * 4), *b = malloc(n * n * 4), *c = malloc(n * n * 4);
	for (int i = 0; i < n * n; i++) a[i] = random_float() - 0.5f, b[i] = random_float() - 0.5f;
	cl_mem ma = buffer_of(n * n * 4, a), mb = buffer_of(n * n * 4, b), mc = buffer_of(n * n * 4, NULL);
	cl_kernel k = kernel_of(program, name);
	arg(k, 0, ma); arg(k, 1, mb); arg(k, 2, mc); arg(k, 3, n);
	run2(k, n, n, local, local);
	read_back(mc, c, n * n * 4);
	int wrong = 0;
	for (int y = 0; y < n; y++)
		for (int x = 0; x < n; x++) {
			double s = 0;
			for (int i = 0; i < n; i++) s += (double)a[y * n + i] * b[i * n + x];
			wrong += !close_enough(c[y * n + x], s, 1e-5);
		}
	check(wrong == 0, "%s of %d: %d wrong", name, n, wrong);
	clReleaseKernel(k); clReleaseMemObject(ma); clReleaseMemObject(mb); clReleaseMemObject(mc);
	free(a); free(b); free(c);
}

static int within(int v, int most) { return v < 0 ? 0 : v > most ? most : v; }

static void test_convolve(cl_program program, int w, int h) {
	static const int weights[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};
	unsigned char *in = malloc(w * h * 4), *out = malloc(w * h * 4);
	for (int i = 0; i < w * h * 4; i++) in[i] = random_u32();
	cl_mem mi = buffer_of(w * h * 4, in), mo = buffer_of(w * h * 4, NULL);
	cl_kernel k = kernel_of(program, "convolve");
	arg(k, 0, mi); arg(k, 1, mo); arg(k, 2, w); arg(k, 3, h);
	run2(k, (w + 15) / 16 * 16, (h + 3) / 4 * 4, 16, 4);
	read_back(mo, out, w * h * 4);
	int wrong = 0;
	for (int y = 0; y < h; y++)
		for (int x = 0; x < w; x++)
			for (int c = 0; c < 4; c++) {
				int s = 0;
				for (int dy = -1; dy <= 1; dy++)
					for (int dx = -1; dx <= 1; dx++)
						s += weights[dy + 1][dx + 1] * in[(within(y + dy, h - 1) * w + within(x + dx, w - 1)) * 4 + c];
				wrong += out[(y * w + x) * 4 + c] != (int)nearbyint(s / 16.0);
			}
	check(wrong == 0, "convolution %dx%d: %d wrong", w, h, wrong);
	clReleaseKernel(k); clReleaseMemObject(mi); clReleaseMemObject(mo);
	free(in); free(out);
}

static void test_heat(cl_program program, int w, int h, int steps) {
	float *a = calloc(w * h, 4), *b = malloc(w * h * 4), *got = malloc(w * h * 4);
	for (int i = 0; i < w * h; i++) a[i] = i % 17 == 0 ? 100 : 0;
	cl_mem m[2] = {buffer_of(w * h * 4, a), buffer_of(w * h * 4, NULL)};
	cl_kernel k = kernel_of(program, "heat");
	arg(k, 2, w); arg(k, 3, h);
	for (int s = 0; s < steps; s++) {
		arg(k, 0, m[s % 2]); arg(k, 1, m[(s + 1) % 2]);
		run2(k, w, h, 0, 0);
		for (int y = 0; y < h; y++)
			for (int x = 0; x < w; x++) {
				int i = y * w + x;
				int edge = x == 0 || y == 0 || x == w - 1 || y == h - 1;
				b[i] = edge ? a[i] : a[i] + 0.2f * (a[i - 1] + a[i + 1] + a[i - w] + a[i + w] - 4 * a[i]);
			}
		float *t = a; a = b; b = t;
	}
	read_back(m[steps % 2], got, w * h * 4);
	int wrong = 0;
	for (int i = 0; i < w * h; i++) wrong += !close_enough(got[i], a[i], 1e-4);
	check(wrong == 0, "heat %dx%d, %d steps: %d wrong", w, h, steps, wrong);
	clReleaseKernel(k); clReleaseMemObject(m[0]); clReleaseMemObject(m[1]);
	free(a); free(b); free(got);
}

typedef struct {
	cl_float4 pos;
	cl_float3 vel;
	cl_int id;
} __attribute__((aligned(16))) Body;

static void test_nbody(cl_program program, int n) {
	Body *in = calloc(n, sizeof *in), *out = calloc(n, sizeof *out);
	for (int i = 0; i < n; i++) {
		for (int c = 0; c < 4; c++) in[i].pos.s[c] = random_float();
		in[i].id = i * 3;
	}
	cl_mem mi = buffer_of(n * sizeof *in, in), mo = buffer_of(n * sizeof *in, NULL);
	cl_kernel k = kernel_of(program, "nbody");
	float dt = 0.01f;
	arg(k, 0, mi); arg(k, 1, mo); arg(k, 2, n); arg(k, 3, dt);
	run1(k, n, 0);
	read_back(mo, out, n * sizeof *out);
	int wrong = 0;
	for (int i = 0; i < n; i++) {
		double acc[3] = {0};
		for (int j = 0; j < n; j++) {
			double d[3], s = 0.01;
			for (int c = 0; c < 3; c++) d[c] = in[j].pos.s[c] - in[i].pos.s[c], s += d[c] * d[c];
			for (int c = 0; c < 3; c++) acc[c] += d[c] * in[j].pos.s[3] / (s * sqrt(s));
		}
		for (int c = 0; c < 3; c++) wrong += !close_enough(out[i].pos.s[c], in[i].pos.s[c] + acc[c] * dt * dt, 1e-4);
		wrong += out[i].id != i * 3 || out[i].pos.s[3] != in[i].pos.s[3];
	}
	check(wrong == 0, "n-body of %d: %d wrong", n, wrong);
	clReleaseKernel(k); clReleaseMemObject(mi); clReleaseMemObject(mo);
	free(in); free(out);
}

int main(void) {
	open_device();
	cl_program program = build(source);
	test_multiply(program, "naive", 61, 0);
	test_multiply(program, "naive", 128, 16);
	test_multiply(program, "tiled", 64, 8);
	test_multiply(program, "tiled", 128, 8);
	test_convolve(program, 67, 45);
	test_heat(program, 40, 33, 50);
	test_nbody(program, 500);
	return done();
}
