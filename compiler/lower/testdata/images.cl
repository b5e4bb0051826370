// Reads, writes and queries of images: coordinates without their padding, levels and gradients, depth images of one
// channel, samplers as arguments, constants and literals.
constant sampler_t smooth = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;

float4 shade(read_only image2d_t image, sampler_t s, float2 at) { return read_imagef(image, s, at); }

kernel void reads(read_only image2d_t image, sampler_t s, read_only image3d_t volume, read_only image2d_array_t layers,
	read_only image2d_depth_t depth, global float4 *out) {
	const sampler_t exact = CLK_FILTER_NEAREST;
	out[0] = shade(image, s, (float2)(1.0f, 2.0f)) + shade(image, smooth, (float2)(3.0f, 4.0f));
	out[1] = read_imagef(image, exact, (int2)(5, 6)) + read_imagef(image, (int2)(7, 8));
	out[2] = convert_float4(read_imageui(volume, CLK_ADDRESS_REPEAT, (float4)(1.0f, 2.0f, 3.0f, 9.0f)));
	out[3] = read_imagef(layers, s, (float4)(1.0f, 2.0f, 3.0f, 9.0f), (float2)(4.0f, 5.0f), (float2)(6.0f, 7.0f));
	out[4].x = read_imagef(depth, s, (float2)(1.0f, 2.0f), 3.0f);
}

kernel void writes(write_only image3d_t volume, read_write image1d_t line, write_only image2d_depth_t depth, float4 f) {
	write_imagef(volume, (int4)(1, 2, 3, 9), f);
	write_imagei(line, 4, read_imagei(line, 5));
	write_imagef(depth, (int2)(6, 7), 1, f.x);
}

kernel void queries(read_only image3d_t volume, write_only image1d_array_t lines, global int *out, global ulong *layers) {
	vstore4(get_image_dim(volume), 0, out);
	out[4] = get_image_width(lines) + get_image_num_mip_levels(lines);
	out[5] = get_image_channel_order(lines) == CLK_RGBA;
	out[6] = get_image_channel_data_type(lines) == CLK_FLOAT;
	layers[0] = get_image_array_size(lines);
}
