// Corners of the language and of what compilers let through, each computed by the same text compiled for the host: aggregates by value, pointers to
// pointers, swizzles, side effects, integer promotion, odd control flow, constant tables.
#include "check.h"

// BODY is compiled by the device as it stands, and by the host below.
#define BODY \
struct Inner { short s; char c[3]; }; \
struct Outer { struct Inner in[2]; long l; union { int i; uchar b[4]; } u; }; \
struct Outer change(struct Outer o, int k) { o.in[k & 1].s += k; o.in[1].c[k % 3] = (char)(k * 7); o.l ^= k; o.u.b[k & 3] = (uchar)k; return o; } \
int aggregate(int k) { \
  struct Outer o = {{{1, {2, 3, 4}}, {5, {6, 7, 8}}}, 9, {0x01020304}}; \
  struct Outer p = change(change(o, k), k + 1); \
  struct Outer a[3]; a[k % 3] = p; a[(k + 1) % 3] = o; a[(k + 2) % 3] = a[k % 3]; \
  struct Outer *q = &a[(k + 2) % 3]; \
  return q->in[0].s * 3 + q->in[1].s * 5 + q->in[1].c[0] + q->in[1].c[1] * 11 + q->in[1].c[2] * 13 + (int)q->l + q->u.i + o.in[1].s; } \
int pointers(int k) { \
  int a[8], b[8]; int *rows[2] = {a, b}; int **pp = rows; \
  for (int i = 0; i < 8; i++) { a[i] = i * k; b[i] = i - k; } \
  int *e = &pp[k & 1][k % 8], *f = pp[k & 1]; \
  *e += 100; *pp = *pp + 1; (*pp)[0]++; \
  int *r = rows[1]; rows[1] = rows[0]; rows[0] = r; \
  return (int)(e - f) * 1000 + (e > f) + a[1] + b[k % 8] + *(*pp + 2) + ((uchar *)a)[8] + (e == &b[k % 8]) * 7; } \
int side(int k) { \
  int i = k, j = 0; int t[4] = {1, 2, 3, 4}; \
  t[i++ & 3] += k + 1; j = (i += 2, i * 2); i -= 2; \
  t[--i & 3] <<= (k & 3); \
  (k & 1) ? (i += 5) : (j -= 7); \
  int z = (k & 2 && ++i) || (k & 4 && ++j); \
  uchar c = 250; c += k; char d = 127; d++; short s = 32767; s += 2; ushort us = 1; us -= 2; \
  return t[0] + t[1] * 3 + t[2] * 5 + t[3] * 7 + i * 11 + j * 13 + z + c + d + s + us; } \
long mixes(int k) { \
  uchar a = 200; uchar b = 100; int p = a + b; uint u = (uint)k; char c = (char)k; long l = -1L; ulong w = 1UL << (k & 63); \
  int less = (-1 < (int)u) + (l < (long)u) * 2 + ((uint)-1 > u) * 4; \
  return p + less + (c >> 1) + (long)(w >> ((k + 3) & 63)) + (l << (k & 31)) + (~a & 0xff) + (-b) + (a << 8 >> 4) + ((ulong)l >> 60) + '\101' + '\x7f' + (int)0x1.8p3f; } \
int duff(int k) { \
  int n = k % 19, out = 0, i = 0; \
  if (n == 0) goto end; \
  switch (n % 4) { case 0: do { out += i++; case 3: out += 3 * i++; case 2: out ^= i++; case 1: out -= i++; } while (i < n); } \
  for (;;) { if (i > 40) break; if (i++ % 3 == 0) continue; switch (i & 7) { case 1: case 5: out += 2; break; default: out++; case 6: out ^= 1; break; case 7: goto end; } } \
end: return out * 31 + i; } \
int search(int k) { \
  int steps = 0; uint x = (uint)k * 2654435761u + 1u; \
  for (int i = 0; i < 10; i++) { do { x = x * 1664525u + 1013904223u; if (++steps > 200) goto out; if (x % 11u == 0) break; } while (x >> 28 != (uint)i); if (x & 1u) continue; steps += i; } \
out: return steps + (int)(x >> 20); } \
int table(int k) { \
  int grid[5][7][3]; for (int i = 0; i < 105; i++) (&grid[0][0][0])[i] = i * i + k; \
  int (*row)[3] = grid[k % 5]; int (*plane)[7][3] = grid + 1; \
  return row[k % 7][k % 3] + (*plane)[2][1] + (int)sizeof(grid) + (int)sizeof(*row) + plane[1][k % 7][2]; } \
