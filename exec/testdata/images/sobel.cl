// Images of bytes are read around each place, in and out of the image, and written by the items that are inside.
//arg source image 2d RGBA,UNORM_INT8 37x21 random
//arg target image 2d RGBA,UNORM_INT8 37x21 zero
//arg single image 2d R,FLOAT 37x21 zero
//arg sampler 0x10 0x12 0x14
//launch 64x24/16x4
//launch 37x21/37x1

kernel void unsampled(read_only image2d_t source, write_only image2d_t target, write_only image2d_t single) {
	int2 p = (int2)(get_global_id(0), get_global_id(1));
	float4 dx = 0, dy = 0;
	for (int i = -1; i <= 1; i++) {
		float weight = i == 0 ? 2.0f : 1.0f;
		dx += weight * (read_imagef(source, p + (int2)(1, i)) - read_imagef(source, p + (int2)(-1, i)));
		dy += weight * (read_imagef(source, p + (int2)(i, 1)) - read_imagef(source, p + (int2)(i, -1)));
	}
	write_imagef(target, p, fabs(dx) + fabs(dy));
	write_imagef(single, p, dx.x);
}

kernel void sampled(read_only image2d_t source, sampler_t sampler, write_only image2d_t target) {
	int2 p = (int2)(get_global_id(0), get_global_id(1));
	if (p.x >= get_image_width(target) || p.y >= get_image_height(target))
		return;
	float4 sum = 0;
	for (int y = -1; y <= 1; y++)
		for (int x = -1; x <= 1; x++)
			sum += read_imagef(source, sampler, p + (int2)(x, y));
	write_imagef(target, p, sum / 9);
}
