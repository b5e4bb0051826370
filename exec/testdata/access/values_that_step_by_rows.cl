// What is the same along a row, and a constant more in the next, in many roles.
//arg y uint[8192] random
//arg x uint[16384] random
//arg a 3
//launch 64x64/32x8 64x32/16x16 96x12/48x12 100x6x2/50x3
//also zen
//also analyses

kernel void k(global uint *y, global uint *x, ulong a) {
	local uint tile[16][64], column[64], last[64];
	uint lx = get_local_id(0), ly = get_local_id(1), h = get_local_size(1), w = get_local_size(0);
	size_t i = get_global_id(0) + get_global_size(0) * (get_global_id(1) + get_global_size(1) * get_global_id(2));
	uint own[8];
	for (int j = 0; j < 8; j++) own[j] = x[ly * 8 + j];
	tile[ly & 15][lx] = x[i];
	column[ly] = ly * 7 + 1;
	barrier(CLK_LOCAL_MEM_FENCE);
	uint s = own[ly & 7] + own[(ly * 3 + lx) & 7];
	for (uint j = ly; j < ly + 5; j++) s = s * 3 + tile[j % h & 15][(lx + j) % w] + column[j % h] + x[j];
	for (int j = (int)ly - 4; j < 6; j += 2) s += j < 0 ? 11u : x[j] >> (ly & 7);
	uchar narrow = (uchar)(ly * 100);
	short moved = (short)(ly * 9000 - 20000);
	s += narrow + (uint)moved + (ly - 2) / 3 + (uint)((ulong)(ly - 2) >> 7) + (uint)((long)(int)(ly - 2) >> 3);
	if (ly > 2) s ^= x[ly * 5 + lx];
	if (ly == 1) return;
	if (lx == ly * 2) atomic_add(&y[8000 + ly], s);
	for (uint j = ly, n = 0; n < 9; n++, j += 3) {
		if (((s >> n) & 3) == 0) continue;
		s += x[j] ^ j;
		if ((s & 31) == 5) break;
	}
	last[ly] = ly * 3 + (uint)a;
	global uint *from = x + ly * 16;
	s += from[lx] + from[3] + x[(ly + 1) * get_global_size(0) + lx] + (ly < 4 ? ly * 5 : 40 - ly);
	y[i] = s + last[ly];
	y[7900 + ly] = ly * 9;
}
