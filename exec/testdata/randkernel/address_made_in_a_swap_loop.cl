//seed 881279
//contracts false
//options  -cl-fp32-correctly-rounded-divide-sqrt
//range 1 0 0 0 100 1 1 50 1 1
//range 2 3 1 0 24 6 1 12 2 1
//way 256 16 2 1 true false false 0 "loadelim,widen,licm,pack,interleave"
// An address that steps from lane to lane, made in a loop of compare and swap and used behind it, was read back as a vector.
kernel void k(global uint *out, global uint *atom, global ulong *own_record, global const char *in_char, global char *own_char, global const uchar *in_uchar, global uchar *own_uchar, global const short *in_short, global short *own_short, global const ushort *in_ushort, global ushort *own_ushort, global const int *in_int, global int *own_int, global const uint *in_uint, global uint *own_uint, global const long *in_long, global long *own_long, global const ulong *in_ulong, global ulong *own_ulong, global const float *in_float, global float *own_float, global const double *in_double, global double *own_double, char a_char, uchar a_uchar, short a_short, ushort a_ushort, int a_int, uint a_uint, long a_long, ulong a_ulong, float a_float, double a_double, uint few, float4 a_float4, uint2 a_uint2, short8 a_short8, local uint *shared, global uint *mix_a, global uint *mix_b, global uchar *mix_c, global float *mix_f, global float *mix_g, global uint *grid, global uint *ranks, global ulong *atom_long, global float *sums, global uint *by_group, uint size2)
{
const size_t gid = (get_global_id(0) - get_global_offset(0)) + get_global_size(0) * ((get_global_id(1) - get_global_offset(1)) + get_global_size(1) * (get_global_id(2) - get_global_offset(2)));
const uint lid = (uint)(get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2))), lsz = (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));
local uint few_sums[8];
local uint lm_uint[256];
local int lm_int[256];
lm_uint[lid] = (uint)lid;
lm_int[lid] = (int)lid;
shared[lid] = lid * 3u;
barrier(CLK_LOCAL_MEM_FENCE);
volatile global uint *p15 = &out[gid * 4 + 0]; uint v13 = *p15, x14; do { x14 = v13; v13 = atomic_cmpxchg(p15, x14, max(x14, ((global const uint2 *)in_uint)[(in_uint[gid * 3 + 26] & 2047)].y)); } while (v13 != x14);
{ short x = ((short)0), y = ((short)0); global short *d = own_short + gid * 4; global const short *a = in_short + (((uint)0) & 1023) * 4, *u = in_short + few; short r0 = (short)(((v13 > in_uint[gid * 3 + 26])) ? (short)(((short)((short)(d[0] << 2))) + d[0]) : (short)(((short)((short)(d[0] << 2))) - d[0])); short r1 = (short)((short)(a[1] | u[1] << 1)); d[0] = r0; d[1] = r1; }
}
