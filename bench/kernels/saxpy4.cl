// streaming
//: bytes 50331648
//: f32 2.5
//: in f32 4194304 1
//: inout f32 4194304 1
//: run 1 1048576 1 0 0
kernel void saxpy4(float a, global const float4 *x, global float4 *y) {
	size_t i = get_global_id(0);
	y[i] = a * x[i] + y[i];
}
