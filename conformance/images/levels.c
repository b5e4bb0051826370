// Mip levels: images of odd sizes with all their levels are read by a level of detail and by gradients, between levels
// and at the ends of the sampler's range, and each colour is compared with the two levels that it comes from. Kernels
// write each level, and those that are not there.
#include "reference.h"

static const kind kinds[] = {
	{CL_MEM_OBJECT_IMAGE1D, "image1d_t", "c.x", "f.x", 1, 0, {{7, 1, 1}, {16, 1, 1}, {1, 1, 1}}},
	{CL_MEM_OBJECT_IMAGE1D_ARRAY, "image1d_array_t", "c.xy", "f.xy", 2, 1, {{5, 1, 1}, {9, 4, 1}, {1, 3, 1}}},
	{CL_MEM_OBJECT_IMAGE2D, "image2d_t", "c.xy", "f.xy", 2, 0, {{1, 7, 1}, {5, 3, 1}, {16, 16, 1}}},
	{CL_MEM_OBJECT_IMAGE2D_ARRAY, "image2d_array_t", "c", "f", 3, 1, {{3, 9, 1}, {1, 2, 3}, {6, 5, 2}}},
	{CL_MEM_OBJECT_IMAGE3D, "image3d_t", "c", "f", 3, 0, {{3, 1, 5}, {1, 1, 1}, {4, 6, 3}}},
};
static const cl_image_format formats[] = {{CL_RGBA, CL_UNORM_INT8}, {CL_RGBA, CL_FLOAT}, {CL_R, CL_UNORM_INT16},
	{CL_BGRA, CL_UNORM_INT8}, {CL_RG, CL_SNORM_INT16}, {CL_INTENSITY, CL_UNORM_INT8}, {CL_RGBA, CL_HALF_FLOAT},
	{CL_R, CL_FLOAT}, {CL_A, CL_SNORM_INT8}};
enum { KINDS = sizeof kinds / sizeof *kinds, FORMATS = sizeof formats / sizeof *formats, POINTS = 96, MOST = 6 };

static const char *const text =
	"#pragma OPENCL EXTENSION cl_khr_mipmap_image : enable\n"
	"#pragma OPENCL EXTENSION cl_khr_mipmap_image_writes : enable\n"
	"kernel void by_level(read_only %s i, sampler_t s, global const float4 *at, global const float *lod, global float4 *to) {\n"
	"  size_t n = get_global_id(0); float4 f = at[n]; to[n] = read_imagef(i, s, %s, lod[n]); }\n"
	"kernel void by_gradients(read_only %s i, sampler_t s, global const float4 *at, global const float *lod, global float4 *to) {\n"
	"  size_t n = get_global_id(0); float4 f = at[n]; to[n] = read_imagef(i, s, %s, %s, %s); }\n"
	"kernel void put(write_only %s i, int lod, float4 v) {\n"
	"  int4 c = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0) - 1; write_imagef(i, %s, lod, v + convert_float4(c) * 0.0625f); }\n";

typedef struct { image of[MOST]; int count; cl_mem memory; } levels;

static int half_of(int size, int level) { return size >> level ? size >> level : 1; }

// levels_of makes an image with random elements in as many levels as it can have.
static levels levels_of(cl_image_format format, const kind *k, const int *size) {
	levels l = {.count = 1};
	int spatial = k->axes - k->layered, most = 1, layered = k->layered;
	for (int i = 0; i < spatial; i++) most = size[i] > most ? size[i] : most;
	while (most >> l.count) l.count++;
	cl_image_desc d = {.image_type = k->type, .image_width = size[0], .image_height = spatial > 1 ? size[1] : 0,
		.image_depth = spatial > 2 ? size[2] : 0, .image_array_size = layered ? size[k->axes - 1] : 0, .num_mip_levels = l.count};
	cl_int status;
	l.memory = clCreateImage(context, CL_MEM_READ_WRITE, &format, &d, NULL, &status);
	ok(status);
	size_t bytes = 0;
	ok(clGetImageInfo(l.memory, CL_IMAGE_ELEMENT_SIZE, sizeof bytes, &bytes, NULL));
	for (int n = 0; n < l.count; n++) {
		int at[3] = {size[0], size[1], size[2]};
		for (int i = 0; i < spatial; i++) at[i] = half_of(size[i], n);
		l.of[n] = image_with(format, k, at);
		l.of[n].bytes = bytes;
		size_t origin[4] = {0}, region[3] = {at[0], at[1], at[2]};
		origin[k->axes] = n;
		ok(clEnqueueWriteImage(queue, l.memory, CL_TRUE, origin, region, 0, 0, l.of[n].data, 0, NULL, NULL));
	}
	return l;
}

