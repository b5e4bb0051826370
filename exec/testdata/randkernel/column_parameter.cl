//seed 20211
//contracts true
//options 
//range 1 0 0 0 40 1 1 8 1 1
// no machine code, machine code of 256 bits, plan {Rows:1 Columns:1 Packed:1}, unguarded false, not optimised false: {Dim:1 Offset:[0 0 0] Global:[40 1 1] Group:[8 1 1]}: heddle: kernel k runs on the interpreter: kernel k: value 67 of form 3 is wanted in a general register
static ulong cd(double x) { return x != x ? 0x7ff8000000000000ul : as_ulong(x); }
kernel void k(global uint *out, global uint *atom, global ulong *own_record, global const char *in_char, global char *own_char, global const uchar *in_uchar, global uchar *own_uchar, global const short *in_short, global short *own_short, global const ushort *in_ushort, global ushort *own_ushort, global const int *in_int, global int *own_int, global const uint *in_uint, global uint *own_uint, global const long *in_long, global long *own_long, global const ulong *in_ulong, global ulong *own_ulong, global const float *in_float, global float *own_float, global const double *in_double, global double *own_double, char a_char, uchar a_uchar, short a_short, ushort a_ushort, int a_int, uint a_uint, long a_long, ulong a_ulong, float a_float, double a_double, uint few, float4 a_float4, uint2 a_uint2, short8 a_short8, local uint *shared)
{
const uint gid = (uint)((get_global_id(1) - get_global_offset(1)) + get_global_size(1) * ((get_global_id(0) - get_global_offset(0)) + get_global_size(0) * (get_global_id(2) - get_global_offset(2))));
const uint lid = (uint)(get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2))), lsz = (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));
local uint few_sums[8];
local uint lm_uint[256];
local float lm_float[256];
lm_uint[lid] = (uint)lid;
lm_float[lid] = (float)lid;
shared[lid] = lid * 3u;
barrier(CLK_LOCAL_MEM_FENCE);
double v11 = in_double[(get_global_id(2) - get_global_offset(2)) * 4 + (get_global_id(1) - get_global_offset(1))];
uint h = 17;
h = h * 31u + (uint)((uint)(cd(v11)) ^ (uint)((cd(v11)) >> 32)); 
out[gid * 4 + 3] = h;
}
