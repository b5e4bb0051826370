// quotients and comparisons of sums.
//judge off=divide
//arg out ulong[64] zero
//arg in uint[64] random
//launch 64/64

kernel void shl32(global ulong *out, global const uint *in) {
	size_t i = get_global_id(0);
	uint y = in[i] << 4;
	out[i] = (ulong)y >> 4;
}

kernel void shl32div(global ulong *out, global const uint *in) {
	size_t i = get_global_id(0);
	uint y = in[i] << 5;
	out[i] = ((ulong)y + (i & 3)) / 16;
}

kernel void shl16(global ulong *out, global const uint *in) {
	size_t i = get_global_id(0);
	ushort2 x = as_ushort2(in[i]);
	ushort2 y = x << (ushort2)(4);
	uint2 z = convert_uint2(y) / 16u;
	out[i] = z.x + z.y;
}

kernel void wide(global ulong *out, global const uint *in) {
	size_t i = get_global_id(0);
	ulong x = (ulong)in[i] * in[i];
	ulong k = in[63 - i];
	out[i] = x + 1 + 64 * k < 1ul << 38;
}

kernel void widegid(global ulong *out, global const uint *in) {
	size_t i = get_global_id(0);
	ulong k = in[63 - i] & 1;
	out[i] = i + 1 + 64 * k < 64ul;
}

kernel void shorts(global ulong *out, global const uint *in) {
	size_t i = get_global_id(0);
	uint2 x = (uint2)(in[i], in[63-i]);
	uint2 y = (x & 65535u) + (x.yx << 31);
	short2 s = convert_short2(y);
	short2 z = s < (short2)0;
	out[i] = z.x + 2 * z.y;
}

kernel void chars(global ulong *out, global const uint *in) {
	size_t i = get_global_id(0);
	uint x = in[i];
	char s = (char)((x & 65535u) + (x << 31));
	out[i] = s < 0;
}
