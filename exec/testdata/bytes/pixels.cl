// Some bytes and halves of steps of a few bytes are read and written, in one piece.
//arg y uint[30000] random
//arg x uint[20000] random
//arg n 3001
//launch 1000/100 64x48/32x8 37x3/37 256x12/8x4 3072/1024
//expect avx512 rows1-small-full access "lane by lane|gather|scatter" == 0

kernel void grey(global uchar *y, global uchar *x, ulong n) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	uchar4 p = ((global uchar4 *)x)[i];
	if (i < n) y[i] = (p.x * 77 + p.y * 150 + p.z * 29) >> 8;
}
kernel void rgb(global uchar *y, global uchar *x, ulong n) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	if (i >= n) return;
	y[3 * i] = x[3 * i + 2] + 1;
	y[3 * i + 1] = x[3 * i + 1] ^ x[3 * i];
	y[3 * i + 2] = x[3 * i];
}
kernel void parts(global uchar *y, global uchar *x, ulong n) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	if (i >= n) return;
	uchar s = x[4 * i + 1] + x[4 * i + 3] * 3 + x[3 * i + 1] * 5 + x[3 * i + 5] * 7 + x[6 * i + 1] * 11 +
			  x[6 * i + 2] * 13 + x[2 * i] * 17;
	y[4 * i + 2] = s;
	y[4 * i + 3] = s + 1;
	y[20000 + 3 * i] = s + 2;
	y[20000 + 3 * i + 2] = s + 3;
	y[40000 + 2 * i] = s;
	y[40000 + 2 * i + 1] = s * 3;
}
kernel void halves(global ushort *y, global ushort *x, ulong n) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	if (i >= n) return;
	ushort3 p = vload3(i, x);
	vstore3(p.zxy + (ushort3)(1, 2, 3), i, y);
	y[20000 + 3 * i] = p.x;
	y[20000 + 3 * i + 2] = p.y;
	y[40000 + 2 * i + 1] = x[2 * i + 1] + x[8 * i + 6] + x[4 * i + 2];
}
