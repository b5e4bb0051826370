// divergent
//: items 4096
//: in u8 262144 256
//: out u8 1048576
//: out u32 4096
//: run 1 4096 1 0 0
kernel void lz_unpack(global const uchar *in, global uchar *out, global uint *len) {
	int g = get_global_id(0), i = 0, o = 0;
	global const uchar *p = in + g * 64;
	global uchar *q = out + g * 256;
	while (i < 62 && o < 200) {
		uchar t = p[i++];
		if ((t & 1) || o < 16) q[o++] = t;
		else {
			int dist = (p[i++] & 15) + 1, n = (t >> 1 & 15) + 3;
			while (n--) { q[o] = q[o - dist]; o++; }
		}
	}
	len[g] = o;
}
