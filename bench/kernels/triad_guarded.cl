// streaming
//: bytes 50331576
//: out f32 4194304
//: in f32 4194304 1
//: in f32 4194304 1
//: f32 3
//: i32 4194298
//: run 1 4194304 1 128 1
kernel void triad_guarded(global float *a, global const float *b, global const float *c, float s, int n) {
	int i = get_global_id(0);
	if (i < n) a[i] = b[i] + s * c[i];
}
