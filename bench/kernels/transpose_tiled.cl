// local memory
//: bytes 8388608
//: in f32 1048576 1
//: out f32 1048576
//: i32 1024
//: run 2 1024 1024 16 16
kernel void transpose_tiled(global const float *a, global float *b, int n) {
	local float t[16][17];
	int lx = get_local_id(0), ly = get_local_id(1), x = get_group_id(0) * 16, y = get_group_id(1) * 16;
	t[ly][lx] = a[(y + ly) * n + x + lx];
	barrier(CLK_LOCAL_MEM_FENCE);
	b[(x + ly) * n + y + lx] = t[lx][ly];
}
