// Blocks of images by functions of Intel: words of elements of four bytes, and bytes and halves in them, also over
// edges, against reads and writes of single elements.
//arg from image 2d RGBA,UNSIGNED_INT8 40x6 random
//arg to image 2d RGBA,UNSIGNED_INT8 40x6 zero
//arg y uint[4096] zero
//launch 16/16 64/64 128/64

#define PUT(V) y[at++ * n] = V;
constant sampler_t clamped = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

uint word(read_only image2d_t from, int x, int y) {
	uint4 v = read_imageui(from, clamped, (int2)(x, y));
	return v.x | v.y << 8 | v.z << 16 | v.w << 24;
}

//same plain4
kernel __attribute__((intel_reqd_sub_group_size(4)))
void k4(read_only image2d_t from, write_only image2d_t to, global uint *y) {
	size_t i = get_global_id(0), n = get_global_size(0), at = 0;
	y += i;
	int2 c = (int2)(4 * 4 * (int)get_sub_group_id() - 8, (int)get_sub_group_id() - 1);
	uint4 w = intel_sub_group_block_read4(from, c);
	PUT(w.x) PUT(w.y) PUT(w.z) PUT(w.w) PUT(intel_sub_group_block_read(from, (int2)(12, 3)))
	uchar2 b = intel_sub_group_block_read_uc2(from, (int2)(5, 1));
	PUT(b.x) PUT(b.y) PUT(intel_sub_group_block_read_us(from, (int2)(6, 2)))
	if (get_group_id(0) == 0 && get_sub_group_id() == 0) {
		intel_sub_group_block_write2(to, (int2)(40, 4), (uint2)(w.y, w.z));
		intel_sub_group_block_write(to, (int2)(16, 5), w.x);
	}
}
kernel void plain4(read_only image2d_t from, write_only image2d_t to, global uint *y) {
	size_t i = get_global_id(0), n = get_global_size(0), at = 0;
	int l = get_local_id(0), id = l / 4, own = l % 4;
	y += i;
	uint w[4];
	for (int k = 0; k < 4; k++) PUT(w[k] = word(from, 4 * id - 2 + own, id - 1 + k))
	PUT(word(from, 3 + own, 3))
	for (int k = 0; k < 2; k++) PUT(word(from, (5 + own) / 4, 1 + k) >> 8 * ((5 + own) % 4) & 0xff)
	uint low = word(from, (6 + 2 * own) / 4, 2);
	PUT((6 + 2 * own) % 4 ? low >> 16 : low & 0xffff)
	if (get_group_id(0) == 0 && id == 0) {
		if (10 + own < 40) {
			for (int k = 0; k < 2; k++)
				write_imageui(to, (int2)(10 + own, 4 + k),
					(uint4)(w[1 + k], w[1 + k] >> 8, w[1 + k] >> 16, w[1 + k] >> 24) & 0xff);
		}
		if (4 + own < 40)
			write_imageui(to, (int2)(4 + own, 5), (uint4)(w[0], w[0] >> 8, w[0] >> 16, w[0] >> 24) & 0xff);
	}
}

