//seed 610096
//contracts false
//options  -cl-fp32-correctly-rounded-divide-sqrt
//range 3 0 0 0 9 1 1 17 1 1
// A value of the same bits in registers that it shares: part by part, without the analysis "masks", they were begun anew in the second part.
//way 256 4 2 0 false false false 0 "masks"
static uint cf(float x) { return x != x ? 0x7fc00000u : as_uint(x); }
kernel void k(global uint *out, global uint *atom, global ulong *own_record, global const char *in_char, global char *own_char, global const uchar *in_uchar, global uchar *own_uchar, global const short *in_short, global short *own_short, global const ushort *in_ushort, global ushort *own_ushort, global const int *in_int, global int *own_int, global const uint *in_uint, global uint *own_uint, global const long *in_long, global long *own_long, global const ulong *in_ulong, global ulong *own_ulong, global const float *in_float, global float *own_float, global const double *in_double, global double *own_double, char a_char, uchar a_uchar, short a_short, ushort a_ushort, int a_int, uint a_uint, long a_long, ulong a_ulong, float a_float, double a_double, uint few, float4 a_float4, uint2 a_uint2, short8 a_short8, local uint *shared, global uint *mix_a, global uint *mix_b, global uchar *mix_c, global float *mix_f, global float *mix_g, global uint *grid, global uint *ranks, global ulong *atom_long, uint size2)
{
const size_t gid = (get_global_id(1) - get_global_offset(1)) + get_global_size(1) * ((get_global_id(0) - get_global_offset(0)) + get_global_size(0) * (get_global_id(2) - get_global_offset(2)));
const uint lid = (uint)(get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2))), lsz = (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));
local uint few_sums[8];
local uint lm_uint[256];
local long lm_long[256];
lm_uint[lid] = (uint)lid;
lm_long[lid] = (long)lid;
shared[lid] = lid * 3u;
barrier(CLK_LOCAL_MEM_FENCE);
ulong v10 = ((global ulong *)mix_b)[gid * 8 + 2];
float v18 = vload_half((in_ushort[(v10 & 4095)] & 255), (global const half *)in_ushort);
float v23 = v18;
uint h = 17;
h = h * 31u + (uint)(cf(v23)); 
out[gid * 4 + 1] = h;
}
