// Vectors of two to four elements of one to eight bytes, read and written side by side.
//arg y uint[170000] random
//arg x uint[65536] random
//arg a 12345
//launch 1000/64 37/37 1/1 256x4/8x4 100x3x2/50x3 64x64/32x8
//also zen
//also analyses

kernel void k(global uint *y, global uint *x, ulong a) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global float4 *f4 = (global float4 *)x;
	global float2 *f2 = (global float2 *)x;
	global uchar4 *b4 = (global uchar4 *)x;
	global ushort4 *s4 = (global ushort4 *)x;
	global ushort2 *s2 = (global ushort2 *)x;
	global ulong2 *l2 = (global ulong2 *)x;
	uint4 p = as_uint4(f4[i]);
	uint2 q = as_uint2(f2[i + 3]);
	uint3 t = vload3(i, x);
	uchar4 b = b4[i];
	ushort4 s = s4[i + 1];
	ushort2 h = s2[i];
	ulong2 l = l2[i];
	uint z = x[i * 4 + 3], w = x[i * 3 + 1];
	uint sum = p.x + p.y * 3 + p.z * 5 + p.w * 7 + q.x * 11 + q.y * 13 + t.x + t.y * 17 + t.z * 19 + b.x + b.y * 23 +
			   b.z * 29 + b.w * 31 + s.x + s.y * 37 + s.z * 41 + s.w * 43 + h.x + h.y * 47 + (uint)l.x +
			   (uint)(l.y >> 5) * 53 + z + w * 3;
	global uint4 *o4 = (global uint4 *)(y + 0);
	global uint2 *o2 = (global uint2 *)(y + 32768);
	global uchar4 *c4 = (global uchar4 *)(y + 49152);
	global ushort4 *d4 = (global ushort4 *)(y + 57344);
	global ulong2 *m2 = (global ulong2 *)(y + 73728);
	o4[i] = (uint4)(sum, sum + 1, p.z, sum * 3);
	o2[i] = (uint2)(sum ^ 5, q.x);
	c4[i] = convert_uchar4(as_uint4(f4[i]) & 255) + (uchar4)(1, 2, 3, 4);
	d4[i] = (ushort4)(sum, sum >> 3, s.z, 9);
	m2[i] = (ulong2)(l.y, sum);
	vstore3((uint3)(sum, t.y, i), i, y + 106496);
	if (i % 3) ((global uint4 *)(y + 131072))[i].xz = (uint2)(sum, i);
}
