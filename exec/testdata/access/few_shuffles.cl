// Steps of words are taken apart and put together with as few shuffles as there are.
//arg y uint[8192] zero
//arg x uint[8192] random
//arg a 1.5
//launch 256/64 100/50

//expect avx2 rows1-small-full instruction "vshuf|vunpck|vperm|vblend" <= 6
kernel void float2s(global float2 *y, global float2 *x, float a) {
	size_t i = get_global_id(0);
	y[i] = x[i] * a;
}

//expect avx2 rows1-small-full instruction "vshuf|vunpck|vperm|vblend" <= 20
kernel void float4s(global float4 *y, global float4 *x, float a) {
	size_t i = get_global_id(0);
	y[i] = x[i] * a;
}

//expect avx2 rows1-small-full instruction "vshuf|vunpck|vperm|vblend" <= 12
kernel void double2s(global double2 *y, global double2 *x, float a) {
	size_t i = get_global_id(0);
	y[i] = x[i] * a;
}

//expect avx2 rows1-small-full instruction "vshuf|vunpck|vperm|vblend" <= 24
kernel void double4s(global double4 *y, global double4 *x, float a) {
	size_t i = get_global_id(0);
	y[i] = x[i] * a;
}

//expect avx2 rows1-small-full instruction "vshuf|vunpck|vperm|vblend" <= 6
kernel void a_new_half(global float2 *y, global float2 *x, float a) {
	size_t i = get_global_id(0);
	y[i] = (float2)(x[i].y * a, a);
}
