// Some of four words of 64 bits in each step are copied, and changed in local memory, where the others must stay. Bit
// i of the second word of KERNEL says that element i is one of them.
//arg y uint[12000] random
//arg x uint[12000] random
//arg n 251
//launch 256/128 256/64 75x3/25
//bundles rows=8,barriers

#define COPY(words, c) \
	if (words >> c & 1) { \
		v += x[4 * i + c] * (2 * c + 3); \
		y[4 * i + c] = v; \
	}

#define CHANGE(words, c) \
	if (words >> c & 1) t[4 * l + c] += t[4 * l + (c + 1) % 4] * 5 + l;

#define KERNEL(name, words) \
kernel void name(global ulong *y, global ulong *x, ulong n) { \
	local ulong t[4 * 128]; \
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1); \
	int l = get_local_id(0) + get_local_size(0) * get_local_id(1); \
	ulong v = i; \
	t[4 * l + 0] = x[4 * i + 0] * 3 + 0; \
	t[4 * l + 1] = x[4 * i + 1] * 3 + 1; \
	t[4 * l + 2] = x[4 * i + 2] * 3 + 2; \
	t[4 * l + 3] = x[4 * i + 3] * 3 + 3; \
	if (i < n) { COPY(words, 0) COPY(words, 1) COPY(words, 2) COPY(words, 3) } \
	barrier(CLK_LOCAL_MEM_FENCE); \
	CHANGE(words, 0) CHANGE(words, 1) CHANGE(words, 2) CHANGE(words, 3) \
	if (l & 1) { CHANGE(words, 0) CHANGE(words, 1) CHANGE(words, 2) CHANGE(words, 3) } \
	barrier(CLK_LOCAL_MEM_FENCE); \
	y[4 * 1200 + i] = v + t[4 * l + 0] * 1 + t[4 * l + 1] * 3 + t[4 * l + 2] * 5 + t[4 * l + 3] * 7; \
}

KERNEL(k1, 1)
KERNEL(k2, 2)
KERNEL(k3, 3)
KERNEL(k4, 4)
KERNEL(k5, 5)
KERNEL(k6, 6)
KERNEL(k7, 7)
KERNEL(k8, 8)
KERNEL(k9, 9)
KERNEL(k10, 10)
KERNEL(k11, 11)
KERNEL(k12, 12)
KERNEL(k13, 13)
KERNEL(k14, 14)
KERNEL(k15, 15)
