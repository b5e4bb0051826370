// Bytes and words are loaded, computed with and stored in rows: all operations that several sub-groups share a register
// for, with constants, arguments, and what is wanted in lanes of 32 bits, too.
//judge off=narrow,pack
//also off=dense-lanes
//arg y uchar[16512] random
//arg z ushort[8320] random
//arg a uchar[16600] random
//arg b uchar[16600] random
//arg n 3 200
//launch 4096/64 1000/1000 37x3/37 64x16/16x16 64x8/64x2
//bundles rows=4 rows=8 columns=4 columns=8 rows=4,wholegroup=8 columns=4,barriers rows=16

#define ITEM uint i = get_global_id(0) + get_global_size(0) * get_global_id(1)
kernel void extremes(global uchar *y, global ushort *z, global uchar *a, global uchar *b, uint n) {
	ITEM;
	y[i] = max(a[i], b[i]) - min(a[i + 1], (uchar)n) + (uchar)max((char)a[i + 2], (char)b[i + 3]);
	z[i] = (ushort)max((short)(a[i] * 129), (short)(b[i] * 200 - 9)) ^ min(z[i], (ushort)(n * 77));
}
kernel void saturates(global uchar *y, global ushort *z, global uchar *a, global uchar *b, uint n) {
	ITEM;
	y[i] = add_sat(a[i], b[i]) ^ sub_sat(a[i + 1], b[i + 1]) ^ (uchar)add_sat((char)a[i], (char)n) ^
		   (uchar)sub_sat((char)a[i + 5], (char)b[i]);
	z[i] = add_sat(z[i], (ushort)(a[i] << 7)) + (ushort)sub_sat((short)(b[i] << 8), (short)z[i]) +
		   sub_sat(z[i], (ushort)12345) + (ushort)add_sat((short)z[i], (short)(n << 7));
}
kernel void arithmetic(global uchar *y, global ushort *z, global uchar *a, global uchar *b, uint n) {
	ITEM;
	uchar s = a[i] * b[i], t = a[i] << 3, u = a[i] >> 2, v = (char)b[i] >> 3, w = a[i] * (uchar)n;
	y[i] = (s + t - u) ^ v ^ (w | (uchar)n) & ~b[i + 1];
	ushort p = z[i] * a[i], q = z[i] << 5, r = z[i] >> 9, k = (short)z[i] >> 4;
	z[i] = (p + q - r) ^ k & (ushort)(n * 321) | mul_hi(z[i], (ushort)(n << 4)) + mul_hi((short)z[i], (short)p);
}
kernel void truths(global uchar *y, global ushort *z, global uchar *a, global uchar *b, uint n) {
	ITEM;
	uchar p = a[i], q = b[i], r = 0, t = n;
	r += p > q ? p : 7;
	r += p < t ? q : t;
	r += p >= q ? 1 : q;
	r += p <= 100 ? p : 0;
	r += p == q ? 3 : 99;
	r += p != t ? p : q;
	r += (char)p > (char)q ? p : q;
	r += (char)p <= (char)t ? q : 1;
	r += p > q && q < 200 ? 17 : p;
	r += (p > t) + (q > t) * 5 - (p == q);
	y[i] = r;
	short x = z[i], v = a[i] * 99;
	ushort s = x > v ? x : 3;
	s += x < v ? (short)n : v;
	s += x >= -5 ? v : x;
	s += (ushort)x > (ushort)v ? 5 : x;
	s += (x != v) - (x > 9 || v > 9);
	z[i] = s;
}
kernel void widths(global uchar *y, global ushort *z, global uchar *a, global uchar *b, uint n) {
	ITEM;
	ushort s = a[i] + b[i] + a[i + 1] + b[i + 1] + a[i + 2];
	short d = (char)a[i] * (char)b[i] - (char)n;
	y[i] = s >> 3;
	z[i] = s * 5 + d + (y[i] << 2) + convert_uchar_sat(d);
}
kernel void means(global uchar *y, global ushort *z, global uchar *a, global uchar *b, uint n) {
	ITEM;
	y[i] = hadd(a[i], b[i]) ^ rhadd(a[i + 1], b[i]) ^ abs_diff(a[i], b[i + 2]) ^ (a[i] + b[i] + 1) / 2;
	y[i] ^= abs((char)b[i]);
	z[i] = hadd(z[i], (ushort)n) ^ rhadd((short)z[i], (short)(a[i] << 7)) ^ abs_diff(z[i], (ushort)30000);
}
kernel void blends(global uchar *y, global ushort *z, global uchar *a, global uchar *b, uint n) {
	ITEM;
	uchar w = n, m = b[i + 1];
	uchar s = (a[i] * w + b[i] * (255 - w)) >> 8, t = (a[i] * (256 - w) + b[i] * w + 128) >> 8;
	uchar u = (a[i] * m + b[i] * (255 - m) + 127) / 255;
	y[i] = s ^ t ^ u;
}
kernel void wanted(global uchar *y, global ushort *z, global uchar *a, global uchar *b, uint n) {
	ITEM;
	uchar m = max(a[i], b[i]), k = min(a[i], b[i]);
	float f = m * 0.5f + k;
	y[i] = f > 200 ? m : k;
	z[i] = (ushort)f + b[m] * 2 + (m > k ? 5 : 9);
}
kernel void rows(global uchar *y, global ushort *z, global uchar *a, global uchar *b, uint n) {
	ITEM;
	uchar m = 255;
	ushort s = 0;
	for (int k = 0; k < 3; k++)
		for (int j = 0; j < 3; j++) {
			m = min(m, a[i + k * 64 + j]);
			s += a[i + k * 64 + j];
		}
	y[i] = m;
	z[i] = s;
}
kernel void loops(global uchar *y, global ushort *z, global uchar *a, global uchar *b, uint n) {
	ITEM;
	uchar m = b[i], c = 0;
	ushort s = 0, t = 1;
	for (uint k = 0; k < n; k++) {
		uchar v = a[i + k];
		m = min(m, v);
		s += v;
		c += v > b[k] ? 1 : 2;
		ushort w = t;
		t = s;
		s = w;
	}
	y[i] = m + c;
	z[i] = s - t;
}
kernel void guarded(global uchar *y, global ushort *z, global uchar *a, global uchar *b, uint n) {
	ITEM;
	uchar m = max(a[i], b[i]);
	if (get_global_id(0) < n) {
		y[i] = m;
		if (m > 100) z[i] = m * 3;
		else y[i] = add_sat(m, a[i + 1]);
	}
}
kernel void inPlace(global uchar *y, global ushort *z, global uchar *a, global uchar *b, uint n) {
	ITEM;
	y[i] = max(y[i], a[i]);
	y[i] = y[i] + z[i];
	z[i] = z[i] - y[i];
}
//arg t local 512
kernel void tiles(global uchar *y, global ushort *z, global uchar *a, global uchar *b, uint n, local uchar *t) {
	ITEM;
	uint l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	uchar m = 0;
	if (get_local_size(0) * get_local_size(1) == 256) {
		t[l] = a[i];
		t[l + 256] = b[i];
		barrier(CLK_LOCAL_MEM_FENCE);
		m = max(max(t[l], t[l + 1]), max(t[l + 2], t[l + 130]));
		m = max(m, t[l + 256 - 2]);
	}
	y[i] = m;
}
