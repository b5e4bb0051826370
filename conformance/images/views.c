// Images over memory that others see too: images of buffers with pitches of any number of elements, sRGB and depth views
// of images, one kernel with images of changing formats, rows that are far apart, a thousand images, and functions that get
// images and samplers.
#include "reference.h"
#include <sys/mman.h>
#include <unistd.h>

static const kind flat = {CL_MEM_OBJECT_IMAGE2D, "image2d_t", "", "", 2, 0, {{0}}};

static const char *const source =
	"float4 at_once(read_only image2d_t i, sampler_t s, float2 p) { return read_imagef(i, s, p); }\n"
	"float4 deep(read_only image2d_t i, sampler_t s, float2 p, int n) {\n"
	"	const sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;\n"
	"	float4 v = at_once(i, s, p);\n"
	"	for (int k = 0; k < n; k++) { if (k == 3) break; v += at_once(i, edge, p + k) * 0.25f; }\n"
	"	return v;\n"
	"}\n"
	"kernel void look(read_only image2d_t i, sampler_t s, global const float4 *at, global float4 *to) {\n"
	"	size_t n = get_global_id(0); to[n] = at_once(i, s, at[n].xy); }\n"
	"kernel void looped(read_only image2d_t i, sampler_t s, global const float4 *at, global float4 *to) {\n"
	"	int n = get_global_id(0); to[n] = deep(i, s, at[n].xy, n % 6); }\n"
	"kernel void shade(write_only image2d_t i) {\n"
	"	int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
	"	write_imagef(i, at, (float4)(at.x, at.y, at.x + at.y, 16) / 16.0f); }\n"
	"kernel void steps(write_only image2d_t i, global const float *v) {\n"
	"	int x = get_global_id(0); write_imagef(i, (int2)(x, 0), (float4)(v[x], v[x], v[x], v[x])); }\n"
	"kernel void depth_of(read_only image2d_depth_t i, sampler_t s, global const float4 *at, global float4 *to) {\n"
	"	size_t n = get_global_id(0); to[n] = read_imagef(i, s, at[n].xy); }\n"
	"kernel void stamp(write_only image2d_t i, uint v) { write_imageui(i, (int2)(get_global_id(0), get_global_id(1)), v + (uint4)(0, 1, 2, 3)); }\n";

static cl_program program;
enum { POINTS = 64 };
static const settings smooth = {CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR}, rough = {CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST};

static cl_mem view_of(cl_image_format format, size_t width, size_t height, size_t pitch, cl_mem of) {
	cl_int status;
	cl_image_desc d = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = width, .image_height = height, .image_row_pitch = pitch, .mem_object = of};
	cl_mem made = clCreateImage(context, of ? 0 : CL_MEM_READ_WRITE, &format, &d, NULL, &status);
	ok(status);
	if (status) exit(done());
	return made;
}

static int element_size(cl_mem image) {
	size_t bytes = 0;
	ok(clGetImageInfo(image, CL_IMAGE_ELEMENT_SIZE, sizeof bytes, &bytes, NULL));
	return bytes;
}

