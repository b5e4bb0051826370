// Functions of OpenCL.std of all kinds, and the classifications and comparisons that are instructions.
//module functions_of_opencl.spv
//arg y float[4096] zero
//arg x int[512] random
//launch 256/64
//options -cl-std=CL3.0
// Made with clang -O0

kernel void real(global float *y, global int *x) {
	size_t i = get_global_id(0);
	float a = (x[i] & 0xffff) / 4096.0f, b = (x[i] >> 16 & 0xff) / 64.0f, c, d;
	int n;
	y += 16 * i;
	y[0] = sin(a) + cos(b) + tan(a) + atan2(a, b) + asin(b / 5) + sinh(b);
	y[1] = exp(b) + log(a + 1) + exp2(b) + log2(a + 1) + pow(b, a / 8) + pown(b, 3) + rootn(b, 3) + powr(b, 0.5f);
	y[2] = sqrt(a) + rsqrt(a + 1) + cbrt(b) + hypot(a, b) + fabs(a - b) + fma(a, b, 1.5f) + mad(a, b, 0.5f);
	y[3] = floor(a) + ceil(b) + trunc(a) + rint(b) + round(a) + fmod(a, b + 1) + remainder(a, b + 1) +
		copysign(a, -b);
	y[4] = fract(a, &c) + c + modf(b, &d) + d + frexp(a, &n) + n + ldexp(b, n);
	y[5] = sincos(a, &c) + c + lgamma_r(a + 1, &n) + n + remquo(a, b + 1, &n) + n + ilogb(a + 1) + logb(b + 1);
	y[6] = fmin(a, b) + fmax(a, b) + clamp(a, 0.5f, b + 1) + mix(a, b, 0.25f) + step(a, b) +
		smoothstep(0.0f, 2.0f, b);
	y[7] = degrees(a) + radians(b) + sign(a - b) + nextafter(a, b) + fdim(a, b) + maxmag(a, -b) + minmag(-a, b);
	y[8] = native_sin(a) + half_exp(b) + native_recip(a + 1) + half_divide(a, b + 1) + tgamma(b + 1) +
		erf(a) + erfc(b);
	float4 v = (float4)(a, b, a * b, a - b), w = v.wzyx;
	y[9] = dot(v, w) + length(v) + distance(v, w) + cross(v, w).y + normalize(v).z + fast_length(v.xy);
	y[10] = isnan(a / (b - b)) + 2 * isinf(1 / (a - a)) + 4 * isfinite(a) + 8 * isnormal(a) + 16 * signbit(a - b);
	y[11] = isless(a, b) + 2 * isgreaterequal(a, b) + 4 * islessgreater(a, b) + 8 * isunordered(a, b);
	y[12] = any(v.xy > w.xy) + 2 * all(isequal(v, v)) + select(a, b, x[i]) + bitselect(a, b, as_float(x[i]));
	y[14] = isequal(a, b);
	y[13] = asinpi(b / 5) + acospi(b / 5) + atanpi(a) + sinpi(a) + cospi(b) + expm1(b) + log1p(a) + exp10(b) +
		log10(a + 1);
}
kernel void whole(global float *y, global int *x) {
	size_t i = get_global_id(0);
	int a = x[i], b = x[i + 1];
	uint c = a, d = b;
	y += 16 * i;
	y[0] = as_float(abs(a) ^ abs_diff(a, b) ^ abs_diff(c, d) ^ add_sat(a, b) ^ add_sat(c, d) ^ sub_sat(a, b));
	y[7] = as_float(sub_sat(c, d));
	y[1] = as_float(hadd(a, b) ^ hadd(c, d) ^ rhadd(a, b) ^ rhadd(c, d) ^ clamp(a, -5, b | 1 << 20) ^ clz(a) ^
		ctz(b));
	y[2] = as_float(mad_hi(a, b, a) ^ mad_hi(c, d, c) ^ mad_sat(a, b, a) ^ mad_sat(c, d, d) ^ mul_hi(a, b) ^
		mul_hi(c, d));
	y[3] = as_float(max(a, b) ^ max(c, d) ^ min(a, b) ^ min(c, d) ^ rotate(a, b) ^ popcount(a));
	y[4] = as_float(mul24(a << 8 >> 8, b << 8 >> 8) + mad24(c & 0xffffff, d & 0xffffff, c));
	y[5] = as_float((int)(upsample(a, d) >> 16) ^ upsample((short)a, (ushort)b) ^ upsample((uchar)a, (uchar)b));
	uchar8 v = as_uchar8((int2)(a, b)), m = as_uchar8((int2)(b, a));
	y[6] = as_float(as_int2(shuffle(v, m)).x ^ as_int2(shuffle2(v, m, m)).y);
	prefetch(x + i, 4);
}
