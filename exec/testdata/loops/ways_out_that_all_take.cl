// Each work-item starts at its id and steps by the number of all, in loops that all leave together in some way, or one
// by one at the end: counted rounds, limits that are read, breaks before and after the test, in which nothing may have
// happened yet. Bundles end before others, within a round, at once or never begin, and counters wrap.
//arg y uint[16384] random >>7
//arg x uint[16384] random >>7
//arg n 0 1 5 64 1000 1003 2047
//arg m 0 3 17
//launch 256/128 128/64 100/20 37/37 3/1
//bundles rows=16 rows=8

//expect both rows2-small access gather == 1
kernel void counted_rounds(global uint *y, global uint *x, int n, uint m) {
	long i = get_global_id(0);
	uint s = 1;
	for (uint k = 0; k < m; k++) {
		if (i >= n) break;
		s = s * 31 + x[i];
		i += get_global_size(0);
	}
	y[get_global_id(0)] = s + (uint)i;
}
kernel void counted_rounds_that_store(global uint *y, global uint *x, int n, uint m) {
	int i = get_global_id(0);
	for (uint k = 0; k < m; k++) {
		if (i >= n) break;
		y[i] = x[i] + k;
		i += get_global_size(0);
	}
	y[15000 + get_global_id(0)] = i;
}
//expect both rows2-small access contiguous >= 2
kernel void tested_before(global uint *y, global uint *x, int n, uint m) {
	uint k = 0;
	for (uint i = get_global_id(0); i < n && k < m; i += get_global_size(0), k += 1 + k / 5) y[i] = x[i] * k;
}
kernel void read_after_the_test(global uint *y, global uint *x, int n, uint m) {
	for (int i = get_global_id(0), k = 0; i < n && x[k] % 8 > 0 && x[k + 1] % 16 > m % 3; i += get_global_size(0), k++)
		y[i] = x[i] * 3;
}
//expect both rows2-small access contiguous >= 1
kernel void three_ways(global uint *y, global uint *x, int n, uint m) {
	uint k = 0, s = 0;
	int i = get_global_id(0);
	while (k != m) {
		if (i >= n || k * k > 200) break;
		s += x[i] ^ k;
		i += get_global_size(0);
		k++;
	}
	y[get_global_id(0)] = s * 64 + k;
}
kernel void downwards(global uint *y, global uint *x, int n, uint m) {
	int i = n - 1 - (int)get_global_id(0);
	for (uint k = 0; k < m + 2; k++) {
		if (i < 0) break;
		y[i] = x[i] - k;
		i -= (int)get_global_size(0);
	}
}
kernel void wraps(global uint *y, global uint *x, int n, uint m) {
	uint i = get_global_id(0) - 70u;
	for (uint k = 0; k <= m; k++) {
		if (i - 100u < (uint)n) break;
		y[(ulong)(i + 70) & 4095] += x[i & 4095] + (uint)((ulong)i >> 20);
		i += get_global_size(0);
	}
	for (uint k = 0, j = 0xffffffe8u + get_global_id(0); k <= m; k++) {
		if (j < 0xffffffe0u) break;
		y[5000 + ((ulong)j - 0xffffffe0u)] += k;
		j += get_global_size(0);
	}
}
kernel void nested(global uint *y, global uint *x, int n, uint m) {
	for (uint r = 0; r < 3; r++) {
		int i = get_global_id(0);
		for (uint k = 0; k < m; k++) {
			if (i >= n - 7 * (int)r) break;
			uint s = 0;
			for (uint j = 0; j < r + 2; j++) s += x[i + j] * j;
			y[i + 5000 * r] = s;
			i += get_global_size(0);
		}
	}
}
kernel void some_begin(global uint *y, global uint *x, int n, uint m) {
	if (x[get_global_id(0)] % 3 == 0) {
		int i = get_global_id(0);
		for (uint k = 0; k < m; k++) {
			if (i >= n) break;
			y[i] += x[i] + k;
			i += get_global_size(0);
		}
	}
}
kernel void written_before_the_way_out(global uint *y, global uint *x, int n, uint m) {
	int i = get_global_id(0);
	for (uint k = 0; i < n; k++) {
		y[i] += x[i] + k;
		if (k >= m) break;
		i += get_global_size(0);
	}
}
kernel void by_what_was_read(global uint *y, global uint *x, int n, uint m) {
	for (int i = get_global_id(0); i < n && x[i] % 32 != m; i += get_global_size(0)) y[i] = x[i];
}
