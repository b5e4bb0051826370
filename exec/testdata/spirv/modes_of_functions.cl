// Modes of floats beyond arithmetic: operations on constants, halves in memory, collective functions, and which
// products and sums may be fused (FPFastMathDefault of FloatControls2).
//module modes_of_functions.spv
//arg x uint[64] 0 0x80000001 0x00412345 0x80ffffff 0x00800000 0x32123456 0x33800000 0xb3801234 0x37123456 0xb8000000
// 0x387fffff 0x38812345 0xb8ffe000 0x3f812345 0xbf700001 0x40490fdb 0x47000001 0x477fe000 0x477ff000 0xc77fefff
// 0x49012345 0x3eaaaaab 0xbdcccccd 0x007fffff 0x80000100 0x34000001 0x3a83126f 0xc2c80001 0x7f000001 0x2f812345
//arg y float[1024] zero
//launch 64/64

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL FP_CONTRACT OFF

// The numbers are around those that are denormal as halves and as floats.
float flushed(float v, bool f) { return f && fabs(v) < 0x1p-126f ? copysign(0.0f, v) : v; }
float flushedHalf(float v, bool f) { return f && fabs(v) < 0x1p-14f ? copysign(0.0f, v) : v; }

void constants(float v, global float *y, bool z, bool f) {
	double a = 0x1.99999ap-4f, b = 0x1.555556p-2f;
	float sum = z ? convert_float_rtz(a + b) : convert_float(a + b);
	y[0] = sum;
	y[1] = z ? convert_float_rtz(a * b) : convert_float(a * b);
	y[2] = z ? convert_float_rtz(a / b) : convert_float(a / b);
	y[3] = fmod((float)b, (float)a);
	y[4] = z ? convert_float_rtz(0x7fffffffffUL) : convert_float(0x7fffffffffUL);
	y[5] = convert_float_rtp(0x7fffffffffUL);
	y[6] = flushed(0x1p-130f, f);
	y[7] = z ? convert_half_rtz(1.0 / 3) : convert_half(1.0 / 3);
	y[8] = 0;
	y[9] = -flushedHalf(0x1p-20f, f);
	y[10] = z ? convert_float_rtz(a * sum) : convert_float(a * sum);
	y[14] = flushed(convert_float_rtz((double)flushed(v, true) / 3), true); // functions with modes of their own
	y[15] = v / 3;
	v = flushed(v, f);
	half stored = z ? convert_half_rtz(v) : convert_half(v), up = convert_half_rtp(v);
	half tenth = z ? convert_half_rtz((float)a) : convert_half((float)a);
	vstore_half(flushedHalf(stored, f), 22, (global half *)y);
	vstore_half(flushedHalf(up, f), 23, (global half *)y);
	y[12] = flushedHalf(stored, f);
	vstore_half(flushedHalf(stored, f), 26, (global half *)y);
	vstore_half(tenth, 27, (global half *)y);
}

kernel void plain(global const float *x, global float *y) {
	uint i = get_global_id(0);
	constants(x[i], y + 16 * i, false, false);
}

kernel void both(global const float *x, global float *y) {
	uint i = get_global_id(0);
	constants(x[i], y + 16 * i, true, true);
}

kernel void strict(global const float *x, global float *y) {
	uint i = get_global_id(0);
	float a = x[i], b = x[i ^ 1];
	y[16 * i] = a * b + a;
	y[16 * i + 1] = fma(a, a, b);
	y[16 * i + 2] = b * b + a;
}

kernel void as_rule(global const float *x, global float *y) {
	uint i = get_global_id(0);
	float a = x[i], b = x[i ^ 1];
	y[16 * i] = fma(a, b, a);
	y[16 * i + 1] = fma(a, a, b);
	y[16 * i + 2] = b * b + a;
}

kernel void group(global const float *x, global float *y) {
	uint i = get_global_id(0);
	float v = flushed(x[i], true);
	y[16 * i] = work_group_reduce_max(v);
	y[16 * i + 1] = flushed(work_group_scan_inclusive_add(v), true);
}
