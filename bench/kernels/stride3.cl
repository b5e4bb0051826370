// strided
//: bytes 25165824
//: in f32 3145728 1
//: out f32 3145728
//: run 1 1048576 1 0 0
kernel void stride3(global const float *a, global float *b) {
	int i = get_global_id(0);
	float3 v = vload3(i, a);
	vstore3(v.zxy * 2.0f, i, b);
}
