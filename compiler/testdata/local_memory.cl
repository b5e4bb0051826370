#define TILE 16
__attribute__((reqd_work_group_size(TILE, TILE, 1)))
__kernel void transpose(__global const float *in, __global float *out, const int width, const int height)
{
    __local float tile[TILE][TILE + 1];
    int x = get_group_id(0) * TILE + get_local_id(0), y = get_group_id(1) * TILE + get_local_id(1);
    if (x < width && y < height)
        tile[get_local_id(1)][get_local_id(0)] = in[y * width + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    x = get_group_id(1) * TILE + get_local_id(0);
    y = get_group_id(0) * TILE + get_local_id(1);
    if (x < height && y < width)
        out[y * height + x] = tile[get_local_id(0)][get_local_id(1)];
}

__kernel void scan(__global int *data, __local int *a, __local int *b)
{
    uint lid = get_local_id(0), n = get_local_size(0);
    a[lid] = data[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = 1; d < n; d <<= 1) {
        b[lid] = lid >= d ? a[lid] + a[lid - d] : a[lid];
        barrier(CLK_LOCAL_MEM_FENCE);
        __local int *swap = a; a = b; b = swap;
    }
    data[get_global_id(0)] = a[lid];
}

__kernel void histogram(__global const uchar *pixels, uint n, __global uint *bins)
{
    __local uint counts[256];
    for (uint i = get_local_id(0); i < 256; i += get_local_size(0)) counts[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&counts[pixels[i]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_local_id(0); i < 256; i += get_local_size(0)) atomic_add(&bins[i], counts[i]);
}
