// Bytes and shorts become ints, are computed with, clamped or cut, and stored as what they were: operations on the
// small type do the same where they show the same bits. Some do not: bounds that are not those of the type, shifts to
// the right of sums that leave it, orders of numbers that do not fit.
//arg a uchar[8192] random
//arg b uchar[8192] random
//arg y uchar[8192] index
//launch 512/64 37x3/37
//judge off=narrow

//expect avx2 rows1-small-full instruction vpaddusb == 1
//expect avx2 rows1-small-full instruction "vpminsd|vpmaxsd" == 0
kernel void sum(global const uchar4 *a, global const uchar4 *b, global uchar4 *y) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	y[i] = convert_uchar4_sat(convert_int4(a[i]) + convert_int4(b[i]));
}
//expect avx2 rows1-small-full instruction vpsubusb == 1
kernel void difference(global const uchar4 *a, global const uchar4 *b, global uchar4 *y) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	y[i] = convert_uchar4_sat(convert_int4(a[i]) - convert_int4(b[i]));
}
//expect avx2 rows1-small-full instruction vpaddsb == 1
//expect avx2 rows1-small-full instruction vpsubsb == 1
kernel void signed_sums(global const char4 *a, global const char4 *b, global char4 *y) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	int4 s = convert_int4(a[i]), t = convert_int4(b[i]);
	y[i] = convert_char4_sat(s + t) ^ convert_char4_sat(s - t);
}
//expect avx2 rows1-small-full instruction vpaddsw == 1
kernel void shorts(global const short2 *a, global const short2 *b, global short2 *y) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	y[i] = convert_short2_sat(convert_int2(a[i]) + convert_int2(b[i]));
}
//expect avx2 rows1-small-full instruction vpminub == 1
//expect avx2 rows1-small-full instruction vpsubb == 1
kernel void distance_of(global const uchar4 *a, global const uchar4 *b, global uchar4 *y) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	int4 s = convert_int4(a[i]), t = convert_int4(b[i]);
	y[i] = convert_uchar4_sat(max(s, t) - min(s, t));
}
//expect avx2 rows1-small-full instruction vpsubusb == 1
kernel void less_a_constant(global const uchar4 *a, global const uchar4 *b, global uchar4 *y) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	y[i] = convert_uchar4(max(convert_int4(a[i]) - 77, 0));
}
//expect avx2 rows1-small-full instruction vpmulld == 0
kernel void weights(global const uchar4 *a, global const uchar4 *b, global uchar4 *y) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	int4 s = convert_int4(a[i]), t = convert_int4(b[i]);
	y[i] = convert_uchar4((s * 77 + t * 150 + 128) >> 8) + convert_uchar4((s + t + s) / 3);
}
kernel void chosen(global const uchar4 *a, global const uchar4 *b, global uchar4 *y) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	int4 s = convert_int4(a[i]), t = convert_int4(b[i]);
	y[i] = convert_uchar4_sat(select((int4)0, (int4)200, s > 100)) - convert_uchar4(select(s, t + 1, t * 2 <= s));
}
kernel void others(global const uchar4 *a, global const char4 *b, global uchar4 *y) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	int4 s = convert_int4(a[i]), t = convert_int4(b[i]);
	uchar4 r = convert_uchar4(clamp(s + s, 16, 235)) ^ convert_uchar4(clamp(s - t, -3, 255));
	r += convert_uchar4((s * t) >> 5) ^ convert_uchar4(s * s >> 9) ^ convert_uchar4((s - 300) / 7);
	r ^= convert_uchar4(min(s + 400, 255)) + convert_uchar4_sat(abs(t) + abs(s - 128)) + convert_uchar4_sat(-t);
	y[i] = r ^ convert_uchar4(select(s, t, (s << 3) > (t << 4))) ^ convert_uchar4(clamp(t + t, -127, 127));
}
