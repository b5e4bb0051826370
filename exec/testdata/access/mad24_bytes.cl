// Addresses of rows and columns made with mad24, as programs do: bytes.
//arg y0 uint[131072] random
//arg x0 uint[131072] random
//arg steps 2048
//arg offs 64
//launch 61x5/61 32x4/16x2 128x3/64 6x12/3x4

kernel void k(global uchar *y0, global const uchar *x0, ulong steps, ulong offs) {
	int x = get_global_id(0), y = get_global_id(1), step = steps, off = offs;
	int i = mad24(y, step, x + off);
	y0[i] = y0[i] * 3 + x0[i + 1];
}
