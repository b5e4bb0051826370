// Atomic operations on halves: sums and extremes that all work-items make, and exchanges, loads, stores and results
// that each has for itself, bit for bit.
//module atomics_of_halves.spv
//arg y ushort[1024] index *17 %65521
//arg x uint[256] random
//launch 64/64 160/80
//options -cl-std=CL3.0

kernel void halves(global half *y, global const uint *x) {
	size_t i = get_global_id(0), n = get_global_size(0);
	uint w = x[i];
	half v = w & 15, s = w & 1;
	volatile global atomic_half *p = (volatile global atomic_half *)y, *own = p + 16 + i;
	atomic_fetch_add(p, s);
	atomic_fetch_min(p + 1, -v);
	atomic_fetch_max(p + 2, v);
	half taken = atomic_exchange(own, v);
	atomic_store(own + n, taken);
	half kept = atomic_load(own + 2 * n);
	atomic_store(own + 3 * n, kept);
	half old = atomic_fetch_add(own + 4 * n, v);
	atomic_store(own + 5 * n, old);
}