int big(int k) { \
  int a[3000]; for (int i = 0; i < 3000; i++) a[i] = i ^ k; \
  uint s = 0; for (int i = 0; i < 10000; i++) s = s * 3u + (uint)a[(i * 17 + k) % 3000]; return (int)s; } \
int braces(int k) { \
  struct Inner in = ({ struct Inner x = {(short)k, {1, 2, 3}}; x.c[1] += 5; x; }); \
  int m = ({ int a = k, b = 50; a > b ? a : b; }) + ({ uint n = 0; for (int i = 0; i < k; i++) n += ({ if (i == 20) break; i * i; }); n; }); \
  while (({ m -= 7; m > 100; })) if (({ m & 1; }) && m % 5 == 0) return ({ ({ m + 1; }) * 3; }); \
  ({ if (k > 90) goto end; m++; }); m += ({ int a = m; switch (a & 3) { case 0: a = 1; break; default: a = 2; } a; }) * k; \
end: return m + in.c[1] * 1000 + in.s + ({ (int)sizeof(in.c); }); }

#define TEXT_(...) #__VA_ARGS__
#define TEXT(...) TEXT_(__VA_ARGS__)

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
BODY

static const char *device_part =
"kernel void corners(global long *out) {\n"
"  int k = get_global_id(0); global long *o = out + k * 9;\n"
"  o[0] = aggregate(k); o[1] = pointers(k); o[2] = side(k); o[3] = mixes(k); o[4] = duff(k); o[5] = search(k); o[6] = table(k); o[7] = big(k); o[8] = braces(k);\n"
"}\n";

static const char *vector_source =
"struct Entry { int key; float weight; char name[6]; };\n"
"constant struct Entry entries[3] = {{1, 0x1p-1f, \"one\"}, {.name = \"two\", .key = 2, .weight = 2.5f}, {3, -0.0f, {'t', 'h', 'r', 0}}};\n"
"constant int primes[] = {2, 3, 5, 7};\n"
"constant int *constant where = primes + 1;\n"
"float4 turn(float4 v, float *w) { *w += v.x; return v.wzyx; }\n"
"kernel void vectors(global int *out) {\n"
"  int k = get_global_id(0); global int *o = out + k * 12;\n"
"  int4 v = (int4)(k, k + 1, k + 2, k + 3);\n"
"  o[0] = v.y++ + --v.w; v.xz += (int2)(10, 20); v.odd *= v.even; v.s3 <<= 1;\n"
"  o[1] = v.x; o[2] = v.y; o[3] = v.z; o[4] = v.w;\n"
"  float w = 1; float4 f = turn(turn(convert_float4(v), &w), &w); o[5] = (int)(w + f.w);\n"
"  o[6] = entries[k % 3].key + entries[k % 3].name[k % 4] + (int)(entries[k % 3].weight * 4); o[7] = where[k % 3];\n"
"  int4 a[3]; a[k % 3] = v; a[(k + 1) % 3] = v.wzyx; a[(k + 2) % 3] = -v; o[8] = a[1].y; ((int *)a)[k % 12] = 5; o[9] = a[0].x + a[1].y + a[2].w;\n"
"  char2 c = (char2)(127, -128); c += (char2)(1, k); o[10] = c.x * 256 + c.y;\n"
"  o[11] = (v > 5).x + 2 * (v == v.x).y + (~v).z + (!v).w;\n"
"}\n";

static void test_against_host(void) {
	enum { items = 100 };
	static char source[16384];
	snprintf(source, sizeof source, "%s\n%s", TEXT(BODY), device_part);
	cl_program program = build(source);
	cl_kernel k = kernel_of(program, "corners");
	static int64_t out[items][9];
	cl_mem m = buffer_of(sizeof out, NULL);
	arg(k, 0, m);
	run1(k, items, 25);
	read_back(m, out, sizeof out);
	for (int i = 0; i < items; i++) {
		int64_t wanted[9] = {aggregate(i), pointers(i), side(i), mixes(i), duff(i), search(i), table(i), big(i), braces(i)};
		for (int j = 0; j < 9; j++)
			check(out[i][j] == wanted[j], "item %d, function %d: %ld, wanted %ld", i, j, (long)out[i][j], (long)wanted[j]);
	}
	clReleaseKernel(k); clReleaseMemObject(m); clReleaseProgram(program);
}

