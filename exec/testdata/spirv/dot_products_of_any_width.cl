// Dot products of packed bytes and of vectors with results that are narrower than the word, or wider: sums wrap, and
// accumulators saturate.
//module dot_products_of_any_width.spv
//arg y int[1024] random
//arg x int[1024] random
//launch 200/50

kernel void dots(global int *y, global int *x) {
	size_t i = get_global_id(0);
	char4 a = as_char4(x[i]), b = as_char4(x[i + 1]);
	long4 p = convert_long4(a) * convert_long4(b);
	long sum = p.x + p.y + p.z + p.w;
	ulong4 q = convert_ulong4(as_uchar4(a)) * convert_ulong4(as_uchar4(b));
	ulong u = q.x + q.y + q.z + q.w;
	y[4 * i] = (uchar)sum;
	y[4 * i + 1] = (ushort)u;
	y[4 * i + 2] = (int)(sum ^ (long)u << 3);
	y[4 * i + 3] = (ushort)add_sat((short)sum, (short)x[i + 2]);
}
