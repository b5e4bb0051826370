// Rows of words whose index counts bytes, and is most often as large as the next lane's minus the size of an element.
//arg y uint[8192] random
//arg x uint[16384] random
//arg p 0 8
//launch 1000/64 37/37 1/1 256x4/8x4 100x3x2/50x3
//also zen
//also off=speculative-rows

//expect both rows2-small access "speculative contiguous" >= 2
kernel void loads(global uint *y, global const uchar *x, int p) {
	int i = get_global_id(0), j = get_global_id(1), w = get_global_size(0), end = w * 4 * 3;
	int at = j * w * 4 + i * 4 + p, short_at = j * w * 2 + i * 2;
	at = at < end ? at : 0;
	short_at = short_at < end - 64 ? short_at : 0;
	uint s = *(global const uint *)(x + at) + *(global const ushort *)(x + short_at);
	y[j * w + i] = s + (uint)*(global const ulong *)(x + min(8 * i, 4096));
}

// Twice as far apart as it would be in a row.
kernel void apart(global uint *y, global const uchar *x, int p) {
	int i = get_global_id(0), j = get_global_id(1), w = get_global_size(0);
	y[j * w + i] = *(global const uint *)(x + min(8 * i, 4000) + p) + *(global const uint *)(x + min(2 * i, 4000) * 4);
}

//expect both rows2-small access "speculative contiguous" >= 1
kernel void stores(global uchar *y, global const uchar *x, int p) {
	int i = get_global_id(0), j = get_global_id(1), w = get_global_size(0);
	int at = j * w * 4 + i * 4;
	*(global uint *)(y + (at >= 0 ? at : 0)) = x[i] * (p + 3);
}
