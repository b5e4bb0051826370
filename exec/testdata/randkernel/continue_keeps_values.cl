//seed 1
//contracts false
//range 1 0 0 0 32 1 1 32 1 1
kernel void k(global uint *out, global const int *in_int)
{
	uint gid = get_global_id(0);
	uint x = gid, y = in_int[gid], left = 0;
	while (left < 4) {
		if (in_int[gid + left] < 0) { out[gid * 4 + 1] = y; y = x * 3; x = y + left; left += 2; continue; }
		out[gid * 4 + 2] = x;
		left++;
		x ^= y;
	}
	out[gid * 4] = x + y;
}
