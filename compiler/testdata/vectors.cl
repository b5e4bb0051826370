// Vectors: literals, swizzles, widening, conversions, comparisons, vload and vstore.
__kernel void vectors(__global const float4 *restrict in, __global float4 *out, float scale, uint n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    float4 v = in[i] * scale + (float4)(1.0f, (float2)(2.0f), 3);
    v.xz = v.zx;
    v.s3 += v.lo.y;
    int4 larger = v > in[i];
    out[i] = select(v, v.wzyx, larger) + convert_float4(as_int4(v) & 0xff);
    vstore3((float3)(v.x, v.y, 0.5f), i, (__global float *)out);
    uchar16 bytes = (uchar16)(7);
    bytes.even = convert_uchar8_sat(vload8(0, (__global const float *)in));
    out[i].w = dot(v, in[i]) + bytes.s0 + bytes.sF;
}
