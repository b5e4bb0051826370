// Matrices of weights times vectors, as inference engines write them: blocks of 32 weights of 4 or 8 bits with a scale
// of half, or halves. The plain form has a work-item for each row; the other a sub-group of 16 for each four rows, whose
// work-items take parts of blocks in turn. Then attention of one query over 2,048 keys, by a row's running maximum.

#define COLUMNS 4096
#define BLOCKS (COLUMNS / 32)
typedef struct { ushort scale; uchar nibbles[16]; } block4; // weight i: the lower half of nibbles[i], i + 16: the upper
typedef struct { ushort scale; char weights[32]; } block8;
#ifdef cl_khr_fp16
#define SIXTEEN __attribute__((intel_reqd_sub_group_size(16)))
#endif
#define SCALE(b) vload_half(0, (global const half *)&(b)->scale)

//: pair q4_matvec 8192 x 4096 weights of 4 bits
//: bytes 18874368
//: in u8 18874368 60
//: in f32 4096 1
//: out f32 8192
//: options -cl-std=CL3.0
//: run 1 8192 1 64 1
//: run_idiom 1 32768 1 16 1
kernel void q4_matvec_plain(global const block4 *w, global const float *x, global float *y) {
	float sum = 0;
	w += get_global_id(0) * BLOCKS;
	for (int b = 0; b < BLOCKS; b++) {
		float part = 0;
		for (int i = 0; i < 16; i++) {
			part += ((w[b].nibbles[i] & 15) - 8) * x[b * 32 + i];
			part += ((w[b].nibbles[i] >> 4) - 8) * x[b * 32 + i + 16];
		}
		sum += part * SCALE(w + b);
	}
	y[get_global_id(0)] = sum;
}
#ifdef cl_khr_fp16
// dot4 is a quarter of a block: 4 bytes as two ushorts. The vector comes divided by what the masks leave the nibbles
// multiplied by, and with its sum, as 8 is subtracted from each weight.
float dot4(global const block4 *w, int first, const float *v, float sum) {
	global const ushort *q = (global const ushort *)w->nibbles + first / 2;
	float part = 0;
	for (int i = 0; i < 2; i++)
		part += (q[i] & 0x000f) * v[2 * i] + (q[i] & 0x0f00) * v[2 * i + 1] + (q[i] & 0x00f0) * v[2 * i + 4] +
			(q[i] & 0xf000) * v[2 * i + 5];
	return (*(global const half *)&w->scale) * (part - 8 * sum);
}
SIXTEEN kernel void q4_matvec_idiom(global const block4 *w, global const float *x, global float *y) {
	int lane = get_sub_group_local_id(), row = get_group_id(0) * 4, first = lane % 4 * 4;
	float sum[4] = {0, 0, 0, 0};
	w += row * BLOCKS;
	for (int b = lane / 4; b < BLOCKS; b += 4) {
		float v[8], all = 0;
		global const float *at = x + b * 32 + first;
		for (int i = 0; i < 4; i += 2) {
			all += at[i] + at[i + 1] + at[i + 16] + at[i + 17];
			v[i] = at[i], v[i + 1] = at[i + 1] / 256;
			v[i + 4] = at[i + 16] / 16, v[i + 5] = at[i + 17] / 4096;
		}
		for (int r = 0; r < 4; r++) sum[r] += dot4(w + r * BLOCKS + b, first, v, all);
	}
	for (int r = 0; r < 4; r++) {
		float s = sub_group_reduce_add(sum[r]);
		if (lane == 0) y[row + r] = s;
	}
}
#endif

//: pair q8_matvec 8192 x 4096 weights of 8 bits
//: bytes 35651584
//: in u8 35651584 60
//: in f32 4096 1
//: out f32 8192
//: options -cl-std=CL3.0
//: run 1 8192 1 64 1
//: run_idiom 1 32768 1 16 1
kernel void q8_matvec_plain(global const block8 *w, global const float *x, global float *y) {
	float sum = 0;
	w += get_global_id(0) * BLOCKS;
	for (int b = 0; b < BLOCKS; b++) {
		float part = 0;
		for (int i = 0; i < 32; i++) part += w[b].weights[i] * x[b * 32 + i];
		sum += part * SCALE(w + b);
	}
	y[get_global_id(0)] = sum;
}
#ifdef cl_khr_fp16
SIXTEEN kernel void q8_matvec_idiom(global const block8 *w, global const float *x, global float *y) {
	int lane = get_sub_group_local_id(), row = get_group_id(0) * 4, first = lane % 4 * 8;
	float sum[4] = {0, 0, 0, 0};
	w += row * BLOCKS;
	for (int b = lane / 4; b < BLOCKS; b += 4) {
		float v[8];
		for (int i = 0; i < 8; i++) v[i] = x[b * 32 + first + i];
		for (int r = 0; r < 4; r++) {
			global const block8 *at = w + r * BLOCKS + b;
			float part = 0;
			for (int i = 0; i < 8; i++) part += at->weights[first + i] * v[i];
			sum[r] += part * (*(global const half *)&at->scale);
		}
	}
	for (int r = 0; r < 4; r++) {
		float s = sub_group_reduce_add(sum[r]);
		if (lane == 0) y[row + r] = s;
	}
}
#endif

