// Overloads of a built-in function besides its own.
//arg out int[4] -1
//arg in int[64] index
//launch 1/1
//want out 3 1003 1004 8

#define OVER __attribute__((overloadable))

double OVER abs(double x) { return (x < 0 ? -x : x) + 1000; }
kernel void k(global int *out, global int *in) {
	out[0] = abs(-in[3]);
	out[1] = abs(-3.0 * in[1]);
	out[2] = abs(-4.0f * in[1]);
	out[3] = abs((char)-in[8]);
}
