// Bytes and shorts side by side, one for each work-item, beside sixteen of them as a vector.

//: pair max_of_bytes the larger of two bytes
//: in u8 4194304 1
//: in u8 4194304 2
//: out u8 4194304
//: run 1 4194304 1 0 0
kernel void max_of_bytes_plain(global const uchar *a, global const uchar *b, global uchar *out) {
	int i = get_global_id(0);
	out[i] = max(a[i], b[i]);
}
kernel void max_of_bytes_idiom(global const uchar *a, global const uchar *b, global uchar *out) {
	int i = get_global_id(0);
	if (i < 262144) vstore16(max(vload16(i, a), vload16(i, b)), i, out);
}

//: pair threshold_of_bytes bytes above a threshold
//: in u8 4194304 1
//: out u8 4194304
//: run 1 4194304 1 0 0
kernel void threshold_of_bytes_plain(global const uchar *a, global uchar *out) {
	int i = get_global_id(0);
	out[i] = a[i] > 100 ? 255 : 0;
}
kernel void threshold_of_bytes_idiom(global const uchar *a, global uchar *out) {
	int i = get_global_id(0);
	if (i < 262144) vstore16(as_uchar16(vload16(i, a) > (uchar16)100), i, out);
}

//: pair blend_of_bytes two pictures blended by a constant
//: in u8 4194304 1
//: in u8 4194304 2
//: out u8 4194304
//: run 1 4194304 1 0 0
kernel void blend_of_bytes_plain(global const uchar *a, global const uchar *b, global uchar *out) {
	int i = get_global_id(0);
	out[i] = (a[i] * 77 + b[i] * (256 - 77)) >> 8;
}
kernel void blend_of_bytes_idiom(global const uchar *a, global const uchar *b, global uchar *out) {
	int i = get_global_id(0);
	if (i < 262144) {
		ushort16 x = convert_ushort16(vload16(i, a)), y = convert_ushort16(vload16(i, b));
		vstore16(convert_uchar16((x * (ushort16)77 + y * (ushort16)(256 - 77)) >> (ushort16)8), i, out);
	}
}

//: pair erode_of_bytes the smallest of nine neighbours
//: in u8 4202000 1
//: out u8 4194304
//: run 1 4194304 1 0 0
kernel void erode_of_bytes_plain(global const uchar *a, global uchar *out) {
	int i = get_global_id(0);
	uchar m = 255;
	for (int y = 0; y < 3; y++)
		for (int x = 0; x < 3; x++) m = min(m, a[i + y * 2048 + x]);
	out[i] = m;
}
kernel void erode_of_bytes_idiom(global const uchar *a, global uchar *out) {
	int i = get_global_id(0);
	if (i < 262144) {
		uchar16 m = 255;
		for (int y = 0; y < 3; y++)
			for (int x = 0; x < 3; x++) m = min(m, vload16(0, a + 16 * i + y * 2048 + x));
		vstore16(m, i, out);
	}
}

//: pair box_of_bytes the mean of nine neighbours
//: in u8 4202000 1
//: out u8 4194304
//: run 1 4194304 1 0 0
kernel void box_of_bytes_plain(global const uchar *a, global uchar *out) {
	int i = get_global_id(0);
	ushort s = 0;
	for (int y = 0; y < 3; y++)
		for (int x = 0; x < 3; x++) s += a[i + y * 2048 + x];
	out[i] = s / 9;
}
kernel void box_of_bytes_idiom(global const uchar *a, global uchar *out) {
	int i = get_global_id(0);
	if (i < 262144) {
		ushort16 s = 0;
		for (int y = 0; y < 3; y++)
			for (int x = 0; x < 3; x++) s += convert_ushort16(vload16(0, a + 16 * i + y * 2048 + x));
		vstore16(convert_uchar16(s / (ushort16)9), i, out);
	}
}
