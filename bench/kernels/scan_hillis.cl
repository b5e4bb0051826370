// barriers
//: bytes 8388608
//: inout u32 1048576 1000
//: local 1024
//: run 1 1048576 1 256 1
kernel void scan_hillis(global uint *a, local uint *t) {
	uint l = get_local_id(0), n = get_local_size(0), i = get_global_id(0);
	t[l] = a[i];
	for (uint d = 1; d < n; d <<= 1) {
		barrier(CLK_LOCAL_MEM_FENCE);
		uint v = l >= d ? t[l - d] : 0;
		barrier(CLK_LOCAL_MEM_FENCE);
		t[l] += v;
	}
	a[i] = t[l];
}
