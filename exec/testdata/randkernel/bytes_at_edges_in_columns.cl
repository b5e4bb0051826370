//seed 51337237
//contracts false
//options -cl-std=CL2.0
//range 2 0 0 0 32 8 1 32 8 1
//way 256 4 1 8 false false false 0 "group-size"
// difference, machine code of 256 bits, plan {Rows:4 Columns:8 Packed:1 Tiled:false HalfVectors:false HasBarriers:false MaxWholeGroup:0}, unguarded false, not optimised false, without "group-size", interchanged with 0, for zen: {Dim:2 Offset:[0 0 0] Global:[32 8 1] Group:[32 8 1]}: painted[12296] is 00070713, not 00010313 (bytes in order)
#define ZERO ((float4)(0))
#define E float4
#define PAD(i) ((i) + ((i) >> 4))
#define KEY(e) ((e).x)
#define WORD(e) (as_uint((e).x))
kernel void k(global const float4 *restrict src, global float4 *restrict dst, global const uint *restrict picture, global uint *restrict painted, global uint *found, int w, int h, int n, uint few, uint size2, uint lane_step)
{
local float4 L[256];
local uchar t1[12][39];
local uchar t2[10][34];
const uint tx = get_local_id(0), ty = get_local_id(1);
const uint lid = get_local_id(1) * get_local_size(0) + get_local_id(0);
const int gid = get_global_id(1) * (size_t)w + get_global_id(0);
E acc = ZERO;
uint hash = 17;
L[lid] = src[(gid * 7 + 56) & 1023]; barrier(CLK_LOCAL_MEM_FENCE);
{ const int ox = (int)(get_global_id(0) - get_local_id(0)) - 1, oy = (int)(get_global_id(1) - get_local_id(1)) - 1; t2[ty + 1][tx + 1] = ((global const uchar *)picture)[clamp((int)(oy + (int)(ty + 1)), (int)0, (int)h - 1) * w + ((int)(ox + (int)(tx + 1)) < 0 ? 0 : (int)(ox + (int)(tx + 1)) >= w ? w - 1 : (int)(ox + (int)(tx + 1)))]; if (tx < 1) t2[ty + 1][tx] = ((uint)(ox + (int)(tx)) < (uint)w && (uint)(oy + (int)(ty + 1)) < (uint)h) ? ((global const uchar *)picture)[(oy + (int)(ty + 1)) * w + (ox + (int)(tx))] : (uchar)(0); if (tx >= 32 - 1) t2[ty + 1][tx + 2] = ((global const uchar *)picture)[clamp((long)(oy + (int)(ty + 1)), (long)0, (long)h - 1) * w + clamp((long)(ox + (int)(tx + 2)), (long)0, (long)w - 1)]; if (ty < 1) t2[ty][tx + 1] = (ox + (int)(tx + 1)) >= 0 && (ox + (int)(tx + 1)) < w && (oy + (int)(ty)) >= 0 && (oy + (int)(ty)) < h ? ((global const uchar *)picture)[(oy + (int)(ty)) * w + (ox + (int)(tx + 1))] : (uchar)(0); if (ty < 1) t2[ty + 8 + 1][tx + 1] = ((uint)(ox + (int)(tx + 1)) < (uint)w && (uint)(oy + (int)(ty + 8 + 1)) < (uint)h) ? ((global const uchar *)picture)[(oy + (int)(ty + 8 + 1)) * w + (ox + (int)(tx + 1))] : (uchar)(0); if (tx < 1 && ty < 1) t2[ty][tx] = ((global const uchar *)picture)[(((oy + (int)(ty)) + h * 8) % h) * w + ((ox + (int)(tx)) + w * 8) % w]; if (tx < 1 && ty < 1) t2[ty][tx + 32 + 1] = ((global const uchar *)picture)[clamp((int)(oy + (int)(ty)) < 0 ? -(int)(oy + (int)(ty)) : (int)(oy + (int)(ty)), (int)0, (int)h - 1) * w + clamp((int)(ox + (int)(tx + 32 + 1)), (int)0, (int)w - 1)]; if (tx < 1 && ty < 1) t2[ty + 8 + 1][tx] = ((global const uchar *)picture)[min(max((int)(oy + (int)(ty + 8 + 1)), (int)0), (int)h - 1) * w + min(max((int)(ox + (int)(tx)), (int)0), (int)w - 1)]; if (tx < 1 && ty < 1) t2[ty + 8 + 1][tx + 32 + 1] = (ox + (int)(tx + 32 + 1)) >= 0 && (ox + (int)(tx + 32 + 1)) < w && (oy + (int)(ty + 8 + 1)) >= 0 && (oy + (int)(ty + 8 + 1)) < h ? ((global const uchar *)picture)[(oy + (int)(ty + 8 + 1)) * w + (ox + (int)(tx + 32 + 1))] : (uchar)(0);  barrier(CLK_LOCAL_MEM_FENCE); int s = convert_int(t2[ty + 1][tx + 1]); for (int j = 0; j <= 2; j++) for (int i = 0; i <= 2; i++) s = min(s, convert_int(t2[ty + j][tx + i])); if (get_global_id(0) < w && get_global_id(1) < h) ((global uchar *)(painted + 12288))[(int)get_global_id(1) * w + (int)get_global_id(0)] = convert_uchar_sat(convert_float(s) * 0.3f + 0.5f); hash = hash * 31 + (uint)s; barrier(CLK_LOCAL_MEM_FENCE); }
found[24576 + gid] = hash ^ WORD(acc);
((float4)0); dst[gid] = acc;
}
