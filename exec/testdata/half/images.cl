// Images read and written by functions of halves: as those of floats, rounded.
//arg from image 2d RGBA,HALF_FLOAT 8x8 random
//arg bytes image 2d RGBA,UNORM_INT8 8x8 random
//arg to image 2d RGBA,HALF_FLOAT 8x8 zero
//arg low image 2d RGBA,UNORM_INT8 8x8 zero
//arg y ushort[1024] zero
//arg s 0x20
//launch 8x8/4x4 8x8/8x1

//same plain
kernel void k(read_only image2d_t from, read_only image2d_t bytes, write_only image2d_t to,
	write_only image2d_t low, sampler_t s, global ushort *y) {
	int2 p = (int2)(get_global_id(0), get_global_id(1));
	half4 a = read_imageh(from, p), b = read_imageh(bytes, s, convert_float2(p) + 0.25f);
	half4 c = read_imageh(bytes, s, p);
	write_imageh(to, p, a + c);
	write_imageh(low, p, b);
	vstore4(isnan(a) ? (ushort4)(1) : as_ushort4(a), p.x + 8 * p.y, y);
	vstore4(as_ushort4(b), p.x + 8 * p.y, y + 256);
	vstore4(as_ushort4(c), p.x + 8 * p.y, y + 512);
}

kernel void plain(read_only image2d_t from, read_only image2d_t bytes, write_only image2d_t to,
	write_only image2d_t low, sampler_t s, global ushort *y) {
	int2 p = (int2)(get_global_id(0), get_global_id(1));
	float4 a = read_imagef(from, p);
	half4 b = convert_half4(read_imagef(bytes, s, convert_float2(p) + 0.25f));
	half4 c = convert_half4(read_imagef(bytes, s, p));
	write_imagef(to, p, convert_float4(convert_half4(a) + c));
	write_imagef(low, p, convert_float4(b));
	vstore4(isnan(convert_half4(a)) ? (ushort4)(1) : as_ushort4(convert_half4(a)), p.x + 8 * p.y, y);
	vstore4(as_ushort4(b), p.x + 8 * p.y, y + 256);
	vstore4(as_ushort4(c), p.x + 8 * p.y, y + 512);
}
