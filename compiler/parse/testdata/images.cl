// OPTIONS: 300 globals generic
// Accepted: every place where an image or a sampler may stand, and every way to name one. clang accepts it all but what is
// marked.
typedef image2d_t plain;
typedef read_only image2d_t reads;
typedef write_only image2d_t writes;
typedef read_write image2d_t both;
typedef sampler_t smp;
typedef const sampler_t const_smp;

const sampler_t by_const = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
constant sampler_t by_space = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
__constant const sampler_t by_both = CLK_ADDRESS_MIRRORED_REPEAT;
static constant sampler_t hidden = 0;
constant smp by_typedef = 0x10;
const_smp by_const_typedef = 0x10;
constant sampler_t copied = by_space; // clang wants a literal
constant int bits = 16;
constant sampler_t of_constant = bits;
extern constant sampler_t elsewhere;

void take(read_only image2d_t i, sampler_t s);
void take(plain image, smp s) { read_imagef(image, s, (int2)(0)); }
void give(write_only image2d_t i) { write_imagef(i, (int2)(0), (float4)(0)); }
void change(read_write image2d_t i);
void no_names(image1d_t, read_only image3d_t, sampler_t);
void __attribute__((overloadable)) kinds(read_only image2d_t i) {}
void __attribute__((overloadable)) kinds(write_only image2d_t i) {}
void __attribute__((overloadable)) kinds(read_only image3d_t i) {}
void __attribute__((overloadable)) kinds(sampler_t s) {}

kernel void all_types(image1d_t a, image1d_buffer_t b, image1d_array_t c, image2d_t d, image2d_array_t e,
	image2d_depth_t f, image2d_array_depth_t g, image3d_t h, write_only image3d_t i, __read_only image1d_t j,
	__write_only image1d_t k, __read_write image1d_t l, sampler_t m, const sampler_t n, const image2d_t o) {}

kernel void uses(plain p, reads r, writes w, both rw, sampler_t s, int i) {
	const sampler_t local_const = CLK_FILTER_NEAREST | CLK_ADDRESS_CLAMP_TO_EDGE;
	constant sampler_t local_constant = CLK_FILTER_LINEAR;
	sampler_t plain_local = 16, another = plain_local;
	static const sampler_t local_static = 1 ? 16 : 32;
	private sampler_t of_argument = s;
	if (i) {
		const sampler_t inside = (16 | 2);
		take(p, inside);
	}
	take(p, s);
	take(r, by_const);
	take((r), (by_space));
	take(r, local_constant);
	take(r, 16);
	take(r, 16u | CLK_ADDRESS_REPEAT);
	take(r, 16L);
	take(r, 1 ? 16 : 32);
	take(r, bits);
	take(({ r; }), ({ s; }));
	give(w);
	change(rw);
	kinds(r);
	kinds(w);
	kinds(s);
	typeof(s) same = s; // clang: not typeof
	size_t sizes = sizeof(r) + sizeof(image3d_t) + sizeof(sampler_t) + _Alignof(image2d_t);
	(void)r;
	(void)s;
	barrier(CLK_IMAGE_MEM_FENCE);
	work_group_barrier(CLK_IMAGE_MEM_FENCE | CLK_LOCAL_MEM_FENCE, memory_scope_device);
	atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
}

kernel void coordinates(image1d_t o, image2d_t r, write_only image2d_t w, sampler_t s, int i, float x) {
	read_imagef(o, s, i);
	read_imagef(o, s, x);
	read_imagef(o, s, (short)1);
	read_imagef(o, s, (char)1);
	read_imagef(o, s, true);
	read_imagef(o, 1L);
	read_imagef(o, 1.5f);
	read_imagef(r, 1);
	read_imagef(r, s, (float2)(x));
	read_imagef(r, s, (int2){ 1, 1 });
	read_imagef(r, s, (float2)(x), 1);
	read_imagef(r, s, (float2)(x), x, x);
	write_imagef(w, 1, (float4)(1));
	write_imagef(w, (int2)(1), 1.0f);
	write_imagef(w, (int2)(1), 1u);
	write_imagef(w, (int2)(1), 1.0);
	volatile int4 z = 1;
	read_imagef(r, s, z.xy);
	switch (get_image_channel_order(r)) {
	case CLK_R: case CLK_RGBA: case CLK_sRGBA: case CLK_DEPTH: case CLK_ABGR: break;
	}
	switch (get_image_channel_data_type(r)) {
	case CLK_UNORM_INT8: case CLK_FLOAT: case CLK_HALF_FLOAT: case CLK_UNORM_INT_101010_2: break; // the last: not clang 14
	}
	int2 d = get_image_dim(r);
}

// The names are free where nothing is meant by them.
kernel void free_names(global int *image, global int *sampler) {
	int image2d = 1, read_image = 2;
	image[0] = image2d + read_image + sampler[0];
}
