// Branches and loops in which work-items part ways: mandelbrot, break/continue/goto, nested loops, switch, early return.
#include "check.h"

static const char *source =
"kernel void mandelbrot(global int *out, int width, int height, int limit) {\n"
"  int x = get_global_id(0), y = get_global_id(1);\n"
"  float cx = (x - width * 0.7f) * (3.0f / width), cy = (y - height * 0.5f) * (2.0f / height);\n"
"  float zx = 0, zy = 0; int n = 0;\n"
"  while (n < limit && zx * zx + zy * zy < 4.0f) {\n"
"    float t = zx * zx - zy * zy + cx; zy = 2 * zx * zy + cy; zx = t; n++;\n"
"  }\n"
"  out[y * width + x] = n;\n"
"}\n"
"kernel void jumps(global const int *in, global int *out, int n) {\n"
"  int i = get_global_id(0);\n"
"  int v = in[i], sum = 0;\n"
"  if (v == 0) { out[i] = -1; return; }\n"
"  for (int k = 0; k < v; k++) {\n"
"    if (k % 3 == 1) continue;\n"
"    if (k > 50 + i % 7) break;\n"
"    for (int j = 0;; j++) {\n"
"      if (j * j > k) break;\n"
"      if ((j ^ k) == 5) goto next;\n"
"      sum += j;\n"
"    }\n"
"    sum += 100;\n"
"next:;\n"
"  }\n"
"again:\n"
"  if (sum % 7 != 0) { sum++; goto again; }\n"
"  out[i] = sum;\n"
"}\n"
"kernel void choose(global const int *in, global int *out) {\n"
"  int i = get_global_id(0), r = 0;\n"
"  switch (in[i] % 9) {\n"
"  case 0: r = 1; break;\n"
"  case 1: r = 10;\n"
"  case 2: r += 5; break;\n"
"  case 3: case 4: r = in[i] * 2; break;\n"
"  case 7: for (int k = 0; k < i % 5; k++) { if (k == 3) break; r += k; } break;\n"
"  default: r = -7;\n"
"  }\n"
"  int turns = 0;\n"
"  do { r ^= i + turns; } while ((r & 3) == 1 && ++turns < 20);\n"
"  out[i] = i & 1 ? r : -r;\n"
"}\n"
"int collatz(uint n) { int steps = 0; while (n != 1) { n = n & 1 ? 3 * n + 1 : n / 2; steps++; } return steps; }\n"
"kernel void steps(global int *out) { int i = get_global_id(0); out[i] = collatz(i + 1); }\n";

static void test_mandelbrot(cl_program program, int width, int height) {
	enum { limit = 200 };
	int *out = malloc(width * height * 4);
	cl_mem mem = buffer_of(width * height * 4, NULL);
	cl_kernel kernel = kernel_of(program, "mandelbrot");
	int limit_ = limit;
	arg(kernel, 0, mem); arg(kernel, 1, width); arg(kernel, 2, height); arg(kernel, 3, limit_);
	run2(kernel, width, height, 0, 0);
	read_back(mem, out, width * height * 4);
	int wrong = 0;
	for (int y = 0; y < height; y++)
		for (int x = 0; x < width; x++) {
			float cx = (x - width * 0.7f) * (3.0f / width), cy = (y - height * 0.5f) * (2.0f / height);
			float zx = 0, zy = 0;
			int n = 0;
			while (n < limit && zx * zx + zy * zy < 4.0f) {
				float t = zx * zx - zy * zy + cx;
				zy = 2 * zx * zy + cy;
				zx = t;
				n++;
			}
			wrong += abs(n - out[y * width + x]) > 1;
		}
	// Rounding (fused operations) may move a few points at the edge of the set.
	check(wrong * 50 <= width * height, "%d of %d wrong", wrong, width * height);
	clReleaseKernel(kernel);
	clReleaseMemObject(mem);
	free(out);
}

static int jumps(int i, int v) {
	int sum = 0;
	if (v == 0) return -1;
	for (int k = 0; k < v; k++) {
		if (k % 3 == 1) continue;
		if (k > 50 + i % 7) break;
		for (int j = 0;; j++) {
			if (j * j > k) break;
			if ((j ^ k) == 5) goto next;
			sum += j;
		}
		sum += 100;
	next:;
	}
again:
	if (sum % 7 != 0) {
		sum++;
		goto again;
	}
	return sum;
}

static int choose(int i, int v) {
	int r = 0;
	switch (v % 9) {
	case 0: r = 1; break;
	case 1: r = 10; // fall through
	case 2: r += 5; break;
	case 3:
	case 4: r = v * 2; break;
	case 7:
		for (int k = 0; k < i % 5; k++) {
			if (k == 3) break;
			r += k;
		}
		break;
	default: r = -7;
	}
	int turns = 0;
	do {
		r ^= i + turns;
	} while ((r & 3) == 1 && ++turns < 20);
	return i & 1 ? r : -r;
}

static int collatz(uint32_t n) {
	int steps = 0;
	while (n != 1) n = n & 1 ? 3 * n + 1 : n / 2, steps++;
	return steps;
}

static void test_lists(cl_program program, int n, size_t local) {
	int *in = malloc(n * 4), *out = malloc(n * 4);
	for (int i = 0; i < n; i++) in[i] = random_u32() % 100;
	cl_mem mi = buffer_of(n * 4, in), mo = buffer_of(n * 4, NULL);
	cl_kernel k = kernel_of(program, "jumps");
	arg(k, 0, mi); arg(k, 1, mo); arg(k, 2, n);
	run1(k, n, local);
	read_back(mo, out, n * 4);
	int wrong = 0;
	for (int i = 0; i < n; i++) wrong += out[i] != jumps(i, in[i]);
	check(wrong == 0, "jumps, n %d: %d wrong", n, wrong);
	clReleaseKernel(k);
	k = kernel_of(program, "choose");
	arg(k, 0, mi); arg(k, 1, mo);
	run1(k, n, local);
	read_back(mo, out, n * 4);
	wrong = 0;
	for (int i = 0; i < n; i++) wrong += out[i] != choose(i, in[i]);
	check(wrong == 0, "choose, n %d: %d wrong", n, wrong);
	clReleaseKernel(k);
	k = kernel_of(program, "steps");
	arg(k, 0, mo);
	run1(k, n, local);
	read_back(mo, out, n * 4);
	wrong = 0;
	for (int i = 0; i < n; i++) wrong += out[i] != collatz(i + 1);
	check(wrong == 0, "collatz, n %d: %d wrong", n, wrong);
	clReleaseKernel(k);
	clReleaseMemObject(mi); clReleaseMemObject(mo);
	free(in); free(out);
}

int main(void) {
	open_device();
	cl_program program = build(source);
	test_mandelbrot(program, 64, 48);
	test_mandelbrot(program, 37, 53);
	test_lists(program, 1, 0);
	test_lists(program, 97, 0);
	test_lists(program, 1024, 64);
	test_lists(program, 3000, 8);
	return done();
}
