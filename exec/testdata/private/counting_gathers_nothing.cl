// What only counts in private arrays gathers nothing with AVX2, nor for a Zen, in branches neither.
//arg y uint[8192] zero
//arg x uint[65536] random
//arg n 300
//launch 256/64 100/50
//also zen

//expect avx2 intel rows1-small-full-guarded instruction vpgather == 0
//expect avx2 zen rows1-small-full-guarded instruction vpgather == 0
//expect avx512 zen rows1-small-full-guarded instruction vpgather == 0
kernel void counted(global uint *y, global uint *x, uint n) {
	size_t i = get_global_id(0);
	uint c[16] = {0};
	for (uint k = 0; k < 100; k++) c[x[i + k * n] >> 28]++;
	for (int k = 0; k < 16; k++) y[i + k * n] = c[k];
}

//expect avx2 intel rows1-small-full-guarded instruction vpgather == 0
//expect avx2 zen rows1-small-full-guarded instruction vpgather == 0
//expect avx512 zen rows1-small-full-guarded instruction vpgather == 0
kernel void added(global uint *y, global uint *x, uint n) {
	size_t i = get_global_id(0);
	uint c[16] = {0};
	for (uint k = 0; k < 100; k++) {
		uint v = x[i + k * n];
		if (v & 1) c[v >> 28] += v;
	}
	for (int k = 0; k < 16; k++) y[i + k * n] = c[k];
}

//expect avx2 intel rows1-small-full-guarded instruction vpgather >= 1
//expect avx2 zen rows1-small-full-guarded instruction vpgather >= 1
//expect avx512 zen rows1-small-full-guarded instruction vpgather >= 1
kernel void taken_from(global uint *y, global uint *x, uint n) {
	size_t i = get_global_id(0);
	uint c[16] = {0};
	for (uint k = 0; k < 100; k++) {
		uint v = x[i + k * n];
		c[v >> 28] = v - c[v >> 28];
	}
	for (int k = 0; k < 16; k++) y[i + k * n] = c[k];
}
