// A union of a half and its bits.
//arg out int[2] -1
//arg in int[64] index
//launch 1/1
//want out 0x4100 3

typedef union {
	half h;
	ushort u;
} U;
kernel void k(global int *out, global int *in) {
	U u;
	vstore_half(in[5] / 2.0f, 0, &u.h);
	out[0] = u.u;
	u.u = 0x4200;
	out[1] = vload_half(0, &u.h);
}