static void release(levels *l) {
	for (int n = 0; n < l->count; n++) free(l->of[n].data);
	ok(clReleaseMemObject(l->memory));
}

// between is the colour at a level of detail.
static colour between(const levels *l, settings s, int smooth, const float *at, double lod) {
	int first = floor(lod), second = first + 1 < l->count ? first + 1 : first;
	if (!smooth) return sampled(&l->of[(int)floor(lod + 0.5)], s, at, 1);
	colour a = sampled(&l->of[first], s, at, 1), b = sampled(&l->of[second], s, at, 1);
	for (int i = 0; i < 4; i++) a.of[i] += (lod - first) * (b.of[i] - a.of[i]);
	return a;
}

static cl_sampler sampler_of(settings s, int smooth, float least, float greatest) {
	cl_int status;
	cl_uint low, high;
	memcpy(&low, &least, 4);
	memcpy(&high, &greatest, 4);
	cl_sampler_properties list[] = {CL_SAMPLER_NORMALIZED_COORDS, s.normalized, CL_SAMPLER_ADDRESSING_MODE, s.mode, CL_SAMPLER_FILTER_MODE,
		s.filter, CL_SAMPLER_MIP_FILTER_MODE_KHR, smooth ? CL_FILTER_LINEAR : CL_FILTER_NEAREST, CL_SAMPLER_LOD_MIN_KHR, low,
		CL_SAMPLER_LOD_MAX_KHR, high, 0};
	cl_sampler made = clCreateSamplerWithProperties(context, list, &status);
	ok(status);
	return made;
}

// is_unclear reports whether rounding may select another element or level: at borders between them.
static int is_unclear(const levels *l, settings s, int smooth, const float *at, double lod) {
	if (!smooth && fabs(lod + 0.5 - rint(lod + 0.5)) < 1e-4) return 1;
	if (s.filter == CL_FILTER_LINEAR) return 0;
	for (int n = 0; n < l->count; n++)
		for (int i = 0; i < l->of[0].kind->axes; i++) {
			double u = at[i] * l->of[n].size[i];
			if (fabs(u - rint(u)) < 1e-4) return 1;
		}
	return 0;
}

static void read_levels(cl_kernel k, const levels *l, settings s, int smooth, int gradients, float least, float greatest) {
	static cl_float4 at[POINTS], got[POINTS];
	static float lod[POINTS];
	const kind *kind = l->of[0].kind;
	int spatial = kind->axes - kind->layered, largest = 1, wrong = 0;
	for (int i = 0; i < spatial; i++) largest = l->of[0].size[i] > largest ? l->of[0].size[i] : largest;
	for (int p = 0; p < POINTS; p++) {
		lod[p] = gradients ? exp2f(random_float() * 10 - 5) : p < 8 ? p - 2 : random_float() * 8 - 2;
		for (int i = 0; i < 3; i++) at[p].s[i] = i < spatial ? random_float() * 3 - 1 : random_float() * 5 - 1;
	}
	cl_mem from = buffer_of(sizeof at, at), details = buffer_of(sizeof lod, lod), to = buffer_of(sizeof got, NULL);
	cl_sampler sampler = sampler_of(s, smooth, least, greatest);
	arg(k, 0, l->memory); arg(k, 1, sampler); arg(k, 2, from); arg(k, 3, details); arg(k, 4, to);
	run1(k, POINTS, 0);
	read_back(to, got, sizeof got);
	for (int p = 0; p < POINTS; p++) {
		// the gradients are lod along the first axis, and a quarter of it along the last
		double first = lod[p] * l->of[0].size[0], last = lod[p] / 4 * l->of[0].size[spatial - 1];
		double detail = gradients ? log2(fmax(first, last)) : lod[p];
		detail = clamped(0, clamped(least, detail, greatest), l->count - 1);
		if (is_unclear(l, s, smooth, at[p].s, detail)) continue;
		colour c = between(l, s, smooth, at[p].s, detail);
		for (int i = 0; i < 4; i++)
			if (fabs(got[p].s[i] - c.of[i]) > 4e-5 && wrong++ < 3)
				printf("  at %g, %g, %g, detail %g, channel %d: %.9g, wanted %.9g\n", at[p].s[0], at[p].s[1], at[p].s[2], detail, i, got[p].s[i], c.of[i]);
	}
	check(wrong == 0, "%s %dx%dx%d of %x, %x, mode %x, filter %x, smooth %d, gradients %d: %d are wrong", kind->name, l->of[0].size[0],
		l->of[0].size[1], l->of[0].size[2], l->of[0].format.image_channel_order, l->of[0].format.image_channel_data_type, s.mode, s.filter, smooth, gradients, wrong);
	ok(clReleaseSampler(sampler)); ok(clReleaseMemObject(from)); ok(clReleaseMemObject(details)); ok(clReleaseMemObject(to));
}

