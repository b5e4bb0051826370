// Functions that are not inlined: lanes return from different places. The judge has them inlined.
//arg y uint[8192] random
//arg x uint[8192] random
//arg a 12345
//launch 1000/64 37/37 64x64/32x8
//also off=inline

uint f(uint a) {
	uint n = 0;
	while (a > 1) {
		if (n > 40) return n * 7;
		a = a & 1 ? a * 3 + 1 : a / 2;
		n++;
	}
	return n;
}
uint g(uint a, bool b) {
	if (b) return f(a) + 1;
	return f(a + 1) ^ f(a ^ 5);
}
kernel void k(global uint *y, global uint *x, ulong a) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	uint v = x[i], s = 0;
	for (uint j = 0; j < (v & 7); j++) {
		if ((v >> j) & 1)
			s += g(v + j, v & 2);
		else
			s ^= f(j);
		if (s > 1000) break;
	}
	y[i] = s;
}