// check_look reads an image by a kernel at random places, and compares with what its elements are.
static void check_look(const char *kernel, cl_mem memory, const image *m, settings s) {
	static cl_float4 at[POINTS], got[POINTS];
	cl_int status;
	cl_sampler sampler = clCreateSampler(context, s.normalized, s.mode, s.filter, &status);
	ok(status);
	for (int p = 0; p < POINTS; p++)
		for (int i = 0; i < 2; i++) at[p].s[i] = floorf(random_float() * (m->size[i] + 4) * 8) / 8 - 2 + 1 / 32.0f;
	cl_mem from = buffer_of(sizeof at, at), to = buffer_of(sizeof got, NULL);
	cl_kernel k = kernel_of(program, kernel);
	arg(k, 0, memory); arg(k, 1, sampler); arg(k, 2, from); arg(k, 3, to);
	run1(k, POINTS, 0);
	read_back(to, got, sizeof got);
	static const settings edge = {CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST};
	int wrong = 0, floats = m->format.image_channel_data_type == CL_FLOAT || m->format.image_channel_data_type == CL_HALF_FLOAT;
	for (int p = 0; p < POINTS; p++) {
		colour c = sampled(m, s, at[p].s, 1);
		for (int n = 0; !strcmp(kernel, "looped") && n < (p % 6 < 3 ? p % 6 : 3); n++) {
			float moved[2] = {at[p].s[0] + n, at[p].s[1] + n};
			colour more = sampled(m, edge, moved, 1);
			for (int i = 0; i < 4; i++) c.of[i] += more.of[i] * 0.25;
		}
		double most = is_sRGB(m->format.image_channel_order) ? 2e-3 : floats ? 1e-5 : 2e-6;
		for (int i = 0; i < (m->format.image_channel_order == CL_DEPTH ? 1 : 4); i++)
			if (!(fabs(got[p].s[i] - c.of[i]) <= most) && wrong++ < 3)
				printf("  %s at %g, %g channel %d: %.9g, wanted %.9g\n", kernel, at[p].s[0], at[p].s[1], i, got[p].s[i], c.of[i]);
	}
	check(wrong == 0, "%s of %x, %x, %dx%d: %d are wrong", kernel, m->format.image_channel_order, m->format.image_channel_data_type, m->size[0], m->size[1], wrong);
	ok(clReleaseSampler(sampler)); ok(clReleaseMemObject(from)); ok(clReleaseMemObject(to)); ok(clReleaseKernel(k));
}

// Every format that such images can have, over a buffer at any pitch, also of a sub-buffer.
static void test_buffers(void) {
	static cl_image_format formats[512];
	cl_uint count = 0, bits = 0;
	ok(clGetDeviceInfo(device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, NULL));
	ok(clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 512, formats, &count));
	for (cl_uint f = 0; f < count; f++) {
		cl_channel_type type = formats[f].image_channel_data_type;
		if (!letters(formats[f].image_channel_order) || formats[f].image_channel_order == CL_DEPTH || is_integer(type) ||
			isnan(channel_of(type, (unsigned char[16]){0}, 0))) continue;
		int size[3] = {1 + random_u32() % 9, 1 + random_u32() % 7, 1}, gap = random_u32() % 4;
		image m = image_with(formats[f], &flat, size);
		cl_mem probe = view_of(formats[f], 1, 1, 0, NULL);
		m.bytes = element_size(probe);
		ok(clReleaseMemObject(probe));
		size_t pitch = (size[0] + gap) * m.bytes, start = f % 2 ? bits / 8 : 0;
		cl_int status;
		cl_mem buffer = buffer_of(start + pitch * size[1], NULL), part = buffer;
		cl_buffer_region region = {start, pitch * size[1]};
		if (start) part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
		cl_mem view = view_of(formats[f], size[0], size[1], f % 3 || gap ? pitch : 0, part);
		for (int y = 0; y < size[1]; y++)
			ok(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, start + y * pitch, size[0] * m.bytes, m.data + y * size[0] * m.bytes, 0, NULL, NULL));
		check_look("look", view, &m, smooth);
		check_look("looped", view, &m, rough);
		if (part != buffer) ok(clReleaseMemObject(part));
		ok(clReleaseMemObject(buffer)); // the view keeps it
		check_look("looped", view, &m, smooth);
		ok(clReleaseMemObject(view));
		free(m.data);
	}
}

// Views with another channel order see the same elements, and what is written by one is read by the other.
static void test_orders(void) {
	static const cl_channel_order pairs[][2] = {{CL_RGBA, CL_sRGBA}, {CL_sRGBA, CL_RGBA}, {CL_BGRA, CL_sBGRA}, {CL_sBGRA, CL_BGRA},
		{CL_RGB, CL_sRGB}, {CL_RGBx, CL_sRGBx}};
	int size[3] = {16, 9, 1};
	size_t origin[3] = {0}, region[3] = {16, 9, 1};
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		cl_image_format first = {pairs[i][0], CL_UNORM_INT8}, second = {pairs[i][1], CL_UNORM_INT8};
		cl_mem of = view_of(first, 16, 9, 0, NULL), view = view_of(second, 16, 9, 0, of);
		cl_kernel k = kernel_of(program, "shade");
		for (int n = 0; n < 2; n++) {
			cl_mem target = n ? view : of;
			arg(k, 0, target);
			run2(k, 16, 9, 0, 0);
			image m = image_with(n ? first : second, &flat, size);
			m.bytes = element_size(of);
			ok(clEnqueueReadImage(queue, view, CL_TRUE, origin, region, 0, 0, m.data, 0, NULL, NULL));
			image same = m;
			same.format = n ? second : first;
			for (int x = 0; x < 16; x++)
				for (int c = 0; c < 3; c++) {
					double wanted = (c == 0 ? x : c == 1 ? 5 : x + 5) / 16.0, got = texel(&same, (int[3]){x, 5, 0}).of[c];
					check(fabs(got - fmin(wanted, 1)) < 0.005, "%x, %x: %d channel %d: %g, not %g", pairs[i][0], pairs[i][1], x, c, got, wanted);
				}
			check_look("look", n ? of : view, &m, rough);
			check_look("look", n ? of : view, &m, smooth);
			free(m.data);
		}
		ok(clReleaseKernel(k)); ok(clReleaseMemObject(of)); ok(clReleaseMemObject(view));
	}
}

