// Rows and columns of tiles are computed from the number of a work-item in its group. What steps evenly from one
// work-item to the next before the division still does, if the size of the group tells.
//arg y uint[8192] random
//arg x uint[8192] random
//launch 64x4/16x4 64x8/16x4 17x3/17x3
//also off=divide
//judge off=divide
//also zen

#define I (get_global_id(0) + get_global_size(0) * get_global_id(1))

kernel void any(global uint *y, global const uint *x) {
	int tid = get_local_id(0) + 16 * get_local_id(1);
	y[I] = x[tid % 16 + 64 * (tid / 16)] + (tid & 3) + (tid >> 3) + tid % 32 * tid / 8 % 4;
}
kernel void negative(global uint *y, global const uint *x) {
	int tid = (int)get_local_id(0) - 5 + 16 * (int)get_local_id(1);
	y[I] = (uint)(tid % 16) + 64 * (uint)(tid / 16) + (uint)(tid >> 2) + (tid & 7);
}
kernel void mixed(global uint *y, global const uint *x) {
	uint a = x[I] & 15, b = (x[I] >> 4 & 31) << 2, c = (x[I + 1] & 7) << 5;
	uint s = a + b + c;
	y[I] = s % 8 + s / 8 * 16 + (s & 31) * 3 + (s >> 5) * 1000 + (int)s / 32 % 2 * 7 + (s + 3) / 4;
}
kernel void wide(global uint *y, global const uint *x) {
	ulong s = get_local_id(0) + ((ulong)x[I] << 20) + ((ulong)(x[I] & 0xff) << 10);
	y[I] = (uint)(s >> 10) ^ (uint)(s % 1024) ^ (uint)(s / (1 << 20)) ^ (uint)(s & 0xfffff);
}
kernel void wraps(global uint *y, global const uint *x) {
	uint s = get_local_id(0) + x[I] * 16;
	y[I] = s % 16 + (s >> 4) + (s / 32) + (s & 63);
	uchar t = (uchar)(get_local_id(0) + (x[I] << 4));
	y[I] += t % 16 + (t >> 4);
}
//launch 64x16/8x16 8x16/8x16
//expect avx2 rows1-small-full access contiguous* >= 1
//expect avx2 rows1-small-full access gather|scatter|*lane* == 0
kernel __attribute__((reqd_work_group_size(8, 16, 1))) void known(global uint *y, global const uint *x) {
	volatile int tid = get_local_id(0) + 8 * get_local_id(1);
	int a = tid % 16, b = tid / 16;
	y[I] = x[tid % 8 * 1 + 100 * (tid / 8)] ^ x[a + 64 * b];
}
// Tiles at the edge of a range that is cut to whole tiles are all inside or all outside of it.
//arg n 0 1 16 31 32 100 -16 -5 0x7fffffff
//launch 64x16/8x16 8x16/8x16
//expect avx2 rows1-small-full access masked* == 0
kernel __attribute__((reqd_work_group_size(8, 16, 1))) void whole_tiles(global uint *y, global const uint *x, int n) {
	int a = get_local_id(0) * 2 + get_group_id(0) * 16, b = (int)get_local_id(1) + 16 * (int)get_group_id(1);
	if (a < n / 16 * 16 && n / 16 * 16 > b)
		y[I] = x[I] + 1;
	else
		y[I] = x[I + 1];
	if (a + b * 32 >= n / 2 * 2) y[I] += 3;
}
//launch 64x16/8x16 8x16/8x16
kernel void wrapping_tiles(global uint *y, global const uint *x) {
	uint t = get_local_id(0) * 2 + (x[get_group_id(0)] & ~15u);
	int s = (int)(get_local_id(0) & 7) - 8 + (int)(x[get_group_id(0)] << 4);
	y[I] = (t < x[7] << 4) + 2 * (t >= 0xfffffff0u) + 4 * (s < (int)x[7] << 4) + 8 * (s >= (int)0x80000000) +
		16 * (s > (int)x[9] << 4) + 32 * (s <= (int)x[9] << 4);
}
