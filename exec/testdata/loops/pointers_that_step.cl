// Pointers that step in loops, and counters that go down to zero: they become multiples of a counter that goes up.
// Numbers of iterations are none, few, of a lane's own, and what unsigned numbers wrap to.
//judge off=inductions,toptest
//arg y float[2048] zero
//arg x float[8192] random %64 *1
//arg n 37
//arg m 5
//launch 256/64 200/50 64x2/16x2 1/1

float sum(global const float *p, int n) {
	float s = 0;
	for (int k = n; k > 0; k--) s += *p++;
	return s;
}
kernel void down(global float *y, global const float *x, int n, int m) {
	int i = get_global_id(0);
	y[i] = sum(x + i, n) + sum(x + 2 * i, i % 7) - sum(x, -3);
}
kernel void while_down(global float *y, global const float *x, int n, int m) {
	int i = get_global_id(0);
	global const float *p = x + i * 2, *q = x + 4 * n;
	uint k = i % 5 + m;
	float s = 0;
	while (k--) { s = s * 2 + *p * *q; p += 3; q--; }
	y[i] = s + *p - *q;
}
kernel void long_down(global float *y, global const float *x, int n, int m) {
	int i = get_global_id(0);
	global const float *p = x + i, *q = x;
	float s = 0;
	if (n > 0) {
		long k = (uint)n;
		do { s += *p * *q; p++; q += m; k--; } while (k != 0);
	}
	if (m > 8u) {
		ulong k = (uint)m;
		do { s -= *p++; k--; } while (k != 0);
	}
	y[i] = s;
}
kernel void guarded(global float *y, global const float *x, int n, int m) {
	int i = get_global_id(0);
	float total = 0;
	for (int t = -2; t < 3; t++) {
		global const float *p = x + i;
		float s = 0;
		if (t > 0) {
			ulong k = (uint)t;
			do { s = s * 3 + *p++; } while (--k != 0);
		}
		if ((uint)t > 0 && (uint)t < 9) {
			ulong k = (uint)t;
			do { s = s * 5 + *p; p += 2; } while (--k != 0);
		}
		total += s;
	}
	y[i] = total;
}
kernel void leaves(global float *y, global const float *x, int n, int m) {
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global const float *p = x + i;
	global float *q = y + i;
	int k;
	for (k = 0; k < n; k++, p += 2) {
		if (*p == 17) break;
		if ((int)*p == (i & 31)) continue;
		*q += *p;
	}
	*q += 1000 * k + (p - x);
}
kernel void steps_of_lanes(global float *y, global const float *x, int n, int m) {
	int i = get_global_id(0);
	global const float *p = x + 4096, *q = x + n;
	float s = 0;
	for (int k = 0; k < m; k++) { s = s * 2 + *p - *q; p += i - 100; q += m - 5; }
	y[i] = s;
}
kernel void nested(global float *y, global const float *x, int n, int m) {
	int i = get_global_id(0);
	global const float *row = x + i;
	float s = 0;
	for (int a = m; a > 0; a--) {
		global const float *p = row;
		for (int b = 0; b < n; b++) { s += *p * b; p += m; }
		row += n;
	}
	y[i] = s;
}
kernel void uses(global float *y, global const float *x, int n, int m) {
	int i = get_global_id(0);
	global const float *p = x + i;
	float s = 0;
	for (int k = n; k > 0; k--) s += *p++ * k;
	for (uint k = 5; k != 0; k--) { p--; s += *p * (k & 1); }
	for (int k = 9; k >= 0; k--) s = s * 0.5f + *p++;
	y[i] = s;
}
kernel void groups(global float *y, global const float *x, int n, int m) {
	local float t[300];
	int l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	for (int k = l; k < 300; k += get_local_size(0) * get_local_size(1)) t[k] = x[k];
	barrier(CLK_LOCAL_MEM_FENCE);
	float a[8], s = 0;
	local float *p = t + l;
	float *q = a;
	for (int k = 8; k > 0; k--) *q++ = *p++;
	for (int k = 0; k < 8; k++) s = s * 2 + *--q;
	for (int k = n; k > 0; k--) { s += t[l] + *p++; barrier(CLK_LOCAL_MEM_FENCE); }
	y[i] = s;
}
kernel void stores(global float *y, global const float *x, int n, int m) {
	int i = get_global_id(0);
	if (get_global_id(1) > 0 || i >= 64) return;
	global float *q = y + i * 8;
	global const float *p = x + i;
	for (int k = 8; k > 0; k--) { *q++ = *p; p += n; }
	q -= 8;
	for (uint k = 7; k > 0; k--, q++) q[0] += q[1];
}
