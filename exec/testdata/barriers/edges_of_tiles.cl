// The loops of a kernel on tiles are there twice: without tests for groups inside, with tests for those at an edge.
//arg c float[4096] random
//arg a float[4096] index *7 %9
//arg b float[4096] index *5 %11
//arg m 40 32 37
//arg n 24 19
//launch 16x16/8x8 24x40/8x8 16x8/8x4 9x9/3x3 32x4/16x4
//also off=edge-ways

#define SIZE 64
#define INSIDE(i, m) (((int)get_group_id(i) + 1) * (int)get_local_size(i) <= (m))

//expect avx2 plan Columns == 2
//expect avx512 plan Columns >= 4
//expect avx2 off=edge-ways,group-size plan Columns == 0
//expect avx512 off=edge-ways,group-size plan Columns <= 2
kernel void product(global float *c, global const float *a, global const float *b, int m, int n) {
	local float left[16 * 17], above[16 * 17];
	int x = get_local_id(0), y = get_local_id(1), w = get_local_size(0), h = get_local_size(1);
	int column = get_group_id(0) * w + x, row = get_group_id(1) * h + y;
	float s[4] = {0, 0, 0, 0};
	if (INSIDE(0, m) && INSIDE(1, n)) {
		for (int k = 0; k < SIZE; k += 8) {
			for (int j = 0; j < 4; j++) {
				left[y * 17 + x] = a[(row * SIZE + k + j) & 4095];
				above[y * 17 + x] = b[((k + j) * SIZE + column) & 4095];
			}
			barrier(CLK_LOCAL_MEM_FENCE);
			for (int j = 0; j < 4; j++) {
				float l = left[y * 17 + j % w], p = above[j % h * 17 + x];
				s[0] += l * p, s[1] += (l + 1) * p, s[2] += l * (p + 2), s[3] += l + p;
			}
			barrier(CLK_LOCAL_MEM_FENCE);
		}
		c[row * SIZE + column & 4095] = s[0] + 2 * s[1] + 3 * s[2] + 4 * s[3];
	} else {
		for (int k = 0; k < SIZE; k += 8) {
			for (int j = 0; j < 4; j++) {
				left[y * 17 + x] = row < n ? a[(row * SIZE + k + j) & 4095] : 0;
				above[y * 17 + x] = column < m ? b[((k + j) * SIZE + column) & 4095] : 0;
			}
			barrier(CLK_LOCAL_MEM_FENCE);
			for (int j = 0; j < 4; j++) {
				float l = left[y * 17 + j % w], p = above[j % h * 17 + x];
				if (column < m) s[0] += l * p, s[1] += (l + 1) * p, s[2] += l * (p + 2), s[3] += l + p;
			}
			barrier(CLK_LOCAL_MEM_FENCE);
		}
		if (row < n && column < m)
			c[row * SIZE + column & 4095] = s[0] + 2 * s[1] + 3 * s[2] + 4 * s[3];
	}
}
