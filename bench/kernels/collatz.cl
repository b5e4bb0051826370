// divergent
//: items 262144
//: out u32 262144
//: run 1 262144 1 0 0
kernel void collatz(global uint *out) {
	uint i = get_global_id(0), n = i + 1, steps = 0;
	while (n != 1) {
		n = n & 1 ? 3 * n + 1 : n >> 1;
		steps++;
	}
	out[i] = steps;
}
