#define ROTR(x, n) rotate((uint)(x), (uint)(32 - (n)))
#define S0(x) (ROTR(x, 7) ^ ROTR(x, 18) ^ ((x) >> 3))
#define S1(x) (ROTR(x, 17) ^ ROTR(x, 19) ^ ((x) >> 10))
__constant uint K[4] = { 0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5 };
__kernel void sha(__global const uint *in, __global uint *out)
{
    uint w[64];
    uint a = 0x6a09e667u, b = 0xbb67ae85u, c = 0x3c6ef372u;
    #pragma unroll
    for (int i = 0; i < 16; i++) w[i] = in[get_global_id(0) * 16 + i];
    for (int i = 16; i < 64; i++) w[i] = S1(w[i - 2]) + w[i - 7] + S0(w[i - 15]) + w[i - 16];
    for (int i = 0; i < 64; i++) {
        uint t = c + bitselect(a, b, w[i]) + K[i & 3];
        c = b; b = a; a = t + ROTR(a, 2);
    }
    out[get_global_id(0)] = a ^ b ^ c;
}
