// Loops of compare and swap end without a swap for what the place held once, and no longer holds, or that others have
// seen it hold.
//arg y uint[1000] index *7 %9
//arg z uint[2000] index *7 %9
//arg a 0
//launch 1000/100 64/64

kernel void added(global uint *y, global uint *z, ulong a) {
	uint i = get_global_id(0);
	volatile global uint *p = y + i;
	uint old = *p;
	atomic_add(p, 7);
	while (old < 5) {
		uint found = atomic_cmpxchg(p, old, old + 1);
		if (found == old) break;
		old = found;
	}
}
kernel void branched(global uint *y, global uint *z, ulong a) {
	uint i = get_global_id(0);
	volatile global uint *p = y + i;
	uint old = *p;
	if (i & 1) *p = 0;
	while (old < 5) {
		uint found = atomic_cmpxchg(p, old, old + 1);
		if (found == old) break;
		old = found;
	}
}
kernel void other(global uint *y, global uint *z, ulong a) {
	uint i = get_global_id(0);
	volatile global uint *p = y + i;
	uint old = *p;
	y[i + a] = 0;
	while (old < 5) {
		uint found = atomic_cmpxchg(p, old, old + 1);
		if (found == old) break;
		old = found;
	}
}
kernel void copied(global uint *y, global uint *z, ulong a) {
	uint i = get_global_id(0);
	volatile global uint *p = y + i;
	uint old = *p;
	z[i + 1000] = old;
	if (old == 7) *p = 0;
	while (old < 5) {
		uint found = atomic_cmpxchg(p, old, old + 1);
		if (found == old) break;
		old = found;
	}
}
kernel void waited(global uint *y, global uint *z, ulong a) {
	uint i = get_global_id(0);
	volatile global uint *p = y + i;
	uint old = *p;
	barrier(CLK_GLOBAL_MEM_FENCE);
	y[i ^ 1] = 0;
	barrier(CLK_GLOBAL_MEM_FENCE);
	while (old < 5) {
		uint found = atomic_cmpxchg(p, old, old + 1);
		if (found == old) break;
		old = found;
	}
}
kernel void not(global uint * y, global uint *z, ulong a) {
	uint i = get_global_id(0);
	volatile global uint *p = y + i;
	uint old = *p;
	while (old < 5) {
		uint found = atomic_cmpxchg(p, old, old + 1);
		if (found == old) break;
		old = found;
	}
}
kernel void written(global uint *y, global uint *z, ulong a) {
	uint i = get_global_id(0);
	volatile global uint *p = y + i;
	uint old = *p;
	*p = 0;
	while (old < 5) {
		uint found = atomic_cmpxchg(p, old, old + 1);
		if (found == old) break;
		old = found;
	}
}
kernel void exchanged(global uint *y, global uint *z, ulong a) {
	uint i = get_global_id(0);
	volatile global uint *p = y + i;
	uint old = *p;
	atomic_xchg(p, 0);
	while (old < 5) {
		uint found = atomic_cmpxchg(p, old, old + 1);
		if (found == old) break;
		old = found;
	}
}
