// divergent
//: items 262144
//: out u32 262144
//: i32 512
//: i32 256
//: run 2 512 512 0 0
kernel void mandelbrot(global uint *out, int n, int limit) {
	int x = get_global_id(0), y = get_global_id(1);
	float cx = x * 3.0f / n - 2.0f, cy = y * 2.5f / n - 1.25f, zx = 0, zy = 0;
	uint k = 0;
	while (k < limit && zx * zx + zy * zy < 4.0f) {
		float t = zx * zx - zy * zy + cx;
		zy = 2 * zx * zy + cy;
		zx = t;
		k++;
	}
	out[y * n + x] = k;
}