static void test_vectors(void) {
	enum { items = 60 };
	static const char names[3][6] = {"one", "two", "thr"};
	static const int quarters[3] = {2, 10, 0}, primes[3] = {3, 5, 7};
	cl_program program = build(vector_source);
	cl_kernel kernel = kernel_of(program, "vectors");
	static int32_t out[items][12];
	cl_mem m = buffer_of(sizeof out, NULL);
	arg(kernel, 0, m);
	run1(kernel, items, 20);
	read_back(m, out, sizeof out);
	for (int k = 0; k < items; k++) {
		int v[4] = {k + 10, (k + 2) * (k + 10), k + 22, (k + 2) * (k + 22) * 2}, a[12];
		for (int j = 0; j < 4; j++) {
			a[k % 3 * 4 + j] = v[j]; a[(k + 1) % 3 * 4 + j] = v[3 - j]; a[(k + 2) % 3 * 4 + j] = -v[j];
		}
		int middle = a[5];
		a[k % 12] = 5;
		int wanted[12] = {k + 1 + k + 2, v[0], v[1], v[2], v[3], 1 + v[0] + v[3] + v[3], k % 3 + 1 + names[k % 3][k % 4] + quarters[k % 3],
			primes[k % 3], middle, a[0] + a[5] + a[11], -128 * 256 + (-128 + k), -(v[0] > 5) - 2 * (v[1] == v[0]) + ~v[2] - !v[3]};
		for (int j = 0; j < 12; j++)
			check(out[k][j] == wanted[j], "item %d, result %d: %d, wanted %d", k, j, out[k][j], wanted[j]);
	}
	clReleaseKernel(kernel); clReleaseMemObject(m); clReleaseProgram(program);
}

// Kernels that others call, with local variables of their own: each caller's group has room for them.
static const char *calls_source =
"kernel void turn(global int *p) { local int t[16]; int i = get_local_id(0);\n"
"  t[i] = p[get_global_id(0)]; barrier(CLK_LOCAL_MEM_FENCE); p[get_global_id(0)] = t[15 - i]; barrier(CLK_LOCAL_MEM_FENCE); }\n"
"kernel void add_first(global int *p) { local int first; if (get_local_id(0) == 0) first = p[get_global_id(0)];\n"
"  barrier(CLK_LOCAL_MEM_FENCE); p[get_global_id(0)] += first; barrier(CLK_LOCAL_MEM_FENCE); }\n"
"kernel void all(global int *p) { local int kept[16]; int i = get_local_id(0); kept[i] = p[get_global_id(0)] * 1000;\n"
"  barrier(CLK_LOCAL_MEM_FENCE); turn(p); add_first(p); barrier(CLK_GLOBAL_MEM_FENCE); p[get_global_id(0)] += kept[(i + 1) % 16]; }\n";

static void test_called_kernels(void) {
	enum { items = 160 };
	cl_program program = build(calls_source);
	static int32_t in[items], out[items];
	static const char *const names[3] = {"turn", "add_first", "all"};
	for (int i = 0; i < items; i++)
		in[i] = i * 3 + 1;
	for (int n = 0; n < 3; n++) {
		cl_kernel kernel = kernel_of(program, names[n]);
		cl_mem m = buffer_of(sizeof in, in);
		arg(kernel, 0, m);
		run1(kernel, items, 16);
		read_back(m, out, sizeof out);
		for (int i = 0; i < items; i++) {
			const int *group = in + i / 16 * 16, l = i % 16;
			int wanted[3] = {group[15 - l], group[l] + group[0], group[15 - l] + group[15] + group[(l + 1) % 16] * 1000};
			check(out[i] == wanted[n], "%s, item %d: %d, wanted %d", names[n], i, out[i], wanted[n]);
		}
		clReleaseKernel(kernel); clReleaseMemObject(m);
	}
	clReleaseProgram(program);
}

int main(void) {
	open_device();
	test_called_kernels();
	test_against_host();
	test_vectors();
	return done();
}
