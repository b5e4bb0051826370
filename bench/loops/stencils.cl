kernel void heat5(global float *out, global const float *in, int w, float k) {
	int x = get_global_id(0) + 1, y = get_global_id(1) + 1;
	float c = in[y * w + x];
	out[y * w + x] = c + k * (in[y * w + x - 1] + in[y * w + x + 1] + in[(y - 1) * w + x] + in[(y + 1) * w + x] - 4 * c);
}
kernel void blur9(global float *out, global const float *in, int w, global const float *f) {
	int x = get_global_id(0) + 1, y = get_global_id(1) + 1;
	float s = 0;
	for (int j = -1; j <= 1; j++)
		for (int i = -1; i <= 1; i++) s += f[(j + 1) * 3 + i + 1] * in[(y + j) * w + x + i];
	out[y * w + x] = s;
}
kernel void sobel(global uchar *out, global const uchar *in, int w) {
	int x = get_global_id(0) + 1, y = get_global_id(1) + 1, p = y * w + x;
	int a = in[p - w - 1], b = in[p - w], c = in[p - w + 1], d = in[p - 1], e = in[p + 1], f = in[p + w - 1], g = in[p + w], h = in[p + w + 1];
	int dx = c + 2 * e + h - a - 2 * d - f, dy = f + 2 * g + h - a - 2 * b - c;
	out[p] = min(abs(dx) + abs(dy), 255u);
}
kernel void gauss5(global float *out, global const float *in) {
	int i = get_global_id(0) + 2;
	out[i] = (in[i - 2] + in[i + 2]) * 0.0625f + (in[i - 1] + in[i + 1]) * 0.25f + in[i] * 0.375f;
}
kernel void wave(global float *next, global const float *now, global const float *old, int w, float c) {
	int x = get_global_id(0) + 2, y = get_global_id(1) + 2, p = y * w + x;
	float l = (now[p - 1] + now[p + 1] + now[p - w] + now[p + w]) * 1.3333334f - (now[p - 2] + now[p + 2] + now[p - 2 * w] + now[p + 2 * w]) * 0.0833333f - 5.0f * now[p];
	next[p] = 2 * now[p] - old[p] + c * l;
}
#define SORT2(a, b) { int t = min(a, b); b = max(a, b); a = t; }
kernel void median9(global int *out, global const int *in, int w) {
	int p = (get_global_id(1) + 1) * w + get_global_id(0) + 1;
	int a = in[p - w - 1], b = in[p - w], c = in[p - w + 1], d = in[p - 1], e = in[p], f = in[p + 1], g = in[p + w - 1], h = in[p + w], i = in[p + w + 1];
	SORT2(b, c) SORT2(e, f) SORT2(h, i) SORT2(a, b) SORT2(d, e) SORT2(g, h) SORT2(b, c) SORT2(e, f) SORT2(h, i)
	SORT2(a, d) SORT2(f, i) SORT2(e, h) SORT2(d, g) SORT2(b, e) SORT2(c, f) SORT2(e, h) SORT2(e, c) SORT2(g, e) SORT2(e, c)
	out[p] = e;
}
