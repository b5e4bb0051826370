// The commands on images: read, write, copy, fill, copies from and to buffers, map and unmap, migrate. Every shape,
// elements of 1 to 16 bytes, mip levels, pitches, events, two queues at once, and each error code.
#include "check.h"
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

enum { WIDTH = 21, HEIGHT = 9, DEPTH = 6, MOST = 1 << 17 };

typedef struct {
	const char *name;
	cl_mem_object_type type;
	size_t size[3]; // how far the coordinates go
	int coords, layered;
} shape;

static const shape shapes[] = {
	{"1D", CL_MEM_OBJECT_IMAGE1D, {WIDTH, 1, 1}, 1, 0},
	{"1D buffer", CL_MEM_OBJECT_IMAGE1D_BUFFER, {WIDTH, 1, 1}, 1, 0},
	{"1D array", CL_MEM_OBJECT_IMAGE1D_ARRAY, {WIDTH, DEPTH, 1}, 2, 1},
	{"2D", CL_MEM_OBJECT_IMAGE2D, {WIDTH, HEIGHT, 1}, 2, 0},
	{"2D array", CL_MEM_OBJECT_IMAGE2D_ARRAY, {WIDTH, HEIGHT, DEPTH}, 3, 1},
	{"3D", CL_MEM_OBJECT_IMAGE3D, {WIDTH, HEIGHT, DEPTH}, 3, 1},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static const struct {
	cl_image_format format;
	size_t bytes;
} formats[] = {
	{{CL_R, CL_UNSIGNED_INT8}, 1},
	{{CL_RG, CL_SIGNED_INT8}, 2},
	{{CL_RGBA, CL_UNORM_INT8}, 4},
	{{CL_RGBA, CL_UNSIGNED_INT16}, 8},
	{{CL_RGBA, CL_FLOAT}, 16},
};
enum { FORMATS = sizeof formats / sizeof *formats };

static const cl_image_format rgba8 = {CL_RGBA, CL_UNORM_INT8};
static const size_t zero[4];

static cl_mem make_in(cl_context c, cl_mem_flags flags, const cl_image_format *format, const shape *s, cl_uint levels) {
	cl_image_desc d = {.image_type = s->type, .image_width = s->size[0], .num_mip_levels = levels};
	cl_int status;
	if (s->type == CL_MEM_OBJECT_IMAGE1D_ARRAY) {
		d.image_array_size = s->size[1];
	} else {
		d.image_height = s->size[1];
		d.image_depth = d.image_array_size = s->size[2];
	}
	if (s->type == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
		d.mem_object = clCreateBuffer(c, flags, WIDTH * 16, NULL, &status);
		ok(status);
	}
	cl_mem image = clCreateImage(c, flags, format, &d, NULL, &status);
	ok(status);
	if (d.mem_object) ok(clReleaseMemObject(d.mem_object));
	if (!image) exit(done());
	return image;
}

static cl_mem make(const cl_image_format *format, const shape *s) { return make_in(context, 0, format, s, 0); }

// A host is memory with pitches as clEnqueueReadImage has them.
typedef struct {
	unsigned char *bytes;
	size_t element, row, slice;
	int layers_are_rows;
} host;

static unsigned char *element_of(const host *h, size_t x, size_t y, size_t z) {
	return h->bytes + x * h->element + (h->layers_are_rows ? y * h->slice : y * h->row + z * h->slice);
}

// fits sets the pitches for a region, with gaps if wanted.
static host host_of(unsigned char *bytes, size_t element, const shape *s, const size_t *region, int gaps) {
	host h = {bytes, element, region[0] * element + (gaps ? 3 : 0), 0, s->type == CL_MEM_OBJECT_IMAGE1D_ARRAY};
	h.slice = h.row * (h.layers_are_rows ? 1 : region[1]) + (gaps && s->layered ? 5 : 0);
	return h;
}

static void copy_region(const host *to, const size_t *to_origin, const host *from, const size_t *from_origin, const size_t *region) {
	for (size_t z = 0; z < region[2]; z++)
		for (size_t y = 0; y < region[1]; y++)
			for (size_t x = 0; x < region[0]; x++)
				memcpy(element_of(to, to_origin[0] + x, to_origin[1] + y, to_origin[2] + z),
					element_of(from, from_origin[0] + x, from_origin[1] + y, from_origin[2] + z), to->element);
}

static void randomize(unsigned char *bytes) {
	for (size_t i = 0; i < MOST; i += 4) memcpy(bytes + i, &(uint32_t){random_u32()}, 4);
}

static unsigned char model_bytes[MOST], host_bytes[MOST], wanted[MOST];

// check_all compares the whole image with what it should hold.
static void check_all(cl_mem image, const shape *s, const host *model, const char *what) {
	size_t all = model->row * s->size[1] * s->size[2];
	memset(wanted, 0, sizeof wanted);
	ok(clEnqueueReadImage(queue, image, CL_TRUE, zero, s->size, 0, 0, wanted, 0, NULL, NULL));
	check(!memcmp(wanted, model->bytes, all), "%s: %s, elements of %zu bytes", s->name, what, model->element);
}

// fill_by fills an image with random elements, and the model of it.
static void fill_by(cl_mem image, const shape *s, const host *model) {
	randomize(model->bytes);
	ok(clEnqueueWriteImage(queue, image, CL_TRUE, zero, s->size, 0, 0, model->bytes, 0, NULL, NULL));
}

static void test_transfers(const shape *s, int f, const size_t *origin, const size_t *region) {
	cl_mem image = make(&formats[f].format, s);
	host model = host_of(model_bytes, formats[f].bytes, s, s->size, 0);
	fill_by(image, s, &model);
	check_all(image, s, &model, "all");
	for (int gaps = 0; gaps < 2; gaps++) {
		host h = host_of(host_bytes, formats[f].bytes, s, region, gaps);
		size_t row = gaps ? h.row : 0, slice = gaps && s->layered ? h.slice : 0;
		randomize(host_bytes);
		memcpy(wanted, host_bytes, MOST);
		host w = h;
		w.bytes = wanted;
		copy_region(&w, zero, &model, origin, region);
		ok(clEnqueueReadImage(queue, image, CL_TRUE, origin, region, row, slice, host_bytes, 0, NULL, NULL));
		check(!memcmp(wanted, host_bytes, MOST), "%s: read, gaps %d", s->name, gaps);
		randomize(host_bytes);
		ok(clEnqueueWriteImage(queue, image, CL_FALSE, origin, region, row, slice, host_bytes, 0, NULL, NULL));
		ok(clFinish(queue));
		copy_region(&model, origin, &h, zero, region);
		check_all(image, s, &model, "write");
	}
	clReleaseMemObject(image);
}

static void test_buffers(const shape *s, int f, const size_t *origin, const size_t *region) {
	enum { OFFSET = 7 };
	cl_mem image = make(&formats[f].format, s);
	host model = host_of(model_bytes, formats[f].bytes, s, s->size, 0);
	fill_by(image, s, &model);
	randomize(host_bytes);
	cl_mem buffer = buffer_of(MOST, host_bytes);
	ok(clEnqueueCopyImageToBuffer(queue, image, buffer, origin, region, OFFSET, 0, NULL, NULL));
	host packed = {host_bytes + OFFSET, formats[f].bytes, formats[f].bytes * region[0], formats[f].bytes * region[0] * region[1], 0};
	copy_region(&packed, zero, &model, origin, region);
	read_back(buffer, wanted, MOST);
	check(!memcmp(wanted, host_bytes, MOST), "%s: to a buffer", s->name);
	randomize(host_bytes);
	ok(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, MOST, host_bytes, 0, NULL, NULL));
	ok(clEnqueueCopyBufferToImage(queue, buffer, image, OFFSET, origin, region, 0, NULL, NULL));
	copy_region(&model, origin, &packed, zero, region);
	check_all(image, s, &model, "from a buffer");
	clReleaseMemObject(buffer);
	clReleaseMemObject(image);
}

