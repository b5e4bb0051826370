// A kernel that requires its groups and runs with its dimensions interchanged knows the sizes of the right ones.
//arg src uint[4096] random
//arg dst uint[4096] zero
//launch 8x256/4x16
//bundles own interchanged=1

kernel __attribute__((reqd_work_group_size(4, 16, 1))) void interchanged(global uint *dst, global const uint *src) {
	local uint t[64];
	uint lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
	t[lx * 16 + ly] = src[x * 256 + y];
	barrier(CLK_LOCAL_MEM_FENCE);
	uint q = (lx * 16 + ly) / 16, r = (lx * 16 + ly) % 16, s = (ly * 4 + lx) / 4 * 4;
	dst[x * 256 + y] = t[q * 16 + 15 - r] + s + (ly * 5000) * (lx * 700 + 9) + (ly < 4 ? 1000 : 0);
}
