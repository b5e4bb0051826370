// Vectors of many small elements, more than there are registers.
//arg y uint[4096] random
//arg x uint[4200] random
//launch 1000/250 512/64 37/37 5/5

//expect both rows1-small-full spills <= 8
kernel void bytes(global uchar16 *y, global uchar16 *x) {
	int i = get_global_id(0);
	uchar16 a = x[i], b = x[i + 1];
	y[i] = select(hadd(a, b), add_sat(a, b), a > b) ^ rotate(b, (uchar16)3);
}
kernel void signs(global char16 *y, global char16 *x) {
	int i = get_global_id(0);
	char16 a = x[i], b = x[i + 1];
	if (i % 7 != 3) y[i] = (max(a, b) - min(a, b)) * (char16)3 + sub_sat(a, (char16)i);
}
kernel void blended(global ushort8 *y, global ushort8 *x) {
	int i = get_global_id(0);
	ushort8 a = x[i], b = x[i + 3];
	y[i] = select(a + b, a - b, a > b) + mul_hi(a, b) + y[i];
}
kernel void spread(global uchar16 *y, global uchar16 *x) {
	int i = get_global_id(0);
	uchar16 a = x[i], b = x[i + 2];
	ushort16 s = convert_ushort16(a) * (ushort16)77 + convert_ushort16(b.s76543210fedcba98) * (ushort16)151;
	y[i] = convert_uchar16(s >> (ushort16)8);
	for (int k = 0; k < i % 3; k++) y[i] += b.s0123012301230123;
}
