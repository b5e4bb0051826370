// Loops of compare and swap in bundles of other sizes, as there are no barriers.
//arg y uint[2048] zero
//arg x uint[2048] random
//arg a 0
//launch 999/999 128/16

void addf(volatile global float *p, float v) {
	union { uint u; float f; } old, fresh;
	do { old.f = *p; fresh.f = old.f + v; } while (atomic_cmpxchg((volatile global uint *)p, old.u, fresh.u) != old.u);
}
void addAssumed(volatile global uint *p, float v) {
	uint old = *p, assumed;
	do { assumed = old; old = atomic_cmpxchg(p, assumed, as_uint(v + as_float(assumed))); } while (assumed != old);
}
void addGuessed(volatile global int *p, int v) {
	int old = 12345, next;
	while ((next = atomic_cmpxchg(p, old, old + v)) != old) old = next;
}
uint most(volatile global uint *p, uint v) {
	uint old;
	do { old = *p; if (old >= v) return 1; } while (atomic_cmpxchg(p, old, v) != old);
	return 2;
}
uint leastAssumed(volatile global uint *p, uint v, uint *rounds) {
	uint old = *p, found;
	while (old > v) {
		if ((found = atomic_cmpxchg(p, old, v)) == old) return 1;
		old = found;
		++*rounds;
	}
	return 0;
}
ulong take(volatile global ulong *p, ulong step) {
	ulong old;
	do old = *p; while (atom_cmpxchg(p, old, old * 2 - old + step) != old);
	return old;
}

kernel void k(global uint *y, global uint *x, ulong a) {
	uint i = get_global_id(0), v = x[i], rounds = 0;
	if (v & 32) addf((global float *)&y[v & 7], (float)(v >> 8 & 15));
	addAssumed(&y[8], 2.0f);
	for (uint j = 0; j < (v >> 5 & 3); j++) most(&y[14 + j], v ^ j);
	if (!leastAssumed(&y[18], v, &rounds)) addGuessed((global int *)&y[12 + (v & 1)], 1);
	y[32 + i] = most(&y[20], 7);
}
