// Indices whose lower bits are cleared step as before where lanes step by a multiple of that, and only there.
//arg dst uint[16384] zero
//arg src uint[4096] random
//arg off 3 -5
//arg n 150
//launch 64x2/32 48x16/16x16 37x2/37
//bundles only rows=1 rows=2,packed=2 columns=8 packed=8 own

kernel void aligned(global uint *dst, global const uint *src, int off, int n) {
	int x = get_global_id(0) * 4, y = get_global_id(1);
	int start = (x + off + 64) & ~3;
	uint v = *(global const uint *)((global const uchar *)src + start + y * 256);
	dst[get_global_id(1) * 1024 + get_global_id(0)] = v + off;
}

// Below zero, too, rounding is down.
kernel void below_zero(global uint *dst, global const uint *src, int off, int n) {
	int x = get_global_id(0) * 8, y = get_global_id(1);
	int start = (x + off - 77) & -8;
	dst[y * 1024 + get_global_id(0)] = src[1024 + (start >> 2) + y] ^ start;
	global const uchar *at = (global const uchar *)(src + 2048) + start;
	dst[y * 1024 + 512 + get_global_id(0)] = at[1] + at[6] * 256;
}

// Steps that are no multiple of what is cleared, and masks that clear other bits.
kernel void others(global uint *dst, global const uint *src, int off, int n) {
	int x = get_global_id(0), y = get_global_id(1), at = y * 1024 + x;
	dst[at] = src[((x * 4 + off + 64) & ~7) + y];
	dst[at + 256] = src[((x * 2 + off + 64) & ~3) + y];
	dst[at + 512] = src[((x * 4 + off + 64) & 0x3fc) + y];
	dst[at + 768] = src[((x * 8 + off + 64) & 0xfffffff5) + y];
}

// Unsigned numbers that wrap, and wider ones.
kernel void wraps(global uint *dst, global const uint *src, int off, int n) {
	uint x = get_global_id(0) * 4, y = get_global_id(1), at = y * 1024 + get_global_id(0);
	uint start = (x + (uint)off - 64u) & ~3u;
	dst[at] = src[(start + 128) & 4095];
	ulong wide = (get_global_id(0) * 4 + (ulong)(off + 96)) & ~(ulong)3;
	dst[at + 256] = src[wide] + src[(uint)wide + 1];
	dst[at + 512] = start;
	short narrow = (short)((short)(x + off) & (short)~3);
	dst[at + 768] = src[1024 + narrow];
}

// A tile whose first column is aligned, in groups that are inside and at the edges.
//expect avx2 columns8-small-full access contiguous >= 2
kernel void tile(global uint *dst, global const uint *src, int off, int n) {
	local uchar4 data[16 * 80];
	int lx = get_local_id(0), ly = get_local_id(1), w = get_local_size(0);
	int x = get_global_id(0) * 4, y = get_global_id(1);
	int start = (x + off) & ~3, rest = off & 3;
	global const uchar *from = (global const uchar *)src + 1024;
	if ((start < 0) | (start + 4 * w + 4 > n)) {
		for (int i = 0; i < 2; i++) {
			int4 at = clamp((int4)(start + 4 * i * w) + (int4)(0, 1, 2, 3), 0, n);
			data[ly * 80 + lx + i * w] = (uchar4)(from[at.x], from[at.y], from[at.z], from[at.w]);
		}
	} else
		for (int i = 0; i < 2; i++)
			data[ly * 80 + lx + i * w] = *(global const uchar4 *)(from + y * 256 + start + 4 * i * w);
	barrier(CLK_LOCAL_MEM_FENCE);
	local const uchar *own = (local const uchar *)&data[ly * 80 + lx];
	float4 sum = convert_float4(vload4(0, own + rest)) * 0.5f;
	for (int i = 0; i < 3; i++)
		sum += convert_float4(vload4(0, own + (i ^ rest) % 4)) * (i + 1);
	if ((x + 3 < 4 * n) & (y < n))
		vstore4(convert_uint4(sum), 0, dst + y * 256 + x);
}
