// round of the numbers beside one half, where floats have halves last, of zeros and infinities: 0.49999997 is no half.
//arg y uint[16] zero
//arg x uint[16] 0x3effffff 0x3f000000 0xbeffffff 0xbf000000 0x3fbfffff 0x3fc00000 0x4affffff 0xcaffffff
//arg z ulong[16] zero
//launch 8/8
//want y 0 0x3f800000 0x80000000 0xbf800000 0x3f800000 0x40000000 0x4b000000 0xcb000000
kernel void floats(global uint *y, global const uint *x, global ulong *z) {
	uint i = get_global_id(0);
	y[i] = as_uint(round(as_float(x[i])));
}
//arg x uint[16] 0x4b000001 0xcb000001 0 0x80000000 0x7f800000 0xff800000 1 0x80000001
//want y 0x4b000001 0xcb000001 0 0x80000000 0x7f800000 0xff800000 0 0x80000000
kernel void ends(global uint *y, global const uint *x, global ulong *z) {
	uint i = get_global_id(0);
	y[i] = as_uint(round(as_float(x[i])));
}
//arg x ulong[8] 0x3fdfffffffffffff 0xbfdfffffffffffff 0x3fe0000000000000 0xbfe0000000000000 0x432fffffffffffff
//want z 0 0x8000000000000000 0x3ff0000000000000 0xbff0000000000000 0x4330000000000000
kernel void doubles(global uint *y, global const ulong *x, global ulong *z) {
	uint i = get_global_id(0);
	if (i < 5) z[i] = as_ulong(round(as_double(x[i])));
}
