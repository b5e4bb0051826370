// Kernels run copies that know the size of their groups: groups that are inside of an image need no tests of borders,
// and copy tiles to local memory in rows. At borders, where sums wrap, and where the tile may be seen before the
// barrier, they do what the source says.
//arg src uchar[8192] random
//arg words uint[8192] random
//arg dst uint[8192] zero
//arg step 80 61
//arg x0 3 -2
//arg cols 64 50
//arg rows 48 33
//launch 64x48/16x8 64x48/8x8+3x1 60x45/10x15
//bundles own barriers columns=8 wholegroup=16
//also off=group-size
//also zen

#define ELEM(i, low, high, other, value) (i) < (low) | (i) >= (high) ? (other) : (value)

//expect avx2 columns4-small-full-guarded access contiguous >= 30
// A tile of (16+3)*(8+2) elements, of which 18 columns are read.
kernel void smallest(global uint *dst, global const uchar *src, int step, int x0, int cols, int rows) {
	local uchar tile[512];
	int lx = get_local_id(0), ly = get_local_id(1), sx = get_local_size(0);
	int x = get_group_id(0) * sx + x0 - 1, y = get_group_id(1) * (int)get_local_size(1) - 1, w = sx + 3;
	int p = mad24(ly, sx, lx), q = p + sx * (int)get_local_size(1);
	int px = x + p % w, py = y + p / w, qx = x + q % w, qy = y + q / w;
	int last = mad24(rows - 1, step, cols), pa = mad24(py, step, px), qa = mad24(qy, step, qx);
	pa = pa < last && pa > 0 ? pa : 0;
	qa = qa < last && qa > 0 ? qa : 0;
	uchar a = src[pa], b = src[qa];
	a = ELEM(px, 0, cols, (uchar)255, a);
	a = ELEM(py, 0, rows, (uchar)255, a);
	b = ELEM(qx, 0, cols, (uchar)255, b);
	b = ELEM(qy, 0, rows, (uchar)255, b);
	tile[p] = a;
	tile[q] = b;
	barrier(CLK_LOCAL_MEM_FENCE);
	int gx = get_global_id(0), gy = get_global_id(1);
	if (gx < cols && gy < rows) {
		uchar least = 255;
		for (int j = 0; j < 3; j++)
			for (int i = 0; i < 3; i++) least = min(least, tile[mad24(ly + j, w, lx + i)]);
		dst[gy * 80 + gx] = least;
	}
}
//expect avx2 columns4-small-full-guarded access contiguous >= 12
// Work-items copy along the other dimension, and clamp.
kernel void clamped(global uint *dst, global const uint *words, int step, int x0, int cols, int rows) {
	local uint tile[34][18];
	int lx = get_local_id(0), ly = get_local_id(1), sx = get_local_size(0), sy = get_local_size(1), w = sx + 2;
	int dx = get_group_id(0) * sx + x0 - 1, dy = get_group_id(1) * sy - 1;
	int id = min(mad24(lx, sy, ly), (sy + 2) / 2 * w - 1), r = id / w, c = id % w, h = (sy + 2) / 2;
	int column = clamp(dx + c, 0, cols - 1);
	tile[r][c] = words[clamp(dy + r, 0, rows - 1) * step + column];
	tile[r + h][c] = words[clamp(dy + r + h, 0, rows - 1) * step + column];
	barrier(CLK_LOCAL_MEM_FENCE);
	int gx = get_global_id(0), gy = get_global_id(1);
	if (gy < rows && gx < cols && sy % 2 == 0)
		dst[gy * 80 + gx] = tile[ly][lx] + 3 * tile[ly + 1][lx + 2] + 5 * tile[ly + 2][lx + 1];
}
//expect avx2 columns4-small-full-guarded access contiguous >= 18
// Rows of a group's own columns.
kernel void column(global uint *dst, global const uint *words, int step, int x0, int cols, int rows) {
	local uint tile[48][17];
	int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
	int n = get_local_size(1), from = mad24(y, step, x), last = mad24(rows - 1, step, cols);
	for (int i = 0; i < 3; i++) {
		int at = mad24(i, n * step, from);
		at = at < last ? at : 0;
		tile[mad24(i, n, ly)][lx] = words[at];
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	uint sum = tile[ly][lx] * 7 + tile[ly + 2][lx] * 5 + tile[ly + n][lx];
	if (x < cols && y < rows) dst[y * 80 + x] = sum;
}
// Loops over the group have known trip counts, and the table is no rectangle.
kernel void looped(global uint *dst, global const uint *words, int step, int x0, int cols, int rows) {
	local uint table[200];
	uint n = get_local_size(0) * get_local_size(1), l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	for (uint i = l; i < 200; i += n) table[i] = words[i + (x0 & 7)];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint d = n / 2; d > 8; d /= 2) {
		if (l < d) table[l] += table[l + d];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	dst[(get_global_id(1) * 80 + get_global_id(0)) & 8191] = table[l & 7] + table[199 - (l & 7)];
}
//expect avx2 columns4-small-full-guarded access contiguous == 3
// Each work-item sees its own element before the barrier, and others after it.
kernel void seen(global uint *dst, global const uint *words, int step, int x0, int cols, int rows) {
	local uint tile[256];
	uint l = get_local_id(0) + get_local_size(0) * get_local_id(1), n = get_local_size(0) * get_local_size(1);
	uint g = get_group_id(0) * 16 + get_group_id(1) * step * 2;
	tile[n - 1 - l] = words[g + l];
	uint own = tile[n - 1 - l];
	barrier(CLK_LOCAL_MEM_FENCE);
	dst[(get_global_id(1) * 80 + get_global_id(0)) & 8191] = own * 3 + tile[l];
}
// The tile is turned, so that rows are columns; the last element is copied by many.
kernel void turned(global uint *dst, global const uint *words, int step, int x0, int cols, int rows) {
	local uint tile[16 * 17];
	int lx = get_local_id(0), ly = get_local_id(1);
	int x = get_group_id(0) * get_local_size(0), y = get_group_id(1) * get_local_size(1);
	tile[lx * 17 + ly] = words[(y + ly) * step + x + lx];
	barrier(CLK_LOCAL_MEM_FENCE);
	tile[lx * 17 + ly] += 0;
	dst[(y + ly) * 80 + x + lx] = tile[lx * 17 + ly];
}
// Indices of 32 bits wrap in all groups, or at some work-items.
kernel void wraps(global uint *dst, global const uint *words, int step, int x0, int cols, int rows) {
	local uint tile[256];
	uint l = get_local_id(0) + get_local_size(0) * get_local_id(1), n = get_local_size(0) * get_local_size(1);
	uint far = 0xfffffff0u + x0 * 5, i = far + l + get_group_id(0) * 8;
	uint at = i < (uint)cols * 20 ? i : 7;
	uint turn = i * 0x10000001u;
	int below = (int)(0x7ffffff0u + l + get_group_id(1)), negative = below < 0 ? 3 : 1;
	tile[l] = words[at & 4095] * negative + (turn > 100 ? 1 : 0);
	barrier(CLK_LOCAL_MEM_FENCE);
	ulong wide = (0xfffffffffffffff0ul + l) * (ulong)step;
	uint other = wide < 5000 ? (uint)wide : 11;
	dst[(get_global_id(1) * 80 + get_global_id(0)) & 8191] = tile[n - 1 - l] + words[other];
}
// Rows are walked backwards, and the step is negative.
kernel void backwards(global uint *dst, global const uint *words, int step, int x0, int cols, int rows) {
	local uint tile[40 * 20];
	int lx = get_local_id(0), ly = get_local_id(1), sx = get_local_size(0), sy = get_local_size(1);
	int x = get_group_id(0) * sx + lx, y = get_group_id(1) * sy + ly, back = -step;
	int at = 5000 + y * back + x;
	tile[ly * sx + lx] = at >= 0 && at < 8192 ? words[at] : 9;
	tile[(ly + sy) * sx + lx] = at >= 100 && at < 8192 ? words[at - 100] : 9;
	barrier(CLK_LOCAL_MEM_FENCE);
	dst[(y * 80 + x) & 8191] = tile[(sy - 1 - ly) * sx + lx] + tile[ly * sx + sx - 1 - lx + sx * sy];
}
// The tile is copied in parts, of which some work-items do some.
kernel void parts(global uint *dst, global const uchar *src, int step, int x0, int cols, int rows) {
	local uchar tile[32 * 32];
	int lx = get_local_id(0), ly = get_local_id(1), sx = get_local_size(0), sy = get_local_size(1);
	int x = get_group_id(0) * sx, y = get_group_id(1) * sy, w = sx + 2;
	tile[ly * w + lx] = src[y * step + x + ly * step + lx];
	if (lx < 2) tile[ly * w + lx + sx] = src[y * step + x + ly * step + lx + sx];
	barrier(CLK_LOCAL_MEM_FENCE);
	if (x + lx < cols & y + ly < rows) dst[(y + ly) * 80 + x + lx] = tile[ly * w + lx] + 3 * tile[ly * w + lx + 2];
}
