// Groups that read rows of their neighbours run in bands, whatever the order of their numbers.
//arg c float[8192] random
//arg a float[8192] index *7 %9
//arg b float[8192] index *5 %11
//arg n 24 33
//launch 40x40/8x4 24x56/8x8 72x8/8x8 16x16/16x16 33x17/11x1 8x8x3/8x4x1
//also off=group-bands

//expect both rows1-small flag Band >= 1
kernel void product(global float *c, global const float *a, global const float *b, int n) {
	int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0);
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += a[(y * n + k) & 8191] * b[(k * width + x) & 8191];
	c[(get_global_id(2) * get_global_size(1) + y) * width + x] = sum;
}

//expect both rows1-small flag Band >= 1
kernel void tiles(global float *c, global const float *a, global const float *b, int n) {
	local float left[256], above[256];
	int x = get_local_id(0), y = get_local_id(1), w = get_local_size(0), h = get_local_size(1);
	int column = get_group_id(0) * w + x, row = get_group_id(1) * h + y, width = get_global_size(0);
	float sum = 0;
	for (int k = 0; k < n; k++) {
		left[y * w + x] = a[(get_group_id(1) * n + k * h + y) & 8191];
		above[y * w + x] = b[(get_group_id(0) * w + x + k * width) & 8191];
		barrier(CLK_LOCAL_MEM_FENCE);
		sum += left[y * w] * above[x];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	c[(get_global_id(2) * get_global_size(1) + row) * width + column] = sum;
}

// All groups read places of their own.
//expect both rows1-small flag Band == 0
kernel void own(global float *c, global const float *a, global const float *b, int n) {
	int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0);
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += a[(y * n + k) & 8191] * b[(k * width + x) & 8191] + b[(y * width + x + k) & 8191];
	c[(get_global_id(2) * get_global_size(1) + y) * width + x] = sum;
}

// Groups may tell each other something.
//expect both rows1-small flag Band == 0
kernel void counted(global float *c, global const float *a, global const float *b, int n) {
	int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0);
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += a[(y * n + k) & 8191] * b[(k * width + x) & 8191];
	if (get_local_id(0) == 0) atomic_add((global int *)&c[8191], 1);
	c[(get_global_id(2) * get_global_size(1) + y) * width + x] = sum;
}

// Only one of the two is read again.
//expect both rows1-small flag Band == 0
kernel void rows(global float *c, global const float *a, global const float *b, int n) {
	int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0);
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += a[(y * n + k) & 8191] * b[k];
	c[(get_global_id(2) * get_global_size(1) + y) * width + x] = sum;
}

// Rows of groups may wait for the row before, by a volatile flag.
//expect both rows1-small flag Band == 0
kernel void waiting(global float *c, global const float *a, global const float *b, int n) {
	int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0);
	volatile global const float *flag = a;
	float sum = flag[0];
	for (int k = 0; k < n; k++)
		sum += a[(y * n + k) & 8191] * b[(k * width + x) & 8191];
	c[(get_global_id(2) * get_global_size(1) + y) * width + x] = sum;
}
