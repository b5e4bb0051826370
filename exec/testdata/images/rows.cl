// Accesses at ids plus constants are rows, if the image covers the launch; else they are, where it turns out so.
//arg from image 2d RGBA,UNORM_INT8 37x21 random
//arg to image 2d RGBA,UNORM_INT8 37x21 zero
//arg floats image 2d RGBA,FLOAT 37x21 index
//arg turned image 2d RGBA,UNORM_INT8 21x37 zero
//launch 37x21/37x1
//launch 37x20/37x1
//launch 40x22/8x2

//expect both rows2-small access "contiguous*" == 2
//expect both rows2-small access "gather|scatter|lane by lane" == 0
kernel void copy(read_only image2d_t from, write_only image2d_t to) {
	int2 p = (int2)(get_global_id(0), get_global_id(1));
	write_imagef(to, p, read_imagef(from, p));
}

// Pixels that are only copied keep their bits: nothing is converted.
//expect both rows2-small instruction "vcvt*" == 0
kernel void swap(read_only image2d_t from, write_only image2d_t to) {
	int2 p = (int2)(get_global_id(0), get_global_id(1));
	write_imagef(to, p, read_imagef(from, p).zyxw);
}

// Inside of the image all four accesses are rows, and at its edges only the store is known to be one.
//expect both rows2-small access "speculative contiguous" == 3
//expect both rows2-small access contiguous == 5
kernel void blur(read_only image2d_t from, write_only image2d_t to) {
	int2 p = (int2)(get_global_id(0), get_global_id(1));
	float4 sum = read_imagef(from, p - (int2)(1, 0)) + 2 * read_imagef(from, p) + read_imagef(from, p + (int2)(1, 0));
	write_imagef(to, p, sum / 4);
}

//expect both rows2-small access "gather|scatter|lane by lane" == 0
kernel void scaled(read_only image2d_t floats, write_only image2d_t to) {
	int2 p = (int2)(get_global_id(0), get_global_id(1));
	write_imagef(to, p, read_imagef(floats, p) / 3108);
}

//expect avx2 columns8-small access transposed == 1
kernel void turn(read_only image2d_t from, write_only image2d_t turned) {
	int2 p = (int2)(get_global_id(0), get_global_id(1));
	write_imagef(turned, p.yx, read_imagef(from, p));
}
