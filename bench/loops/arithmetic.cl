kernel void poly12(global float *y, global const float *x) {
	int i = get_global_id(0);
	float v = x[i], p = 0.1f;
	p = p * v + 0.2f; p = p * v + 0.3f; p = p * v + 0.4f; p = p * v + 0.5f; p = p * v + 0.6f; p = p * v + 0.7f;
	p = p * v + 0.8f; p = p * v + 0.9f; p = p * v + 1.0f; p = p * v + 1.1f; p = p * v + 1.2f; p = p * v + 1.3f;
	y[i] = p;
}
kernel void exp_fast(global float *y, global const float *x) {
	int i = get_global_id(0);
	float v = clamp(x[i], -87.0f, 88.0f), n = rint(v * 1.442695f), r = fma(n, -0.6931472f, v);
	float p = 0.008301f;
	p = p * r + 0.041666f; p = p * r + 0.166666f; p = p * r + 0.5f; p = p * r + 1.0f; p = p * r + 1.0f;
	y[i] = p * as_float(((int)n + 127) << 23);
}
kernel void log_fast(global float *y, global const float *x) {
	int i = get_global_id(0);
	uint b = as_uint(x[i]);
	int e = (int)(b >> 23) - 127;
	float m = as_float((b & 0x7fffff) | 0x3f800000), t = (m - 1) / (m + 1), s = t * t;
	y[i] = e * 0.6931472f + 2 * t * (1 + s * (0.3333333f + s * (0.2f + s * 0.1428571f)));
}
kernel void quaternion(global float *out, global const float *x, global const float *y, global const float *z, float a, float b, float c, float d, int n) {
	int i = get_global_id(0);
	float px = x[i], py = y[i], pz = z[i];
	float tx = 2 * (b * pz - c * py), ty = 2 * (c * px - a * pz), tz = 2 * (a * py - b * px);
	out[i] = px + d * tx + (b * tz - c * ty);
	out[i + n] = py + d * ty + (c * tx - a * tz);
	out[i + 2 * n] = pz + d * tz + (a * ty - b * tx);
}
kernel void normalize3(global float *x, global float *y, global float *z) {
	int i = get_global_id(0);
	float a = x[i], b = y[i], c = z[i], l = 1 / sqrt(a * a + b * b + c * c);
	x[i] = a * l; y[i] = b * l; z[i] = c * l;
}
kernel void sphere(global float *out, global const float *ox, global const float *oy, global const float *oz, global const float *dx, global const float *dy, global const float *dz, float r) {
	int i = get_global_id(0);
	float b = ox[i] * dx[i] + oy[i] * dy[i] + oz[i] * dz[i], c = ox[i] * ox[i] + oy[i] * oy[i] + oz[i] * oz[i] - r * r, h = b * b - c;
	out[i] = h < 0 ? -1.0f : -b - sqrt(fabs(h));
}
kernel void lennard_jones(global float *fx, global float *e, global const float *x, global const float *y, global const float *z, float px, float py, float pz) {
	int i = get_global_id(0);
	float dx = x[i] - px, dy = y[i] - py, dz = z[i] - pz, r2 = dx * dx + dy * dy + dz * dz;
	float s = 1 / r2, s6 = s * s * s;
	e[i] = r2 < 6.25f ? 4 * s6 * (s6 - 1) : 0.0f;
	fx[i] += r2 < 6.25f ? 24 * s * s6 * (2 * s6 - 1) * dx : 0.0f;
}
kernel void butterfly4(global float *re, global float *im, int n) {
	int i = get_global_id(0);
	float ar = re[i], ai = im[i], br = re[i + n], bi = im[i + n], cr = re[i + 2 * n], ci = im[i + 2 * n], dr = re[i + 3 * n], di = im[i + 3 * n];
	float er = ar + cr, ei = ai + ci, fr = ar - cr, fi = ai - ci, gr = br + dr, gi = bi + di, hr = br - dr, hi = bi - di;
	re[i] = er + gr; im[i] = ei + gi;
	re[i + n] = fr + hi; im[i + n] = fi - hr;
	re[i + 2 * n] = er - gr; im[i + 2 * n] = ei - gi;
	re[i + 3 * n] = fr - hi; im[i + 3 * n] = fi + hr;
}
kernel void determinant4(global float *out, global const float *m, int n) {
	int i = get_global_id(0);
	float a = m[i], b = m[i + n], c = m[i + 2 * n], d = m[i + 3 * n], e = m[i + 4 * n], f = m[i + 5 * n], g = m[i + 6 * n], h = m[i + 7 * n];
	float j = m[i + 8 * n], k = m[i + 9 * n], l = m[i + 10 * n], o = m[i + 11 * n], p = m[i + 12 * n], q = m[i + 13 * n], r = m[i + 14 * n], s = m[i + 15 * n];
	float x = l * s - o * r, y = k * s - o * q, z = k * r - l * q, u = j * s - o * p, v = j * r - l * p, w = j * q - k * p;
	out[i] = a * (f * x - g * y + h * z) - b * (e * x - g * u + h * v) + c * (e * y - f * u + h * w) - d * (e * z - f * v + g * w);
}
kernel void newton_f64(global double *y, global const double *x) {
	size_t i = get_global_id(0);
	double v = x[i], r = 1 / v;
	r = r * (2 - v * r); r = r * (2 - v * r);
	y[i] = sqrt(fabs(r)) + r * r;
}
kernel void poly_f64(global double *y, global const double *x) {
	size_t i = get_global_id(0);
	double v = x[i];
	y[i] = ((((((0.1 * v + 0.2) * v + 0.3) * v + 0.4) * v + 0.5) * v + 0.6) * v + 0.7) * v + 0.8;
}
kernel void smooth(global float *out, global const float *x, float a, float b) {
	int i = get_global_id(0);
	float t = clamp((x[i] - a) / (b - a), 0.0f, 1.0f);
	out[i] = t * t * (3 - 2 * t);
}
kernel void tonemap(global float *out, global const float *in, float exposure) {
	int i = get_global_id(0);
	float x = in[i] * exposure, y = x * (2.51f * x + 0.03f) / (x * (2.43f * x + 0.59f) + 0.14f);
	out[i] = y < 0.0031308f ? 12.92f * y : 1.055f * sqrt(sqrt(y)) - 0.055f;
}
kernel void hue(global float *out, global const float *r, global const float *g, global const float *b) {
	int i = get_global_id(0);
	float x = r[i], y = g[i], z = b[i], high = fmax(x, fmax(y, z)), low = fmin(x, fmin(y, z)), d = high - low, h = 0;
	if (d > 0) {
		if (high == x) h = (y - z) / d;
		else if (high == y) h = 2 + (z - x) / d;
		else h = 4 + (x - y) / d;
		if (h < 0) h += 6;
	}
	out[i] = h;
}
kernel void cubic(global float *out, global const float *in, float t) {
	int i = get_global_id(0);
	float a = in[i], b = in[i + 1], c = in[i + 2], d = in[i + 3];
	out[i] = b + 0.5f * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}
kernel void logistic(global float *out, global const float *in, float r) {
	int i = get_global_id(0);
	float x = in[i];
	for (int k = 0; k < 16; k++) x = r * x * (1 - x);
	out[i] = x;
}
kernel void julia8(global float *out, global const float *re, global const float *im, float a, float b) {
	int i = get_global_id(0);
	float x = re[i], y = im[i], n = 0;
	for (int k = 0; k < 8; k++) {
		float t = x * x - y * y + a;
		y = 2 * x * y + b;
		x = t;
		n += x * x + y * y < 4 ? 1.0f : 0.0f;
	}
	out[i] = n;
}
