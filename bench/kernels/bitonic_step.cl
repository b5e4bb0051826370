// sorting
//: items 1048576
//: inout u32 1048576 4000000000
//: i32 1024
//: i32 64
//: run 1 1048576 1 0 0
kernel void bitonic_step(global uint *a, uint k, uint j) {
	uint i = get_global_id(0), o = i ^ j;
	if (o <= i) return;
	uint x = a[i], y = a[o];
	if (((i & k) == 0) == (x > y)) {
		a[i] = y;
		a[o] = x;
	}
}
