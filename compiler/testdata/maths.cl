#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void maths(__global float *x, __global double *d)
{
    size_t i = get_global_id(0);
    float f = x[i];
    f = sqrt(fabs(f)) + rsqrt(f + 1.0f) * exp(-f) + log2(f) + pow(f, 1.5f) + sin(f) * cos(f) + tan(f);
    f = fma(f, 2.0f, mad(f, f, fmin(f, fmax(0.0f, native_exp(f)))));
    f += clamp(f, 0.0f, 1.0f) + mix(f, 1.0f, 0.5f) + length((float3)(f, 1, 2)) + floor(f) + ceil(f) + round(f) + trunc(f);
    x[i] = isnan(f) ? 0.0f : f;
    d[i] = d[i] * 2.0 + (double)f;
}
