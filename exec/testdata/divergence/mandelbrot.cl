// Lanes leave a loop of floats after different numbers of rounds, against a loop that all of them stay in.
//arg out uint[2500] zero
//arg width 50
//launch 50x50/16x4

#pragma OPENCL FP_CONTRACT OFF

//same plain
kernel void mandelbrot(global uint *out, uint width) {
	float cx = get_global_id(0) * 0.05f - 2.0f, cy = get_global_id(1) * 0.05f - 1.25f, x = 0, y = 0;
	uint i;
	for (i = 0; i < 100; i++) {
		if (x * x + y * y > 4.0f) break;
		float t = x * x - y * y + cx;
		y = 2 * x * y + cy;
		x = t;
	}
	out[get_global_id(1) * width + get_global_id(0)] = i;
}

kernel void plain(global uint *out, uint width) {
	float cx = get_global_id(0) * 0.05f - 2.0f, cy = get_global_id(1) * 0.05f - 1.25f, x = 0, y = 0;
	uint rounds = 0;
	bool isInside = true;
	for (uint i = 0; i < 100; i++) {
		isInside = isInside && !(x * x + y * y > 4.0f);
		rounds += isInside;
		float t = x * x - y * y + cx;
		y = 2 * x * y + cy;
		x = t;
	}
	out[get_global_id(1) * width + get_global_id(0)] = rounds;
}
