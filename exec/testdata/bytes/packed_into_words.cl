// Vectors of bytes and shorts are packed into words: with elements in other orders, wanted one by one, under masks,
// in loops, in local memory, from rows that are not aligned. The judge computes with single values.
//arg y uint[5200] random
//arg x uint[5200] random
//arg n 77
//launch 1000/50 512/64 37/37 5/5 24x10/8x5
//judge off=pack

kernel void arithmetic(global uchar16 *y, global uchar16 *x, uchar n) {
	int i = get_global_id(0);
	uchar16 a = x[i], b = x[i + 1];
	y[i] = select(hadd(a, b), add_sat(a, b), a > b) ^ rotate(b, (uchar16)3) - max(a * b, (uchar16)n);
}
kernel void signs(global char4 *y, global char4 *x, uchar n) {
	int i = get_global_id(0);
	char4 a = x[i], b = x[i + 7];
	y[i] = select(sub_sat(a, b), rhadd(a, b) >> (char4)2, min(a, b) <= (char4)(-3)) + (a << (char4)3) * mul_hi(a, b);
}
kernel void blend(global uchar4 *y, global uchar4 *x, uchar n) {
	int i = get_global_id(0);
	y[i] = convert_uchar4((convert_ushort4(x[i]) * n + convert_ushort4(x[2 * i]) * (ushort)(255 - n)) / (ushort)255);
}
kernel void opaque(global uchar4 *y, global uchar4 *x, uchar n) {
	int i = get_global_id(0);
	uchar4 a = x[i], b = x[i + 3];
	y[i] = (uchar4)(select(a.xyz, b.zyx, a.zyx > b.xyz) + n, 255);
}
kernel void shorts(global short8 *y, global short8 *x, uchar n) {
	int i = get_global_id(0);
	short8 a = x[i], b = x[i + 1].s76543210;
	y[i] = sub_sat(a * b, (short8)n) + (abs_diff(a, b) > (ushort8)1000) + convert_short8(convert_char8(a) << (char8)1);
}
kernel void largest(global uchar4 *y, global uchar4 *x, uchar n) {
	int i = get_global_id(0);
	uchar4 m = 0, l = 255;
	for (int k = 0; k < n + i % 5; k++) { m = max(m, x[i + k]); l = min(m, l) + (uchar4)1; }
	y[i] = m - l;
}
kernel void guarded(global uchar4 *y, global uchar4 *x, uchar n) {
	int i = get_global_id(0);
	uchar4 a = x[i];
	if (a.x > n) a = a.wzyx + (uchar4)(a.y);
	else if (i % 3 == 1) return;
	y[i] = a + x[a.z];
}
kernel void halves(global short2 *y, global short2 *x, uchar n) {
	int i = get_global_id(0);
	short2 a = x[i];
	y[i] = (short2)(a.y, a.x) * a + (short2)(n, -n);
}
kernel void rows(global uchar *y, global uchar *x, uchar n) {
	int i = get_global_id(0);
	vstore4(vload4(0, x + 5 * i + 1) | (uchar4)(n, 1, 2, 3), 0, y + 7 * i + 3);
}
kernel void shared(global uchar4 *y, global uchar4 *x, uchar n) {
	local uchar4 t[64];
	int i = get_global_id(0), l = get_local_id(0), h = get_local_size(0);
	t[l] = x[i] + (uchar4)(l);
	barrier(CLK_LOCAL_MEM_FENCE);
	y[i] = add_sat(t[h - 1 - l].zwxy, t[l]);
}
kernel void columns(global uchar4 *y, global uchar4 *x, uchar n) {
	int i = get_global_id(0), j = get_global_id(1), w = get_global_size(0);
	y[j * w + i] = rhadd(x[j * w + i], x[(j + 1) * w]) - x[i];
}
