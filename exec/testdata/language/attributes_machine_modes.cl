// Attributes that make integers of other widths.
//arg out int[3] -1
//arg in int[64] index
//launch 1/1
//want out -56 1 200

typedef int byte __attribute__((mode(QI)));
typedef unsigned ubyte __attribute__((mode(QI)));
typedef unsigned wide __attribute__((mode(DI)));
kernel void k(global int *out, global int *in) {
	byte b = in[50] * 4;
	out[0] = b;
	wide w = in[1];
	w <<= 32;
	out[1] = w >> 32;
	ubyte u = in[50] * 4;
	out[2] = u;
}
