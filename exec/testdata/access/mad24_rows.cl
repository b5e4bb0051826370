// Addresses of rows and columns made with mad24, as programs do: rows.
//arg y0 uint[131072] random
//arg x0 uint[131072] random
//arg steps 2048
//arg offs 64
//launch 61x5/61 32x4/16x2 128x3/64 6x12/3x4

kernel void k(global uchar *y0, global const uchar *x0, ulong steps, ulong offs) {
	int x = get_global_id(0), y = get_global_id(1), step = steps, off = offs;
	int i = mad24(3 * y, step, mad24(x, 4, off));
	for (int r = 3 * y; r < min(3 * y + 3, 31); r++, i += step)
		*(global int *)(y0 + i) = *(global const int *)(x0 + i + 4) + *(global const int *)(x0 + mad24(r, step, off));
}
