__kernel void faulty(__global int *out, int n)
{
    int x = undeclared + 1;
    out[0] = n
    out[1] = nonexistent(n);
    float4 v = (float4)(1, 2);
    struct unknown u;
    return n;
}
