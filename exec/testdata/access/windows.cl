// Small elements that lie close together, but not evenly: scaled, clamped and mirrored coordinates, and look-alikes.
//arg y uint[4096] random
//arg x uint[8192] random
//arg p 0 3
//arg f 0.6 1.8 -1.0 100.0
//launch 1000/64 37/37 1/1 64x16/16x4 33x7x2/33x1
//also zen
//also off=windows
//also off=windows,speculative-rows

int mirrored(int i, int n) {
	do {
		i = i < 0 ? -i - 1 : 2 * n - 1 - i;
	} while (i < 0 || i >= n);
	return i;
}

// The index steps by two as far as an edge; some lanes have no element.
//expect both rows2-small access window == 3
//expect both off=windows rows2-small access window == 0
kernel void clamped(global uint *y, global const uchar *x, int p, float f) {
	int i = get_global_id(0), j = get_global_id(1), w = get_global_size(0), at = j * w + i;
	uint s = x[p + j * 64 + min(2 * i, w)] + 3 * x[p + j * 64 + min(2 * i + 1, w)];
	if (i % 3 != 1) s += 5 * x[p + j * 64 + max(w - i, 2 * i - w)];
	y[at] = s;
}

// Coordinates in floats, and elements of two bytes at addresses of both kinds.
//expect both rows2-small access window == 3
kernel void scaled(global uint *y, global const uchar *x, int p, float f) {
	int i = get_global_id(0), j = get_global_id(1), w = get_global_size(0);
	int at = clamp((int)floor((i + 0.5f) * f - 0.5f), 0, 2000), next = min(at + 1, 2000);
	global const ushort *h = (global const ushort *)(x + 2 * p);
	y[j * w + i] = x[j * 100 + at] + 7 * x[j * 100 + next] + 3 * h[j * 50 + at];
}

// Pixels of three bytes, mirrored at the edge; the second kind lies further apart than a vector reaches.
//expect both rows2-small access window == 2
kernel void mirrors(global uint *y, global const uchar *x, int p, float f) {
	int i = get_global_id(0), j = get_global_id(1), w = get_global_size(0), m = i + p - 1;
	if (m < 0 || m >= w) m = mirrored(m, w);
	y[j * w + i] = x[3 * m + j * 64] * 3 + x[3 * m + j * 64 + 2] * 5 + x[7 * m + j * 64];
}

// Unsigned indices, and bytes of local memory.
kernel void elsewhere(global uint *y, global const uchar *x, int p, float f) {
	int i = get_global_id(0), j = get_global_id(1), w = get_global_size(0);
	local uchar t[64];
	for (int k = get_local_id(0) + get_local_id(1) * get_local_size(0); k < 64; k += get_local_size(0) *
		get_local_size(1)) t[k] = x[k * 5];
	barrier(CLK_LOCAL_MEM_FENCE);
	uint far = min(2u * i, 900u), other = min(3u * i - 7u, 600u);
	y[j * w + i] = x[far + (uint)j] + 3 * x[far + 8] + 7 * x[other] + t[min(2 * i, 60) & 63];
}

// Each lane of its own, though it looks like a coordinate: nothing but the speed suffers.
kernel void turned(global uint *y, global const uchar *x, int p, float f) {
	int i = get_global_id(0), j = get_global_id(1), w = get_global_size(0);
	int at = clamp((int)(i * f), -5, 300), row = clamp((int)(i * f * 0.5f), 0, 40);
	y[j * w + i] = x[at + 5 + 97 * row] + 3 * x[at + 5 + row];
}
