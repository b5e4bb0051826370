// Some of two words in each step are copied, and changed in local memory, where the others must stay. Bit i of the
// second word of KERNEL says that element i is one of them.
//arg y uint[12000] random
//arg x uint[12000] random
//arg n 251
//launch 256/128 256/64 75x3/25
//bundles rows=8,barriers

#define COPY(words, c) \
	if (words >> c & 1) { \
		v += x[2 * i + c] * (2 * c + 3); \
		y[2 * i + c] = v; \
	}

#define CHANGE(words, c) \
	if (words >> c & 1) t[2 * l + c] += t[2 * l + (c + 1) % 2] * 5 + l;

#define KERNEL(name, words) \
kernel void name(global uint *y, global uint *x, ulong n) { \
	local uint t[2 * 128]; \
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1); \
	int l = get_local_id(0) + get_local_size(0) * get_local_id(1); \
	uint v = i; \
	t[2 * l + 0] = x[2 * i + 0] * 3 + 0; \
	t[2 * l + 1] = x[2 * i + 1] * 3 + 1; \
	if (i < n) { COPY(words, 0) COPY(words, 1) } \
	barrier(CLK_LOCAL_MEM_FENCE); \
	CHANGE(words, 0) CHANGE(words, 1) \
	if (l & 1) { CHANGE(words, 0) CHANGE(words, 1) } \
	barrier(CLK_LOCAL_MEM_FENCE); \
	y[2 * 1200 + i] = v + t[2 * l + 0] * 1 + t[2 * l + 1] * 3; \
}

KERNEL(k1, 1)
KERNEL(k2, 2)
KERNEL(k3, 3)
