// Indices of 32 bits step by one from work-item to work-item and wrap at all places of a sub-group, before an
// element's first or behind the largest number of their type.
//arg y uint[40960] random
//arg x uint[16384] random
//arg a 0xfffffffffffffff5
//arg k 0xfffffff5
//launch 1000/100 64x16/32x8 37x3/37 256x16/8x8

kernel void wrap(global uint *y, global uint *x, ulong a) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global uchar *b = (global uchar *)x, *d = (global uchar *)(y + 8192);
	global ulong *l = (global ulong *)x, *m = (global ulong *)(y + 16384);
	for (uint k = 0; k < 70; k += 7)
		if (i >= k) {
			uint at = i - k;
			y[i] += x[at] + b[at] + (uint)l[at];
			if (k == 35) {
				d[at] = i;
				m[at] = y[i] * 3;
			}
		}
}
kernel void unsignedwraps(global uint *y, global uint *x, uint k) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), at = i + k;
	global uchar *b = (global uchar *)x;
	global ulong *l = (global ulong *)x;
	if (i < -k) return;
	y[at] = x[at] + b[at] + (uint)l[at];
}
kernel void signedwraps(global uint *y, global uint *x, uint k) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), at = i + k + 0x80000000u;
	global uint *z = x + 0x80000000ul, *o = y + 0x80000000ul;
	if (i < -k) return;
	o[(int)at] = z[(int)at] + at;
}
