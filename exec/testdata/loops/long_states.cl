// Rounds over more words of 64 bits than two vectors for each have registers: with a counter that begins anew for the
// second half, lanes that are not active, and an end that lanes reach in different rounds.
//arg y uint[2048] random
//arg x uint[2048] random
//arg n 3
//launch 1024/64 37x3/37 75/25

#define ROUND \
	for (int i = 0; i < 20; i++) \
		a[i] = rotate(a[i] ^ a[(i + 7) % 20], (ulong)(2 * i + 1)) + a[(i + 1) % 20] + (ulong)x[k];
kernel void rounds(global uint *y, global uint *x, ulong n) {
	uint g = get_global_id(0) + get_global_size(0) * get_global_id(1);
	ulong a[20], r = 0;
	for (int i = 0; i < 20; i++) a[i] = x[g + i] * n + i;
	for (int k = 3; k < 24; k++) {
		ROUND
	}
	for (int i = 0; i < 20; i++) r = r * 31 + a[i];
	y[g] = r ^ r >> 32;
}
kernel void some(global uint *y, global uint *x, ulong n) {
	uint g = get_global_id(0) + get_global_size(0) * get_global_id(1);
	ulong a[20], r = 0;
	for (int i = 0; i < 20; i++) a[i] = x[g + i] + i;
	if (x[g] & 1)
		for (int k = 0; k < 9; k++) {
			ROUND
		}
	for (int k = 0; k < (x[g] & 15); k++) {
		ROUND
	}
	for (int i = 0; i < 20; i++) r = r * 31 + a[i];
	y[g] = r ^ r >> 32;
}
