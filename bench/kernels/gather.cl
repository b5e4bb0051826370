// gather
//: bytes 50331648
//: in f32 4194304 1
//: in u32 4194304 4194304
//: out f32 4194304
//: run 1 4194304 1 0 0
kernel void gather(global const float *a, global const uint *index, global float *b) {
	size_t i = get_global_id(0);
	b[i] = a[index[i]];
}
