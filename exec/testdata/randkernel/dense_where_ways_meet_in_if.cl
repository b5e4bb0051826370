//seed 2
//contracts false
//options -cl-std=CL2.0
//range 2 0 0 0 32 8 1 32 8 1
//way 256 4 1 8 false false false 0 "group-size"
kernel void k(global const uint *restrict picture, global uint *restrict painted, global uint *found, int w, int n)
{
	local uchar t[10][34];
	const uint tx = get_local_id(0), ty = get_local_id(1);
	const int x = get_global_id(0);
	t[ty][tx] = ((global const uchar *)picture)[ty * 32 + (x < 0 ? 0 : x >= w ? w - 1 : x)];
	if (tx < 1)
		painted[ty] = 3;
	barrier(CLK_LOCAL_MEM_FENCE);
	found[24576 + ty * 64 + tx] = t[ty][tx];
}
