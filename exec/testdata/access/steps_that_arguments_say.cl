// Lanes step by arguments, which often are 1: increments of vectors, steps of loops, and rows of matrices.
//arg x float[16384] index %97
//arg y float[16384] index %89
//arg w int[16384] index *3 %1021
//arg incx 3 1 0 0xffffffff
//arg incy 2 1
//arg step 3 1 0
//arg inc 1 4
//arg n 200
//launch 256/64 16x8/16x4 37/37
//also zen
//also off=unit-steps

// Increments of 32 bits.
//expect unitsteps == 2
kernel void axpy(global const float *x, global float *y, int incx, int incy, int n) {
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	if (i < n) y[i * incy + 7] = x[4096 + i * incx] * 2.0f;
}

// The same where one of them is 1 in the first launch.
//arg incx 1 3
//arg incy 1 2
//expect both rows2-small access gather* == 0
//expect both rows2-small access scatter* == 0
kernel void axpy_of_ones(global const float *x, global float *y, int incx, int incy, int n) {
	int i = get_global_id(0);
	if (get_global_id(1) == 0 && i < n) y[i * incy + 7] = x[i * incx] * 2.0f;
}

// A reduction whose elements lie apart, of 64 bits, with a break.
//expect unitsteps == 1
kernel void sum(global const int *w, global int *y, ulong step, uint n) {
	uint id = get_local_id(0) + get_local_size(0) * get_local_id(1), size = get_local_size(0) * get_local_size(1);
	ulong i = (get_group_id(0) * size * 4 + id) * step;
	int total = 0;
	for (uint s = 0; s < 4; s++) {
		if (i >= 8 * n) break;
		total += w[i];
		i += size * step;
	}
	y[get_global_id(0) + get_global_size(0) * get_global_id(1)] = total;
}

// The inner step of a matrix is 1, and the outer one is not.
//expect both rows2-small access gather* == 0
kernel void matrix(global const float *x, global float *y, uint inc, uint step) {
	uint i = get_global_id(0), j = get_global_id(1), at = i + get_global_size(0) * j;
	y[at] = x[j * step * 50 + i * inc] + x[4000 + i * inc];
}

// What an argument multiplies is no step of memory, or is the same for all lanes.
//expect unitsteps == 0
kernel void factors(global const float *x, global int *y, uint step, uint n) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	y[i] = i * step + x[get_group_id(0) * step] + x[(i * i & 15) * n];
}
