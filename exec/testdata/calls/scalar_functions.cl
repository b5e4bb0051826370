// Functions that are not inlined: numbers in, a number out. The judge has them inlined.
//arg y uint[8192] random
//arg x uint[8192] random
//arg a 12345
//launch 1000/64 37/37 64x64/32x8
//also off=inline

uint f(uint a, uint b) { return a * 3 + b; }
kernel void k(global uint *y, global uint *x, ulong a) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	y[i] = f(x[i], (uint)a) + f(y[i], 5);
}
