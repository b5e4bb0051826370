// Built-in functions of vectors of halves: each element as that of the scalar.
//arg y ushort[32768] zero
//arg x ushort[4096] random >>1
//launch 200/50 64/64 1/1
//also options=-cl-opt-disable

#define EACH(F) \
	F(0, sin(a)) F(1, pow(a, b)) F(2, fma(a, b, c)) F(3, mad(a, b, c)) F(4, fmod(a, b)) F(5, hypot(a, b)) \
	F(6, fmax(a, b)) F(7, a / b) F(8, mix(a, b, c)) F(9, clamp(a, (half)-1, (half)1)) F(10, step(a, b)) \
	F(11, smoothstep((half)0, (half)9, c)) F(12, radians(a)) F(13, nextafter(a, b)) F(14, copysign(a, b)) \
	F(15, fdim(a, b)) F(16, maxmag(a, b)) F(17, ldexp(a, 2)) F(18, a * b + c) F(19, -a - b) F(20, remainder(a, b)) \
	F(21, max(a, b)) F(22, min(a, (half)2)) F(23, fabs(a) + rint(b)) F(24, exp(-a) * c) F(25, native(a))

#define native(x) rsqrt(x)

//same plain
kernel void k(global half *y, global const half *x) {
	size_t i = get_global_id(0);
	half4 a = vload4(i, x), b = vload4(i, x + 1000), c = vload4(i, x + 2000);
#define F(n, e) vstore4(e, i + 256 * n, y);
	EACH(F)
}

kernel void plain(global half *y, global const half *x) {
	size_t i = get_global_id(0);
	for (int k = 0; k < 4; k++) {
		half a = x[4 * i + k], b = x[4 * i + k + 1000], c = x[4 * i + k + 2000];
#undef F
#define F(n, e) y[4 * i + k + 1024 * n] = e;
		EACH(F)
	}
}
