// sorting
//: items 262144
//: inout u32 262144 4000000000
//: run 1 262144 1 256 1
kernel void sort_local(global uint *a) {
	local uint t[256];
	uint l = get_local_id(0), i = get_global_id(0);
	t[l] = a[i];
	for (uint k = 2; k <= 256; k *= 2)
		for (uint j = k / 2; j > 0; j /= 2) {
			barrier(CLK_LOCAL_MEM_FENCE);
			uint o = l ^ j;
			if (o > l) {
				uint x = t[l], y = t[o];
				if (((l & k) == 0) == (x > y)) {
					t[l] = y;
					t[o] = x;
				}
			}
		}
	barrier(CLK_LOCAL_MEM_FENCE);
	a[i] = t[l];
}
