// Loops that sum up in memory and must go on storing, whether buffers overlap or not.
//arg c uint[256] zero
//arg a uint[256] index %7
//arg n 0 13
//launch 1/1
//expect noalias == 0

kernel void with_the_same_argument(global uint *c, global uint *a, uint n) {
	uint i = get_global_id(0);
	c[i] = 7;
	for (uint k = 0; k < n; k++) c[i] += c[a[k]];
}

kernel void with_volatile(global volatile uint *c, global uint *a, uint n) {
	uint i = get_global_id(0);
	c[i] = 7;
	for (uint k = 0; k < n; k++) c[i] += a[k];
}

kernel void with_atomic(global uint *c, global uint *a, uint n) {
	uint i = get_global_id(0);
	c[i] = 7;
	for (uint k = 0; k < n; k++) {
		c[i] += a[k];
		atomic_inc(a + i);
	}
}

kernel void with_barrier(global uint *c, global uint *a, uint n) {
	uint i = get_global_id(0);
	c[i] = 7;
	for (uint k = 0; k < n; k++) {
		c[i] += a[k];
		barrier(CLK_GLOBAL_MEM_FENCE);
	}
}

kernel void with_handed_over(global uint *c, global uint *a, uint n) {
	uint i = get_global_id(0);
	c[i] = 7;
	barrier(CLK_GLOBAL_MEM_FENCE);
	for (uint k = 0; k < n; k++)
		if (a[k] == i) c[i] += a[k];
}

kernel void with_perhaps_never_stored(global uint *c, global uint *a, uint n) {
	uint i = get_global_id(0);
	for (uint k = 0; k < n; k++)
		if (a[k] == i) c[i] += a[k];
}

kernel void with_perhaps_left_before(global uint *c, global uint *a, uint n) {
	uint i = get_global_id(0);
	for (uint k = 0; k < n; k++) {
		if (a[k] == i) break;
		c[i] += a[k];
	}
}

kernel void with_other_each_round(global uint *c, global uint *a, uint n) {
	uint i = get_global_id(0);
	for (uint k = 0; k < n; k++) c[i + k] += a[k];
}

kernel void with_chosen_pointer(global uint *c, global uint *a, uint n) {
	uint i = get_global_id(0);
	global uint *p = n > 4 ? c : a;
	p[i] = 1;
	for (uint k = 0; k < n; k++) p[i] += a[k];
}

kernel void with_endless(global uint *c, global uint *a, uint n) {
	uint i = get_global_id(0);
	c[i] = 1;
	if (n == 77)
		for (;;) c[i] += a[i];
}
