// Halves as variables, parameters, results, constants and elements.
//arg y uint[5120] 0xeeee
//arg x float[64] index *7 %9
//arg f 1.0
//launch 40/20
//checks y

#define EQ(a, b) (*out++ = (a) == (b) ? 0 : __LINE__)
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#ifndef cl_khr_fp16
#error
#endif
constant half table[3] = {1.5h, -2, 65504.0f};
constant half4 vector = {1, 2.5h, (half)(1.0 / 3), 0x1p-24h};
typedef struct { half h; half3 v; char c; half a[2]; } S;

half twice(half x) { return x + x; }
half4 doubled(half4 x) { return x * 2; }
half __attribute__((overloadable)) kind(half x) { return 1; }
float __attribute__((overloadable)) kind(float x) { return 2; }
double __attribute__((overloadable)) kind(double x) { return 3; }

kernel void k(global uint *y, global float *x, half f) {
	int id = get_global_id(0);
	global uint *out = y + 128 * id;
	float z = id;
	half h = id, g = h / 8;
	EQ(f, 1), EQ(sizeof(h), 2), EQ(sizeof(half3), 8), EQ(sizeof(half16), 32), EQ(__alignof__(half4), 8);
	EQ(sizeof(S), 24), EQ(sizeof(h + h), 2), EQ(sizeof(h + 1), 2), EQ(sizeof(h + 1.0f), 4), EQ(sizeof(h * 1.0), 8);
	EQ(sizeof(-h), 2), EQ(sizeof(h < g), 4), EQ(sizeof(vector < vector), 8), EQ(sizeof(sin(h)), 2);
	EQ(sizeof(max(h, 1)), 2), EQ(sizeof(pow(h, 2.0f)), 4), EQ(sizeof(native_sin(h)), 4), EQ(sizeof(half_exp(h)), 4);
	EQ(sizeof(sin(1)), 4), EQ(kind(h), 1), EQ(kind(h + z), 2), EQ(kind(h + 1.0), 3), EQ(kind(true ? h : 1), 1);
	EQ(twice(h), 2 * z), EQ(doubled((half4)(h, g, 1, 2)).y, z / 4), EQ(h++, z), EQ(h, z + 1), EQ(--h, z);
	h += 1.5f;
	EQ(h, z + 1.5f);
	h *= 2;
	EQ(h, 2 * z + 3);
	int n = 5;
	n *= 0.5h;
	EQ(n, 2);
	EQ(table[0], 1.5f), EQ(table[1], -2.0f), EQ(table[2], HALF_MAX), EQ(vector.y, 2.5f);
	EQ(as_ushort(vector.z), 0x3555), EQ(as_ushort(vector.w), 1), EQ(as_ushort(0.1h), 0x2e66);
	EQ(as_ushort(65519.0h), 0x7bff), EQ(as_ushort((half)65520.0f), 0x7c00), EQ(as_ushort(-0.0h), 0x8000);
	EQ(as_ushort(0x1.002p0h), 0x3c00), EQ(as_ushort(0x1.0020000001p0h), 0x3c01), EQ(as_ushort(HALF_MIN), 0x400);
	EQ(as_ushort(HALF_EPSILON), 0x1400), EQ(HALF_DIG, 3), EQ(HALF_MANT_DIG, 11), EQ(HALF_MAX_EXP, 16);
	EQ(as_ushort(M_PI_H), 0x4248), EQ(as_ushort(M_E_H), 0x4170), EQ(as_ushort(M_SQRT1_2_H), 0x39a8);
	half a[4] = {1, 2, 3};
	a[id & 3] += h;
	EQ(a[id & 3], (id + 1 & 3) + 2 * z + 3);
	half8 v = (half8)(a[0], vector, (half3)(h));
	v.odd = v.even;
	v.s0 = 7;
	EQ(v.s1, a[0]), EQ(v.s7, h), EQ(v.lo.x, 7), EQ(v[5], v.s4), EQ(all(v == v), 1), EQ(any(v.lo > 100), 0);
	S s = {1, {2, 3, 4}, 5, {6, 7}}, t = s;
	EQ(t.v.z, 4), EQ(t.a[1], 7), EQ(((S){.h = h}.h), h);
	half4 low = v.lo > (half4)(3) ? v.lo : -v.lo;
	EQ(low.x, 7), EQ(low.z, v.z > 3 ? v.z : -v.z);
	EQ((h ? 1 : 2), 1), EQ(!h, 0), EQ(h && g, id != 0), EQ((half)(bool)h, 1), EQ((bool)(half)0.0f, 0);
	EQ((h > 10 ? h : g), (2 * z + 3 > 10 ? 2 * z + 3 : z / 8));
	switch ((int)g) { case 0: EQ(id < 8, 1); break; default: EQ(id >= 8, 1); }
	*out = 0xd0e;
}
