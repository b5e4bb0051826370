// Operations on halves round once: the same as computing with doubles and rounding.
//arg y ushort[4096] zero
//arg a ushort[4096] random
//arg b ushort[4096] random
//arg c ushort[4096] random
//launch 1000/64 64/64 37/37 1/1
//also options=-cl-opt-disable
//also analyses

ushort bits(half h) { return isnan(h) ? 0x7e00 : as_ushort(h); }
ushort once(double d) { return bits(convert_half_rte(d)); }

//same plain
kernel void k(global ushort *y, global const half *a, global const half *b, global const half *c) {
	size_t i = get_global_id(0);
	half p = a[i], q = b[i], r = c[i], s = 3;
	s *= p;
	half t = q++;
	r -= t;
	y[4 * i] = bits(p + q) ^ bits(p - r) << 1 ^ bits(t) << 2;
	y[4 * i + 1] = bits(p * t) ^ bits(p / t) << 1 ^ bits(s) << 2;
	y[4 * i + 2] = bits(sqrt(p)) ^ bits(-p) << 1 ^ bits(fma(p, t, c[i])) << 2;
	y[4 * i + 3] = (p < t) + 2 * (p == t) + 4 * (p >= c[i]) + 8 * (p != p) + 16 * !t + 32 * isless(p, t);
}

kernel void plain(global ushort *y, global const half *a, global const half *b, global const half *c) {
	size_t i = get_global_id(0);
	double p = vload_half(i, a), t = vload_half(i, b), u = vload_half(i, c);
	double q = convert_half_rte(t + 1), r = convert_half_rte(u - t);
	y[4 * i] = once(p + q) ^ once(p - r) << 1 ^ once(t) << 2;
	y[4 * i + 1] = once(p * t) ^ once(p / t) << 1 ^ once(3 * p) << 2;
	y[4 * i + 2] = once(sqrt(p)) ^ once(-p) << 1 ^ once(fma(p, t, u)) << 2;
	y[4 * i + 3] = (p < t) + 2 * (p == t) + 4 * (p >= u) + 8 * (p != p) + 16 * !t + 32 * isless(p, t);
}
