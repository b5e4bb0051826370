// Loops of compare and swap begin with a guess, and end without a swap if one that failed found something else: they
// must find it, and not swap what was read meanwhile.
//arg y uint[256] random >>25
//arg x uint[512] random >>25
//launch 256/64 101/101

kernel void compared(global uint *y, global uint *x) {
	uint i = get_global_id(0), old = 5, found;
	volatile global uint *p = y + i;
	for (;;) {
		found = atomic_cmpxchg(p, old, old + 1);
		if (found > 100) break;
		if (found == old) break;
		old = found;
	}
	x[i] = found;
}
kernel void returning(global uint *y, global uint *x) {
	uint i = get_global_id(0), old = 5, found;
	volatile global uint *p = y + i;
	do {
		found = atomic_cmpxchg(p, old, old + 1);
		if (found == 77) return;
		if (found == old) break;
		old = found;
	} while (1);
	x[i] = found;
}
kernel void lookedUp(global uint *y, global uint *x) {
	uint i = get_global_id(0), old = x[i], found;
	volatile global uint *p = y + i;
	for (;;) {
		found = atomic_cmpxchg(p, old, old + 1);
		if (x[found & 255] & 1) break;
		if (found == old) break;
		old = found;
	}
	x[i + 256] = found;
}