// between copies a region to an image of any shape that can take it, and maps it there.
static void test_copies(const shape *s, int f, const size_t *origin, const size_t *region) {
	cl_mem image = make(&formats[f].format, s);
	host model = host_of(host_bytes, formats[f].bytes, s, s->size, 0);
	fill_by(image, s, &model);
	for (int i = 0; i < SHAPES; i++) {
		const shape *t = &shapes[i];
		if (region[0] > t->size[0] || region[1] > t->size[1] || region[2] > t->size[2]) continue;
		cl_mem target = make(&formats[f].format, t);
		host there = host_of(model_bytes, formats[f].bytes, t, t->size, 0);
		fill_by(target, t, &there);
		size_t at[3] = {t->size[0] - region[0], t->size[1] - region[1], t->size[2] - region[2]};
		ok(clEnqueueCopyImage(queue, image, target, origin, at, region, 0, NULL, NULL));
		copy_region(&there, at, &model, origin, region);
		check_all(target, t, &there, s->name);
		clReleaseMemObject(target);
	}
	clReleaseMemObject(image);
}

static void test_maps(const shape *s, int f, const size_t *origin, const size_t *region) {
	cl_mem image = make(&formats[f].format, s);
	host model = host_of(model_bytes, formats[f].bytes, s, s->size, 0);
	fill_by(image, s, &model);
	size_t row = 0, slice = 99;
	cl_int status;
	cl_uint count;
	host mapped = {NULL, formats[f].bytes, 0, 0, model.layers_are_rows};
	mapped.bytes = clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, origin, region, &row, &slice, 0, NULL, NULL, &status);
	ok(status);
	check(row >= region[0] * formats[f].bytes && (s->layered ? slice >= row : slice == 0), "%s: pitches %zu and %zu", s->name, row, slice);
	mapped.row = row;
	mapped.slice = slice;
	ok(clGetMemObjectInfo(image, CL_MEM_MAP_COUNT, sizeof count, &count, NULL));
	check(count == 1);
	host h = host_of(host_bytes, formats[f].bytes, s, region, 0);
	copy_region(&h, zero, &mapped, zero, region);
	host w = h;
	w.bytes = wanted;
	copy_region(&w, zero, &model, origin, region);
	check(!memcmp(wanted, host_bytes, h.row * region[1] * region[2]), "%s: mapped", s->name);
	randomize(host_bytes);
	copy_region(&mapped, zero, &h, zero, region);
	ok(clEnqueueUnmapMemObject(queue, image, mapped.bytes, 0, NULL, NULL));
	copy_region(&model, origin, &h, zero, region);
	check_all(image, s, &model, "written through the map");
	clReleaseMemObject(image);
}

