// Private arrays that are values in the end, since all of their places follow from counters of loops: none is in memory.

kernel void pointer_variable(global float *y, global const float *x, int n) {
	int i = get_global_id(0);
	float a[3], *p = a;
	if (n > 3) {
		a[0] = 1, a[1] = 2, a[2] = 3;
	} else {
		a[0] = 2, a[1] = 3, a[2] = x[i];
	}
	for (int r = 0; r < n; r++) {
		float t = a[0];
		a[0] = a[1] * 0.5f, a[1] = a[2] + p[0], a[2] = t;
	}
	y[i] = p[0] + p[1] + p[2];
}

kernel void pointers_walk(global float *y, global const float *x) {
	int i = get_global_id(0);
	float a[8], *p = a, s = 0;
	for (int j = 0; j < 8; j++) *p++ = x[i + j * 64];
	for (p = a; p < a + 8; ++p) s = s * 0.5f + *p;
	for (p = a + 8; p != a;) s = s * 0.25f + *--p;
	y[i] = s;
}

void butterfly(float *a, float *b) {
	float t = *a - *b;
	*a += *b;
	*b = t;
}

kernel void butterflies_by_bits(global float *y, global const float *x) {
	int i = get_global_id(0);
	float a[8];
	for (int j = 0; j < 8; j++) a[j] = x[i + j * 64];
	for (int h = 1; h < 8; h *= 2)
		for (int j = 0; j < 8; j++)
			if (!(j & h)) butterfly(&a[j], &a[j + h]);
	for (int j = 0; j < 8; j++) y[i + j * 64] = a[j];
}

kernel void transform_of_16(global float2 *y, global const float2 *x) {
	int i = get_global_id(0);
	float2 a[16];
	for (int j = 0; j < 16; j++) a[j] = x[i + j * 64];
	for (int s = 1; s <= 4; s++) {
		int m = 1 << s, h = m >> 1;
		for (int k = 0; k < 16; k += m)
			for (int j = 0; j < h; j++) {
				float2 w = (float2)(native_cos(-3.14159f * j / h), native_sin(-3.14159f * j / h)), t = a[k + j + h], u = a[k + j];
				t = (float2)(t.x * w.x - t.y * w.y, t.x * w.y + t.y * w.x);
				a[k + j] = u + t, a[k + j + h] = u - t;
			}
	}
	for (int j = 0; j < 16; j++) y[i + j * 64] = a[j];
}

typedef struct { float m[3][3]; } Matrix;

Matrix times(Matrix a, Matrix b) {
	Matrix c;
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			c.m[i][j] = 0;
			for (int k = 0; k < 3; k++) c.m[i][j] += a.m[i][k] * b.m[k][j];
		}
	return c;
}

kernel void matrices_by_value(global float *y, global const Matrix *x) {
	int i = get_global_id(0);
	Matrix a = times(x[i], x[i + 1]), b = times(a, a);
	for (int j = 0; j < 9; j++) y[i * 9 + j] = b.m[j / 3][j % 3];
}

kernel void words_of_bytes(global uint *y, global const uint *x) {
	int i = get_global_id(0);
	uchar b[16];
	for (int j = 0; j < 4; j++) {
		uint w = x[i * 4 + j];
		for (int k = 0; k < 4; k++) b[4 * j + k] = w >> (8 * k);
	}
	uint s = 0;
	for (int j = 0; j < 16; j += 4) s ^= *(uint *)(b + j) * 31;
	y[i] = s;
}

kernel void unions(global uint *y, global const uint *x) {
	int i = get_global_id(0);
	union { uint w[4]; uchar b[16]; ushort h[8]; } u;
	for (int j = 0; j < 4; j++) u.w[j] = x[i + j * 64];
	uint s = 0;
	for (int j = 0; j < 16; j++) s = s * 3 + u.b[j];
	for (int j = 0; j < 8; j++) s = s * 5 + u.h[j];
	y[i] = s;
}

kernel void sums_of_tiles(global float *y, global const float *x, int n) {
	int i = get_global_id(0);
	float sum[8][4], p[8], q[4];
	for (int j = 0; j < 8; j++)
		for (int k = 0; k < 4; k++) sum[j][k] = 0;
	for (int l = 0; l < n; l++) {
		for (int j = 0; j < 8; j++) p[j] = x[l * 1000 + i * 8 + j];
		for (int j = 0; j < 4; j++) q[j] = x[l * 500 + j];
		for (int j = 0; j < 8; j++)
			for (int k = 0; k < 4; k++) sum[j][k] += p[j] * q[k];
	}
	for (int j = 0; j < 8; j++)
		for (int k = 0; k < 4; k++) y[i + (4 * j + k) * 64] = sum[j][k];
}
