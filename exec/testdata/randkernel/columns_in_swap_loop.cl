//seed 8300865
//contracts false
//options -cl-std=CL3.0 -cl-fp32-correctly-rounded-divide-sqrt
//range 3 0 0 0 8 2 1 1 1 1
// In a loop of compare and swap, what steps from sub-group to sub-group was taken for an access of a bundle of columns, for which nobody made the whole address.
kernel void k(global uint *out, global uint *atom, global ulong *own_record, global const char *in_char, global char *own_char, global const uchar *in_uchar, global uchar *own_uchar, global const short *in_short, global short *own_short, global const ushort *in_ushort, global ushort *own_ushort, global const int *in_int, global int *own_int, global const uint *in_uint, global uint *own_uint, global const long *in_long, global long *own_long, global const ulong *in_ulong, global ulong *own_ulong, global const float *in_float, global float *own_float, global const double *in_double, global double *own_double, char a_char, uchar a_uchar, short a_short, ushort a_ushort, int a_int, uint a_uint, long a_long, ulong a_ulong, float a_float, double a_double, uint few, float4 a_float4, uint2 a_uint2, short8 a_short8, local uint *shared, global uint *mix_a, global uint *mix_b, global uchar *mix_c, global float *mix_f, global float *mix_g, global uint *grid, global uint *ranks, global ulong *atom_long, uint size2)
{
const size_t gid = (get_global_id(0) - get_global_offset(0)) + get_global_size(0) * ((get_global_id(1) - get_global_offset(1)) + get_global_size(1) * (get_global_id(2) - get_global_offset(2)));
const uint lid = (uint)(get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2))), lsz = (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));
for (uint i23 = 0; i23 < 40; i23++) {
volatile global uint *p27 = &out[gid * 4 + 3]; uint v25 = 0, x26; for (;;) { x26 = *p27; if (atomic_cmpxchg(p27, x26, x26 + upsample(((ushort)0), ((ushort)(in_ushort[gid * 1 + i23 * 6] == ((ushort)0))))) == x26) break; v25++; } v25 += x26;
}
}
