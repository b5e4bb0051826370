// Small private arrays whose places follow from the counters of loops, beside variables.

#define AT(j) in[i + (j) * 65536]

//: pair array_loops an array of eight, filled and summed up in loops
//: in f32 524288 1
//: out f32 65536
//: run 1 65536 1 0 0
kernel void array_loops_plain(global const float *in, global float *out) {
	int i = get_global_id(0);
	float a = AT(0), b = AT(1), c = AT(2), d = AT(3), e = AT(4), f = AT(5), g = AT(6), h = AT(7);
	out[i] = a * h + b * g + c * f + d * e + e * d + f * c + g * b + h * a;
}
kernel void array_loops_idiom(global const float *in, global float *out) {
	int i = get_global_id(0);
	float a[8], sum = 0;
	for (int j = 0; j < 8; j++) a[j] = AT(j);
	for (int j = 0; j < 8; j++) sum += a[j] * a[7 - j];
	out[i] = sum;
}

//: pair array_pointers an array that pointers walk along
//: in f32 524288 1
//: out f32 65536
//: run 1 65536 1 0 0
kernel void array_pointers_plain(global const float *in, global float *out) {
	int i = get_global_id(0);
	float a = AT(0), b = AT(1), c = AT(2), d = AT(3), e = AT(4), f = AT(5), g = AT(6), h = AT(7);
	out[i] = ((((((a * 0.5f + b) * 0.5f + c) * 0.5f + d) * 0.5f + e) * 0.5f + f) * 0.5f + g) * 0.5f + h;
}
kernel void array_pointers_idiom(global const float *in, global float *out) {
	int i = get_global_id(0);
	float a[8], sum = 0, *p = a;
	for (int j = 0; j < 8; j++) *p++ = AT(j);
	for (p = a; p < a + 8; ++p) sum = sum * 0.5f + *p;
	out[i] = sum;
}

//: pair array_butterflies a network of butterflies in nested loops whose steps double
//: in f32 524288 1
//: out f32 524288
//: run 1 65536 1 0 0
#define BUTTERFLY(x, y) t = x - y, x += y, y = t;
kernel void array_butterflies_plain(global const float *in, global float *out) {
	int i = get_global_id(0);
	float a = AT(0), b = AT(1), c = AT(2), d = AT(3), e = AT(4), f = AT(5), g = AT(6), h = AT(7), t;
	BUTTERFLY(a, b) BUTTERFLY(c, d) BUTTERFLY(e, f) BUTTERFLY(g, h)
	BUTTERFLY(a, c) BUTTERFLY(b, d) BUTTERFLY(e, g) BUTTERFLY(f, h)
	BUTTERFLY(a, e) BUTTERFLY(b, f) BUTTERFLY(c, g) BUTTERFLY(d, h)
	out[i] = a, out[i + 65536] = b, out[i + 2 * 65536] = c, out[i + 3 * 65536] = d;
	out[i + 4 * 65536] = e, out[i + 5 * 65536] = f, out[i + 6 * 65536] = g, out[i + 7 * 65536] = h;
}
kernel void array_butterflies_idiom(global const float *in, global float *out) {
	int i = get_global_id(0);
	float a[8];
	for (int j = 0; j < 8; j++) a[j] = AT(j);
	for (int h = 1; h < 8; h *= 2)
		for (int k = 0; k < 8; k += 2 * h)
			for (int j = k; j < k + h; j++) {
				float t = a[j] - a[j + h];
				a[j] += a[j + h];
				a[j + h] = t;
			}
	for (int j = 0; j < 8; j++) out[i + j * 65536] = a[j];
}

