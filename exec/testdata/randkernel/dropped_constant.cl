//seed 606995
//contracts false
//options  -cl-fp32-correctly-rounded-divide-sqrt
//range 3 0 0 0 1 1 15 1 1 33
// difference, machine code of 256 bits, plan {Rows:2 Columns:0 Packed:1 Tiled:false Waits:false Most:0}, unguarded false, not optimised false, without "inline", turned to 0: {Dim:3 Offset:[0 0 0] Global:[1 1 15] Group:[1 1 33]}: out[2] is b28ce3d3, not 6ff471f9 (bytes in order)
#pragma OPENCL FP_CONTRACT OFF
static uint cf(float x) { return x != x ? 0x7fc00000u : as_uint(x); }
static ulong cd(double x) { return x != x ? 0x7ff8000000000000ul : as_ulong(x); }
static float nfloat(float x) { return as_float(cf(x)); }
static double ndouble(double x) { return as_double(cd(x)); }
static float2 nfloat2(float2 x) { return as_float2(select(as_int2(x), (int2)(0x7fc00000), isnan(x))); }
static double2 ndouble2(double2 x) { return as_double2(select(as_long2(x), (long2)(0x7ff8000000000000l), isnan(x))); }
static float3 nfloat3(float3 x) { return as_float3(select(as_int3(x), (int3)(0x7fc00000), isnan(x))); }
static double3 ndouble3(double3 x) { return as_double3(select(as_long3(x), (long3)(0x7ff8000000000000l), isnan(x))); }
static float4 nfloat4(float4 x) { return as_float4(select(as_int4(x), (int4)(0x7fc00000), isnan(x))); }
static double4 ndouble4(double4 x) { return as_double4(select(as_long4(x), (long4)(0x7ff8000000000000l), isnan(x))); }
static float8 nfloat8(float8 x) { return as_float8(select(as_int8(x), (int8)(0x7fc00000), isnan(x))); }
static double8 ndouble8(double8 x) { return as_double8(select(as_long8(x), (long8)(0x7ff8000000000000l), isnan(x))); }
static float16 nfloat16(float16 x) { return as_float16(select(as_int16(x), (int16)(0x7fc00000), isnan(x))); }
static double16 ndouble16(double16 x) { return as_double16(select(as_long16(x), (long16)(0x7ff8000000000000l), isnan(x))); }
constant uint tab_uint[16] = {7u, 4294967288u, 4294967295u, 5u, 2u, 561855754u, 128u, 425205107u, 2411655786u, 7u, 2920729660u, 1145460206u, 1040874392u, 4294967295u, 4294967293u, 2783149909u};
constant char tab_char[16] = {-101, 82, 3, 8, -2, 67, 5, 3, 32, 0, 84, 1, 0, 100, -1, 7};
constant float tab_float[16] = {0.1f, 100.0f, 1e30f, -7.75f, 100.0f, 2147483648.0f, 3.25f, 123456.789f, -7.75f, 1e10f, 3.25f, 1e-40f, 1e-3f, -7.75f, 1.0f, 1e-3f};
typedef struct { uint f0; char f1; } S1;
typedef struct { uchar f0; } S2;
kernel void k(global uint *out, global uint *atom, global ulong *own_record, global const char *in_char, global char *own_char, global const uchar *in_uchar, global uchar *own_uchar, global const short *in_short, global short *own_short, global const ushort *in_ushort, global ushort *own_ushort, global const int *in_int, global int *own_int, global const uint *in_uint, global uint *own_uint, global const long *in_long, global long *own_long, global const ulong *in_ulong, global ulong *own_ulong, global const float *in_float, global float *own_float, global const double *in_double, global double *own_double, char a_char, uchar a_uchar, short a_short, ushort a_ushort, int a_int, uint a_uint, long a_long, ulong a_ulong, float a_float, double a_double, uint few, float4 a_float4, uint2 a_uint2, short8 a_short8, local uint *shared)
{
const ulong gid = (get_global_id(0) - get_global_offset(0)) + get_global_size(0) * ((get_global_id(1) - get_global_offset(1)) + get_global_size(1) * (get_global_id(2) - get_global_offset(2)));
const uint lid = (uint)(get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2))), lsz = (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));
uint v3 = ((uint)((uint)(((uint8)(uint)a_double) * ((global const uint8 *)in_uint)[gid]).s2 * (uint)((uint)((vload_half((in_ushort[gid * 6 + 20] & 4095), (global const half *)in_ushort) > convert_float(a_uchar)) ? as_uint(((int)(1048576))) : in_uint[(in_int[gid * 3 + 35] & 4095)]))));
float v4 = (in_float[(((ushort)((uint)((ushort)(65533u)) - (uint)((ushort)(3u)))) & 4095)] + mix(((float)((in_char[(get_global_id(1) - get_global_offset(1)) * 4 + (get_global_id(1) - get_global_offset(1))] <= ((char)(15))) ? convert_float(a_int) : convert_float(a_short))), fabs(vload_half((get_global_id(2) - get_global_offset(2)) * 1 + (get_global_id(2) - get_global_offset(2)), (global const half *)in_ushort)), (float)0.25f));
float2 v5 = ((float2)(((float)((convert_short(a_ulong) <= convert_short(a_double)) ? (in_float[(((char)(8)) & 4095)] * in_float[(few & 4095)] + convert_float(a_ulong)) : (vload_half((convert_int(a_ushort) & 4095), (global const half *)in_ushort) * vload_half((((ulong)(9759821083574332961ul)) & 4095), (global const half *)in_ushort))))));
int v6 = ((int)(((int)((((global const int *)in_short)[(((char)(8)) & 2047)] & 63) + (((global const int *)in_uint)[(in_int[(convert_char(a_char) & 4095)] & 4095)] & 127))) >> (((int)-(uint)((int)(convert_int(a_uchar) % (int)((in_int[(in_long[(few & 4095)] & 4095)] & 63) + 1)))) & 31)));
uint v7 = ((uint)-(uint)((uint)((!(own_ulong[gid * 8 + 3] <= convert_ulong(v3))) ? ((uint)(v3 & few)) : ((uint)(few >> 13)))));
float4 v8 = fmin((((global const int4 *)in_int)[gid] ? convert_float4(((char4)(-1, 0, 0, 0))) : (((float4)(float)a_char) + ((float4)(float)a_double))), convert_float4_rtn(((double8)(2147483648.0, 1e10, 100.0, 2147483648.0, -1.0, 1.0, 3.25, 2147483648.0)).s7431));
float v9 = ceil(((float)(((((global const S1 *)in_ulong)[gid].f0 <= v7) || (in_int[gid + 54] <= in_int[(own_ushort[gid * 1 + 0] & 4095)])) ? rint(((float)(2.0f))) : fmax(v4, v4))));
ushort2 v10 = bitselect((as_short2(as_ushort2(((short2)(short)a_long)) * as_ushort2(((short2)(31, 26838)))) ? bitselect(((ushort2)(7u)), ((ushort2)(100u)), ((ushort2)(ushort)a_int)) : (((short2)(15)) ? convert_ushort2(a_uint2) : ((ushort2)(25250u)))), convert_ushort2_sat((v5 * v5 + v5)), convert_ushort2_sat(bitselect(((ulong2)(1048576ul)), ((ulong2)(ulong)v3), ((ulong2)(ulong)v6))));
int v11 = v6;
long v12 = ((long)~((long)~convert_long(a_ulong)));
float v13 = convert_float_rtz(((ulong)isinf(in_float[gid * 2 + 46])));
double v14 = convert_double(convert_char(a_short));
int v15 = vload2((v7 & 2047), in_int).s0;
ulong v16 = ((ulong)(7615186133808742390ul));
ulong v17 = v16;
short v18 = convert_short(v15);
uint v19 = few;
double v20 = convert_double(a_ushort);
int2 v21 = ((int2)(-925284703));
uint v22 = few;
uint v23 = few;
uint4 v24 = ((uint4)(4294967293u));
uint4 v25 = v24;
ushort v26 = ((ushort)(63u));
ushort v27 = v26;
float4 v28 = v8;
char v29 = in_char[gid * 4 + (v19 & 63)];
uint v30 = v19;
int v31 = v6;
int v32 = v6;
{ uint x33 = v22; v22 = v23; v23 = v30; v30 = x33; }
uint h = 17;
h = h * 31u + (uint)((uint)v3); 
h = h * 31u + (uint)(cf(v4)); 
h = h * 31u + (uint)(cf(v5.s0)); h = h * 31u + (uint)(cf(v5.s1)); 
h = h * 31u + (uint)((uint)v6); 
h = h * 31u + (uint)((uint)v7); 
h = h * 31u + (uint)(cf(v8.s0)); h = h * 31u + (uint)(cf(v8.s1)); h = h * 31u + (uint)(cf(v8.s2)); h = h * 31u + (uint)(cf(v8.s3)); 
h = h * 31u + (uint)(cf(v9)); 
h = h * 31u + (uint)((ushort)v10.s0); h = h * 31u + (uint)((ushort)v10.s1); 
h = h * 31u + (uint)((uint)v11); 
h = h * 31u + (uint)((uint)((ulong)v12) ^ (uint)(((ulong)v12) >> 32)); 
h = h * 31u + (uint)(cf(v13)); 
h = h * 31u + (uint)((uint)(cd(v14)) ^ (uint)((cd(v14)) >> 32)); 
h = h * 31u + (uint)((uint)v15); 
h = h * 31u + (uint)((uint)((ulong)v16) ^ (uint)(((ulong)v16) >> 32)); 
h = h * 31u + (uint)((uint)((ulong)v17) ^ (uint)(((ulong)v17) >> 32)); 
h = h * 31u + (uint)((ushort)v18); 
h = h * 31u + (uint)((uint)v19); 
h = h * 31u + (uint)((uint)(cd(v20)) ^ (uint)((cd(v20)) >> 32)); 
h = h * 31u + (uint)((uint)v21.s0); h = h * 31u + (uint)((uint)v21.s1); 
h = h * 31u + (uint)((uint)v22); 
h = h * 31u + (uint)((uint)v23); 
h = h * 31u + (uint)((uint)v24.s0); h = h * 31u + (uint)((uint)v24.s1); h = h * 31u + (uint)((uint)v24.s2); h = h * 31u + (uint)((uint)v24.s3); 
h = h * 31u + (uint)((uint)v25.s0); h = h * 31u + (uint)((uint)v25.s1); h = h * 31u + (uint)((uint)v25.s2); h = h * 31u + (uint)((uint)v25.s3); 
h = h * 31u + (uint)((ushort)v26); 
h = h * 31u + (uint)((ushort)v27); 
h = h * 31u + (uint)(cf(v28.s0)); h = h * 31u + (uint)(cf(v28.s1)); h = h * 31u + (uint)(cf(v28.s2)); h = h * 31u + (uint)(cf(v28.s3)); 
h = h * 31u + (uint)((uchar)v29); 
h = h * 31u + (uint)((uint)v30); 
h = h * 31u + (uint)((uint)v31); 
h = h * 31u + (uint)((uint)v32); 
out[gid * 4 + 2] = h;
}