static void test_depth(void) {
	static const cl_channel_type types[] = {CL_FLOAT, CL_UNORM_INT16};
	int size[3] = {13, 6, 1};
	size_t origin[3] = {0}, region[3] = {13, 6, 1};
	for (int i = 0; i < 2; i++) {
		cl_image_format red = {CL_R, types[i]}, depth = {CL_DEPTH, types[i]};
		cl_mem of = view_of(red, 13, 6, 0, NULL), view = view_of(depth, 13, 6, 0, of), plain = view_of(depth, 13, 6, 0, NULL);
		image m = image_with(depth, &flat, size);
		m.bytes = element_size(of);
		ok(clEnqueueWriteImage(queue, of, CL_TRUE, origin, region, 0, 0, m.data, 0, NULL, NULL));
		ok(clEnqueueWriteImage(queue, plain, CL_TRUE, origin, region, 0, 0, m.data, 0, NULL, NULL));
		for (int n = 0; n < 2; n++) {
			check_look("depth_of", n ? view : plain, &m, rough);
			check_look("depth_of", n ? view : plain, &m, smooth);
		}
		free(m.data);
		ok(clReleaseMemObject(of)); ok(clReleaseMemObject(view)); ok(clReleaseMemObject(plain));
	}
}

// All numbers of 8 bits come out of a linear value as they went in, also from near the borders between them.
static void test_sRGB_writes(void) {
	static float v[768];
	static unsigned char got[768 * 4];
	cl_mem of = view_of((cl_image_format){CL_sRGBA, CL_UNORM_INT8}, 768, 1, 0, NULL);
	for (int i = 0; i < 768; i++) v[i] = linear_of(fmin(fmax(i / 3 + (i % 3 - 1) * 0.39, 0), 255) / 255);
	cl_mem values = buffer_of(sizeof v, v);
	cl_kernel k = kernel_of(program, "steps");
	size_t origin[3] = {0}, region[3] = {768, 1, 1};
	arg(k, 0, of); arg(k, 1, values);
	run1(k, 768, 0);
	ok(clEnqueueReadImage(queue, of, CL_TRUE, origin, region, 0, 0, got, 0, NULL, NULL));
	for (int i = 0; i < 768; i++) {
		check(got[4 * i] == i / 3 && got[4 * i + 2] == i / 3, "%.9g became %d, not %d", v[i], got[4 * i], i / 3);
		check(abs(got[4 * i + 3] - (int)rintf(v[i] * 255)) == 0, "alpha %.9g became %d", v[i], got[4 * i + 3]);
	}
	ok(clReleaseMemObject(of)); ok(clReleaseMemObject(values)); ok(clReleaseKernel(k));
}