//: pair array_structs matrices in structures, handed to a function by value
//: in f32 589824 1
//: out f32 65536
//: run 1 65536 1 0 0
struct matrix { float m[3][3]; };
struct matrix times(struct matrix a, struct matrix b) {
	struct matrix c;
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			c.m[i][j] = 0;
			for (int k = 0; k < 3; k++) c.m[i][j] += a.m[i][k] * b.m[k][j];
		}
	return c;
}
kernel void array_structs_plain(global const float *in, global float *out) {
	int i = get_global_id(0);
	float a = AT(0), b = AT(1), c = AT(2), d = AT(3), e = AT(4), f = AT(5), g = AT(6), h = AT(7), j = AT(8);
	float A = a * a + b * d + c * g, B = a * b + b * e + c * h, C = a * c + b * f + c * j;
	float D = d * a + e * d + f * g, E = d * b + e * e + f * h, F = d * c + e * f + f * j;
	float G = g * a + h * d + j * g, H = g * b + h * e + j * h, J = g * c + h * f + j * j;
	out[i] = (A * a + B * d + C * g) + (D * b + E * e + F * h) + (G * c + H * f + J * j);
}
kernel void array_structs_idiom(global const float *in, global float *out) {
	int i = get_global_id(0);
	struct matrix a, b;
	for (int j = 0; j < 9; j++) a.m[j / 3][j % 3] = AT(j);
	b = times(times(a, a), a);
	out[i] = b.m[0][0] + b.m[1][1] + b.m[2][2];
}

//: pair array_2d a matrix that a loop multiplies with a vector, through pointers
//: in f32 786432 1
//: out f32 196608
//: i32 4
//: run 1 65536 1 0 0
void transform(float a[3][3], const float *v, float *to) {
	for (int j = 0; j < 3; j++) {
		to[j] = 0;
		for (int k = 0; k < 3; k++) to[j] += a[j][k] * v[k];
	}
}
kernel void array_2d_plain(global const float *in, global float *out, int rounds) {
	int i = get_global_id(0);
	float a = AT(0), b = AT(1), c = AT(2), d = AT(3), e = AT(4), f = AT(5), g = AT(6), h = AT(7), j = AT(8);
	float x = AT(9), y = AT(10), z = AT(11);
	for (int n = 0; n < rounds; n++) {
		float X = a * x + b * y + c * z, Y = d * x + e * y + f * z, Z = g * x + h * y + j * z;
		x = X, y = Y, z = Z;
	}
	out[i] = x, out[i + 65536] = y, out[i + 2 * 65536] = z;
}
kernel void array_2d_idiom(global const float *in, global float *out, int rounds) {
	int i = get_global_id(0);
	float m[3][3], v[3], to[3];
	for (int j = 0; j < 3; j++) {
		v[j] = AT(9 + j);
		for (int k = 0; k < 3; k++) m[j][k] = AT(3 * j + k);
	}
	for (int n = 0; n < rounds; n++) {
		transform(m, v, to);
		for (int j = 0; j < 3; j++) v[j] = to[j];
	}
	for (int j = 0; j < 3; j++) out[i + j * 65536] = v[j];
}

//: pair array_bytes the bytes of words, taken apart and put together in an array of bytes
//: in u32 262144 4294967295
//: out u32 65536
//: run 1 65536 1 0 0
kernel void array_bytes_plain(global const uint *in, global uint *out) {
	int i = get_global_id(0);
	uint sum = 0;
	for (int j = 0; j < 4; j++) {
		uint w = AT(j);
		sum = sum * 31 + ((w << 24) | ((w & 0xff00) << 8) | ((w >> 8) & 0xff00) | (w >> 24));
	}
	out[i] = sum;
}
kernel void array_bytes_idiom(global const uint *in, global uint *out) {
	int i = get_global_id(0);
	union { uint w[4]; uchar b[16]; } a, r;
	for (int j = 0; j < 4; j++) a.w[j] = AT(j);
	for (int j = 0; j < 16; j++) r.b[j] = a.b[j ^ 3];
	uint sum = 0;
	for (int j = 0; j < 4; j++) sum = sum * 31 + r.w[j];
	out[i] = sum;
}
