// Vectors, structures by value and in memory, pointers to parts: as clang and llvm-spirv write them.
//module vectors_and_structures.spv
//arg y int[2048] random
//arg x int[2048] random
//launch 200/50 64/64
//options -cl-std=CL3.0

typedef struct { char c; int3 v; short s[5]; union { int i; float f; } u; } part;
typedef struct { part p[2]; long n; } whole;
int sum(part p) { return p.c + p.v.x * p.v.y - p.v.z + p.s[3] + p.u.i; }
part make(int a, int b) {
	part p = {(char)a, (int3)(a, b, a ^ b), {1, 2, a, b, 5}, {a - b}};
	return p;
}
kernel void parts(global int *y, global int *x) {
	size_t i = get_global_id(0);
	whole w;
	w.p[i & 1] = make(x[i], x[i + 1]);
	w.p[~i & 1] = make(x[i + 2], (int)i);
	w.n = i;
	part *q = &w.p[x[i] & 1];
	q->v.yz = q->v.zx;
	y[i] = sum(w.p[0]) ^ sum(w.p[1]) + (int)w.n;
}
kernel void shuffles(global int *y, global int *x) {
	size_t i = get_global_id(0);
	int4 a = vload4(i, x);
	uchar8 b = as_uchar8(a.zw) + (uchar)3;
	float4 f = convert_float4(a.wzyx) * 0.25f;
	a = select(a, convert_int4_sat_rte(f), a > 0);
	a[i & 3] += b.s5 + rotate(a.x, 7) + (int)popcount(a.y) + mul_hi(a.z, a.w) + (int)any(b > (uchar)200);
	vstore4(a + as_int2(b).xyxy, i, y);
}
kernel void conversions(global int *y, global int *x) {
	size_t i = get_global_id(0);
	float f = as_float(x[i] & 0x4fffffff | 0x3f000000);
	double d = f * 1.5;
	y[4 * i] = convert_int_sat(f) + convert_short_sat(x[i]) + convert_uchar_sat(d);
	y[4 * i + 1] = as_int(convert_float_rtz(x[i])) ^ as_int(convert_float_rtp((ulong)x[i] << 20));
	y[4 * i + 2] = (int)(long)d + (int)(uint)f + (char)x[i] + (ushort)x[i];
	vstore_half_rtz(f, 8 * i + 6, (global half *)y);
	vstore_half(d, 8 * i + 7, (global half *)y);
	y[4 * i + 2] += as_int(vload_half(8 * i + 6, (global half *)y));
}
