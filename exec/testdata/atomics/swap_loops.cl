// Loops of compare and swap go round until nobody came between, in many forms, under all kinds of masks. What comes
// out does not depend on the order: sums of whole numbers, extremes, and numbers that each work-item gets one of.
//arg y uint[8192] zero
//arg x uint[8192] random
//arg a 0 3
//launch 1000/64 37/37 64x32/32x8 300/100

void addf(volatile global float *p, float v) {
	union {
		uint u;
		float f;
	} old, fresh;
	do {
		old.f = *p;
		fresh.f = old.f + v;
	} while (atomic_cmpxchg((volatile global uint *)p, old.u, fresh.u) != old.u);
}
void addAssumed(volatile global uint *p, float v) {
	uint old = *p, assumed;
	do {
		assumed = old;
		old = atomic_cmpxchg(p, assumed, as_uint(v + as_float(assumed)));
	} while (assumed != old);
}
void addGuessed(volatile global int *p, int v) {
	int old = 12345, next;
	while ((next = atomic_cmpxchg(p, old, old + v)) != old) old = next;
}
uint most(volatile global uint *p, uint v) {
	uint old;
	do {
		old = *p;
		if (old >= v) return 1;
	} while (atomic_cmpxchg(p, old, v) != old);
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
	do old = *p;
	while (atom_cmpxchg(p, old, old * 2 - old + step) != old);
	return old;
}
kernel void k(global uint *y, global uint *x, ulong a) {
	local uint n, h[8];
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), v = x[i],
		 l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	if (l < 8) h[l] = l;
	if (l == 0) n = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	addf((global float *)&y[v & 7], (float)(v >> 8 & 15));
	if (v & 16)
		addAssumed(&y[8 + (v & 3)], 2.0f);
	else
		addGuessed((global int *)&y[12 + (v & 1)], (int)(v >> 20) - 1000);
	uint rounds = 0;
	for (uint j = 0; j < (v >> 5 & 3); j++) {
		if (!most(&y[14 + j], v ^ j)) break;
		leastAssumed(&y[18 + (j & a)], v + j, &rounds);
	}
	if (rounds > 100000) y[22] = 1;
	global ulong *w = (global ulong *)&y[24];
	ulong mine = take(w, 3);
	atom_xor(w + 1, mine);
	volatile local uint *p = &h[v & 7];
	uint old;
	while (1) {
		old = *p;
		if ((old ^ v) == 0x12345) break;
		if (atomic_cmpxchg(p, old, old + (x[i] & 255)) == old) break;
	}
	old = n;
	do v = old;
	while ((old = atomic_cmpxchg(&n, v, v + 3)) != v);
	barrier(CLK_LOCAL_MEM_FENCE);
	if (l < 8) y[32 + i] = h[l] + n;
	addf((global float *)y + 28, 1.0f);
}
