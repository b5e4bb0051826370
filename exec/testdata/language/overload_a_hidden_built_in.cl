// Functions without the attribute hide built-in ones.
//arg out int[2] -1
//arg in int[64] index
//launch 1/1
//want out 42 9

static inline int clamp(int x, int y) { return x * y; }
float mix(float x) { return x * 3; }
kernel void k(global int *out, global int *in) {
	out[0] = clamp(in[6], in[7]);
	out[1] = mix(in[3]);
}
