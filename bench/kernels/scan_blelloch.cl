// barriers
//: bytes 8388608
//: inout u32 1048576 1000
//: run 1 1048576 1 256 1
kernel void scan_blelloch(global uint *a) {
	local uint t[256];
	uint l = get_local_id(0), i = get_global_id(0), o = 1;
	t[l] = a[i];
	for (uint d = 128; d > 0; d >>= 1) {
		barrier(CLK_LOCAL_MEM_FENCE);
		if (l < d) t[o * (2 * l + 2) - 1] += t[o * (2 * l + 1) - 1];
		o *= 2;
	}
	if (l == 0) t[255] = 0;
	for (uint d = 1; d < 256; d *= 2) {
		o >>= 1;
		barrier(CLK_LOCAL_MEM_FENCE);
		if (l < d) {
			uint x = o * (2 * l + 1) - 1, y = o * (2 * l + 2) - 1, v = t[x];
			t[x] = t[y];
			t[y] += v;
		}
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	a[i] = t[l];
}
