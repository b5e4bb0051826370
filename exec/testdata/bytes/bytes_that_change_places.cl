// Bytes of words change places by shifts and masks, for all lanes and some, and of what all lanes share.
//arg y uint[512] random
//arg x uint[512] random
//arg n 0x81234567
//launch 256/64 77/7

kernel void swap(global uint *y, global uint *x, uint n) {
	int i = get_global_id(0);
	uint v = x[i], s = n;
	s = s * 31 + ((v & 0xff00ff00u) | ((v & 0xff) << 16) | ((v >> 16) & 0xff));
	s = s * 31 + ((v >> 24) | ((v >> 8) & 0xff00) | ((v << 8) & 0xff0000) | (v << 24));
	s = s * 31 + ((v << 24) + (v >> 24));
	s = s * 31 + ((v & 0xffff) ^ (v << 16));
	s = s * 31 + ((v & 0xff0000) | ((v >> 8) & 0xff) | 0xff000000);
	s = s * 31 + ((v << 12) | (v >> 24) | (n << 8 & 0xff00) | (n & 0xff));
	if (v & 1) s = s * 31 + (((v & 0xff00) << 8) | ((v & 0xff00) >> 8));
	for (uint k = 0; k < (v & 3); k++) { uint w = s + k; s = s * 7 + ((w << 8 & 0xff00ff00u) | (w >> 8 & 0xff00ff)); }
	uchar4 c = as_uchar4(v);
	y[i] = s ^ as_uint(c.wxzy);
}
kernel void inSwapLoop(global uint *y, global uint *x, uint n) {
	int i = get_global_id(0);
	volatile global uint *p = &y[i * 2];
	uint v = *p, w;
	do { w = v; v = atomic_cmpxchg(p, w, max(w, as_uint(as_uchar4(x[(i * 3 + n) & 511]).s3210))); } while (v != w);
}
