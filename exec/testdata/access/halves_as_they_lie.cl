// Vectors of halves that are all treated alike: each register has some of memory, converted as it lies there. Where
// elements are mixed, or read one by one too, they are taken apart.
//arg y ushort[32768] random
//arg x ushort[16384] random
//arg z float[32768] random
//launch 1000/100 512/64 37/37 64x4/16x4
//also off=unpermuted
//also zen
//also analyses

#define I (get_global_id(0) + get_global_size(0) * get_global_id(1))

kernel void scaled(global half4 *y, global const half4 *x) {
	y[I] = x[I] * 0.5h + y[I];
}

kernel void pairs(global half2 *y, global const half2 *x) {
	y[I + 3] = fmax(x[I], (half2)(1)) - x[I + 1];
}

kernel void widened(global float4 *z, global const half4 *x) {
	z[I] = fmin(convert_float4(x[I]), (float4)(100));
}

kernel void narrowed(global half4 *y, global const float4 *z) {
	vstore4(convert_half4_rtz(z[I]), I, (global half *)y);
}

kernel void moved(global half4 *y, global const half4 *x) {
	y[I] = x[I + 2];
}

kernel void mixed(global half4 *y, global const half4 *x) {
	half4 a = x[I];
	y[I] = (half4)(a.x + a.y, a.y, a.z, a.w);
}

kernel void read_too(global half4 *y, global const half4 *x, global float *z) {
	half4 a = x[I] + (half4)(1);
	y[I] = a;
	z[I] = isnan(a.y) ? 0 : a.y;
}

kernel void three(global half *y, global const half *x) {
	vstore3(vload3(I, x) * 2, I, y);
}

kernel void eight(global half8 *y, global const half8 *x) {
	y[I] = x[I] * y[I];
}

kernel void local_too(global half4 *y, global const half4 *x) {
	local half4 t[100];
	int l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	t[l] = x[I] * (half)3;
	barrier(CLK_LOCAL_MEM_FENCE);
	y[I] = t[l] - x[I];
}
