kernel void add(global float *z, global const float *x, global const float *y) { int i = get_global_id(0); z[i] = x[i] + y[i]; }
kernel void add_guarded(global float *z, global const float *x, global const float *y, int n) {
	int i = get_global_id(0);
	if (i < n) z[i] = x[i] + y[i];
}
kernel void axpy_f64(global double *y, global const double *x, double a) { size_t i = get_global_id(0); y[i] = a * x[i] + y[i]; }
kernel void scale_i16(global short *y, global const short *x, int a) { int i = get_global_id(0); y[i] = clamp((x[i] * a) >> 8, -32768, 32767); }
kernel void blend_u8(global uchar *out, global const uchar *a, global const uchar *b, uint t) {
	int i = get_global_id(0);
	out[i] = (a[i] * (256 - t) + b[i] * t + 128) >> 8;
}
kernel void every_second(global float *out, global const float *in) { int i = get_global_id(0); out[i] = in[2 * i] - in[2 * i + 1]; }
kernel void grey(global uchar *out, global const uchar *rgb) {
	int i = get_global_id(0);
	out[i] = (77 * rgb[3 * i] + 150 * rgb[3 * i + 1] + 29 * rgb[3 * i + 2]) >> 8;
}
kernel void lookup(global float *out, global const int *index, global const float *table) { int i = get_global_id(0); out[i] = table[index[i]]; }
kernel void widen(global long *out, global const int *in, global const uchar *mask) { int i = get_global_id(0); out[i] = mask[i] ? (long)in[i] * in[i] : 0; }
kernel void to_unit(global float *out, global const ushort *in) { int i = get_global_id(0); out[i] = in[i] * (1.0f / 65535); }
kernel void to_bytes(global uchar *out, global const float *in) { int i = get_global_id(0); out[i] = (uchar)clamp(in[i] * 255.0f + 0.5f, 0.0f, 255.0f); }
