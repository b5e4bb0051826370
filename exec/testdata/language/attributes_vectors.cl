// Attributes that make vectors of types.
//arg out int[6] -1
//arg in int[64] index
//launch 1/1
//want out 10 16 7 8 5 25

typedef float f4 __attribute__((ext_vector_type(4)));
typedef uchar u8 __attribute__((vector_size(8)));
f4 reverse(f4 v) { return v.wzyx; }
kernel void k(global int *out, global int *in) {
	f4 v = (f4)(in[1], in[2], in[3], in[4]);
	out[0] = dot(reverse(v), (float4)(1));
	out[1] = reverse(v).x * 4;
	u8 b = {in[7], 8, 9, 0, 0, 0, 0, 0};
	out[2] = b.s0;
	out[3] = b[1] + b.s7;
	int i __attribute__((vector_size(16))) = convert_int4(v) + 4;
	out[4] = i.x;
	int4 sum = i * i;
	out[5] = sum.x;
}
