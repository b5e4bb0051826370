//seed 606313
//contracts true
//options -cl-std=CL3.0 -cl-fast-relaxed-math
//range 2 0 0 0 5 1 1 1 1 1
// difference, machine code of 512 bits, plan {Rows:2 Columns:0 Packed:2 Tiled:false Waits:false Most:0}, unguarded false, not optimised false, without "", turned to 0: {Dim:2 Offset:[0 0 0] Global:[5 1 1] Group:[1 1 1]}: atom[0] is e32d3790, not e02d3790 (bytes in order)
kernel void k(global uint *out, global uint *atom, global ulong *own_record, global const char *in_char, global char *own_char, global const uchar *in_uchar, global uchar *own_uchar, global const short *in_short, global short *own_short, global const ushort *in_ushort, global ushort *own_ushort, global const int *in_int, global int *own_int, global const uint *in_uint, global uint *own_uint, global const long *in_long, global long *own_long, global const ulong *in_ulong, global ulong *own_ulong, global const float *in_float, global float *own_float, global const double *in_double, global double *own_double, char a_char, uchar a_uchar, short a_short, ushort a_ushort, int a_int, uint a_uint, long a_long, ulong a_ulong, float a_float, double a_double, uint few, float4 a_float4, uint2 a_uint2, short8 a_short8, local uint *shared)
{
const int gid = (int)((get_global_id(0) - get_global_offset(0)) + get_global_size(0) * ((get_global_id(1) - get_global_offset(1)) + get_global_size(1) * (get_global_id(2) - get_global_offset(2))));
{ uint left13 = 4; if (((int)0)) goto M12; for (;;) {
if (left13-- == 0u) break;
atomic_inc(&atom[((uint)0) & 7]);
 M12: ;
for (ulong i22 = 0; i22 < (in_ulong[(own_char[gid * 4 + 2] & 4095)] & 7); i22++) {
}
 if (left13 == 0u || !(own_uint[gid * 4 + 2] > in_uint[(own_char[gid * 4 + 2] & 4095)])) break; } }
}
