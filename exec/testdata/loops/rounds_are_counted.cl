// Lanes leave loops in different rounds and read counters afterwards: from constants and arguments on, in loops that
// are entered again, by some lanes only, with several exits and ways back, and counters that only look like such.
//arg y uint[4096] random
//arg x uint[8192] random
//arg n 1048576
//launch 1024/64 37x3/37 75/25 1/1

kernel void plain(global uint *y, global uint *x, ulong n) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), v = x[i] & 0xffff, c = 0;
	while (v > 3) { v = v & 1 ? v - 3 : v >> 1; c++; }
	y[i] = c * 65536 + v;
}
kernel void fromArgument(global uint *y, global uint *x, ulong n) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), v = x[i] & 255, c = n, d = 7;
	do { v -= v / 3 + 1; c++; d += 3; } while (v > 5 && v < 300);
	y[i] = c + d * 4096;
}
kernel void nested(global uint *y, global uint *x, ulong n) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), r = 0;
	for (uint k = 0; k < 5; k++) {
		uint v = x[i + k] & 1023, c = k;
		if (v & 3) {
			while (v > 9) { v = (v * 5 >> 3) - 1; c++; }
			r = r * 31 + c;
		}
		r += c;
	}
	y[i] = r;
}
kernel void again(global uint *y, global uint *x, ulong n) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), c = 0, r = 0, v = x[i] & 4095;
	while (v > 100) {
		c = 3;
		while ((v & 7) != 5 && c < 20) { v -= 1; c++; }
		v >>= 1;
		if (v & 8) r += c; else if (v & 16) continue;
		r ^= c << 5;
	}
	y[i] = r + c * 65536;
}
kernel void exits(global uint *y, global uint *x, ulong n) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), c, w = x[i] & 63;
	for (c = 0; c < 50; c++) {
		uint v = x[i + c] & 1023;
		if (v == w) break;
		if (v < 100) { w += v; continue; }
		if (v > 1000) { y[i] = c; return; }
		w ^= v;
	}
	y[i] = c * 4096 + (w & 4095);
}
kernel void steps(global uint *y, global uint *x, ulong n) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), v = x[i] & 0xfff, c = 0, d = 100, e = 0;
	ulong f = 5;
	while (v > 3) { v -= v / 5 + 1; c += 2; d--; e++; f++; if (e == 30) e = 7; }
	y[i] = c + d * 256 + e * 65536 + (uint)f * 16777216;
}
kernel void some(global uint *y, global uint *x, ulong n) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), c = 77, v = x[i] & 4095;
	if (v & 1) { c = 0; while (v > 10) { v = v * 3 >> 2; c++; } }
	if (v & 2) { c += 5; } else { uint k = 2; while (v < 4000) { v = v * 5 / 4 + 1; k++; } c ^= k; }
	y[i] = c;
}
