// Integers in layers, rows and volumes; the sum of a volume, and layers in the opposite order.
//arg layers image 2darray RGBA,UNSIGNED_INT8 5x4x3 random
//arg turned image 2darray RGBA,UNSIGNED_INT8 5x4x3 zero
//arg volume image 3d R,SIGNED_INT16 5x4x3 1 0 2 0 3 0
//arg line image 1d R,UNSIGNED_INT32 60 zero
//arg sum int[1] zero
//launch 5x4x3/5x2x1

kernel void turn(read_only image2d_array_t layers, write_only image2d_array_t turned) {
	int4 p = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
	uint4 v = read_imageui(layers, p);
	write_imageui(turned, (int4)(p.xy, get_image_array_size(layers) - 1 - p.z, 0), v.wzyx);
}

//want sum 120
kernel void total(read_only image3d_t volume, global int *sum) {
	atomic_add(sum, read_imagei(volume, (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0)).x);
}

kernel void number(write_only image1d_t line) {
	int x = get_global_id(0) + 5 * (get_global_id(1) + 4 * get_global_id(2));
	write_imageui(line, x, (uint4)(x * x, 0, 0, 0));
}
