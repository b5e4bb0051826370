// small types
//: bytes 12582912
//: in u8 4194304 256
//: in u8 4194304 256
//: out u8 4194304
//: run 1 1048576 1 0 0
kernel void blend_u8(global const uchar4 *a, global const uchar4 *b, global uchar4 *c) {
	size_t i = get_global_id(0);
	c[i] = convert_uchar4((convert_ushort4(a[i]) * (ushort)77 + convert_ushort4(b[i]) * (ushort)179) >> (ushort)8);
}
