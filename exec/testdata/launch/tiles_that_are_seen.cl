// Tiles whose rows are not copied: what is loaded before a barrier has changed when it is stored, the loop comes back
// with other stores, or structures are read.
//arg dst uint[8192] zero
//arg src uchar[65536] random
//arg n 100 64
//launch 48x16/16x8 64x32/16x8
//also off=group-size

// The element is overwritten between its load and the store to the tile.
kernel void own(global uint *dst, global uchar *src, int n) {
	local uchar tile[128];
	int lx = get_local_id(0), ly = get_local_id(1);
	int p = lx * 8 + ly;
	int x = get_group_id(0) * 16, y = get_group_id(1) * 8;
	global uchar *sp = src + (y + p / 16) * n + x + p % 16;
	uchar a = *sp;
	*sp = 7;
	barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
	tile[p] = a;
	barrier(CLK_LOCAL_MEM_FENCE);
	dst[(get_group_id(1) * 4 + get_group_id(0)) * 128 + p] = tile[p] + 3 * tile[127 - p];
}

// Each work-item changes the element that it alone loads in the next round.
kernel void in_rounds(global uint *dst, global uchar *src, int n) {
	local uchar tile[128];
	int lx = get_local_id(0), ly = get_local_id(1);
	int p = lx * 8 + ly, k = 0;
	int x = get_group_id(0) * 16, y = get_group_id(1) * 8;
	global uchar *sp = src + (y + p / 16) * n + x + p % 16;
	uint v = 0;
	do {
		tile[p] = *sp;
		barrier(CLK_LOCAL_MEM_FENCE);
		v = v * 3 + tile[p];
		*sp = v + k;
	} while (++k < (n & 7) + 3);
	dst[(get_group_id(1) * 4 + get_group_id(0)) * 128 + p] = *sp;
}

struct row {
	uchar of[17];
};

// The last rows of the tile are read as a structure.
kernel void structures(global uint *dst, global uchar *src, int n) {
	local uchar tile[18 * 10];
	int lx = get_local_id(0), ly = get_local_id(1);
	int p = ly * 16 + lx, q = min(p + 128, 179);
	int x = get_group_id(0) * 18, y = get_group_id(1) * 10, group = get_group_id(1) * 4 + get_group_id(0);
	uchar a = src[(y + p / 18) * n + x + p % 18], b = src[(y + q / 18) * n + x + q % 18];
	tile[p] = a;
	tile[q] = b;
	barrier(CLK_LOCAL_MEM_FENCE);
	if (p < 2) *(global struct row *)&src[60000 + (group * 2 + p) * 17] = *(local struct row *)&tile[p * 18 + 145];
	dst[group * 128 + p] = tile[ly * 16 + lx];
}
