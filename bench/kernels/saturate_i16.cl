// small types
//: bytes 25165824
//: in i16 4194304 30000
//: in i16 4194304 30000
//: out i16 4194304
//: run 1 4194304 1 0 0
kernel void saturate_i16(global const short *a, global const short *b, global short *c) {
	size_t i = get_global_id(0);
	c[i] = add_sat(a[i], b[i]);
}
