// Quotients and remainders of sums of local ids by constants that are no powers of two, and what looks alike.
//arg c uint[4096] zero
//arg a uint[4096] random
//arg n 1 13
//launch 125/125 250/125+2
//also off=divide
//also off=gvn,licm

// The points of a transform of 1,000.
//expect both rows1-small-guarded access "gather|speculative contiguous" == 0
//expect both off=divide,gvn rows1-small-guarded access "gather|speculative contiguous" >= 2
__attribute__((reqd_work_group_size(125, 1, 1)))
kernel void points(global uint *c, global const uint *a, uint n) {
	uint x = get_local_id(0) + 875, group = get_group_id(0);
	uint y = get_local_id(0) + 125, place = (x % 1000) + (x / 1000) * 1000 + group * 1000;
	uint other = (y % 1000) + (y / 1000) * 1000 + group * 1000;
	c[place] = a[place] + a[other] * 3 + a[(x % 1000) + (x / 1000) * 1016] * n;
}

//launch 13x12/13x12 26x24/13x12 13x24/13x12+1x2
__attribute__((reqd_work_group_size(13, 12, 1)))
kernel void rows(global uint *c, global const uint *a, int n) {
	uint x = get_local_id(0), y = get_local_id(1), linear = x + 13 * y, more = linear + 156 * 2;
	int back = (int)x - 5, far = (int)(x + 13 * y + 1000);
	uint r = a[linear / 13 * 16 + linear % 13] + a[more % 156 * 2 + more / 156] * 3 + a[more / 39 + more % 39 * 4] * 5;
	r += a[back % 7 + 7] * 7 + a[back / 7 + 7] * 11 + a[far / 13] * 13 + a[far % 13] * 17 + a[far / 1000] * 19;
	r += a[(y * 3000 + x + 2001) / 1000] * 23 + a[(y * 3000 + x + 2001) % 1000] * 29;
	r += a[(y * 3000 + x + 988) % 1000] * 31;
	r += a[(uchar)(y * 30 + x) % 30] * 37 + a[(ushort)(y * 6000 + x) / 3000] * 41 + a[(y * 0x40000000u + x) % 3] * 43;
	r += a[(x - 20) / 50000000 & 4095] * 59 + a[(x * 26 + 13 * y) / 13] * 47;
	r += a[(x * 26 + 13 * y) % 13 + (x - 20) % 100] * 53;
	c[(get_global_id(1) * get_global_size(0) + get_global_id(0)) & 4095] = r;
}

// x % c + x / c * c, of signs and with divisors that are not known, and what is nearly that.
//launch 64/64 100/20 96/32+16
kernel void joined(global uint *c, global const uint *a, uint n) {
	uint i = get_global_id(0), w = a[i] * 7;
	int s = (int)w, t = (int)a[i + 1], none = (int)n - 13;
	uint r = (w % 10 + w / 10 * 10) ^ (w / 7 * 7 + w % 7) * 3 ^ (w % 10 + w / 10 * 11) * 5;
	r ^= (w % 10 + w / 11 * 10) * 7;
	r ^= (uint)(s % 10 + s / 10 * 10) * 11 ^ (uint)(s % -3 + s / -3 * -3) * 13 ^ (uint)(s % 10 + t / 10 * 10) * 17;
	r ^= (s % (int)n + s / (int)n * (int)n) * 19 ^ (uint)((long)s % 5 + (long)t / 5 * 5) * 23;
	c[i] = r ^ (uint)((uchar)w % 6 + (uchar)w / 6 * 6) * 29 ^ (uint)none;
}

// Floats of integers of all sizes.
//launch 64/64 100/20 96/32+16
kernel void floats(global float *c, global const uint *a, uint n) {
	uint i = get_global_id(0), w = a[i];
	float x = (float)(ulong)w + (float)(long)(int)w * 3 + (float)(w % 1000) * 5 + (float)(ulong)(long)(int)w * 7;
	x += (float)(w >> 1) * 11 + (float)(w & 0x7fffffff) * 13 + convert_float_rtz((ulong)w) * 17;
	x += (float)get_local_id(0) * 19 + convert_float_rtp(w >> 1) * 23 + (float)(ulong)(w >> 4) * 29 + (float)(uchar)w;
	c[i] = x + (float)((double)(w >> 1) - (double)(ulong)w + convert_double((ushort)w)) * 31;
}
