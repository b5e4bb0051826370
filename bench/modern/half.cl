// Arithmetic of half, beside float over the same memory of halves.

//: pair saxpy 16 million halves
//: bytes 100663296
//: in f16 16777216 1
//: inout f16 16777216 1
//: f32 0.5
//: options -cl-std=CL3.0
//: run 1 16777216 1 256 1
kernel void saxpy_plain(global const half *x, global half *y, float a) {
	size_t i = get_global_id(0);
	vstore_half(a * vload_half(i, x) + vload_half(i, y), i, y);
}
#ifdef cl_khr_fp16
kernel void saxpy_idiom(global const half *x, global half *y, float a) {
	size_t i = get_global_id(0);
	y[i] = (half)a * x[i] + y[i];
}
#endif

//: pair poly polynomials of degree 32
//: ops 67108864
//: in f16 1048576 0.9
//: out f16 1048576
//: options -cl-std=CL3.0
//: run 1 1048576 1 256 1
kernel void poly_plain(global const half *x, global half *y) {
	size_t i = get_global_id(0);
	float v = vload_half(i, x), s = 0.5f;
	for (int k = 0; k < 32; k++) s = s * v + 0.25f;
	vstore_half(s, i, y);
}
#ifdef cl_khr_fp16
kernel void poly_idiom(global const half *x, global half *y) {
	size_t i = get_global_id(0);
	half v = x[i], s = 0.5h;
	for (int k = 0; k < 32; k++) s = s * v + 0.25h;
	y[i] = s;
}
#endif

//: pair sums 32 sums and products for each element
//: ops 67108864
//: in f16 1048576 1
//: in f16 1048576 1
//: out f16 1048576
//: options -cl-std=CL3.0
//: run 1 1048576 1 256 1
kernel void sums_plain(global const half *x, global const half *z, global half *y) {
	size_t i = get_global_id(0);
	float v = vload_half(i, x), w = vload_half(i, z), s = v;
	for (int k = 0; k < 16; k++) s = (s + w) * 0.5f, s = (s - v) * 0.75f;
	vstore_half(s, i, y);
}
#ifdef cl_khr_fp16
kernel void sums_idiom(global const half *x, global const half *z, global half *y) {
	size_t i = get_global_id(0);
	half v = x[i], w = z[i], s = v;
	for (int k = 0; k < 16; k++) s = (s + w) * 0.5h, s = (s - v) * 0.75h;
	y[i] = s;
}
#endif

//: pair gemm 256 x 256 x 256, a work-item for each element
//: ops 33554432
//: in f16 65536 0.2
//: in f16 65536 0.2
//: out f16 65536
//: options -cl-std=CL3.0
//: run 2 256 256 16 16
kernel void gemm_plain(global const half *a, global const half *b, global half *c) {
	size_t x = get_global_id(0), y = get_global_id(1);
	float s = 0;
	for (int k = 0; k < 256; k++) s += vload_half(y * 256 + k, a) * vload_half(k * 256 + x, b);
	vstore_half(s, y * 256 + x, c);
}
#ifdef cl_khr_fp16
kernel void gemm_idiom(global const half *a, global const half *b, global half *c) {
	size_t x = get_global_id(0), y = get_global_id(1);
	half s = 0;
	for (int k = 0; k < 256; k++) s += a[y * 256 + k] * b[k * 256 + x];
	c[y * 256 + x] = s;
}
#endif

//: pair convolve 3 x 3 taps over 2048 x 1024
//: items 2097152
//: in f16 2103304 1
//: in f16 9 0.2
//: out f16 2097152
//: options -cl-std=CL3.0
//: run 2 2048 1024 64 4
kernel void convolve_plain(global const half *in, constant half *taps, global half *out) {
	size_t x = get_global_id(0), y = get_global_id(1);
	float s = 0;
	for (int j = 0; j < 3; j++)
		for (int i = 0; i < 3; i++) s += vload_half((y + j) * 2050 + x + i, in) * vload_half(j * 3 + i, taps);
	vstore_half(s, y * 2048 + x, out);
}
#ifdef cl_khr_fp16
kernel void convolve_idiom(global const half *in, constant half *taps, global half *out) {
	size_t x = get_global_id(0), y = get_global_id(1);
	half s = 0;
	for (int j = 0; j < 3; j++)
		for (int i = 0; i < 3; i++) s += in[(y + j) * 2050 + x + i] * taps[j * 3 + i];
	out[y * 2048 + x] = s;
}
#endif

//: pair gelu activations
//: bytes 33554432
//: in f16 8388608 4
//: out f16 8388608
//: options -cl-std=CL3.0
//: run 1 8388608 1 256 1
kernel void gelu_plain(global const half *x, global half *y) {
	size_t i = get_global_id(0);
	float v = vload_half(i, x);
	vstore_half(0.5f * v * (1 + tanh(0.7978845608f * (v + 0.044715f * v * v * v))), i, y);
}
#ifdef cl_khr_fp16
kernel void gelu_idiom(global const half *x, global half *y) {
	size_t i = get_global_id(0);
	half v = x[i];
	y[i] = 0.5h * v * (1.0h + tanh(0.7978845608h * (v + 0.044715h * v * v * v)));
}
#endif