static void test_regions(void) {
	for (int i = 0; i < SHAPES; i++)
		for (int f = 0; f < FORMATS; f++) {
			const shape *s = &shapes[i];
			size_t origin[3] = {0}, region[3];
			for (int part = 0; part < 2; part++) {
				for (int k = 0; k < 3; k++) {
					origin[k] = part && k < s->coords ? k + 1 : 0;
					region[k] = part && k < s->coords ? s->size[k] / 2 + (k == 0) : s->size[k];
				}
				test_transfers(s, f, origin, region);
				test_buffers(s, f, origin, region);
				test_copies(s, f, origin, region);
				test_maps(s, f, origin, region);
			}
		}
}

static void test_fills(void) {
	const struct {
		cl_image_format format;
		cl_uint colour[4];
		size_t bytes;
		unsigned char wanted[16];
	} fills[] = {
		{{CL_R, CL_UNSIGNED_INT8}, {300, 1, 2, 3}, 1, {255}},
		{{CL_RG, CL_SIGNED_INT8}, {-300, 7, 2, 3}, 2, {0x80, 7}},
		{{CL_RGBA, CL_UNORM_INT8}, {0x3f800000, 0, 0x40000000, 0xbf800000}, 4, {255, 0, 255, 0}},
		{{CL_BGRA, CL_UNORM_INT8}, {0x3f800000, 0, 0, 0}, 4, {0, 0, 255, 0}},
		{{CL_RGBA, CL_HALF_FLOAT}, {0x3f800000, 0xc0000000, 0, 0x3f000000}, 8, {0, 0x3c, 0, 0xc0, 0, 0, 0, 0x38}},
		{{CL_RGBA, CL_UNSIGNED_INT32}, {1, 2, 3, 0x04030201}, 16, {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 1, 2, 3, 4}},
		{{CL_sRGBA, CL_UNORM_INT8}, {0x3f000000, 0, 0x3f800000, 0x3f800000}, 4, {188, 0, 255, 255}},
	};
	for (int i = 0; i < SHAPES; i++)
		for (size_t f = 0; f < sizeof fills / sizeof *fills; f++) {
			const shape *s = &shapes[i];
			cl_mem image = make(&fills[f].format, s);
			host model = host_of(model_bytes, fills[f].bytes, s, s->size, 0);
			fill_by(image, s, &model);
			size_t origin[3] = {0}, region[3] = {1, 1, 1};
			for (int k = 0; k < s->coords; k++) {
				origin[k] = 1;
				region[k] = s->size[k] - 2;
			}
			ok(clEnqueueFillImage(queue, image, fills[f].colour, origin, region, 0, NULL, NULL));
			for (size_t z = 0; z < region[2]; z++)
				for (size_t y = 0; y < region[1]; y++)
					for (size_t x = 0; x < region[0]; x++)
						memcpy(element_of(&model, origin[0] + x, origin[1] + y, origin[2] + z), fills[f].wanted, fills[f].bytes);
			check_all(image, s, &model, "fill");
			clReleaseMemObject(image);
		}
	const cl_image_format depth = {CL_DEPTH, CL_FLOAT};
	float *one = malloc(sizeof *one), all[WIDTH * HEIGHT]; // the colour of a depth image is one value
	*one = 0.75f;
	cl_mem image = make(&depth, &shapes[3]);
	ok(clEnqueueFillImage(queue, image, one, zero, shapes[3].size, 0, NULL, NULL));
	ok(clEnqueueReadImage(queue, image, CL_TRUE, zero, shapes[3].size, 0, 0, all, 0, NULL, NULL));
	check(all[0] == 0.75f && all[WIDTH * HEIGHT - 1] == 0.75f);
	free(one);
	clReleaseMemObject(image);
}

// Images in the application's memory are mapped there, whatever their pitches.
static void test_host_memory(void) {
	static unsigned char memory[128 * 12 * 4];
	cl_image_desc d = {.image_type = CL_MEM_OBJECT_IMAGE2D_ARRAY, .image_width = WIDTH, .image_height = HEIGHT,
		.image_array_size = 4, .image_row_pitch = 128, .image_slice_pitch = 128 * 12};
	cl_int status;
	size_t row, slice, origin[3] = {2, 1, 3}, region[3] = {5, 2, 1};
	cl_mem image = clCreateImage(context, CL_MEM_USE_HOST_PTR, &rgba8, &d, memory, &status);
	ok(status);
	unsigned char *mapped = clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, origin, region, &row, &slice, 0, NULL, NULL, &status);
	ok(status);
	check(mapped == memory + 3 * 128 * 12 + 128 + 8 && row == 128 && slice == 128 * 12, "%p of %p, %zu, %zu", (void *)mapped, (void *)memory, row, slice);
	mapped[row + 4] = 77;
	ok(clEnqueueUnmapMemObject(queue, image, mapped, 0, NULL, NULL));
	size_t at[3] = {3, 2, 3}, one[3] = {1, 1, 1};
	unsigned char pixel[4] = {0};
	ok(clEnqueueReadImage(queue, image, CL_TRUE, at, one, 0, 0, pixel, 0, NULL, NULL));
	check(pixel[0] == 77);
	clReleaseMemObject(image);
}

