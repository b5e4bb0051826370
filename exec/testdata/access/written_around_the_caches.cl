// What is only written may go around the caches, if nothing orders it or reads it before.
//arg y uint[8192] zero
//arg x uint[8192] random >>9
//arg z int[1024] zero
//arg n 100 1000
//launch 512/64 100/50

//expect avx512 rows2-small-full instruction vmovntps >= 1
kernel void copied(global float *y, global float *x, global int *z, int n) {
	int i = get_global_id(0);
	y[i] = x[i];
}

//expect avx512 rows2-small-full instruction vmovntps >= 1
kernel void guarded(global float *y, global float *x, global int *z, int n) {
	int i = get_global_id(0);
	if (i < n) y[i] = x[i] * 2;
}

//expect avx512 rows2-small-full instruction vmovntps >= 1
kernel void vectors(global float *y, global float *x, global int *z, int n) {
	int i = get_global_id(0);
	((global float4 *)y)[i] = ((global float4 *)x)[i] * 2;
}

// The lines are in the cache already.
//expect avx512 rows2-small-full instruction vmovntps == 0
kernel void read_before(global float *y, global float *x, global int *z, int n) {
	int i = get_global_id(0);
	y[i] += x[i];
}

//expect avx512 rows2-small-full instruction vmovntps == 0
kernel void looped(global float *y, global float *x, global int *z, int n) {
	int i = get_global_id(0);
	for (int k = 0; k < n; k++) y[i] = x[k];
}

// What the atomic operation orders may look at y.
//expect avx512 rows2-small-full instruction vmovntps == 0
kernel void ordered(global float *y, global float *x, global int *z, int n) {
	int i = get_global_id(0);
	y[i] = x[i];
	atomic_inc(z);
}

//expect avx512 rows2-small-full instruction vmovntps == 0
kernel void fenced(global float *y, global float *x, global int *z, int n) {
	int i = get_global_id(0);
	y[i] = x[i];
	mem_fence(CLK_GLOBAL_MEM_FENCE);
	z[i] = 1;
}

//expect avx512 rows2-small-full instruction vmovntps == 0
kernel void bytes(global float *y, global float *x, global int *z, int n) {
	int i = get_global_id(0);
	((global uchar *)y)[i] = (uint)x[i];
}
