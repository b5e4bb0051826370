// Indices kept inside an image: bundles that no clamp changes run a copy of the kernel without clamps. Widths
// leave nothing, one, or a part of a row to it; some launches are wider than the image, with and without a check.
//arg y uint[8192] random
//arg x uchar[8192] random
//arg f float[8192] random &15
//arg w 1 2 9 33 64 96
//arg h 1 3 40
//launch 96x3/32x1 70x2/7x1 64x5/64x1+3x1
//judge off=unclamp
//also off=unmasked-bounds-check
//also off=interleaved-groups,dense-lanes
//also zen

//expect both zen rows2-small-full-guarded access contiguous >= 4
//expect avx512 intel rows2-small-full-guarded access contiguous >= 4
kernel void stencil(global uint *y, global const uchar *x, global const float *f, int w, int h) {
	int i = get_global_id(0), j = get_global_id(1);
	uint s = 0;
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			s = s * 3 + x[clamp(j + dy, 0, h - 1) * w + clamp(i + dx, 0, w - 1)];
	y[j * get_global_size(0) + i] = s;
}
kernel void floats(global uint *y, global const uchar *x, global const float *f, int w, int h) {
	int i = get_global_id(0), j = get_global_id(1);
	if (i < w && j < h) {
		float a = f[j * w + max(i - 2, 0)], b = f[j * w + min(i + 1, w - 1)] * 0.3f;
		y[j * w + i] = as_uint(a * b + f[min(j + 1, h - 1) * w + i] * b);
	}
}
//expect avx2 zen rows2-small-full-guarded access interleaved >= 4
kernel void halves(global uchar *y, global const uchar *x, global const float *f, int w, int h) {
	int i = get_global_id(0), j = get_global_id(1);
	if (i < w && j < h) {
		int sum = 0;
		for (int b = 0; b < 2; b++) {
			global const uchar *row = x + min(2 * j + b, h - 1) * w;
			for (int a = 0; a < 2; a++) sum += row[min(2 * i + a, w - 1)];
		}
		y[j * w + i] = convert_uchar_sat_rte(sum * 0.25f);
	}
}
kernel void returns(global uint *y, global const uchar *x, global const float *f, int w, int h) {
	int i = get_global_id(0), j = get_global_id(1);
	if (i >= w || j >= h) return;
	int left = max(i - 1, 0), right = min(i + 1, w - 1);
	y[j * w + i] = x[j * w + left] + 7 * x[j * w + i] + 31 * x[j * w + right];
}
kernel void both_sides_write(global uint *y, global const uchar *x, global const float *f, int w, int h) {
	int i = get_global_id(0), j = get_global_id(1);
	int at = min(i + 3, w - 1);
	if (i < w && j < h) y[j * 96 + i] = x[j * w + at] * 3;
	else y[4096 + j * 96 + i] = at;
}
kernel void mirrored(global uint *y, global const uchar *x, global const float *f, int w, int h) {
	int i = get_global_id(0), j = get_global_id(1);
	if (i < w && j < h)
		y[j * w + i] = x[j * w + max(w - 2 - i, 0)] + (x[j * w + min(w - 1, max(i - 1, 0))] << 8);
}
kernel void unsigned_and_wide(global uint *y, global const uchar *x, global const float *f, uint w, uint h) {
	uint i = get_global_id(0), j = get_global_id(1);
	size_t k = get_global_id(0), last = w - 1;
	if (i < w && j < h)
		y[j * w + i] = x[j * w + min(i + 1, w - 1)] + (x[min(k + 2, last)] << 8) + (x[min(i - 1, w - 1)] << 16);
}
kernel void in_a_branch(global uint *y, global const uchar *x, global const float *f, int w, int h) {
	int i = get_global_id(0), j = get_global_id(1);
	if (i < w && j < h) {
		uint v = x[j * w + i];
		if (v & 1) v += x[min(i * 3 + 1, w - 1)] << 9;
		for (int k = 0; k < (int)(v & 3); k++) v = v * 5 + x[j * w + min(i + k, w - 1)];
		y[j * w + i] = v;
	}
}
kernel void what_is_clamped_is_stored(global uint *y, global const uchar *x, global const float *f, int w, int h) {
	int i = get_global_id(0), j = get_global_id(1);
	int at = max(min(i + 1, w - 1), 0), most = min(i, x[0] & 15), table = min(i, 5);
	y[j * get_global_size(0) + i] = at + x[at] + x[most] * 256 + x[table] * 65536;
}
// A clamp that stays, as it is a term of a sum, is the operand of another.
kernel void clamped_twice(global uint *y, global const uchar *x, global const float *f, int w, int h) {
	int i = get_global_id(0), j = get_global_id(1);
	int at = max(2 * i - 9, 0), most = min(at, w - 1), next = max(3 * i - 20, 2);
	if (i < w && j < h)
		y[j * w + i] = x[most] + (x[j * 3 + at] << 8) + (x[next + w] << 16) + (x[min(next, w + 4)] << 24);
}
