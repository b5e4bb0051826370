// Groups of 8 by 8 prefer vectors of half the length where they would gather rows, unless they compute much for each
// access.
//arg a float[4096] random %61
//arg b float[8192] random %61
//arg n 64
//launch 64x48/8x8 64x48/8x2
//expect avx2 plan HalfVectors == 0

//expect avx512 plan HalfVectors == 1
//launch 64x48/8x8
kernel void product(global float *a, global float *b, int n) {
	local float t[8][8];
	int lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
	t[ly][lx] = a[y * n + x];
	barrier(CLK_LOCAL_MEM_FENCE);
	float s = 0;
	for (int i = 0; i < 8; i++) s += t[ly][i] * t[i][lx];
	b[y * n + x] = s;
}

// Groups of our own.
//expect avx512 plan HalfVectors == 0
kernel void copied(global float *a, global float *b, int n) {
	local float t[8][8];
	int lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
	a[y * n + x] = b[y * n + x];
}

//expect avx512 plan HalfVectors == 0
kernel void squares(global float *a, global float *b, int n) {
	local float t[8][8];
	int lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
	float s = lx;
	for (int i = 0; i < n; i++) s = s * s + ly;
	b[y * n + x] = s;
}

//expect avx512 plan HalfVectors == 0
kernel void sines(global float *a, global float *b, int n) {
	local float t[8][8];
	int lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
	float s = 0;
	for (int i = 0; i < n; i++) s += sin(s + lx);
	b[y * n + x] = s;
}

//expect avx512 plan HalfVectors == 1
kernel void rows_and_columns(global float *a, global float *b, int n) {
	local float t[8][8];
	int lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
	float s = lx + ly;
	for (int i = 0; i < n; i++) s += a[i * n + x] * b[y * n + i];
	b[4096 + y * n + x] = s;
}
