// Addresses of rows and columns made with mad24, as programs do: unsigned.
//arg y0 uint[131072] random
//arg x0 uint[131072] random
//arg steps 2048
//arg offs 64
//launch 61x5/61 32x4/16x2 128x3/64 6x12/3x4

kernel void k(global uchar *y0, global const uchar *x0, ulong steps, ulong offs) {
	int x = get_global_id(0), y = get_global_id(1), step = steps, off = offs;
	uint i = mad24((uint)y, (uint)step, mad24((uint)x, 4u, (uint)off)),
		 j = mad24((uint)y, (uint)step, 4u * ((uint)x - 1u));
	*(global int *)(y0 + i + 4) = *(global const int *)(x0 + i);
	if (x > 0 || y > 0) *(global int *)(y0 + j + 32768) = x;
}