//same plain16
kernel __attribute__((intel_reqd_sub_group_size(16)))
void k16(read_only image2d_t from, write_only image2d_t to, global uint *y) {
	size_t i = get_global_id(0), n = get_global_size(0), at = 0;
	y += i;
	int2 c = (int2)(4 * 16 * (int)get_sub_group_id() - 8, (int)get_sub_group_id() - 1);
	uint4 w = intel_sub_group_block_read4(from, c);
	PUT(w.x) PUT(w.y) PUT(w.z) PUT(w.w) PUT(intel_sub_group_block_read(from, (int2)(12, 3)))
	uchar2 b = intel_sub_group_block_read_uc2(from, (int2)(5, 1));
	PUT(b.x) PUT(b.y) PUT(intel_sub_group_block_read_us(from, (int2)(6, 2)))
	if (get_group_id(0) == 0 && get_sub_group_id() == 0) {
		intel_sub_group_block_write2(to, (int2)(40, 4), (uint2)(w.y, w.z));
		intel_sub_group_block_write(to, (int2)(16, 5), w.x);
	}
}
kernel void plain16(read_only image2d_t from, write_only image2d_t to, global uint *y) {
	size_t i = get_global_id(0), n = get_global_size(0), at = 0;
	int l = get_local_id(0), id = l / 16, own = l % 16;
	y += i;
	uint w[4];
	for (int k = 0; k < 4; k++) PUT(w[k] = word(from, 16 * id - 2 + own, id - 1 + k))
	PUT(word(from, 3 + own, 3))
	for (int k = 0; k < 2; k++) PUT(word(from, (5 + own) / 4, 1 + k) >> 8 * ((5 + own) % 4) & 0xff)
	uint low = word(from, (6 + 2 * own) / 4, 2);
	PUT((6 + 2 * own) % 4 ? low >> 16 : low & 0xffff)
	if (get_group_id(0) == 0 && id == 0) {
		if (10 + own < 40) {
			for (int k = 0; k < 2; k++)
				write_imageui(to, (int2)(10 + own, 4 + k),
					(uint4)(w[1 + k], w[1 + k] >> 8, w[1 + k] >> 16, w[1 + k] >> 24) & 0xff);
		}
		if (4 + own < 40)
			write_imageui(to, (int2)(4 + own, 5), (uint4)(w[0], w[0] >> 8, w[0] >> 16, w[0] >> 24) & 0xff);
	}
}

//same plain64
kernel __attribute__((intel_reqd_sub_group_size(64)))
void k64(read_only image2d_t from, write_only image2d_t to, global uint *y) {
	size_t i = get_global_id(0), n = get_global_size(0), at = 0;
	y += i;
	int2 c = (int2)(4 * 64 * (int)get_sub_group_id() - 8, (int)get_sub_group_id() - 1);
	uint4 w = intel_sub_group_block_read4(from, c);
	PUT(w.x) PUT(w.y) PUT(w.z) PUT(w.w) PUT(intel_sub_group_block_read(from, (int2)(12, 3)))
	uchar2 b = intel_sub_group_block_read_uc2(from, (int2)(5, 1));
	PUT(b.x) PUT(b.y) PUT(intel_sub_group_block_read_us(from, (int2)(6, 2)))
	if (get_group_id(0) == 0 && get_sub_group_id() == 0) {
		intel_sub_group_block_write2(to, (int2)(40, 4), (uint2)(w.y, w.z));
		intel_sub_group_block_write(to, (int2)(16, 5), w.x);
	}
}
kernel void plain64(read_only image2d_t from, write_only image2d_t to, global uint *y) {
	size_t i = get_global_id(0), n = get_global_size(0), at = 0;
	int l = get_local_id(0), id = l / 64, own = l % 64;
	y += i;
	uint w[4];
	for (int k = 0; k < 4; k++) PUT(w[k] = word(from, 64 * id - 2 + own, id - 1 + k))
	PUT(word(from, 3 + own, 3))
	for (int k = 0; k < 2; k++) PUT(word(from, (5 + own) / 4, 1 + k) >> 8 * ((5 + own) % 4) & 0xff)
	uint low = word(from, (6 + 2 * own) / 4, 2);
	PUT((6 + 2 * own) % 4 ? low >> 16 : low & 0xffff)
	if (get_group_id(0) == 0 && id == 0) {
		if (10 + own < 40) {
			for (int k = 0; k < 2; k++)
				write_imageui(to, (int2)(10 + own, 4 + k),
					(uint4)(w[1 + k], w[1 + k] >> 8, w[1 + k] >> 16, w[1 + k] >> 24) & 0xff);
		}
		if (4 + own < 40)
			write_imageui(to, (int2)(4 + own, 5), (uint4)(w[0], w[0] >> 8, w[0] >> 16, w[0] >> 24) & 0xff);
	}
}

