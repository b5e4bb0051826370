// Rows of memory that lanes walk along are read whole and transposed, on all processors, where each lane could also
// run the loop alone.
//arg a float[32768] random %256
//arg x float[256] random %16
//arg y float[256] zero
//arg n 0 5 16 100
//launch 256/64 100/50
//also zen
//expect both intel rows1-small-full instruction vunpcklps
//expect both zen rows1-small-full instruction vunpcklps

kernel void f(global const float *a, global const float *x, global float *y, int n) {
	int i = get_global_id(0);
	float s = 0;
	for (int k = 0; k < n; k++) s += a[i * n + k] * x[k];
	y[i] = s;
}