// Mip levels: the element of the origin after the coordinates.
static void test_levels(void) {
	for (int i = 0; i < SHAPES; i++) {
		const shape *s = &shapes[i];
		if (s->type == CL_MEM_OBJECT_IMAGE1D_BUFFER) continue;
		cl_mem image = make_in(context, 0, &rgba8, s, 3);
		cl_mem buffer = buffer_of(MOST, NULL);
		int spatial = s->type == CL_MEM_OBJECT_IMAGE3D ? 3 : s->type == CL_MEM_OBJECT_IMAGE2D || s->type == CL_MEM_OBJECT_IMAGE2D_ARRAY ? 2 : 1;
		size_t origin[4] = {0}, other[4] = {0}, sizes[3][3], bytes[3];
		for (int level = 0; level < 3; level++) {
			bytes[level] = 4;
			for (int k = 0; k < 3; k++) {
				sizes[level][k] = k < spatial ? s->size[k] >> level : s->size[k];
				bytes[level] *= sizes[level][k];
			}
			origin[s->coords] = level;
			memset(host_bytes, level + 1, MOST);
			ok(clEnqueueWriteImage(queue, image, CL_TRUE, origin, sizes[level], 0, 0, host_bytes, 0, NULL, NULL));
		}
		for (int level = 0; level < 3; level++) {
			origin[s->coords] = level;
			memset(host_bytes, 0, MOST);
			ok(clEnqueueReadImage(queue, image, CL_TRUE, origin, sizes[level], 0, 0, host_bytes, 0, NULL, NULL));
			memset(wanted, level + 1, bytes[level]);
			check(!memcmp(wanted, host_bytes, bytes[level]), "%s: level %d", s->name, level);
			ok(clEnqueueCopyImageToBuffer(queue, image, buffer, origin, sizes[level], 0, 0, NULL, NULL));
			read_back(buffer, host_bytes, bytes[level]);
			check(!memcmp(wanted, host_bytes, bytes[level]), "%s: level %d to a buffer", s->name, level);
			size_t over[3] = {sizes[level][0] + 1, sizes[level][1], sizes[level][2]};
			check_status(clEnqueueCopyBufferToImage(queue, buffer, image, 0, origin, over, 0, NULL, NULL), CL_INVALID_VALUE);
		}
		origin[s->coords] = 1;
		other[s->coords] = 2;
		const float white[4] = {1, 1, 1, 1};
		ok(clEnqueueCopyImage(queue, image, image, origin, other, sizes[2], 0, NULL, NULL));
		ok(clEnqueueFillImage(queue, image, white, origin, sizes[1], 0, NULL, NULL));
		size_t row, slice;
		cl_int status;
		unsigned char *mapped = clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ, other, sizes[2], &row, &slice, 0, NULL, NULL, &status);
		ok(status);
		check(mapped[0] == 2 && mapped[sizes[2][0] * 4 - 1] == 2, "%s: copied level", s->name);
		ok(clEnqueueUnmapMemObject(queue, image, mapped, 0, NULL, NULL));
		ok(clEnqueueReadImage(queue, image, CL_TRUE, origin, sizes[1], 0, 0, host_bytes, 0, NULL, NULL));
		memset(wanted, 255, bytes[1]);
		check(!memcmp(wanted, host_bytes, bytes[1]), "%s: filled level", s->name);
		check_status(clEnqueueCopyImage(queue, image, image, origin, origin, sizes[2], 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
		origin[s->coords] = 3;
		check_status(clEnqueueReadImage(queue, image, CL_TRUE, origin, sizes[2], 0, 0, host_bytes, 0, NULL, NULL), CL_INVALID_MIP_LEVEL);
		check_status(clEnqueueWriteImage(queue, image, CL_TRUE, origin, sizes[2], 0, 0, host_bytes, 0, NULL, NULL), CL_INVALID_MIP_LEVEL);
		check_status(clEnqueueFillImage(queue, image, white, origin, sizes[2], 0, NULL, NULL), CL_INVALID_MIP_LEVEL);
		check_status(clEnqueueCopyImage(queue, image, image, origin, other, sizes[2], 0, NULL, NULL), CL_INVALID_MIP_LEVEL);
		check_status(clEnqueueCopyImage(queue, image, image, other, origin, sizes[2], 0, NULL, NULL), CL_INVALID_MIP_LEVEL);
		check_status(clEnqueueCopyImageToBuffer(queue, image, buffer, origin, sizes[2], 0, 0, NULL, NULL), CL_INVALID_MIP_LEVEL);
		check_status(clEnqueueCopyBufferToImage(queue, buffer, image, 0, origin, sizes[2], 0, NULL, NULL), CL_INVALID_MIP_LEVEL);
		check_create(clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ, origin, sizes[2], &row, &slice, 0, NULL, NULL, &status), CL_INVALID_MIP_LEVEL);
		clReleaseMemObject(buffer);
		clReleaseMemObject(image);
	}
}

