// Loops that lanes leave one by one, and the rest together: at a counter's end, at the end of the loop around,
// through a switch, and with lanes that go on to the next round while others leave.
//arg y uint[4096] random
//arg x uint[4096] random
//arg a 0 1 5 8 40
//launch 1000/64 37/37 256x4/8x4

kernel void search(global uint *y, global uint *x, ulong a) {
	uint i = get_global_id(0), v = x[i] % 50, r = 7;
	for (uint k = 0; k < (uint)a; k++) {
		if (x[k] % 50 == v) { r = k * 100; break; }
		if (v < 3) { r += k; continue; }
		r ^= k;
		if (k == 9) break;
	}
	y[i] = r;
}
kernel void nested(global uint *y, global uint *x, ulong a) {
	uint i = get_global_id(0), v = x[i], r = 0;
	for (uint k = 0; k < (uint)a; k++) {
		for (uint j = 0; j <= k; j++) {
			v = v * 1664525u + 1013904223u;
			if ((v >> 28) == 3) { r += 1000; break; }
			if ((v >> 28) == 5) continue;
			if (k == 6 && j == 4) goto out;
			r += j;
		}
		if ((v >> 27) == 9) return;
		r = r * 3 + k;
		if (k == (uint)a - 1) { r += 17; break; }
	}
out:
	y[i] = r;
}
kernel void cases(global uint *y, global uint *x, ulong a) {
	uint i = get_global_id(0), v = x[i], r = 0;
	for (uint k = 0;; k++) {
		switch (k) {
		case 3: if (v & 1) goto done; break;
		case 5: r += v; break;
		case 8: goto done;
		default: v = v >> 1 ^ (v & 1) * 0xb400u; if ((v & 0xff) < 9) { r += 5; continue; }
		}
		r = r * 5 + k;
	}
done:
	y[i] = r + v;
}
