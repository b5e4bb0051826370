// Initialisers of members of type half.
//arg out int[5] -1
//arg in int[64] index
//launch 1/1
//want out 0x3e00 0x4a80 0 0x7c00 0x3c01

typedef struct {
	half h, i;
	int x;
} S;
kernel void k(global int *out, global int *in) {
	S s = {1.5f, in[13]}, t = {0}, u = {in[63] << 20, 1.0 + in[1] / 1024.0};
	ushort w[6];
	*(S *)w = s;
	out[0] = w[0];
	out[1] = w[1];
	*(S *)w = t;
	out[2] = w[0] + w[1];
	*(S *)w = u;
	out[3] = w[0];
	out[4] = w[1];
}
