// Pairs of words whose index grows by about one from lane to lane: pixels that a filter joins, also of two rows by one
// index, and look-alikes whose pairs lie further apart, turn around, or are not there for all lanes.
//arg y uint[4096] random
//arg x uint[8192] random
//arg p 0 3
//arg f 0.714 1.0 1.8 -1.0 5.0 100.0
//launch 1000/64 37/37 1/1 64x16/16x4 33x7x2/33x1
//also zen
//also intel
//also off=windows
//also off=word-pairs

// One row, at the ends of pages too.
//expect avx512 rows2-small instruction vpermd >= 4
//expect avx2 intel rows2-small instruction vpermd >= 4
//expect both off=windows rows2-small-full instruction vpermd == 0
kernel void scaled(global uint *y, global const uint *x, int p, float f) {
	int i = get_global_id(0), j = get_global_id(1), w = get_global_size(0);
	int at = clamp((int)((i + 0.5f) * f), 0, 7000) + j * 37 + p;
	y[j * w + i] = x[at] + 3 * x[at + 1];
}

// Two rows by one index, one of them at a pointer of its own.
kernel void twins(global uint *y, global const uint *x, int p, float f) {
	int i = get_global_id(0), j = get_global_id(1), w = get_global_size(0);
	int at = min((int)max(i * f + 0.5f, 0.0f), 3000) + j * 11;
	global const uint *next = x + 1024 + p;
	y[j * w + i] = x[at] + 3 * x[at + 1] + 5 * next[at] + 7 * next[at + 1];
}

// Some lanes load nothing, and the words behind the pair are not the buffer's.
kernel void some(global uint *y, global const uint *x, int p, float f) {
	int i = get_global_id(0), j = get_global_id(1), w = get_global_size(0);
	int at = 8190 - clamp((int)(i * f), 0, 3000) - p;
	uint s = 0;
	if ((i ^ j) % 5 != p) s = x[at] + 3 * x[at + 1];
	y[j * w + i] = s + x[min((int)(i * f * 0.5f + 8180.0f), 8190)];
}

// The last pair of all is the last of the buffer.
kernel void last(global uint *y, global const uint *x, int p, float f) {
	int i = get_global_id(0), j = get_global_id(1), w = get_global_size(0);
	int at = clamp((int)(i * 0.9f) + 8192 - w - p, 0, 8190);
	y[j * w + i] = x[at] * 5 + x[at + 1];
}
