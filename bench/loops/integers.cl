kernel void xorshift(global uint *out) {
	uint i = get_global_id(0), x = i * 2654435761u + 1;
	for (int k = 0; k < 8; k++) { x ^= x << 13; x ^= x >> 17; x ^= x << 5; }
	out[i] = x;
}
kernel void murmur(global uint *out, global const uint *in, uint seed) {
	int i = get_global_id(0);
	uint k = in[i] * 0xcc9e2d51u, h = seed;
	k = rotate(k, 15u) * 0x1b873593u;
	h = rotate(h ^ k, 13u) * 5 + 0xe6546b64u;
	h ^= 4; h ^= h >> 16; h *= 0x85ebca6bu; h ^= h >> 13; h *= 0xc2b2ae35u; h ^= h >> 16;
	out[i] = h;
}
kernel void tea(global uint *a, global uint *b, uint k0, uint k1, uint k2, uint k3) {
	int i = get_global_id(0);
	uint x = a[i], y = b[i], sum = 0;
	for (int r = 0; r < 16; r++) {
		sum += 0x9e3779b9u;
		x += ((y << 4) + k0) ^ (y + sum) ^ ((y >> 5) + k1);
		y += ((x << 4) + k2) ^ (x + sum) ^ ((x >> 5) + k3);
	}
	a[i] = x; b[i] = y;
}
#define QUARTER(a, b, c, d) a += b; d = rotate(d ^ a, 16u); c += d; b = rotate(b ^ c, 12u); a += b; d = rotate(d ^ a, 8u); c += d; b = rotate(b ^ c, 7u);
kernel void chacha(global uint *s, int n) {
	int i = get_global_id(0);
	uint a = s[i], b = s[i + n], c = s[i + 2 * n], d = s[i + 3 * n], e = a ^ 7, f = b + c, g = c ^ d, h = d + 11;
	for (int r = 0; r < 4; r++) { QUARTER(a, b, c, d) QUARTER(e, f, g, h) QUARTER(a, f, c, h) QUARTER(e, b, g, d) }
	s[i] = a + e; s[i + n] = b + f; s[i + 2 * n] = c + g; s[i + 3 * n] = d + h;
}
kernel void md5_rounds(global uint *out, global const uint *in, int n) {
	int i = get_global_id(0);
	uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
	for (int r = 0; r < 8; r++) {
		uint m = in[i + r * n];
		uint f = (b & c) | (~b & d);
		uint t = d; d = c; c = b; b = b + rotate(a + f + m + 0xd76aa478u, 7u); a = t;
		uint g = b ^ c ^ d;
		t = d; d = c; c = b; b = b + rotate(a + g + m, 12u); a = t;
		uint h = c ^ (b | ~d);
		t = d; d = c; c = b; b = b + rotate(a + h + m, 17u); a = t;
	}
	out[i] = a + b + c + d;
}
kernel void morton(global uint *out, global const uint *x, global const uint *y) {
	int i = get_global_id(0);
	uint a = x[i] & 0xffff, b = y[i] & 0xffff;
	a = (a | a << 8) & 0x00ff00ff; a = (a | a << 4) & 0x0f0f0f0f; a = (a | a << 2) & 0x33333333; a = (a | a << 1) & 0x55555555;
	b = (b | b << 8) & 0x00ff00ff; b = (b | b << 4) & 0x0f0f0f0f; b = (b | b << 2) & 0x33333333; b = (b | b << 1) & 0x55555555;
	out[i] = a | b << 1;
}
kernel void bit_count(global uint *out, global const uint *in) {
	int i = get_global_id(0);
	uint v = in[i];
	v = v - (v >> 1 & 0x55555555); v = (v & 0x33333333) + (v >> 2 & 0x33333333); v = (v + (v >> 4)) & 0x0f0f0f0f;
	out[i] = v * 0x01010101 >> 24;
}
kernel void crc8(global uint *out, global const uint *in) {
	int i = get_global_id(0);
	uint c = in[i];
	for (int k = 0; k < 8; k++) c = c >> 1 ^ (0xedb88320u & -(c & 1));
	out[i] = c;
}
kernel void mix64(global ulong *out, global const ulong *in) {
	size_t i = get_global_id(0);
	ulong z = in[i] + 0x9e3779b97f4a7c15ul;
	z ^= z >> 30; z += z << 27; z ^= z >> 27; z += z << 31;
	out[i] = z ^ z >> 31;
}
kernel void fixed_multiply(global int *out, global const int *a, global const int *b) { int i = get_global_id(0); out[i] = (int)((long)a[i] * b[i] >> 16); }
kernel void divide_by_ten(global uint *out, global const uint *in) { int i = get_global_id(0); out[i] = in[i] / 10 * 16 + in[i] % 10; }
kernel void collatz_steps(global uint *out, global const uint *in) {
	int i = get_global_id(0);
	uint v = in[i];
	for (int k = 0; k < 6; k++) v = v & 1 ? 3 * v + 1 : v >> 1;
	out[i] = v;
}
kernel void categories(global int *out, global const int *in, int low, int high) {
	int i = get_global_id(0), v = in[i], r = 0;
	if (v < low) r = low - v;
	else if (v > high) r = v - high;
	else if (v & 1) r = v * 3;
	out[i] = r;
}
kernel void differences(global uint *out, global const uchar *a, global const uchar *b) {
	int i = get_global_id(0);
	uint s = 0;
	for (int k = 0; k < 8; k++) s += abs((int)a[i + k] - (int)b[i + k]);
	out[i] = s;
}
kernel void rgb565(global ushort *out, global const uint *in) { int i = get_global_id(0); uint p = in[i]; out[i] = (p >> 8 & 0xf800) | (p >> 5 & 0x7e0) | (p >> 3 & 0x1f); }
