// Conversions of halves: the same as those by way of floats and doubles, in all modes.
//arg y uint[16384] zero
//arg x ulong[1024] random
//launch 500/50 64/64 1/1

#define MODES(to, x) bits(convert_##to##_rte(x)), bits(convert_##to##_rtz(x)), bits(convert_##to##_rtp(x)), \
	bits(convert_##to##_rtn(x))
uint __attribute__((overloadable)) bits(half h) { return isnan(h) ? 0x7e00 : as_ushort(h); }

//same plain
kernel void k(global uint *y, global ulong *x) {
	ulong l = x[get_global_id(0)];
	uint r[] = {MODES(half, (short)l), MODES(half, (ushort)l), MODES(half, (int)(l >> 14)),
		MODES(half, as_float((uint)l)),
		MODES(half, l >> (l & 63) >> 11),
		MODES(half, (float)(int)(l >> 40) * 0x1p-8f)};
	half h = as_half((ushort)l);
	uint s[] = {convert_int_sat(h), convert_uchar_sat_rte(h), convert_short_sat_rtp(h), convert_char_sat_rtn(h),
		isnan(h) ? 7 : as_uint((float)h), isnan(h) ? 7 : (uint)as_ulong((double)h), convert_long_sat(h), (bool)h};
	global uint *to = y + 32 * get_global_id(0);
	for (int i = 0; i < 24; i++)
		to[i] = r[i];
	for (int i = 0; i < 8; i++)
		to[24 + i] = s[i];
}

// rounded is a float rounded to half precision by its bits.
uint rounded(double d, int mode) {
	if (isnan(d))
		return 0x7e00;
	ushort sign = d < 0 || 1 / d < 0 ? 0x8000 : 0;
	double m = fabs(d), unit = ldexp(1.0, max(ilogb(m == 0 ? 1 : m), -14) - 10);
	bool isUp = mode == 2 && !sign || mode == 3 && sign;
	double n = mode == 0 ? rint(m / unit) : isUp ? ceil(m / unit) : floor(m / unit);
	n *= unit;
	if (n > 65504 || isinf(d))
		return sign | (mode == 0 || isUp || isinf(d) ? 0x7c00 : 0x7bff);
	if (n < 0x1p-14)
		return sign | (ushort)(n * 0x1p24);
	int e = ilogb(n);
	return sign | (e + 15) << 10 | ((ushort)(n * ldexp(1.0, 10 - e)) & 0x3ff);
}

kernel void plain(global uint *y, global ulong *x) {
	ulong l = x[get_global_id(0)];
	double d[] = {(short)l, (ushort)l, (int)(l >> 14), as_float((uint)l), l >> (l & 63) >> 11,
		(float)(int)(l >> 40) * 0x1p-8f};


	global uint *to = y + 32 * get_global_id(0);
	for (int i = 0; i < 24; i++)
		to[i] = rounded(d[i / 4], i % 4);
	float h = vload_half(0, (global half *)(x + get_global_id(0)));
	uint s[] = {convert_int_sat(h), convert_uchar_sat_rte(h), convert_short_sat_rtp(h), convert_char_sat_rtn(h),
		isnan(h) ? 7 : as_uint((float)h), isnan(h) ? 7 : (uint)as_ulong((double)h), convert_long_sat(h), (bool)h};
	for (int i = 0; i < 8; i++)
		to[24 + i] = s[i];
}
