// Columns of sub-groups pay where one side of a transpose is a row, and the other a column.
//arg y float[16384] zero
//arg x uint[16384] random
//arg n 64
//launch 64x64/16x16

//expect avx512 plan Columns == 16
kernel void floats(global float *y, global float *x, int n) {
	int i = get_global_id(0), j = get_global_id(1);
	y[i * n + j] = x[j * n + i];
}

//expect avx512 plan Columns == 8
kernel void doubles(global double *y, global double *x, int n) {
	int i = get_global_id(0), j = get_global_id(1);
	y[i * n + j] = x[j * n + i];
}

//expect avx512 plan Columns == 0
kernel void rows(global float *y, global float *x, int n) {
	int i = get_global_id(0), j = get_global_id(1);
	y[j * n + i] = x[j * n + i];
}
