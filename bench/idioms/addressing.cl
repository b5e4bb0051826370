// Addresses as programs compute them: with mad24, and in bytes.

//: pair mad24_index an index of mad24, of an id and arguments
//: in f32 1048576 10
//: out f32 1048576
//: i32 1024
//: run 2 1024 1024 0 0
kernel void mad24_index_plain(global const float *in, global float *out, int width) {
	int i = get_global_id(1) * width + get_global_id(0);
	out[i] = in[i] * 2.0f;
}
kernel void mad24_index_idiom(global const float *in, global float *out, int width) {
	int i = mad24((int)get_global_id(1), width, (int)get_global_id(0));
	out[i] = in[i] * 2.0f;
}
