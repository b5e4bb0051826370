// Bytes and halves whose places are whole words apart, under masks.
//arg y uint[8192] random
//arg x uint[32768] random
//arg a 12345
//launch 1000/64 37/37 1/1 256x4/8x4 100x3x2/50x3 64x64/32x8
//also zen
//also analyses

kernel void k(global uint *y, global uint *x, ulong a) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global uchar *b = (global uchar *)x + a % 7;
	global ushort *h = (global ushort *)x;
	uint r = b[i * 12] + b[i * 12 + 2] * 3;
	if (x[i] & 1) r += b[i * 12 + 3];
	if (x[i] & 2) r ^= h[i * 6 + 1];
	if (x[i] & 4) r += (char)b[i * 12 + 5] + (short)h[i * 6 + 4];
	y[i] = r;
}
