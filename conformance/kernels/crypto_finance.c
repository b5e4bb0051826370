// SHA-256 of short messages against known digests and a host reference; Black-Scholes against the host's doubles.
#include "check.h"

static const char *source =
"constant uint K[64] = {\n"
"0x428a2f98,0x71374491,0xb5c0fbcf,0xe9b5dba5,0x3956c25b,0x59f111f1,0x923f82a4,0xab1c5ed5,0xd807aa98,0x12835b01,0x243185be,0x550c7dc3,0x72be5d74,0x80deb1fe,0x9bdc06a7,0xc19bf174,\n"
"0xe49b69c1,0xefbe4786,0x0fc19dc6,0x240ca1cc,0x2de92c6f,0x4a7484aa,0x5cb0a9dc,0x76f988da,0x983e5152,0xa831c66d,0xb00327c8,0xbf597fc7,0xc6e00bf3,0xd5a79147,0x06ca6351,0x14292967,\n"
"0x27b70a85,0x2e1b2138,0x4d2c6dfc,0x53380d13,0x650a7354,0x766a0abb,0x81c2c92e,0x92722c85,0xa2bfe8a1,0xa81a664b,0xc24b8b70,0xc76c51a3,0xd192e819,0xd6990624,0xf40e3585,0x106aa070,\n"
"0x19a4c116,0x1e376c08,0x2748774c,0x34b0bcb5,0x391c0cb3,0x4ed8aa4a,0x5b9cca4f,0x682e6ff3,0x748f82ee,0x78a5636f,0x84c87814,0x8cc70208,0x90befffa,0xa4506ceb,0xbef9a3f7,0xc67178f2};\n"
"#define ROR(x, n) rotate((uint)(x), (uint)(32 - (n)))\n"
"#define S0(x) (ROR(x, 2) ^ ROR(x, 13) ^ ROR(x, 22))\n"
"#define S1(x) (ROR(x, 6) ^ ROR(x, 11) ^ ROR(x, 25))\n"
"#define G0(x) (ROR(x, 7) ^ ROR(x, 18) ^ ((x) >> 3))\n"
"#define G1(x) (ROR(x, 17) ^ ROR(x, 19) ^ ((x) >> 10))\n"
"kernel void sha256(global const uchar *text, global const int *lengths, global uint *digests) {\n"
"  int id = get_global_id(0), n = lengths[id];\n"
"  global const uchar *m = text + id * 56;\n"
"  uint w[64];\n"
"  for (int i = 0; i < 16; i++) {\n"
"    uint v = 0;\n"
"    for (int b = 0; b < 4; b++) { int p = i * 4 + b; v = v << 8 | (p < n ? m[p] : p == n ? 0x80 : 0); }\n"
"    w[i] = v;\n"
"  }\n"
"  w[15] = n * 8;\n"
"  for (int i = 16; i < 64; i++) w[i] = G1(w[i - 2]) + w[i - 7] + G0(w[i - 15]) + w[i - 16];\n"
"  uint h[8] = {0x6a09e667,0xbb67ae85,0x3c6ef372,0xa54ff53a,0x510e527f,0x9b05688c,0x1f83d9ab,0x5be0cd19};\n"
"  uint a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5], g = h[6], t = h[7];\n"
"  for (int i = 0; i < 64; i++) {\n"
"    uint x = t + S1(e) + bitselect(g, f, e) + K[i] + w[i], y = S0(a) + ((a & b) ^ (a & c) ^ (b & c));\n"
"    t = g; g = f; f = e; e = d + x; d = c; c = b; b = a; a = x + y;\n"
"  }\n"
"  h[0] += a; h[1] += b; h[2] += c; h[3] += d; h[4] += e; h[5] += f; h[6] += g; h[7] += t;\n"
"  for (int i = 0; i < 8; i++) digests[id * 8 + i] = h[i];\n"
"}\n"
"float phi(float d) {\n"
"  const float a1 = 0.31938153f, a2 = -0.356563782f, a3 = 1.781477937f, a4 = -1.821255978f, a5 = 1.330274429f;\n"
"  float k = 1.0f / (1.0f + 0.2316419f * fabs(d));\n"
"  float c = 0.39894228040143267794f * exp(-0.5f * d * d) * (k * (a1 + k * (a2 + k * (a3 + k * (a4 + k * a5)))));\n"
"  return d > 0 ? 1.0f - c : c;\n"
"}\n"
"kernel void black_scholes(global const float *s, global const float *x, global const float *t, global float2 *out, float r, float v) {\n"
"  int i = get_global_id(0);\n"
"  float root = sqrt(t[i]), d1 = (log(s[i] / x[i]) + (r + 0.5f * v * v) * t[i]) / (v * root), d2 = d1 - v * root;\n"
"  float e = exp(-r * t[i]);\n"
"  out[i] = (float2)(s[i] * phi(d1) - x[i] * e * phi(d2), x[i] * e * phi(-d2) - s[i] * phi(-d1));\n"
"}\n";