// One kernel object with images of one format after the other, and back again.
static void test_changing_formats(void) {
	static const cl_image_format formats[] = {{CL_RGBA, CL_UNORM_INT8}, {CL_RGBA, CL_FLOAT}, {CL_R, CL_HALF_FLOAT}, {CL_BGRA, CL_UNORM_INT8},
		{CL_RGB, CL_UNORM_SHORT_565}, {CL_ABGR, CL_SNORM_INT8}, {CL_ARGB, CL_UNORM_INT16}, {CL_RGBA, CL_UNORM_INT_101010_2}};
	enum { COUNT = sizeof formats / sizeof *formats };
	cl_mem images[COUNT];
	image of[COUNT];
	for (int i = 0; i < COUNT; i++) {
		int size[3] = {3 + i * 2, 9 - i, 1};
		size_t origin[3] = {0}, region[3] = {size[0], size[1], 1};
		images[i] = view_of(formats[i], size[0], size[1], 0, NULL);
		of[i] = image_with(formats[i], &flat, size);
		of[i].bytes = element_size(images[i]);
		ok(clEnqueueWriteImage(queue, images[i], CL_TRUE, origin, region, 0, 0, of[i].data, 0, NULL, NULL));
	}
	for (int n = 0; n < 40; n++) {
		int i = n < 16 ? n / 2 * (n % 2) : random_u32() % COUNT;
		check_look("look", images[i], &of[i], n % 3 ? smooth : rough);
	}
	for (int i = 0; i < COUNT; i++) { ok(clReleaseMemObject(images[i])); free(of[i].data); }
}

// Rows so far apart that numbers of elements do not fit 32 bits, and then near ones again by the same kernel.
static void test_far_rows(void) {
	const size_t pitches[] = {16, 3ul << 29, 16, 3ul << 29};
	cl_kernel k = kernel_of(program, "shade");
	for (int i = 0; i < 4; i++) {
		usleep(20000); // meanwhile code is made for what ran before
		cl_int status;
		char *host = mmap(NULL, 3 * pitches[i], PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		cl_image_format format = {CL_R, CL_UNORM_INT8};
		cl_image_desc d = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 13, .image_height = 3, .image_row_pitch = pitches[i]};
		cl_mem far = clCreateImage(context, CL_MEM_USE_HOST_PTR, &format, &d, host, &status);
		if (status == CL_INVALID_IMAGE_SIZE || status == CL_MEM_OBJECT_ALLOCATION_FAILURE) {
			printf("no room for rows %zu bytes apart\n", pitches[i]);
			munmap(host, 3 * pitches[i]);
			continue;
		}
		ok(status);
		for (int y = 0; y < 3; y++)
			for (int x = 0; x < 16; x++) host[y * pitches[i] + x] = 99;
		arg(k, 0, far);
		run2(k, 16, 4, 0, 0); // beyond the image, too
		ok(clFinish(queue));
		int size[3] = {13, 3, 1};
		image m = image_with(format, &flat, size);
		m.bytes = 1;
		for (int y = 0; y < 3; y++)
			for (int x = 0; x < 16; x++) {
				unsigned char got = host[y * pitches[i] + x];
				if (x < 13) m.data[y * 13 + x] = got;
				check(got == (x < 13 ? (int)rint(x / 16.0 * 255) : 99), "%zu: %d, %d is %d", pitches[i], x, y, got);
			}
		check_look("look", far, &m, smooth);
		check_look("look", far, &m, rough);
		check_look("looped", far, &m, smooth);
		ok(clReleaseMemObject(far));
		free(m.data);
		munmap(host, 3 * pitches[i]);
	}
	ok(clReleaseKernel(k));
}

static void test_thousand(void) {
	enum { COUNT = 1000 };
	static cl_mem images[COUNT];
	cl_kernel k = kernel_of(program, "stamp");
	size_t origin[3] = {0}, region[3] = {3, 2, 1};
	for (cl_uint i = 0; i < COUNT; i++) {
		images[i] = view_of((cl_image_format){CL_RGBA, i % 2 ? CL_UNSIGNED_INT16 : CL_UNSIGNED_INT32}, 3, 2, 0, NULL);
		arg(k, 0, images[i]); arg(k, 1, i);
		run2(k, 3, 2, 0, 0);
	}
	for (cl_uint i = 0; i < COUNT; i++) {
		cl_uint got[24] = {0};
		ok(clEnqueueReadImage(queue, images[i], CL_TRUE, origin, region, 0, 0, got, 0, NULL, NULL));
		cl_uint last = i % 2 ? ((cl_ushort *)got)[23] : got[23];
		check(last == i + 3, "image %u holds %u", i, last);
		ok(clReleaseMemObject(images[i]));
	}
	ok(clReleaseKernel(k));
}

int main(void) {
	open_device();
	program = build_with(source, "-cl-std=CL3.0");
	test_buffers();
	test_orders();
	test_depth();
	test_sRGB_writes();
	test_changing_formats();
	test_far_rows();
	test_thousand();
	return done();
}
