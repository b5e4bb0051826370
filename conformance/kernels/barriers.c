// Work-groups that work together: tree reduction, Blelloch and Hillis-Steele scans, transpose, histogram, bitonic sort.
#include "check.h"

static const char *source =
"kernel void reduce(global const int *in, global int *out, local int *tile, int n) {\n"
"  int l = get_local_id(0), i = get_global_id(0);\n"
"  tile[l] = i < n ? in[i] : 0;\n"
"  barrier(CLK_LOCAL_MEM_FENCE);\n"
"  for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {\n"
"    if (l < s) tile[l] += tile[l + s];\n"
"    barrier(CLK_LOCAL_MEM_FENCE);\n"
"  }\n"
"  if (l == 0) out[get_group_id(0)] = tile[0];\n"
"}\n"
"kernel void blelloch(global int *a) {\n"
"  local int t[256];\n"
"  int l = get_local_id(0), n = get_local_size(0), i = get_global_id(0), offset = 1;\n"
"  t[l] = a[i];\n"
"  for (int d = n >> 1; d > 0; d >>= 1) {\n"
"    barrier(CLK_LOCAL_MEM_FENCE);\n"
"    if (l < d) t[offset * (2 * l + 2) - 1] += t[offset * (2 * l + 1) - 1];\n"
"    offset *= 2;\n"
"  }\n"
"  if (l == 0) t[n - 1] = 0;\n"
"  for (int d = 1; d < n; d *= 2) {\n"
"    offset >>= 1;\n"
"    barrier(CLK_LOCAL_MEM_FENCE);\n"
"    if (l < d) {\n"
"      int x = offset * (2 * l + 1) - 1, y = offset * (2 * l + 2) - 1, v = t[x];\n"
"      t[x] = t[y]; t[y] += v;\n"
"    }\n"
"  }\n"
"  barrier(CLK_LOCAL_MEM_FENCE);\n"
"  a[i] = t[l];\n"
"}\n"
"kernel void hillis(global int *a, local int *t) {\n"
"  int l = get_local_id(0), n = get_local_size(0), i = get_global_id(0);\n"
"  t[l] = a[i];\n"
"  for (int d = 1; d < n; d <<= 1) {\n"
"    barrier(CLK_LOCAL_MEM_FENCE);\n"
"    int v = l >= d ? t[l - d] : 0;\n"
"    barrier(CLK_LOCAL_MEM_FENCE);\n"
"    t[l] += v;\n"
"  }\n"
"  a[i] = t[l];\n"
"}\n"
"#define T 16\n"
"kernel __attribute__((reqd_work_group_size(T, T, 1))) void transpose(global const float *in, global float *out, int w, int h) {\n"
"  local float tile[T][T + 1];\n"
"  int x = get_group_id(0) * T, y = get_group_id(1) * T, lx = get_local_id(0), ly = get_local_id(1);\n"
"  if (x + lx < w && y + ly < h) tile[ly][lx] = in[(y + ly) * w + x + lx];\n"
"  barrier(CLK_LOCAL_MEM_FENCE);\n"
"  if (y + lx < h && x + ly < w) out[(x + ly) * h + y + lx] = tile[lx][ly];\n"
"}\n"
"kernel void histogram(global const uchar *in, global uint *bins, int n) {\n"
"  local uint h[256];\n"
"  for (int b = get_local_id(0); b < 256; b += get_local_size(0)) h[b] = 0;\n"
"  barrier(CLK_LOCAL_MEM_FENCE);\n"
"  for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&h[in[i]]);\n"
"  barrier(CLK_LOCAL_MEM_FENCE);\n"
"  for (int b = get_local_id(0); b < 256; b += get_local_size(0)) atomic_add(&bins[b], h[b]);\n"
"}\n"
"kernel void bitonic(global uint *a, uint k, uint j) {\n"
"  uint i = get_global_id(0), other = i ^ j;\n"
"  if (other > i) {\n"
"    uint x = a[i], y = a[other];\n"
"    if (((i & k) == 0) == (x > y)) { a[i] = y; a[other] = x; }\n"
"  }\n"
"}\n";

static void test_reduce(cl_program program, int n, size_t local) {
	size_t groups = (n + local - 1) / local;
	int *in = malloc(n * 4), *out = malloc(groups * 4);
	for (int i = 0; i < n; i++) in[i] = random_u32() % 1000;
	cl_mem mi = buffer_of(n * 4, in), mo = buffer_of(groups * 4, NULL);
	cl_kernel k = kernel_of(program, "reduce");
	arg(k, 0, mi); arg(k, 1, mo); local_arg(k, 2, local * 4); arg(k, 3, n);
	run1(k, groups * local, local);
	read_back(mo, out, groups * 4);
	long sum = 0, wanted = 0;
	for (size_t g = 0; g < groups; g++) sum += out[g];
	for (int i = 0; i < n; i++) wanted += in[i];
	check(sum == wanted, "n %d, local %zu: %ld, wanted %ld", n, local, sum, wanted);
	clReleaseKernel(k); clReleaseMemObject(mi); clReleaseMemObject(mo);
	free(in); free(out);
}

