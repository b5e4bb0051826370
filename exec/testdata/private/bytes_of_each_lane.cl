// Bytes, halves and words are copied, counted and looked up at places of each work-item, under masks and without.
//arg y uint[32768] random &0x87ffffff
//arg x uint[2048] random &0x87ffffff
//arg a 0 37
//launch 512/64 38/38 64x16/32x8 200/100

kernel void k(global uint *y, global uint *x, ulong a) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), v = x[i];
	uint l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	global uchar *b = (global uchar *)(y + i * 16);
	global const uchar *s = (global const uchar *)x;
	local uchar h[1024 * 4];
	local ushort w[1024 * 2];
	local uint d[1024];
	for (uint j = 0; j < 4; j++) h[l * 4 + j] = j;
	for (uint j = 0; j < 2; j++) w[l * 2 + j] = 65530;
	d[l] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint j = 0; j < 8; j++) b[j] = s[(v >> j) & 1023];
	uint n = (v >> 4) % 24, o = 8;
	while (n--) { b[o] = b[o - (v & 7) - 1]; o++; }
	for (uint j = 0; j < a; j++) h[l * 4 + (s[i * 4 + j % 4] & 3)]++;
	for (uint j = 0; j < (v & 15); j++) {
		w[l * 2 + (j & 1)] += s[(v + j) & 1023];
		d[l] += s[(v * j) & 1023] * 3 - 1;
	}
	if (v & 64) {
		char c = ((global const char *)s)[v & 511];
		b[40] = c >> 1;
		((global short *)b)[21] = (short)c * (short)-3;
		b[41] = (uchar)((ushort)s[v & 255] + 300) >> 2;
		((global ulong *)b)[6] = ((global ulong *)x)[v & 127] ^ v;
		((global float *)b)[14] = ((global float *)x)[s[v & 63]];
	}
	uchar p[8];
	for (uint j = 0; j < 8; j++) p[j] = s[(i + j) & 1023];
	for (uint j = 0; j < 6; j++) p[(v >> j) & 7] += p[(v >> (3 * j)) & 7];
	for (uint j = 0; j < 5; j++) { uchar *f = p + (v >> j & 7), *g = p + (v >> (9 - j) & 7), t = *f; *f = *g; *g = t; }
	for (uint j = 0; j < 5; j++) {
		uchar c = p[v >> (j + 3) & 7], e = p[v >> (12 - j) & 7];
		p[v >> (12 - j) & 7] = c + 1; d[l] += p[j]; p[v >> (j + 3) & 7] = e; p[j] = e ^ c;
	}
	for (uint j = 0; j < 4; j++) b[60 + j] = p[2 * j] ^ p[2 * j + 1];
	volatile global uchar *q = b + 33;
	*q = s[v & 127]; *q = *q + 1;
	barrier(CLK_LOCAL_MEM_FENCE);
	b[34] = h[(l ^ 1) * 4 + (v & 3)] + w[(l ^ 1) * 2 + (v >> 7 & 1)];
	b[35] = d[l ^ 1];
}
