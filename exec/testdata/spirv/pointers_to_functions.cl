// Functions that are called by pointers (SPV_INTEL_function_pointers), by clang's extension of OpenCL C;
// what is compiled as OpenCL C has switches in their place. Kernel stored calls by pointers that lie in memory, lost by
// a number that is no function's.
// Made with clang -O1
//module pointers_to_functions.spv
//arg y int[2048] random
//arg x int[2048] random
//launch 200/50 64/64
//options -cl-std=CL3.0

typedef struct { int a; short b[3]; float f; } record;
#define keep __attribute__((noinline)) static
keep int plus(int a, int b) { return a + b; }
keep int minus(int a, int b) { return a - b; }
keep int times(int a, int b) { return a * b + plus(a, 1); }
keep int never(int a, int b) { return a ^ b; }
keep record first(record r, int n) { r.a += n; r.b[1] = (short)n; return r; }
keep record second(record r, int n) { r.a ^= r.b[n & 1]; r.f = (float)(n & 255); return r; }
keep void put(global int *y, bool up, float4 v) { *y = up ? (int)v.x : (int)v.w; }
keep void add(global int *y, bool up, float4 v) { *y += up ? (int)v.y : (int)v.z; }
keep void turn(local int *m, int n) {
	int i = get_local_id(0);
	m[i] = n;
	barrier(CLK_LOCAL_MEM_FENCE);
	n = m[get_local_size(0) - 1 - i];
	barrier(CLK_LOCAL_MEM_FENCE);
	m[i] = n;
}
keep void twice(local int *m, int n) { m[get_local_id(0)] = 2 * n; }

#ifdef __clang__
#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable
typedef int (*operation)(int, int);
typedef record (*change)(record, int);
typedef void (*output)(global int *, bool, float4);
typedef void (*exchange)(local int *, int);
constant operation operations[3] = {plus, minus, times};
#define OPERATION(n, a, b) operations[n](a, b)
#define CHANGE(n, r, v) ({ change f = (n) ? first : second; f(r, v); })
#define OUTPUT(n, y, up, v) ({ output f = (n) ? put : add; f(y, up, v); })
#define EXCHANGE(n, m, v) ({ exchange f = (n) ? turn : twice; f(m, v); })
#else
int operate(int n, int a, int b) { return n == 0 ? plus(a, b) : n == 1 ? minus(a, b) : times(a, b); }
record changed(bool n, record r, int v) {
	if (n) return first(r, v);
	return second(r, v);
}
void output(bool n, global int *y, bool up, float4 v) {
	if (n) put(y, up, v);
	else add(y, up, v);
}
void exchange(bool n, local int *m, int v) {
	if (n) turn(m, v);
	else twice(m, v);
}
#define OPERATION operate
#define CHANGE changed
#define OUTPUT output
#define EXCHANGE exchange
#endif

kernel void from_table(global int *y, global int *x) {
	size_t i = get_global_id(0);
	y[i] = OPERATION((uint)x[i] % 3, x[i + 1], x[i + 2]);
	if (x[i] & 8)
		y[i] += OPERATION((uint)x[i + 1] % 3, y[i], 7);
}
kernel void in_loops(global int *y, global int *x) {
	size_t i = get_global_id(0);
	record r = {x[i], {(short)x[i + 1], 3, (short)i}, 0.5f};
	for (int k = 0; k < (x[i] & 7); k++)
		r = CHANGE(x[i + k] & 16, r, x[i + k + 1]);
	y[i] = r.a ^ r.b[0] ^ r.b[1] << 8 ^ (int)(r.f * 4);
	OUTPUT(x[i] & 1, y + 512 + i, x[i] & 2, convert_float4((int4)(1, 2, 3, 4) * (x[i] & 1023)));
}
kernel void with_barriers(global int *y, global int *x) {
	local int m[64];
	EXCHANGE(get_group_id(0) & 1, m, x[get_global_id(0)]);
	y[get_global_id(0)] = m[get_local_id(0)];
}
kernel void stored(global int *y, global int *x) {
	size_t i = get_global_id(0);
#ifdef __clang__
	global ulong *at = (global ulong *)y + i;
	operation f = x[i] & 1 ? plus : x[i] & 2 ? minus : never;
	*at = (ulong)f;
	operation back = (operation)*(volatile global ulong *)at;
	int z = back(x[i], 5), other = back == minus;
	*at = 0;
#else
	int z = x[i] & 1 ? plus(x[i], 5) : x[i] & 2 ? minus(x[i], 5) : never(x[i], 5);
	int other = !(x[i] & 1) && x[i] & 2;
	((global ulong *)y)[i] = 0;
#endif
	y[1024 + i] = z + 100 * other;
}
