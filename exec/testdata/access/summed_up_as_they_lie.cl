// Vectors that are summed up in loops, and treated alike from where they are read to where they are written. Their
// words stay as they lie in memory, in the registers of the sums too, unless one of them is wanted in its lane.
//arg y float[8192] random %64 *1
//arg x float[8192] random %64 *1
//arg n 0 1 2 7
//launch 256/64 64x4/16x4 100/20 64x4/8x8 37/37
//bundles rows=1 rows=2 rows=4
//also off=unpermuted
//also zen

#define I (get_global_id(0) + get_global_size(0) * get_global_id(1))

//expect both rows1-small-full instruction vunpck|vshuf|vperm|vinsertf128 == 0
kernel void sums(global float4 *y, global const float4 *x, int n) {
	float4 s = 0;
	for (int i = 0; i < n; i++)
		s += x[I + i] * (float)(i + 1);
	y[I] = s * 2.0f;
}
kernel void two_sums(global float4 *y, global const float4 *x, int n) {
	float4 s = 1, t = x[I];
	for (int i = 0; i < n; i++) {
		s = fma(x[I + i], (float4)(3), s);
		t -= x[I + 2 * i];
	}
	y[I] = s;
	y[I + 1000] = t;
}
kernel void exchanged(global float2 *y, global const float2 *x, int n) {
	float2 s = x[I];
	for (int i = 0; i < n; i++)
		s = s.yx + x[I + i];
	y[I] = s;
}
kernel void exchanged_sums(global float4 *y, global const float4 *x, int n) {
	float4 s = 0, t = x[I];
	for (int i = 0; i < n; i++) {
		float4 old = s;
		s = t + x[I + i];
		t = old;
	}
	y[I] = s - t;
}
kernel void by_item(global float4 *y, global const float4 *x, int n) {
	float4 s = 0;
	for (int i = 0; i < n + (int)(get_local_id(0) & 3); i++)
		s += x[I + i];
	y[I] = s;
}
kernel void scaled_by_item(global float4 *y, global const float4 *x, int n) {
	float4 s = 0;
	for (int i = 0; i < n; i++)
		s += x[I + i] * (float)get_local_id(0);
	y[I] = s;
}
kernel void one_word_read(global float4 *y, global const float4 *x, int n) {
	float4 s = 0;
	float least = 0;
	for (int i = 0; i < n; i++) {
		s += x[I + i];
		least = min(least, s.y);
	}
	y[I] = s;
	((global float *)y)[6000 + I] = least;
}
kernel void decided_by_a_word(global float4 *y, global const float4 *x, int n) {
	float4 s = 0;
	for (int i = 0; i < n && s.x < 10; i++)
		s += x[I + i];
	y[I] = s;
}
kernel void of_other_steps(global float4 *y, global const float2 *x, int n) {
	float4 s = 0;
	for (int i = 0; i < n; i++)
		s += (float4)(x[I + i], x[I + i + 1]);
	y[I] = s;
}
kernel void under_a_condition(global float4 *y, global const float4 *x, int n) {
	float4 s = x[I];
	if (get_group_id(0) & 1)
		for (int i = 0; i < n; i++)
			s *= x[I + i];
	else
		s = x[I + 3];
	y[I] = s;
}
kernel void tiles(global float4 *y, global const float4 *x, int n) {
	local float4 rows[512];
	volatile int tid = get_local_id(0) + get_local_size(0) * get_local_id(1);
	float4 s = 0, t = 0;
	for (int i = 0; i < n; i++) {
		rows[tid] = x[I + i];
		barrier(CLK_LOCAL_MEM_FENCE);
		for (int k = 0; k < 4; k++) {
			s += rows[tid] * (float)k;
			t += rows[get_local_id(0)];
		}
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	y[I] = s + t;
}