//: pair q8_rows 8192 x 4096 weights of 8 bits, the length of rows an argument
//: bytes 35651584
//: in u8 35651584 60
//: in f32 4096 1
//: out f32 8192
//: i32 4096
//: options -cl-std=CL3.0
//: run 1 8192 1 64 1
//: run_idiom 1 32768 1 16 1
kernel void q8_rows_plain(global const block8 *w, global const float *x, global float *y, int length) {
	float sum = 0;
	int blocks = length / 32;
	w += get_global_id(0) * blocks;
	for (int b = 0; b < blocks; b++) {
		float part = 0;
		for (int i = 0; i < 32; i++) part += w[b].weights[i] * x[b * 32 + i];
		sum += part * SCALE(w + b);
	}
	y[get_global_id(0)] = sum;
}
#ifdef cl_khr_fp16
SIXTEEN kernel void q8_rows_idiom(global const block8 *w, global const float *x, global float *y, int length) {
	int blocks = length / 32, row = get_group_id(0) * 4;
	short block = get_sub_group_local_id() / 4, first = get_sub_group_local_id() % 4 * 8;
	float v[8], sum[4] = {0, 0, 0, 0};
	x += block * 32 + first;
	for (int b = block; b < blocks; b += 4) {
		for (short i = 0; i < 8; i++) v[i] = x[i];
		for (short r = 0; r < 4; r++) {
			global const block8 *at = w + (row + r) * blocks + b;
			float part = 0;
			for (short i = 0; i < 8; i++) part += at->weights[first + i] * v[i];
			sum[r] += part * (*(global const half *)&at->scale);
		}
		x += 128;
	}
	for (int r = 0; r < 4; r++) {
		float s = sub_group_reduce_add(sum[r]);
		if (get_sub_group_local_id() == 0) y[row + r] = s;
	}
}
#endif

//: pair f16_matvec 4096 x 4096 weights of half
//: bytes 33554432
//: in f16 16777216 1
//: in f32 4096 1
//: out f32 4096
//: options -cl-std=CL3.0
//: run 1 4096 1 64 1
//: run_idiom 1 16384 1 16 1
kernel void f16_matvec_plain(global const half *w, global const float *x, global float *y) {
	float sum = 0;
	w += get_global_id(0) * COLUMNS;
	for (int i = 0; i < COLUMNS; i++) sum += vload_half(i, w) * x[i];
	y[get_global_id(0)] = sum;
}
#ifdef cl_khr_fp16
SIXTEEN kernel void f16_matvec_idiom(global const half *w, global const float *x, global float *y) {
	int lane = get_sub_group_local_id(), row = get_group_id(0) * 4;
	for (int r = 0; r < 4; r++) {
		global const half4 *at = (global const half4 *)(w + (row + r) * COLUMNS);
		global const float4 *v = (global const float4 *)x;
		float sum = 0;
		for (int i = lane; i < COLUMNS / 4; i += 16) {
			sum += at[i].s0 * v[i].s0;
			sum += at[i].s1 * v[i].s1;
			sum += at[i].s2 * v[i].s2;
			sum += at[i].s3 * v[i].s3;
		}
		sum = sub_group_reduce_add(sum);
		if (lane == 0) y[row + r] = sum;
	}
}
#endif

//: pair attention 64 queries over 2048 keys and values of 64 halves
//: ops 16777216
//: in f32 4096 0.1
//: in f16 131072 1
//: in f16 131072 1
//: out f32 4096
//: options -cl-std=CL3.0
//: run 1 64 1 16 1
//: run_idiom 1 1024 1 16 1
kernel void attention_plain(global const float *q, global const half *k, global const half *v, global float *out) {
	float acc[64], most = -INFINITY, sum = 0;
	q += get_global_id(0) * 64;
	for (int d = 0; d < 64; d++) acc[d] = 0;
	for (int j = 0; j < 2048; j++) {
		float score = 0;
		for (int d = 0; d < 64; d++) score += q[d] * vload_half(j * 64 + d, k);
		float now = fmax(most, score), old = exp(most - now), p = exp(score - now);
		for (int d = 0; d < 64; d++) acc[d] = acc[d] * old + p * vload_half(j * 64 + d, v);
		sum = sum * old + p, most = now;
	}
	for (int d = 0; d < 64; d++) out[get_global_id(0) * 64 + d] = acc[d] / sum;
}
#ifdef cl_khr_fp16
// A sub-group for each query: lane l has elements l, l + 16, ... of the query and of the result.
SIXTEEN kernel void attention_idiom(global const float *q, global const half *k, global const half *v,
	global float *out) {
	int lane = get_sub_group_local_id();
	float mine[4], acc[4] = {0, 0, 0, 0}, most = -INFINITY, sum = 0;
	for (int d = 0; d < 4; d++) mine[d] = q[get_group_id(0) * 64 + d * 16 + lane];
	for (int j = 0; j < 2048; j++) {
		float score = 0;
		for (int d = 0; d < 4; d++) score += mine[d] * k[j * 64 + d * 16 + lane];
		score = sub_group_reduce_add(score);
		float now = fmax(most, score), old = exp(most - now), p = exp(score - now);
		for (int d = 0; d < 4; d++) acc[d] = acc[d] * old + p * v[j * 64 + d * 16 + lane];
		sum = sum * old + p, most = now;
	}
	for (int d = 0; d < 4; d++) out[get_group_id(0) * 64 + d * 16 + lane] = acc[d] / sum;
}
#endif
