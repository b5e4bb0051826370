// What is the same for a row is read where there is memory for some rows only.
//arg y uint[8192] random
//arg x uint[16384] random
//arg a 3
//launch 64x64/32x8 96x12/48x12 100x6x2/50x6
//also zen
//also analyses

kernel void k(global uint *y, global uint *x, ulong a) {
	long gx = get_global_id(0), gy = get_global_id(1), at = (gy % 6 - (long)a) << 30;
	size_t i = gx + get_global_size(0) * (gy + get_global_size(1) * get_global_id(2));
	uint s = 0;
	if (gy % 6 == a) {
		s = x[at] + ((global uchar *)x)[at + 5] + ((global short *)x)[at + 3] + (uint)((global ulong *)x)[at + 1];
		float f = (float)s;
		f = ((global uint *)x)[at + 8] > 5 ? f + as_float((((global uint *)x)[at + 9] & 0x7fffff) | 0x3f800000) * f : f;
		s += (uint)(((global float *)y)[at + 8190] * f + f) + (uint)(f * 0.001f);
		for (int k = 0; k < (gx & 7); k++) {
			s += (uint)fma(((global float *)y)[at + 8191], (float)k, 3.0f);
			s ^= (uint)(((global double *)y)[at + 4095] - k) + (uint)(3.0f - ((global float *)y)[at + 8191]);
		}
	}
	if (i < 8000) y[i] = s;
}
