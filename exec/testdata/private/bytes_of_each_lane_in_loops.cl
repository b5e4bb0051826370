// Bytes and halves of each work-item change in loops that lanes leave in different rounds.
//arg y uint[8192] random >>3
//arg x uint[1024] random >>3
//arg a 9
//launch 999/999 128/16

kernel void k(global uint *y, global uint *x, ulong a) {
	uint i = get_global_id(0), v = x[i];
	global uchar *b = (global uchar *)(y + i * 8);
	global const uchar *s = (global const uchar *)x;
	uint n = v % 31, o = 1;
	if (v & 1024) {
		while (o < n) {
			uchar t = s[(v + o) & 1023];
			if (t & 1) b[o++] = t;
			else { uint k = t & 3; b[o] = b[o - 1] + k; b[o + 1] = b[o] ^ t; o += 2; }
		}
	}
	global ushort *h = (global ushort *)b;
	for (uint j = 0; j < a; j++) h[j] = h[(j * v) % 13];
	y[i * 8 + (v & 7)] = y[i * 8 + (v >> 3 & 7)] + 5;
}
