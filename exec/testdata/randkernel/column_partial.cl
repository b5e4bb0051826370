//seed 1
//contracts false
//range 2 0 0 0 16 8 1 16 8 1
//range 2 0 0 0 32 7 1 32 4 1
kernel void k(global uint *out, global const float *in_float, global const int *in_int)
{
	const uint gid = (uint)(get_global_id(0) + get_global_size(0) * get_global_id(1));
	uint r = 5;
	if (get_local_id(0) > 2) {
		float f = in_float[get_local_id(1)];
		int n = in_int[get_local_id(1)];
		if (get_local_id(1) & 1) {
			f = in_float[get_local_id(1) + 7];
			n = n * 3 + 1;
		}
		f = f * 0.5f + 1.0f;
		r = as_uint(f) ^ (f > 1.0f ? 77u : 0u) + (uint)in_int[n & 255];
	}
	out[gid * 4] = r;
}