// write_levels writes each level, and two that are not there, with a border of work-items around it.
static void write_levels(cl_kernel k, levels *l) {
	const kind *kind = l->of[0].kind;
	cl_float4 v = {{0.25f, 0.5f, 0.125f, 0.0625f}};
	arg(k, 0, l->memory); arg(k, 2, v);
	for (cl_int n = -1; n <= l->count; n++) {
		const int *size = l->of[n < 0 || n == l->count ? 0 : n].size;
		size_t global[3] = {size[0] + 2, kind->axes > 1 ? size[1] + 2 : 1, kind->axes > 2 ? size[2] + 2 : 1};
		arg(k, 1, n);
		ok(clEnqueueNDRangeKernel(queue, k, kind->axes, NULL, global, NULL, 0, NULL, NULL));
	}
	for (int n = 0; n < l->count; n++) {
		const int *size = l->of[n].size;
		static cl_float4 got[16 * 16 * 8];
		size_t origin[4] = {0}, region[3] = {size[0], size[1], size[2]};
		origin[kind->axes] = n;
		ok(clEnqueueReadImage(queue, l->memory, CL_TRUE, origin, region, 0, 0, got, 0, NULL, NULL));
		for (int i = 0; i < size[0] * size[1] * size[2]; i++)
			for (int c = 0; c < 4; c++) {
				int at[3] = {i % size[0], kind->axes > 1 ? i / size[0] % size[1] : -1, kind->axes > 2 ? i / size[0] / size[1] : -1};
				float wanted = v.s[c] + (c < 3 ? at[c] : -1) * 0.0625f;
				check(got[i].s[c] == wanted, "%s level %d element %d channel %d: %g, not %g", kind->name, n, i, c, got[i].s[c], wanted);
			}
	}
}

static const cl_addressing_mode modes[] = {CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT, CL_ADDRESS_MIRRORED_REPEAT};

static void test_kind(const kind *k) {
	static const char *const gradients[2][3] = {{"lod[n]", "(float2)(lod[n], 0)", "(float4)(lod[n], 0, 0, 0)"},
		{"lod[n] / 4", "(float2)(0, lod[n] / 4)", "(float4)(0, 0, lod[n] / 4, 0)"}};
	static char source[8192];
	int spatial = k->axes - k->layered, turn = 0;
	snprintf(source, sizeof source, text, k->name, k->between, k->name, k->between, gradients[0][spatial - 1], gradients[1][spatial - 1], k->name, k->whole);
	cl_program program = build_with(source, "-cl-std=CL3.0");
	cl_kernel by_level = kernel_of(program, "by_level"), by_gradients = kernel_of(program, "by_gradients"), put = kernel_of(program, "put");
	for (int f = 0; f < FORMATS; f++)
		for (int size = 0; size < 3; size++, turn++) {
			levels l = levels_of(formats[f], k, k->sizes[size]);
			settings s = {CL_TRUE, modes[turn % 4], turn % 3 ? CL_FILTER_LINEAR : CL_FILTER_NEAREST};
			float least = turn % 5 ? 0 : 0.75f, greatest = turn % 7 ? 100 : 1.25f;
			read_levels(by_level, &l, s, turn >> 1 & 1, 0, least, greatest);
			read_levels(by_gradients, &l, s, turn >> 2 & 1, 1, least, greatest);
			if (formats[f].image_channel_order == CL_RGBA && formats[f].image_channel_data_type == CL_FLOAT) write_levels(put, &l);
			release(&l);
		}
	ok(clReleaseKernel(by_level)); ok(clReleaseKernel(by_gradients)); ok(clReleaseKernel(put)); ok(clReleaseProgram(program));
}

int main(void) {
	open_device();
	for (int i = 0; i < KINDS; i++) test_kind(&kinds[i]);
	return done();
}
