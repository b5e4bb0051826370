// known distances.
//arg out uint[256] zero
//arg x uint[1024] random
//launch 64/64 192/64 100/100

#define SIZED(N) __attribute__((intel_reqd_sub_group_size(N)))
kernel SIZED(8) void later(global uint *out, global const uint *x) {
	uint l = get_sub_group_local_id();
	uint p = l < 4 ? l : (l & 1) + (l & 2) * 5;
	uint s = 0;
	for (int i = 0; i < 10; i++) s = s * 3 + (x + i * 32)[p];
	out[get_global_id(0)] = s;
}
kernel SIZED(16) void later16(global uint *out, global const uint *x) {
	uint l = get_sub_group_local_id();
	uint p = l % 8 < 4 ? l : l / 8 * 8 + (l & 1) + (l & 2) * 5;
	uint s = 0;
	for (int i = 0; i < 10; i++) s = s * 3 + (x + i * 32)[p];
	out[get_global_id(0)] = s;
}
kernel SIZED(8) void signedp(global uint *out, global const uint *x) {
	int l = get_sub_group_local_id();
	int p = 40 - l * l;
	uint s = 0;
	for (int i = 0; i < 10; i++) s = s * 3 + (x + i * 32)[p];
	out[get_global_id(0)] = s;
}
kernel SIZED(8) void bytes(global uint *out, global const uchar *x) {
	uint l = get_sub_group_local_id();
	uint p = l * 5 / 2;
	uint s = 0;
	for (int i = 0; i < 10; i++) s = s * 3 + (x + i * 32)[p]
		    + (x + i * 32)[p + 3] * 7 + ((global const char *)x + i * 32)[p + 1];
	out[get_global_id(0)] = s;
}
