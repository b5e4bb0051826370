//seed 6004762
//contracts false
//options  -cl-fp32-correctly-rounded-divide-sqrt
//range 2 0 0 0 1 8 1 1 1 1
// no machine code, machine code of 256 bits, plan {Rows:4 Columns:2 Packed:2 Tiled:false Waits:false Most:0}, unguarded false, not optimised false, without "patience", turned to 0: {Dim:2 Offset:[0 0 0] Global:[1 8 1] Group:[1 1 1]}: heddle: kernel k runs on the interpreter: kernel k: asm: instruction 101, "vcvtsi2ss xmm0, xmm0, xmm1": operands fit no encoding
kernel void k(global uint *out, global uint *atom, global ulong *own_record, global const char *in_char, global char *own_char, global const uchar *in_uchar, global uchar *own_uchar, global const short *in_short, global short *own_short, global const ushort *in_ushort, global ushort *own_ushort, global const int *in_int, global int *own_int, global const uint *in_uint, global uint *own_uint, global const long *in_long, global long *own_long, global const ulong *in_ulong, global ulong *own_ulong, global const float *in_float, global float *own_float, global const double *in_double, global double *own_double, char a_char, uchar a_uchar, short a_short, ushort a_ushort, int a_int, uint a_uint, long a_long, ulong a_ulong, float a_float, double a_double, uint few, float4 a_float4, uint2 a_uint2, short8 a_short8, local uint *shared)
{
const size_t gid = (get_global_id(0) - get_global_offset(0)) + get_global_size(0) * ((get_global_id(1) - get_global_offset(1)) + get_global_size(1) * (get_global_id(2) - get_global_offset(2)));
if ((!(((int)0) >= ((int)~in_int[gid * 5 + 29])))) {
own_int[gid * 3 + 2] = (((int)0));

}
}