// The commands with one set of parameters, for the errors that all have.
static cl_command_queue the_queue;
static cl_mem the_image, the_other, the_buffer;
static const size_t *the_origin, *the_region;
static const shape *plane = &shapes[3];

static cl_int do_read(cl_uint n, const cl_event *list) {
	return clEnqueueReadImage(the_queue, the_image, CL_TRUE, the_origin, the_region, 0, 0, host_bytes, n, list, NULL);
}
static cl_int do_write(cl_uint n, const cl_event *list) {
	return clEnqueueWriteImage(the_queue, the_image, CL_TRUE, the_origin, the_region, 0, 0, host_bytes, n, list, NULL);
}
static cl_int do_copy_from(cl_uint n, const cl_event *list) {
	return clEnqueueCopyImage(the_queue, the_image, the_other, the_origin, zero, the_region, n, list, NULL);
}
static cl_int do_copy_to(cl_uint n, const cl_event *list) {
	return clEnqueueCopyImage(the_queue, the_other, the_image, zero, the_origin, the_region, n, list, NULL);
}
static cl_int do_fill(cl_uint n, const cl_event *list) {
	return clEnqueueFillImage(the_queue, the_image, wanted, the_origin, the_region, n, list, NULL);
}
static cl_int do_to_buffer(cl_uint n, const cl_event *list) {
	return clEnqueueCopyImageToBuffer(the_queue, the_image, the_buffer, the_origin, the_region, 0, n, list, NULL);
}
static cl_int do_from_buffer(cl_uint n, const cl_event *list) {
	return clEnqueueCopyBufferToImage(the_queue, the_buffer, the_image, 0, the_origin, the_region, n, list, NULL);
}
static cl_int do_map(cl_uint n, const cl_event *list) {
	size_t row, slice;
	cl_int status = 1;
	void *p = clEnqueueMapImage(the_queue, the_image, CL_TRUE, CL_MAP_READ, the_origin, the_region, &row, &slice, n, list, NULL, &status);
	check((p != NULL) == (status == CL_SUCCESS));
	return status;
}

static const struct {
	const char *name;
	cl_int (*call)(cl_uint, const cl_event *);
	int two, with_buffer, blocking;
} commands[] = {
	{"read", do_read, 0, 0, 1},
	{"write", do_write, 0, 0, 1},
	{"copy from", do_copy_from, 1, 0, 0},
	{"copy to", do_copy_to, 1, 0, 0},
	{"fill", do_fill, 0, 0, 0},
	{"to buffer", do_to_buffer, 0, 1, 0},
	{"from buffer", do_from_buffer, 0, 1, 0},
	{"map", do_map, 0, 0, 1},
};

// with makes a command with one parameter that differs.
#define with(VARIABLE, VALUE, WANTED) \
	do { \
		__typeof__(VARIABLE) before = VARIABLE; \
		VARIABLE = VALUE; \
		cl_int got = commands[i].call(0, NULL); \
		check(got == (WANTED), "%s gave %d, wanted %d", commands[i].name, got, WANTED); \
		VARIABLE = before; \
	} while (0)

