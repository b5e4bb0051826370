// integer
//: items 65536
//: in u8 3670016 255
//: in i32 65536 55
//: out u32 524288
//: run 1 65536 1 0 0
constant uint K[64] = {
0x428a2f98,0x71374491,0xb5c0fbcf,0xe9b5dba5,0x3956c25b,0x59f111f1,0x923f82a4,0xab1c5ed5,0xd807aa98,0x12835b01,0x243185be,0x550c7dc3,0x72be5d74,0x80deb1fe,0x9bdc06a7,0xc19bf174,
0xe49b69c1,0xefbe4786,0x0fc19dc6,0x240ca1cc,0x2de92c6f,0x4a7484aa,0x5cb0a9dc,0x76f988da,0x983e5152,0xa831c66d,0xb00327c8,0xbf597fc7,0xc6e00bf3,0xd5a79147,0x06ca6351,0x14292967,
0x27b70a85,0x2e1b2138,0x4d2c6dfc,0x53380d13,0x650a7354,0x766a0abb,0x81c2c92e,0x92722c85,0xa2bfe8a1,0xa81a664b,0xc24b8b70,0xc76c51a3,0xd192e819,0xd6990624,0xf40e3585,0x106aa070,
0x19a4c116,0x1e376c08,0x2748774c,0x34b0bcb5,0x391c0cb3,0x4ed8aa4a,0x5b9cca4f,0x682e6ff3,0x748f82ee,0x78a5636f,0x84c87814,0x8cc70208,0x90befffa,0xa4506ceb,0xbef9a3f7,0xc67178f2};
#define ROR(x, n) rotate((uint)(x), (uint)(32 - (n)))
#define S0(x) (ROR(x, 2) ^ ROR(x, 13) ^ ROR(x, 22))
#define S1(x) (ROR(x, 6) ^ ROR(x, 11) ^ ROR(x, 25))
#define G0(x) (ROR(x, 7) ^ ROR(x, 18) ^ ((x) >> 3))
#define G1(x) (ROR(x, 17) ^ ROR(x, 19) ^ ((x) >> 10))
kernel void sha256(global const uchar *text, global const int *lengths, global uint *digests) {
  int id = get_global_id(0), n = lengths[id];
  global const uchar *m = text + id * 56;
  uint w[64];
  for (int i = 0; i < 16; i++) {
    uint v = 0;
    for (int b = 0; b < 4; b++) { int p = i * 4 + b; v = v << 8 | (p < n ? m[p] : p == n ? 0x80 : 0); }
    w[i] = v;
  }
  w[15] = n * 8;
  for (int i = 16; i < 64; i++) w[i] = G1(w[i - 2]) + w[i - 7] + G0(w[i - 15]) + w[i - 16];
  uint h[8] = {0x6a09e667,0xbb67ae85,0x3c6ef372,0xa54ff53a,0x510e527f,0x9b05688c,0x1f83d9ab,0x5be0cd19};
  uint a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5], g = h[6], t = h[7];
  for (int i = 0; i < 64; i++) {
    uint x = t + S1(e) + bitselect(g, f, e) + K[i] + w[i], y = S0(a) + ((a & b) ^ (a & c) ^ (b & c));
    t = g; g = f; f = e; e = d + x; d = c; c = b; b = a; a = x + y;
  }
  h[0] += a; h[1] += b; h[2] += c; h[3] += d; h[4] += e; h[5] += f; h[6] += g; h[7] += t;
  for (int i = 0; i < 8; i++) digests[id * 8 + i] = h[i];
}
