__kernel void printing(float4 v, __global const char *c)
{
    printf("item %d of %lu: %.2v4hlf %#x %c%% %s\n", (int)get_global_id(0), get_global_size(0), v, 255, *c, "text");
}
