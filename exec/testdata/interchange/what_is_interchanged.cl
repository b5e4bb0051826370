// Dimensions are exchanged where lanes would gather or scatter what lies in one piece along another dimension.
//arg a float[32768] random %100
//arg b float[32768] random %100
//arg c int[32] index *64
//arg n 32
//launch 32x32/16x16
//bundles own

//expect interchanged == 0
kernel void rows(global float *a, global float *b, global int *c, int n) {
	int x = get_global_id(0), y = get_global_id(1);
	a[y * n + x] = b[y * n + x];
}

//expect interchanged == 1
kernel void columns(global float *a, global float *b, global int *c, int n) {
	int x = get_global_id(0), y = get_global_id(1);
	a[x * n + y] = b[x * n + y];
}

//expect interchanged == 1
kernel void guarded_columns(global float *a, global float *b, global int *c, int n) {
	int x = get_global_id(0), y = get_global_id(1);
	if (x < n && y < n) a[x * n + y] += b[y];
}

//expect interchanged == 2
kernel void third_dimension(global float *a, global float *b, global int *c, int n) {
	int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
	a[(x * n + y) * n + z] = b[z] * 2;
}

//expect interchanged == 1
kernel void middle_dimension(global float *a, global float *b, global int *c, int n) {
	int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
	a[(z * n + x) * n + y] = b[y] * 2;
}

//expect interchanged == 0
kernel void first_dimension(global float *a, global float *b, global int *c, int n) {
	int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
	a[(z * n + y) * n + x] = b[x] * 2;
}

// Half of it gathers either way.
//expect interchanged == 0
kernel void transposed(global float *a, global float *b, global int *c, int n) {
	int x = get_global_id(0), y = get_global_id(1);
	a[y * n + x] = b[x * n + y];
}

//expect interchanged == 0
kernel void looked_up(global float *a, global float *b, global int *c, int n) {
	int x = get_global_id(0), y = get_global_id(1);
	a[x * n + y] = b[c[y]];
}

//expect interchanged == 1
kernel void placed(global float *a, global float *b, global int *c, int n) {
	int x = get_global_id(0), y = get_global_id(1);
	a[c[x] + y] = x;
}

//expect interchanged == 1
kernel void four_apart(global float *a, global float *b, global int *c, int n) {
	int x = get_global_id(0), y = get_global_id(1);
	a[(x * n + y) * 4] = b[y];
}

// It is no better along the other dimension.
//expect interchanged == 0
kernel void diagonals(global float *a, global float *b, global int *c, int n) {
	int x = get_global_id(0), y = get_global_id(1);
	a[x * n + y * n] = 1;
}

//expect interchanged == 0
kernel void diagonal(global float *a, global float *b, global int *c, int n) {
	int x = get_global_id(0);
	a[x * n + x] = 1;
}

//expect interchanged == 1
kernel void product_of_columns(global float *a, global float *b, global int *c, int n) {
	int x = get_global_id(0), y = get_global_id(1);
	float s = 0;
	for (int k = 0; k < n; k++) s += b[x * n + k] * b[k * n + y];
	a[x * n + y] = s;
}

//expect interchanged == 0
kernel void product_of_rows(global float *a, global float *b, global int *c, int n) {
	int x = get_global_id(0), y = get_global_id(1);
	float s = 0;
	for (int k = 0; k < n; k++) s += b[y * n + k] * b[k * n + x];
	a[y * n + x] = s;
}

//expect interchanged == 0
kernel void product_of_both(global float *a, global float *b, global int *c, int n) {
	int x = get_global_id(0), y = get_global_id(1);
	float s = 0;
	for (int k = 0; k < n; k++) s += b[y * n + k] * b[x * n + k];
	a[y * n + x] = s;
}

//expect interchanged == 1
kernel void tile_of_columns(global float *a, global float *b, global int *c, int n) {
	local float t[16][16];
	int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
	t[lx][ly] = a[x * n + y];
	barrier(CLK_LOCAL_MEM_FENCE);
	a[x * n + y] = t[lx][15 - ly];
}

//expect interchanged == 0
kernel void tile_of_rows(global float *a, global float *b, global int *c, int n) {
	local float t[16][16];
	int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
	t[ly][lx] = a[y * n + x];
	barrier(CLK_LOCAL_MEM_FENCE);
	a[y * n + x] = t[lx][ly];
}
