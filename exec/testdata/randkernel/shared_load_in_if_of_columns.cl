//seed 1
//contracts false
//options -cl-std=CL2.0
//range 2 0 0 0 8 8 1 8 8 1
//range 2 0 0 0 32 8 1 16 4 1
//way 256 1 1 4 false false false 0 "group-size"
//way 256 1 1 4 true false false 0 "group-size"
//way 256 1 1 8 false false false 0 "group-size"
kernel void k(global const float4 *restrict src, global const uint *restrict picture, global uint *restrict painted, global uint *found, int w, int h, int n)
{
local uint t[256];
const uint tx = get_local_id(0), ty = get_local_id(1), lid = ty * get_local_size(0) + tx;
const uint gid = get_global_id(1) * 64 + get_global_id(0);
t[lid] = picture[lid]; barrier(CLK_LOCAL_MEM_FENCE);
uint x = t[lid ^ 1];
if (tx * ty > 3) x += picture[(tx + 8 * n) & 1023];
barrier(CLK_LOCAL_MEM_FENCE);
found[24576 + gid] = x;
}