static void test_known_digests(cl_program program) {
	static const char *texts[4] = {"", "abc", "The quick brown fox jumps over the lazy dog", "a"};
	static const uint32_t wanted[4][2] = {{0xe3b0c442, 0x98fc1c14}, {0xba7816bf, 0x8f01cfea}, {0xd7a8fbb3, 0x07d78094}, {0xca978112, 0xca1bbdca}};
	enum { items = 100 };
	char *text = calloc(items, 56);
	int lengths[items];
	uint32_t digests[items][8];
	for (int i = 0; i < items; i++) {
		lengths[i] = strlen(texts[i % 4]);
		memcpy(text + i * 56, texts[i % 4], lengths[i]);
	}
	cl_mem mt = buffer_of(items * 56, text), ml = buffer_of(sizeof lengths, lengths), md = buffer_of(sizeof digests, NULL);
	cl_kernel k = kernel_of(program, "sha256");
	arg(k, 0, mt); arg(k, 1, ml); arg(k, 2, md);
	run1(k, items, 0);
	read_back(md, digests, sizeof digests);
	for (int i = 0; i < items; i++)
		check(digests[i][0] == wanted[i % 4][0] && digests[i][1] == wanted[i % 4][1], "%d: %08x %08x", i, digests[i][0], digests[i][1]);
	clReleaseKernel(k); clReleaseMemObject(mt); clReleaseMemObject(ml); clReleaseMemObject(md);
	free(text);
}

static double phi(double d) { return 0.5 * erfc(-d / sqrt(2)); }

static void test_black_scholes(cl_program program, int n) {
	float *s = malloc(n * 4), *x = malloc(n * 4), *t = malloc(n * 4), *out = malloc(n * 8), r = 0.02f, v = 0.3f;
	for (int i = 0; i < n; i++) s[i] = 5 + 25 * random_float(), x[i] = 1 + 99 * random_float(), t[i] = 0.25f + 9 * random_float();
	cl_mem ms = buffer_of(n * 4, s), mx = buffer_of(n * 4, x), mt = buffer_of(n * 4, t), mo = buffer_of(n * 8, NULL);
	cl_kernel k = kernel_of(program, "black_scholes");
	arg(k, 0, ms); arg(k, 1, mx); arg(k, 2, mt); arg(k, 3, mo); arg(k, 4, r); arg(k, 5, v);
	run1(k, n, 0);
	read_back(mo, out, n * 8);
	int wrong = 0;
	for (int i = 0; i < n; i++) {
		double root = sqrt(t[i]), d1 = (log((double)s[i] / x[i]) + (r + 0.5 * v * v) * t[i]) / (v * root), d2 = d1 - v * root, e = exp(-(double)r * t[i]);
		wrong += !close_enough(out[2 * i], s[i] * phi(d1) - x[i] * e * phi(d2), 1e-3);
		wrong += !close_enough(out[2 * i + 1], x[i] * e * phi(-d2) - s[i] * phi(-d1), 1e-3);
	}
	check(wrong == 0, "%d wrong", wrong);
	clReleaseKernel(k); clReleaseMemObject(ms); clReleaseMemObject(mx); clReleaseMemObject(mt); clReleaseMemObject(mo);
	free(s); free(x); free(t); free(out);
}

int main(void) {
	open_device();
	cl_program program = build(source);
	test_known_digests(program);
	test_black_scholes(program, 5000);
	return done();
}