static void test_scan(cl_program program, const char *name, int groups, int local, int inclusive) {
	int n = groups * local, *a = malloc(n * 4), *b = malloc(n * 4);
	for (int i = 0; i < n; i++) a[i] = random_u32() % 1000;
	cl_mem m = buffer_of(n * 4, a);
	cl_kernel k = kernel_of(program, name);
	arg(k, 0, m);
	if (inclusive) local_arg(k, 1, local * 4);
	run1(k, n, local);
	read_back(m, b, n * 4);
	int wrong = 0;
	for (int g = 0; g < groups; g++) {
		int sum = 0;
		for (int l = 0; l < local; l++) {
			int i = g * local + l;
			wrong += b[i] != sum + (inclusive ? a[i] : 0);
			sum += a[i];
		}
	}
	check(wrong == 0, "%s, %d groups of %d: %d wrong", name, groups, local, wrong);
	clReleaseKernel(k); clReleaseMemObject(m);
	free(a); free(b);
}

static void test_transpose(cl_program program, int w, int h) {
	float *in = malloc(w * h * 4), *out = malloc(w * h * 4);
	for (int i = 0; i < w * h; i++) in[i] = i;
	cl_mem mi = buffer_of(w * h * 4, in), mo = buffer_of(w * h * 4, NULL);
	cl_kernel k = kernel_of(program, "transpose");
	arg(k, 0, mi); arg(k, 1, mo); arg(k, 2, w); arg(k, 3, h);
	run2(k, (w + 15) / 16 * 16, (h + 15) / 16 * 16, 16, 16);
	read_back(mo, out, w * h * 4);
	int wrong = 0;
	for (int y = 0; y < h; y++)
		for (int x = 0; x < w; x++) wrong += out[x * h + y] != in[y * w + x];
	check(wrong == 0, "transpose %dx%d: %d wrong", w, h, wrong);
	clReleaseKernel(k); clReleaseMemObject(mi); clReleaseMemObject(mo);
	free(in); free(out);
}

static void test_histogram(cl_program program, int n) {
	unsigned char *in = malloc(n);
	unsigned bins[256] = {0}, wanted[256] = {0};
	for (int i = 0; i < n; i++) in[i] = random_u32() >> (random_u32() % 24), wanted[in[i]]++;
	cl_mem mi = buffer_of(n, in), mb = buffer_of(sizeof bins, bins);
	cl_kernel k = kernel_of(program, "histogram");
	arg(k, 0, mi); arg(k, 1, mb); arg(k, 2, n);
	run1(k, 1024, 128);
	read_back(mb, bins, sizeof bins);
	check(memcmp(bins, wanted, sizeof bins) == 0, "histogram of %d", n);
	clReleaseKernel(k); clReleaseMemObject(mi); clReleaseMemObject(mb);
	free(in);
}

static int by_value(const void *x, const void *y) {
	uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
	return a < b ? -1 : a > b;
}

static void test_bitonic(cl_program program, uint32_t n) {
	uint32_t *a = malloc(n * 4), *b = malloc(n * 4);
	for (uint32_t i = 0; i < n; i++) a[i] = random_u32();
	cl_mem m = buffer_of(n * 4, a);
	cl_kernel kernel = kernel_of(program, "bitonic");
	arg(kernel, 0, m);
	for (uint32_t k = 2; k <= n; k *= 2)
		for (uint32_t j = k / 2; j > 0; j /= 2) {
			arg(kernel, 1, k);
			arg(kernel, 2, j);
			run1(kernel, n, 0);
		}
	read_back(m, b, n * 4);
	qsort(a, n, 4, by_value);
	check(memcmp(a, b, n * 4) == 0, "bitonic sort of %u", n);
	clReleaseKernel(kernel); clReleaseMemObject(m);
	free(a); free(b);
}

int main(void) {
	open_device();
	cl_program program = build(source);
	test_reduce(program, 1, 1);
	test_reduce(program, 1000, 64);
	test_reduce(program, 100003, 256);
	for (int local = 1; local <= 256; local *= 2) test_scan(program, "blelloch", 5, local, 0);
	test_scan(program, "hillis", 3, 100, 1);
	test_scan(program, "hillis", 7, 256, 1);
	test_transpose(program, 16, 16);
	test_transpose(program, 100, 37);
	test_histogram(program, 100000);
	test_bitonic(program, 2048);
	return done();
}
