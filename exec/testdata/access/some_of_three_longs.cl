// Some of three words of 64 bits in each step are copied, and changed in local memory, where the others must stay.
// Bit i of the second word of KERNEL says that element i is one of them.
//arg y uint[12000] random
//arg x uint[12000] random
//arg n 251
//launch 256/128 256/64 75x3/25
//bundles rows=8,barriers

#define COPY(words, c) \
	if (words >> c & 1) { \
		v += x[3 * i + c] * (2 * c + 3); \
		y[3 * i + c] = v; \
	}

#define CHANGE(words, c) \
	if (words >> c & 1) t[3 * l + c] += t[3 * l + (c + 1) % 3] * 5 + l;

#define KERNEL(name, words) \
kernel void name(global ulong *y, global ulong *x, ulong n) { \
	local ulong t[3 * 128]; \
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1); \
	int l = get_local_id(0) + get_local_size(0) * get_local_id(1); \
	ulong v = i; \
	t[3 * l + 0] = x[3 * i + 0] * 3 + 0; \
	t[3 * l + 1] = x[3 * i + 1] * 3 + 1; \
	t[3 * l + 2] = x[3 * i + 2] * 3 + 2; \
	if (i < n) { COPY(words, 0) COPY(words, 1) COPY(words, 2) } \
	barrier(CLK_LOCAL_MEM_FENCE); \
	CHANGE(words, 0) CHANGE(words, 1) CHANGE(words, 2) \
	if (l & 1) { CHANGE(words, 0) CHANGE(words, 1) CHANGE(words, 2) } \
	barrier(CLK_LOCAL_MEM_FENCE); \
	y[3 * 1200 + i] = v + t[3 * l + 0] * 1 + t[3 * l + 1] * 3 + t[3 * l + 2] * 5; \
}

KERNEL(k1, 1)
KERNEL(k2, 2)
KERNEL(k3, 3)
KERNEL(k4, 4)
KERNEL(k5, 5)
KERNEL(k6, 6)
KERNEL(k7, 7)
