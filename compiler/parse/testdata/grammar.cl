// OPTIONS: 120
// Accepted: a bit of everything the grammar has.
#define NULL_POINTER ((void*)0)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef struct __attribute__((packed)) point { char c; float x, y; union { int i; uint u; }; int a[3]; } point_t;
typedef float4 color __attribute__((aligned(32)));
enum mode { NONE, ONE = 1 << 3, TWO, BIG = 0x80000000 };
constant float weights[] = { 1.0f, [2] = 3, 4.0 };
__constant point_t origin = { .x = 1, .i = 3, .a = { 1, 2 } };
constant int table[2][2] = { 1, 2, 3, 4 }, scalar = { 5 };
constant char text[] = "a\x41" "b";
constant char *constant words[] = { "one", "two" };
constant float4 vectors[2] = { (float4)(1, 2, 3, 4), (float4)(0.5f) };
constant float2 pairs[] = { 1, 2, 3, 4 };
constant uint size = sizeof(point_t) + sizeof weights + __alignof__(int);
constant float inf = INFINITY, nan = NAN;
constant int *constant second = &table[0][1];

float helper(float x, const int n);
inline float helper(float x, int n) { return n > 0 ? x : -x; }
int __attribute__((overloadable)) twice(int x) { return 2 * x; }
float __attribute__((overloadable)) twice(float x) { return 2 * x; }
static void by_pointer(point_t *p, global int *q) { p->x = q[1]; (*p).a[2]++; }

__kernel __attribute__((reqd_work_group_size(8, 4, 2))) __attribute__((vec_type_hint(float4)))
void all(global float4 *out, __global const int *restrict in, local float *scratch, constant float *c,
         const uint n, point_t point, uchar8 bytes)
{
	local int tile[16][17];
	__local float sum;
	private int i = 0, j = 1, *pi = &i;
	float4 v = (float4)(1.0f, (float2)(2, 3), in[0]), w = { 1, 2, 3, 4 };
	int4 mask = v < w;
	v.xyz += w.zyx * 2;
	v.lo = w.hi;
	v.s0 = v[1];
	v[i] = 3;
	v.odd = (float2)(0);
	w = mask ? v : w;
	w = i ? v : 0.0f;
	v = -v + !mask.xxxx.s0 + (float4)(i);
	mask = ~mask << 3 | mask >> (int4)(1, 2, 3, 4);
	mask = mask && (v == w) || !mask;
	bytes <<= 1; bytes = bytes + (uchar)1; bytes++;
	double d = 1.5, e = d * i + 2.0f;
	long big = 0x7fffffffffffffffL; ulong u = 18446744073709551615UL;
	switch (n & 3) { case 0: case ONE: i = 1; break; case 'a': { int k = 2; i += k; } default: i = 7; }
	for (int k = 0, m = 5; k < m; k++, m--) { if (k == 2) continue; else if (k == 3) break; sum += k; }
	while (i > 0) i--;
	__attribute__((opencl_unroll_hint(4)))
	do { j <<= 1; } while (j < 100);
#pragma unroll
	for (;;) { goto done; }
done:
	barrier(CLK_LOCAL_MEM_FENCE);
	by_pointer(&point, (global int *)in);
	int values[] = { 1, 2, 3 }, *end = values + 3;
	long span = end - values;
	i = *(pi) + pi[0] + 0[pi] + (int)span + (end > pi) + (pi != 0) + !pi;
	struct { int a; float4 b; } local_struct = { 1, (float4)(2) }, copy = local_struct;
	copy.b.x = ((point_t){ 1, 2, 3 }).y;
	i = vec_step(float3) + sizeof(struct point) + sizeof(i++);
	i += twice(3) + (int)twice(1.0f) + (int)helper(1, 2);
	i = (i, j), i ^= j, i %= 3;
	char ch = 'x'; ch += 1; ch = ch ? ch : 'y';
	half_test: ;
	const float k2 = 2; float arr2[(int)4 * 2];
	tile[0][1] = (int)sum + (int)helper(1.0f, 2);
	global int *np = 0; np = NULL_POINTER; 
	out[get_global_id(0)] = v * c[0] + fmax(w, v) + dot(v, w) + convert_float4(mask) + as_float4(mask);
	printf("%d %f %v4f\n", i, e, v);
	scratch[0] = (float)e + u + big + pairs[0].x + inf + nan + size + scalar + k2 + arr2[0];
	return;
}
