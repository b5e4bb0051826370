// An index of 32 bits that may wrap is looked at, and read as a row where it does not.
//arg y float[4096] zero
//arg x uint[4096] random
//arg n 256 100
//launch 256x4/64x2 37x3/37
//expect avx512 rows2-small access "contiguous unless wrapped" == 2

kernel void f(global float *y, global float *x, uint n) {
	uint i = get_global_id(1) * n + get_global_id(0);
	if (i > 0) y[i - 1] = x[i + 3];
}
