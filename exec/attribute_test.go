package exec

import "testing"

// TestAttributesOfTypes runs code with attributes that make other types.
func TestAttributesOfTypes(t *testing.T) {
	runMeanings(t, map[string]*meaning{
		"vectors": {want: []int32{10, 16, 7, 8, 5, 25}, units: []string{`
			typedef float f4 __attribute__((ext_vector_type(4)));
			typedef uchar u8 __attribute__((vector_size(8)));
			f4 reverse(f4 v) { return v.wzyx; }
			kernel void k(global int *out, global int *in) {
				f4 v = (f4)(in[1], in[2], in[3], in[4]);
				out[0] = dot(reverse(v), (float4)(1));
				out[1] = reverse(v).x * 4;
				u8 b = {in[7], 8, 9, 0, 0, 0, 0, 0};
				out[2] = b.s0; out[3] = b[1] + b.s7;
				int i __attribute__((vector_size(16))) = convert_int4(v) + 4;
				out[4] = i.x;
				int4 sum = i * i; out[5] = sum.x;
			}`}},
		"machine modes": {want: []int32{-56, 1, 200}, units: []string{`
			typedef int byte __attribute__((mode(QI)));
			typedef unsigned ubyte __attribute__((mode(QI)));
			typedef unsigned wide __attribute__((mode(DI)));
			kernel void k(global int *out, global int *in) {
				byte b = in[50] * 4; out[0] = b;
				wide w = in[1]; w <<= 32; out[1] = w >> 32;
				ubyte u = in[50] * 4; out[2] = u;
			}`}},
		"alignments of typedefs": {want: []int32{2, 16, 513, 3}, units: []string{`
			typedef int loose __attribute__((aligned(2)));
			typedef int wide __attribute__((aligned(16)));
			typedef struct { char c; loose l; } S;
			typedef struct { char c; wide w; } W;
			kernel void k(global int *out, global int *in) {
				S s = {in[1], in[63] * 0 + 513}, a[4];
				for (int i = 0; i < 4; i++) a[i] = s;
				out[0] = (char *)&s.l - (char *)&s;
				W w = {1, 3}; out[1] = (char *)&w.w - (char *)&w;
				out[2] = a[in[3]].l; out[3] = w.w;
			}`}},
		"address spaces": {want: []int32{9}, units: []string{`
			kernel void k(__attribute__((opencl_global)) int *out, int __attribute__((opencl_global)) *in) { out[0] = in[9]; }`}},
	})
}
