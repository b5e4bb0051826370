// Quotients and remainders by constants, in both orders, with what writes the dividend between, and in branches.
//arg y uint[16384] random
//arg x uint[8192] by magnitudes
//arg n 0
//launch 1000/500 37x3/37 256x4/64x4

kernel void both(global uint *y, global uint *x, ulong n) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	uint a = x[i], b = x[i + 1];
	int c = a, d = b;
	y[i] = a / 10 * 16 + a % 10 + b % 7 * 5 + b / 7;
	y[4000 + i] = c / 10 * 16 + c % 10 + d % -7 * 5 + d / -7 + c % 7 + d / 10;
	ushort e = a;
	short f = a;
	uchar g = a;
	char h = a;
	y[8000 + i] = e / 100 + e % 100 * 3 + f % 9 + f / 9 * 5 + g / 3 + g % 3 * 7 + h % 5 + h / 5 * 11;
	ulong k = ((ulong)a << 32 | b);
	long l = k;
	y[12000 + i] = k / 1000000007 + k % 1000000007 * 3 + l % 12345 + l / 12345 * 7;
}
kernel void branches(global uint *y, global uint *x, ulong n) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	uint a = x[i], digits = 0;
	for (uint v = a; v > 0; v /= 10) digits = digits * 3 + v % 10;
	if (a & 1) digits += a / 10;
	else digits ^= a % 10;
	digits += a % 10 + a / 10;
	for (int k = 0; k < 5; k++) { digits += a % 1000; a = a / 1000 + x[i + k]; }
	y[i] = digits + a % 1000;
	y[4000 + i] = a / 1000;
}
kernel void magnitudes(global uint *x) {
	uint v = get_global_id(0) * 2654435761u;
	x[get_global_id(0)] = (v ^ v >> 15) >> (v & 15);
}
