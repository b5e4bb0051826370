// comparisons of wide sums.
//judge off=divide
//arg out ulong[256] zero
//arg in uint[256] random
//launch 256/64

kernel void wide(global ulong *out, global const uint *in) {
	size_t i = get_global_id(0);
	ulong x = (ulong)in[i] * in[i];
	ulong k = in[255 - i] & 1;
	ulong b = in[i ^ 1] & 1;
	out[i] = x + b + 4096 * k < 4096ul;
}

kernel void widegid(global ulong *out, global const uint *in) {
	size_t i = get_global_id(0);
	ulong k = in[255 - i] & 1;
	ulong b = in[i ^ 1] & 1;
	out[i] = i + b + 64 * k >= 64ul;
}

kernel void widelong(global ulong *out, global const uint *in) {
	long i = (long)in[get_global_id(0)] - 2000000000;
	long k = in[255 - get_global_id(0)] & 1;
	bool b = in[get_global_id(0) ^ 1] & 1;
	out[get_global_id(0)] = i + b + 64 * k >= 64l;
}