static void test_errors(void) {
	cl_int status;
	cl_context foreign = other_context();
	cl_mem image = make(&rgba8, plane), foreign_image = make_in(foreign, 0, &rgba8, plane, 0);
	cl_mem foreign_buffer = clCreateBuffer(foreign, 0, MOST, NULL, &status);
	ok(status);
	cl_event foreign_event = clCreateUserEvent(foreign, &status), failed = clCreateUserEvent(context, &status);
	ok(clSetUserEventStatus(foreign_event, CL_COMPLETE));
	ok(clSetUserEventStatus(failed, -7));
	cl_event no_event = other_kind(queue);
	the_queue = queue;
	the_image = image;
	the_other = make(&rgba8, plane);
	the_buffer = buffer_of(MOST, NULL);
	the_origin = zero;
	the_region = plane->size;
	const cl_image_format bgra8 = {CL_BGRA, CL_UNORM_INT8};
	cl_mem bgra = make(&bgra8, plane), write_only = make_in(context, CL_MEM_HOST_WRITE_ONLY, &rgba8, plane, 0);
	cl_mem read_only = make_in(context, CL_MEM_HOST_READ_ONLY, &rgba8, plane, 0), no_access = make_in(context, CL_MEM_HOST_NO_ACCESS, &rgba8, plane, 0);
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		with(the_queue, queue, CL_SUCCESS);
		with(the_queue, NULL, CL_INVALID_COMMAND_QUEUE);
		with(the_queue, (cl_command_queue)other_kind(context), CL_INVALID_COMMAND_QUEUE);
		with(the_image, NULL, CL_INVALID_MEM_OBJECT);
		with(the_image, (cl_mem)other_kind(queue), CL_INVALID_MEM_OBJECT);
		with(the_image, the_buffer, CL_INVALID_MEM_OBJECT);
		with(the_image, foreign_image, CL_INVALID_CONTEXT);
		with(the_origin, NULL, CL_INVALID_VALUE);
		with(the_region, NULL, CL_INVALID_VALUE);
		if (commands[i].two) {
			with(the_other, NULL, CL_INVALID_MEM_OBJECT);
			with(the_other, the_buffer, CL_INVALID_MEM_OBJECT);
			with(the_other, foreign_image, CL_INVALID_CONTEXT);
			with(the_other, bgra, CL_IMAGE_FORMAT_MISMATCH);
			with(the_other, the_image, CL_MEM_COPY_OVERLAP);
		}
		if (commands[i].with_buffer) {
			with(the_buffer, NULL, CL_INVALID_MEM_OBJECT);
			with(the_buffer, the_image, CL_INVALID_MEM_OBJECT);
			with(the_buffer, foreign_buffer, CL_INVALID_CONTEXT);
		}
		check_status(commands[i].call(1, &foreign_event), CL_INVALID_CONTEXT);
		check_status(commands[i].call(1, NULL), CL_INVALID_EVENT_WAIT_LIST);
		check_status(commands[i].call(0, &failed), CL_INVALID_EVENT_WAIT_LIST);
		check_status(commands[i].call(1, &no_event), CL_INVALID_EVENT_WAIT_LIST);
		if (commands[i].blocking) check_status(commands[i].call(1, &failed), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
		int reads = commands[i].call == do_read || commands[i].call == do_map, writes = commands[i].call == do_write;
		with(the_image, write_only, reads ? CL_INVALID_OPERATION : CL_SUCCESS);
		with(the_image, read_only, writes ? CL_INVALID_OPERATION : CL_SUCCESS);
		with(the_image, no_access, reads || writes ? CL_INVALID_OPERATION : CL_SUCCESS);
	}
	check_status(clEnqueueReadImage(queue, image, CL_TRUE, zero, plane->size, 0, 0, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueWriteImage(queue, image, CL_TRUE, zero, plane->size, 0, 0, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueReadImage(queue, image, CL_TRUE, zero, plane->size, 0, WIDTH * HEIGHT * 4, host_bytes, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueWriteImage(queue, image, CL_TRUE, zero, plane->size, 0, WIDTH * HEIGHT * 4, host_bytes, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueReadImage(queue, image, CL_TRUE, zero, plane->size, WIDTH * 4 - 1, 0, host_bytes, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueWriteImage(queue, image, CL_TRUE, zero, plane->size, WIDTH * 4 - 1, 0, host_bytes, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueFillImage(queue, image, NULL, zero, plane->size, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueCopyImageToBuffer(queue, image, the_buffer, zero, plane->size, MOST - WIDTH * HEIGHT * 4 + 1, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueCopyBufferToImage(queue, the_buffer, image, SIZE_MAX, zero, plane->size, 0, NULL, NULL), CL_INVALID_VALUE);
	size_t row, slice;
	check_create(clEnqueueMapImage(queue, image, CL_TRUE, 8, zero, plane->size, &row, &slice, 0, NULL, NULL, &status), CL_INVALID_VALUE);
	check_create(clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ, zero, plane->size, NULL, &slice, 0, NULL, NULL, &status), CL_INVALID_VALUE);
	check_create(clEnqueueMapImage(queue, read_only, CL_TRUE, CL_MAP_WRITE, zero, plane->size, &row, NULL, 0, NULL, NULL, &status), CL_INVALID_OPERATION);
	check_create(clEnqueueMapImage(queue, read_only, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, zero, plane->size, &row, NULL, 0, NULL, NULL, &status), CL_INVALID_OPERATION);
	for (int i = 2; i < SHAPES; i++)
		if (shapes[i].layered) {
			cl_mem layered = make(&rgba8, &shapes[i]);
			check_create(clEnqueueMapImage(queue, layered, CL_TRUE, CL_MAP_READ, zero, shapes[i].size, &row, NULL, 0, NULL, NULL, &status), CL_INVALID_VALUE);
			clReleaseMemObject(layered);
		}
	check_status(clEnqueueUnmapMemObject(queue, image, host_bytes, 0, NULL, NULL), CL_INVALID_VALUE);
	ok(clFinish(queue));
}

// Regions at and over the borders of each shape.
static void test_borders(void) {
	the_queue = queue;
	for (int k = 0; k < SHAPES; k++) {
		const shape *s = &shapes[k];
		the_image = make(&rgba8, s);
		the_other = make(&rgba8, s);
		the_buffer = buffer_of(MOST, NULL);
		for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
			for (int n = 0; n < 3; n++) {
				const struct {
					size_t origin, region;
					cl_int wanted;
				} cases[] = {
					{s->size[n] - 1, 1, CL_SUCCESS}, {s->size[n], 1, CL_INVALID_VALUE}, {0, s->size[n] + 1, CL_INVALID_VALUE},
					{0, 0, CL_INVALID_VALUE}, {1, s->size[n], CL_INVALID_VALUE}, {SIZE_MAX, 1, CL_INVALID_VALUE},
					{SIZE_MAX, 2, CL_INVALID_VALUE}, {1, SIZE_MAX, CL_INVALID_VALUE}, {(size_t)1 << 63, (size_t)1 << 63, CL_INVALID_VALUE},
				};
				for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
					size_t origin[3] = {0}, region[3] = {1, 1, 1};
					origin[n] = cases[c].origin;
					region[n] = cases[c].region;
					the_origin = origin;
					the_region = region;
					cl_int got = commands[i].call(0, NULL);
					check(got == cases[c].wanted, "%s, %s: %zu from %zu in %d gave %d", s->name, commands[i].name, region[n], origin[n], n, got);
				}
			}
		ok(clFinish(queue));
		clReleaseMemObject(the_image);
		clReleaseMemObject(the_other);
		clReleaseMemObject(the_buffer);
	}
}

// Images that use a buffer's memory: copies and maps of both.
static void test_shared_memory(void) {
	cl_int status;
	cl_mem buffer = buffer_of(4096, NULL);
	cl_image_desc line = {.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 64, .mem_object = buffer};
	cl_image_desc square = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 16, .image_height = 16, .mem_object = buffer};
	cl_mem row_image = clCreateImage(context, 0, &rgba8, &line, NULL, &status);
	ok(status);
	cl_mem plane_image = clCreateImage(context, 0, &rgba8, &square, NULL, &status);
	ok(status);
	size_t four[3] = {4, 1, 1}, left[3] = {8, 16, 1}, all[3] = {16, 16, 1}, middle[3] = {8, 0, 0}, row, slice;
	check_status(clEnqueueCopyImageToBuffer(queue, row_image, buffer, zero, four, 1024, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
	check_status(clEnqueueCopyBufferToImage(queue, buffer, row_image, 1024, zero, four, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
	for (int i = 0; i < 64; i++) host_bytes[i] = i + 1;
	ok(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 2048, 16, host_bytes, 0, NULL, NULL));
	ok(clEnqueueCopyBufferToImage(queue, buffer, plane_image, 2048, zero, four, 0, NULL, NULL));
	ok(clEnqueueReadImage(queue, row_image, CL_TRUE, zero, four, 0, 0, wanted, 0, NULL, NULL));
	check(!memcmp(wanted, host_bytes, 16));
	void *l = clEnqueueMapImage(queue, plane_image, CL_TRUE, CL_MAP_WRITE, zero, left, &row, NULL, 0, NULL, NULL, &status);
	ok(status);
	void *r = clEnqueueMapImage(queue, plane_image, CL_TRUE, CL_MAP_WRITE, middle, left, &row, NULL, 0, NULL, NULL, &status);
	ok(status);
	check(row == 64);
	if (!other_driver()) {
		check_create(clEnqueueMapImage(queue, plane_image, CL_TRUE, CL_MAP_WRITE, zero, all, &row, NULL, 0, NULL, NULL, &status), CL_INVALID_OPERATION);
		check_create(clEnqueueMapImage(queue, row_image, CL_TRUE, CL_MAP_WRITE, zero, four, &row, NULL, 0, NULL, NULL, &status), CL_INVALID_OPERATION);
		check_create(clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 4, 0, NULL, NULL, &status), CL_INVALID_OPERATION);
	}
	ok(clEnqueueUnmapMemObject(queue, plane_image, l, 0, NULL, NULL));
	ok(clEnqueueUnmapMemObject(queue, plane_image, r, 0, NULL, NULL));
	void *again = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 4096, 0, NULL, NULL, &status);
	ok(status);
	ok(clEnqueueUnmapMemObject(queue, buffer, again, 0, NULL, NULL));
	ok(clFinish(queue));
	clReleaseMemObject(row_image);
	clReleaseMemObject(plane_image);
	clReleaseMemObject(buffer);
}

static void check_event(cl_event event, cl_command_type wanted_type) {
	cl_command_type type;
	cl_ulong start, end;
	ok(clWaitForEvents(1, &event));
	ok(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
	check(type == wanted_type, "%#x, wanted %#x", type, wanted_type);
	ok(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL));
	ok(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL));
	check(start <= end);
	ok(clReleaseEvent(event));
}

static void test_events(void) {
	cl_mem image = make(&rgba8, plane), other = make(&rgba8, plane), buffer = buffer_of(MOST, NULL);
	const cl_mem both[2] = {image, buffer};
	cl_event event;
	cl_int status;
	size_t row;
	ok(clEnqueueReadImage(queue, image, CL_FALSE, zero, plane->size, 0, 0, host_bytes, 0, NULL, &event));
	check_event(event, CL_COMMAND_READ_IMAGE);
	ok(clEnqueueWriteImage(queue, image, CL_FALSE, zero, plane->size, 0, 0, host_bytes, 0, NULL, &event));
	check_event(event, CL_COMMAND_WRITE_IMAGE);
	ok(clEnqueueCopyImage(queue, image, other, zero, zero, plane->size, 0, NULL, &event));
	check_event(event, CL_COMMAND_COPY_IMAGE);
	ok(clEnqueueFillImage(queue, image, wanted, zero, plane->size, 0, NULL, &event));
	check_event(event, CL_COMMAND_FILL_IMAGE);
	ok(clEnqueueCopyImageToBuffer(queue, image, buffer, zero, plane->size, 0, 0, NULL, &event));
	check_event(event, CL_COMMAND_COPY_IMAGE_TO_BUFFER);
	ok(clEnqueueCopyBufferToImage(queue, buffer, image, 0, zero, plane->size, 0, NULL, &event));
	check_event(event, CL_COMMAND_COPY_BUFFER_TO_IMAGE);
	void *mapped = clEnqueueMapImage(queue, image, CL_FALSE, CL_MAP_READ, zero, plane->size, &row, NULL, 0, NULL, &event, &status);
	ok(status);
	check_event(event, CL_COMMAND_MAP_IMAGE);
	ok(clEnqueueUnmapMemObject(queue, image, mapped, 0, NULL, &event));
	check_event(event, CL_COMMAND_UNMAP_MEM_OBJECT);
	ok(clEnqueueMigrateMemObjects(queue, 2, both, CL_MIGRATE_MEM_OBJECT_HOST, 0, NULL, &event));
	check_event(event, CL_COMMAND_MIGRATE_MEM_OBJECTS);
	cl_event gate = clCreateUserEvent(context, &status);
	ok(status);
	static unsigned char before[WIDTH * HEIGHT * 4];
	memset(before, 9, sizeof before);
	memset(host_bytes, 1, MOST);
	ok(clEnqueueWriteImage(queue, image, CL_TRUE, zero, plane->size, 0, 0, before, 0, NULL, NULL));
	ok(clEnqueueReadImage(queue, image, CL_FALSE, zero, plane->size, 0, 0, host_bytes, 1, &gate, &event));
	check(host_bytes[0] == 1);
	ok(clReleaseMemObject(image)); // the command holds it
	ok(clSetUserEventStatus(gate, CL_COMPLETE));
	ok(clWaitForEvents(1, &event));
	check(!memcmp(host_bytes, before, sizeof before));
	clReleaseEvent(gate);
	clReleaseEvent(event);
}

// Two threads with a queue each use halves of one image.
static cl_mem common_image;
enum { SIDE = 256, ROUNDS = 60 };

static void *half(void *argument) {
	size_t which = (size_t)argument, origin[3] = {which * SIDE / 2, 0, 0}, region[3] = {SIDE / 2, SIDE, 1}, bytes = SIDE / 2 * SIDE * 4;
	cl_int status;
	cl_command_queue own = clCreateCommandQueue(context, device, 0, &status);
	unsigned char *sent = malloc(bytes), *back = malloc(bytes);
	size_t wrong = status != CL_SUCCESS;
	for (int i = 0; i < ROUNDS; i++) {
		memset(sent, i * 2 + which, bytes);
		wrong += clEnqueueWriteImage(own, common_image, CL_FALSE, origin, region, 0, 0, sent, 0, NULL, NULL) != CL_SUCCESS;
		wrong += clEnqueueReadImage(own, common_image, CL_TRUE, origin, region, 0, 0, back, 0, NULL, NULL) != CL_SUCCESS;
		wrong += memcmp(sent, back, bytes) != 0;
	}
	clReleaseCommandQueue(own);
	free(sent);
	free(back);
	return (void *)wrong;
}

static void test_two_queues(void) {
	const shape large = {"large", CL_MEM_OBJECT_IMAGE2D, {SIDE, SIDE, 1}, 2, 0};
	common_image = make(&rgba8, &large);
	pthread_t threads[2];
	for (size_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, half, (void *)i);
	for (size_t i = 0; i < 2; i++) {
		void *wrong;
		pthread_join(threads[i], &wrong);
		check(wrong == NULL, "%zu", (size_t)wrong);
	}
	clReleaseMemObject(common_image);
}

// An invalid host pointer fails the command, not the process: with small rows, and with those that go around the caches.
static void test_wild_host_pointers(void) {
	enum { LARGE = 2200 }; // more than 16 MiB
	size_t page = sysconf(_SC_PAGESIZE), bytes = (LARGE * LARGE * 4 + page - 1) / page * page;
	for (size_t side = 4; side <= LARGE; side *= LARGE / 4) {
		const shape square = {"square", CL_MEM_OBJECT_IMAGE2D, {side, side, 1}, 2, 0};
		cl_mem m = make(&rgba8, &square);
		// the last page of the target is missing
		size_t valid = side < LARGE ? 0 : bytes - page;
		char *host = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (valid) mprotect(host, valid, PROT_READ | PROT_WRITE);
		size_t origin[3] = {1, 0, 0}, region[3] = {side - 1, side, 1}, pitch = side * 4;
		for (int write = 0; write < 2; write++) {
			cl_event event;
			cl_int status = 1;
			ok(write ? clEnqueueWriteImage(queue, m, CL_FALSE, origin, region, pitch, 0, host, 0, NULL, &event)
				: clEnqueueReadImage(queue, m, CL_FALSE, origin, region, pitch, 0, host, 0, NULL, &event));
			check(clWaitForEvents(1, &event) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "side %zu, write %d", side, write);
			ok(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
			check(status < 0, "side %zu, write %d: %d", side, write, status);
			clReleaseEvent(event);
		}
		munmap(host, bytes);
		clReleaseMemObject(m);
	}
}

int main(void) {
	open_device();
	test_regions();
	test_fills();
	test_host_memory();
	test_levels();
	test_errors();
	test_borders();
	test_shared_memory();
	test_events();
	test_two_queues();
	if (!other_driver()) test_wild_host_pointers();
	return done();
}
