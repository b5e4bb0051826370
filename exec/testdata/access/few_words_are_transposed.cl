// No gathers and scatters for structures of seven words, nor for vectors of four anywhere, nor for sixteen bytes side
// by side.
//arg y float[32768] zero
//arg x uint[32768] random
//arg n int[256] index *5 %257
//launch 256/64 100/50
//expect both rows1-small-full access "gather|scatter|lane by lane" <= 0

kernel void seven_words(global float *y, global float *x, global int *n) {
	int i = get_global_id(0), j = i * 7;
	y[i] = x[j] + x[j + 1] * x[j + 2] + x[j + 4] * x[j + 6];
}

kernel void four_to_anywhere(global float *y, global float *x, global int *n) {
	int i = get_global_id(0);
	float4 v = ((global float4 *)x)[i];
	((global float4 *)y)[n[i]] = v * v;
}

kernel void six_words(global float *y, global float *x, global int *n) {
	int i = get_global_id(0);
	global int *p = (global int *)y + i * 6;
	p[0] = n[i];
	p[4] = n[i] * 3;
	p[5] = i;
}

kernel void four_from_anywhere(global float *y, global float *x, global int *n) {
	int i = get_global_id(0);
	float4 v = ((global float4 *)x)[n[i]];
	y[i] = v.x * v.y + v.z * v.w;
}
