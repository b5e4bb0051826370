constant int scale = 3;

kernel void reduce(global int *out, local int *tile, int2 bias) {
    local int total;
    size_t i = get_local_id(0);
    tile[i] = out[i] * scale + bias.y;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = 8; s > 0; s >>= 1) {
        if (i < s)
            tile[i] += tile[i + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    atomic_add(&total, tile[0]);
}
