// Loops of compare and swap read memory at places that a round finds out.
//arg y uint[2048] random
//arg x uint[2048] random
//arg a 3
//launch 1000/64 37/37

kernel void k(global uint *y, global uint *x, ulong a) {
	uint i = get_global_id(0), v = x[i], old, more;
	volatile global uint *p = y + i;
	do {
		old = *p;
		more = x[(old + v) & 1023] + ((global uchar *)x)[(old & 1023) + i * 4] +
			   ((global ushort *)x)[(int)(old & 511) - (int)(i & 1) + 1];
		more += ((global ulong *)(x + (old & 3) * 2))[a + (i & 7)] +
				((global uint *)((global uchar *)x + 4 * (old & 63)))[i & 255];
	} while (atomic_cmpxchg(p, old, old + more) != old);
	y[i + 1024] = more;
}
