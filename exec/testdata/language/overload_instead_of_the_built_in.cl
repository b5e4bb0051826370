// An overload with the types of a built-in one hides it.
//arg out int[3] -1
//arg in int[64] index
//launch 1/1
//want out 77 5 7

#define OVER __attribute__((overloadable))

int OVER max(int a, int b) { return 77; }
kernel void k(global int *out, global int *in) {
	out[0] = max(in[1], in[2]);
	out[1] = max((uint)in[4], (uint)in[5]);
	out[2] = max(in[6] + 0.0f, in[7] + 0.0f);
}
