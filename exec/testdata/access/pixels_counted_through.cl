// Rows and columns of pixels are made of one id by division, whatever the width of the image: what neighbours access
// lies in one piece, but for the ends of rows, or nowhere.
//arg y uint[32768] random
//arg x uint[16384] random
//arg w 1 3 16 37 64 0xfffff57f
//launch 1000/100 64x16/32x8 37x3/37 256x16/8x8

kernel void shift(global int *y, global int *x, int w) {
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	w &= 127;
	int col = i % w, row = i / w, up = row == 0 ? 0 : row - 1, right = min(col + 1, w - 1);
	if (col == 5) return;
	y[row * w + col] = x[up * w + col] * 3 + x[up * w + right] + x[row * w + col] + x[row * w + col + 1] +
					   x[row * w + right];
	y[8192 + row * 2 * w + col] = x[up * w + col + 7];
}
kernel void tiled(global uint *y, global uint *x, uint w) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	uint a = i & 63, b = i >> 6;
	if (w & 1u << (i & 31))
		y[b * 65 + a] = x[b * 64 + a] + x[b * 64 + a + 1] + (uint)((global ulong *)x)[b * 64 + a] +
						((global uchar *)x)[b * 64 + a];
	y[16384 + b * 64 + a] += x[b * 64 + a + 2];
}
