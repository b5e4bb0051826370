// Words side by side at unsigned multiples of four: adding less than four to them cannot wrap, whatever they are.
//arg y uint[16384] random
//arg x uint[16384] random
//arg a 0 0xfffffff0 0x40000000
//launch 1000/64 37/37 1/1
//also zen
//also analyses
//expect zen rows2-small-guarded access interleaved == 12

kernel void k(global uint *y, global const uint *x, uint a) {
	uint i = get_global_id(0), four = (i + a) * 4 & 4095, eight = (i & 1023) << 3;
	uint s = x[four] + x[four + 1] * 3 + x[four | 2] * 5 + x[four + 3] * 7 + x[eight + 7] - x[eight + 2];
	uint p = x[i * 4], q = x[i * 4 + 1], r = x[i * 4 + 2], t = x[i * 4 + 3];
	y[i * 4] = p ^ s;
	y[i * 4 + 1] = q + s;
	y[i * 4 + 2] = r * s;
	y[i * 4 + 3] = t - s;
	y[4096 + eight + 5] = s;
}
