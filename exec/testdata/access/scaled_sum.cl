// A sum of rows, after a guard that constants decide.
//arg y uint[8192] random
//arg x uint[8192] random
//arg a 12345
//launch 1000/64 37/37 1/1 256x4/8x4 100x3x2/50x3 64x64/32x8
//also zen
//also analyses

kernel void k(global uint *y, global uint *x, ulong a) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	if (i < 900) y[i] = x[i] * (uint)a + y[i];
}
