// Loops that step by the number of all work-items, in each other.
//arg y uint[16384] random >>7
//arg x uint[16384] random >>7
//arg n 0 1 7 33 64
//arg h 0 1 7 33 64
//launch 32x8/32x4 16x4/8x2 40x3/20x3 5x5/5

kernel void two(global int *y, global int *x, int n) {
	int w = 61, h = n;
	for (int r = get_global_id(1); r < h; r += get_global_size(1))
		for (int c = get_global_id(0); c < w; c += get_global_size(0)) y[r * w + c] = x[r * w + c] + x[r * w + c + 1];
}
kernel void unsigned_two(global uint *y, global uint *x, uint h) {
	uint w = 77;
	for (size_t r = get_global_id(1); r < h; r += get_global_size(1)) {
		uint s = 0;
		for (uint c = get_global_id(0); c < w; c += get_global_size(0)) s += x[r * w + c];
		y[r * 64 + get_global_id(0)] = s;
	}
}
kernel void columns(global int *y, global int *x, int n) {
	for (int c = get_global_id(0); c < 40; c += get_global_size(0))
		for (int r = get_global_id(1); r < n; r += get_global_size(1)) y[r * 40 + c] = x[c * 64 + r];
}
