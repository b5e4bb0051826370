//seed 1
//contracts false
//options -cl-fp32-correctly-rounded-divide-sqrt
//range 1 0 0 0 640 1 1 64 1 1
//range 1 0 0 0 256 1 1 128 1 1
// What one lane computes of floats that it reads from the same places as all lanes would was computed before they were read.
#pragma OPENCL FP_CONTRACT OFF
kernel void k(global const float *in_float, global float *own_float, local uint *shared)
{
    local float2 *both = (local float2 *)shared;
    local float *one = (local float *)shared;
    int lid = get_local_id(0), count = get_local_size(0);
    both[lid] = (float2)(in_float[2 * lid + 64], in_float[2 * lid + 65]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int left = count / 2; left > 1; left /= 2) {
        if (lid < left && lid + left < count)
            both[lid] = (float2)(fmax(both[lid].x, both[lid + left].x), fmin(both[lid].y, both[lid + left].y));
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0)
        vstore2((float2)(fmax(both[0].x, both[1].x), fmin(both[0].y, both[1].y)), get_group_id(0), own_float);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < 2)
        one[lid + 8] = one[0] < one[1] ? 3.0f : one[3];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0)
        own_float[get_group_id(0) + 100] = one[8] + one[(int)clamp(one[9], 1.0f, 5.0f)];
}
