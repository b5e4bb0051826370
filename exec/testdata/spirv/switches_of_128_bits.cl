// Switches over integers of 100 and 128 bits, operations on constants of such, and roundings.
//module switches_of_128_bits.spv
//arg y ulong[2048] zero
//arg x uint[128] random
//launch 128/32

kernel void switches(global ulong *y, global const uint *x) {
	uint i = get_global_id(0), all = x[i], w = all & 7;
	y += 16 * i;
	y[0] = w == 0 || w == 5 ? 1 : w == 3 ? 2 : 3;
	y[1] = w == 1 ? 1 : w == 6 ? 4 : 3;
	y[2] = 0x123456789abcdef0UL; // of the quotient of the wrapped product of c and 7, by 7
	y[3] = 0xfedcba9876543211UL;
	y[4] = 4; // c mod 7
	y[5] = 0xfedcba9876543211UL;
	y[6] = ~0UL; // above a negative number of 64 bits
	y[7] = 0x123456789abcdef0UL;
	y[8] = as_uint(convert_float_rte((int)all) * 0x1p70f);
	y[9] = as_uint(convert_float_rtz((int)all) * 0x1p70f);
	y[10] = as_uint(convert_float_rtp((int)all) * 0x1p70f);
	y[11] = as_uint(convert_float_rtn((int)all) * 0x1p70f);
}
