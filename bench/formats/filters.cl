// Kernels whose first launches with other formats are measured: what people run over images, from short to long.

constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
#define AT(i, j) read_imagef(in, edge, (int2)(x + (i), y + (j)))

kernel void grey(read_only image2d_t in, sampler_t s, write_only image2d_t out) {
	int x = get_global_id(0), y = get_global_id(1);
	float4 c = read_imagef(in, (int2)(x, y));
	write_imagef(out, (int2)(x, y), (float4)(0.299f * c.x + 0.587f * c.y + 0.114f * c.z));
}

kernel void sobel(read_only image2d_t in, sampler_t s, write_only image2d_t out) {
	int x = get_global_id(0), y = get_global_id(1);
	float4 a = AT(-1, -1), b = AT(0, -1), c = AT(1, -1), d = AT(-1, 0), f = AT(1, 0), g = AT(-1, 1), i = AT(0, 1), j = AT(1, 1);
	float4 u = c + 2.0f * f + j - a - 2.0f * d - g, v = g + 2.0f * i + j - a - 2.0f * b - c;
	write_imagef(out, (int2)(x, y), sqrt(u * u + v * v));
}

kernel void box(read_only image2d_t in, sampler_t s, write_only image2d_t out) {
	int x = get_global_id(0), y = get_global_id(1);
	float4 sum = 0;
	for (int j = -2; j <= 2; j++)
		for (int i = -2; i <= 2; i++) sum += AT(i, j);
	write_imagef(out, (int2)(x, y), sum / 25);
}

kernel void rotate_linear(read_only image2d_t in, sampler_t s, write_only image2d_t out) {
	int x = get_global_id(0), y = get_global_id(1);
	float2 p = (float2)(0.9553365f * x - 0.2955202f * y, 0.2955202f * x + 0.9553365f * y);
	write_imagef(out, (int2)(x, y), read_imagef(in, s, p));
}

kernel void sharpen_linear(read_only image2d_t in, sampler_t s, write_only image2d_t out) {
	int x = get_global_id(0), y = get_global_id(1);
	float2 p = (float2)(0.9553365f * x - 0.2955202f * y, 0.2955202f * x + 0.9553365f * y);
	float4 sum = 5.0f * read_imagef(in, s, p);
	sum -= read_imagef(in, s, p + (float2)(1, 0)) + read_imagef(in, s, p - (float2)(1, 0));
	sum -= read_imagef(in, s, p + (float2)(0, 1)) + read_imagef(in, s, p - (float2)(0, 1));
	write_imagef(out, (int2)(x, y), sum);
}

kernel void volume_linear(read_only image3d_t in, sampler_t s, write_only image2d_t out) {
	int x = get_global_id(0), y = get_global_id(1);
	write_imagef(out, (int2)(x, y), read_imagef(in, s, (float4)(x, y, (x + y) * 0.0078125f, 0.0f)));
}
