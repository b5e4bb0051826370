// Extensions for memory: objects that nobody changes, imported memory, buffers with properties, sizes of contents.
#include "check.h"

#ifndef CL_MEM_IMMUTABLE_EXT
#define CL_MEM_IMMUTABLE_EXT (1 << 6)
#endif
typedef cl_int(CL_API_CALL *set_content_size_fn)(cl_mem, cl_mem);
typedef cl_mem(CL_API_CALL *import_fn)(cl_context, cl_mem_flags, const cl_import_properties_arm *, void *, size_t, cl_int *);
typedef cl_mem(CL_API_CALL *create_fn)(cl_context, const cl_mem_properties *, cl_mem_flags, size_t, void *, cl_int *);

static int has(const char *name) {
	static char list[8192];
	ok(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof list - 1, list, NULL));
	size_t length = strlen(name);
	for (char *at = list; (at = strstr(at, name)); at += length)
		if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length])) return 1;
	return 0;
}

enum { WORDS = 64, BYTES = 4 * WORDS };
static cl_int numbers[WORDS];

static cl_mem made(cl_mem_flags flags, void *from) {
	cl_int status;
	cl_mem m = clCreateBuffer(context, flags, BYTES, from, &status);
	ok(status);
	return m;
}

static void test_immutable_buffers(void) {
	const cl_mem_flags flags = CL_MEM_IMMUTABLE_EXT | CL_MEM_COPY_HOST_PTR;
	cl_mem m = made(flags, numbers), other = made(CL_MEM_READ_WRITE, NULL);
	cl_mem in_place = made(CL_MEM_IMMUTABLE_EXT | CL_MEM_USE_HOST_PTR | CL_MEM_READ_ONLY, numbers);
	cl_mem_flags kept = 0;
	ok(clGetMemObjectInfo(m, CL_MEM_FLAGS, sizeof kept, &kept, NULL));
	check(kept & CL_MEM_IMMUTABLE_EXT, "%lx", (long)kept);
	check_create(clCreateBuffer(context, CL_MEM_IMMUTABLE_EXT, BYTES, NULL, &status), CL_INVALID_VALUE);
	check_create(clCreateBuffer(context, CL_MEM_IMMUTABLE_EXT | CL_MEM_ALLOC_HOST_PTR, BYTES, NULL, &status), CL_INVALID_VALUE);
	check_create(clCreateBuffer(context, flags | CL_MEM_READ_WRITE, BYTES, numbers, &status), CL_INVALID_VALUE);
	check_create(clCreateBuffer(context, flags | CL_MEM_WRITE_ONLY, BYTES, numbers, &status), CL_INVALID_VALUE);
	check_create(clCreateBuffer(context, flags | CL_MEM_HOST_WRITE_ONLY, BYTES, numbers, &status), CL_INVALID_VALUE);

	cl_int word = 5;
	size_t zero[3] = {0}, region[3] = {4, 2, 1};
	check_status(clEnqueueWriteBuffer(queue, m, CL_TRUE, 0, 4, &word, 0, NULL, NULL), CL_INVALID_OPERATION);
	check_status(clEnqueueWriteBufferRect(queue, m, CL_TRUE, zero, zero, region, 0, 0, 0, 0, numbers, 0, NULL, NULL), CL_INVALID_OPERATION);
	check_status(clEnqueueCopyBuffer(queue, other, m, 0, 0, 4, 0, NULL, NULL), CL_INVALID_OPERATION);
	check_status(clEnqueueCopyBufferRect(queue, other, m, zero, zero, region, 0, 0, 0, 0, 0, NULL, NULL), CL_INVALID_OPERATION);
	check_status(clEnqueueFillBuffer(queue, m, &word, 4, 0, 4, 0, NULL, NULL), CL_INVALID_OPERATION);
	check_create(clEnqueueMapBuffer(queue, m, CL_TRUE, CL_MAP_WRITE, 0, 4, 0, NULL, NULL, &status), CL_INVALID_OPERATION);
	check_create(clEnqueueMapBuffer(queue, m, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0, 4, 0, NULL, NULL, &status), CL_INVALID_OPERATION);
	check_status(clEnqueueWriteBuffer(queue, in_place, CL_TRUE, 0, 4, &word, 0, NULL, NULL), CL_INVALID_OPERATION);

	cl_buffer_region part = {0, 16};
	check_create(clCreateSubBuffer(m, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &part, &status), CL_INVALID_VALUE);
	check_create(clCreateSubBuffer(m, CL_MEM_WRITE_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &part, &status), CL_INVALID_VALUE);
	check_create(clCreateSubBuffer(m, CL_MEM_HOST_WRITE_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &part, &status), CL_INVALID_VALUE);
	cl_int status;
	cl_mem sub = clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &part, &status);
	ok(status);
	check_status(clEnqueueWriteBuffer(queue, sub, CL_TRUE, 0, 4, &word, 0, NULL, NULL), CL_INVALID_OPERATION);

	cl_kernel k = kernel_of(build("kernel void k(global int *to, global const int *a, constant int *b) { to[0] = a[0] + b[1]; }"), "k");
	check_status(clSetKernelArg(k, 0, sizeof m, &m), CL_INVALID_ARG_VALUE);
	check_status(clSetKernelArg(k, 0, sizeof sub, &sub), CL_INVALID_ARG_VALUE);
	arg(k, 0, other);
	arg(k, 1, m);
	arg(k, 2, sub);
	run1(k, 1, 1);
	read_back(other, &word, sizeof word);
	check(word == numbers[0] + numbers[1], "%d", word);
	ok(clReleaseKernel(k));

	cl_int back[WORDS];
	cl_int *mapped = clEnqueueMapBuffer(queue, m, CL_TRUE, CL_MAP_READ, 0, BYTES, 0, NULL, NULL, &status);
	ok(status);
	check(!memcmp(mapped, numbers, BYTES), "other contents");
	ok(clEnqueueUnmapMemObject(queue, m, mapped, 0, NULL, NULL));
	ok(clEnqueueCopyBuffer(queue, m, other, 0, 0, BYTES, 0, NULL, NULL));
	read_back(other, back, BYTES);
	check(!memcmp(back, numbers, BYTES), "other contents");
	ok(clReleaseMemObject(sub));
	ok(clReleaseMemObject(m));
	ok(clReleaseMemObject(in_place));
	ok(clReleaseMemObject(other));
}

static void test_immutable_images(void) {
	const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
	const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8, .image_height = 8};
	const cl_mem_flags flags = CL_MEM_IMMUTABLE_EXT | CL_MEM_COPY_HOST_PTR;
	size_t zero[3] = {0}, region[3] = {4, 2, 1}, pitch;
	float colour[4] = {0};
	cl_int status;
	cl_mem m = clCreateImage(context, flags, &format, &desc, numbers, &status);
	ok(status);
	cl_mem other = clCreateImage(context, 0, &format, &desc, NULL, &status), buffer = made(CL_MEM_READ_WRITE, NULL);
	cl_mem fixed = made(flags, numbers);
	ok(status);
	check_create(clCreateImage(context, CL_MEM_IMMUTABLE_EXT, &format, &desc, NULL, &status), CL_INVALID_VALUE);
	check_create(clCreateImage(context, flags | CL_MEM_READ_WRITE, &format, &desc, numbers, &status), CL_INVALID_VALUE);
	check_status(clEnqueueWriteImage(queue, m, CL_TRUE, zero, region, 0, 0, numbers, 0, NULL, NULL), CL_INVALID_OPERATION);
	check_status(clEnqueueCopyImage(queue, other, m, zero, zero, region, 0, NULL, NULL), CL_INVALID_OPERATION);
	check_status(clEnqueueFillImage(queue, m, colour, zero, region, 0, NULL, NULL), CL_INVALID_OPERATION);
	check_status(clEnqueueCopyBufferToImage(queue, buffer, m, 0, zero, region, 0, NULL, NULL), CL_INVALID_OPERATION);
	check_status(clEnqueueCopyImageToBuffer(queue, other, fixed, zero, region, 0, 0, NULL, NULL), CL_INVALID_OPERATION);
	check_create(clEnqueueMapImage(queue, m, CL_TRUE, CL_MAP_WRITE, zero, region, &pitch, NULL, 0, NULL, NULL, &status), CL_INVALID_OPERATION);
	check_create(clEnqueueMapImage(queue, m, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, zero, region, NULL, NULL, 0, NULL, NULL, &status), CL_INVALID_OPERATION);
	ok(clEnqueueCopyImageToBuffer(queue, m, buffer, zero, region, 0, 0, NULL, NULL));
	ok(clEnqueueCopyImage(queue, m, other, zero, zero, region, 0, NULL, NULL));

	cl_image_desc from = {.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 16, .buffer = fixed};
	check_create(clCreateImage(context, 0, &format, &from, NULL, &status), CL_INVALID_VALUE);
	cl_mem view = clCreateImage(context, CL_MEM_IMMUTABLE_EXT, &format, &from, NULL, &status);
	ok(status);
	cl_program program = build_with("kernel void w(write_only image2d_t i) { write_imagef(i, (int2)(0), (float4)(1)); }\n"
		"kernel void r(read_only image2d_t i, global float4 *out) { *out = read_imagef(i, (int2)(1, 0)); }", "");
	cl_kernel writes = kernel_of(program, "w"), reads = kernel_of(program, "r");
	check_status(clSetKernelArg(writes, 0, sizeof m, &m), CL_INVALID_ARG_VALUE);
	ok(clSetKernelArg(reads, 0, sizeof m, &m));
	arg(reads, 1, buffer);
	run1(reads, 1, 1);
	read_back(buffer, colour, sizeof colour);
	check(colour[0] == ((unsigned char *)numbers)[4] / 255.0f, "%f", colour[0]);
	ok(clReleaseMemObject(view));
	ok(clReleaseMemObject(m));
	ok(clReleaseMemObject(other));
	ok(clReleaseMemObject(fixed));
	ok(clReleaseMemObject(buffer));
}

static void test_imported(void) {
	import_fn import = (import_fn)extension_function("clImportMemoryARM");
	cl_int status, word = 1, memory[WORDS] = {0};
	const cl_import_properties_arm host[] = {CL_IMPORT_TYPE_ARM, CL_IMPORT_TYPE_HOST_ARM, 0}, none[] = {0};
	const cl_import_properties_arm dma[] = {CL_IMPORT_TYPE_ARM, CL_IMPORT_TYPE_DMA_BUF_ARM, 0}, wrong[] = {1, 2, 0};
	cl_mem m = import(context, CL_MEM_READ_WRITE, host, memory, BYTES, &status);
	ok(status);
	ok(clReleaseMemObject(m));
	m = import(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, none, memory, BYTES, &status);
	ok(status);
	ok(clReleaseMemObject(m));
	m = import(context, 0, NULL, memory, BYTES, &status);
	ok(status);
	check_create(import(NULL, 0, NULL, memory, BYTES, &status), CL_INVALID_CONTEXT);
	check_create(import(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, NULL, memory, BYTES, &status), CL_INVALID_VALUE);
	check_create(import(context, CL_MEM_COPY_HOST_PTR, NULL, memory, BYTES, &status), CL_INVALID_VALUE);
	check_create(import(context, 0, dma, memory, BYTES, &status), CL_INVALID_PROPERTY);
	check_create(import(context, 0, wrong, memory, BYTES, &status), CL_INVALID_PROPERTY);
	check_create(import(context, 0, NULL, NULL, BYTES, &status), CL_INVALID_VALUE);
	check_create(import(context, 0, NULL, memory, 0, &status), CL_INVALID_VALUE);
	check_create(import(context, 0, NULL, (void *)16, BYTES, &status), CL_INVALID_OPERATION);

	cl_kernel count = kernel_of(build("kernel void count(global int *a) { a[get_global_id(0)] += get_global_id(0); }"), "count");
	arg(count, 0, m);
	run1(count, WORDS, 0);
	ok(clFinish(queue));
	for (int i = 0; i < WORDS; i++) check(memory[i] == i, "%d: %d", i, memory[i]);

	cl_mem other = made(CL_MEM_READ_WRITE, NULL);
	size_t zero[3] = {0}, region[3] = {4, 2, 1};
	cl_buffer_region part = {0, 16};
	check_create(clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &part, &status), CL_INVALID_OPERATION);
	check_create(clEnqueueMapBuffer(queue, m, CL_TRUE, CL_MAP_READ, 0, 4, 0, NULL, NULL, &status), CL_INVALID_OPERATION);
	check_status(clEnqueueUnmapMemObject(queue, m, memory, 0, NULL, NULL), CL_INVALID_OPERATION);
	check_status(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 4, &word, 0, NULL, NULL), CL_INVALID_OPERATION);
	check_status(clEnqueueWriteBuffer(queue, m, CL_TRUE, 0, 4, &word, 0, NULL, NULL), CL_INVALID_OPERATION);
	check_status(clEnqueueReadBufferRect(queue, m, CL_TRUE, zero, zero, region, 0, 0, 0, 0, numbers, 0, NULL, NULL), CL_INVALID_OPERATION);
	check_status(clEnqueueWriteBufferRect(queue, m, CL_TRUE, zero, zero, region, 0, 0, 0, 0, numbers, 0, NULL, NULL), CL_INVALID_OPERATION);
	check_status(clEnqueueCopyBuffer(queue, m, other, 0, 0, 4, 0, NULL, NULL), CL_INVALID_OPERATION);
	check_status(clEnqueueCopyBuffer(queue, other, m, 0, 0, 4, 0, NULL, NULL), CL_INVALID_OPERATION);
	check_status(clEnqueueCopyBufferRect(queue, other, m, zero, zero, region, 0, 0, 0, 0, 0, NULL, NULL), CL_INVALID_OPERATION);
	check_status(clEnqueueFillBuffer(queue, m, &word, 4, 0, 4, 0, NULL, NULL), CL_INVALID_OPERATION);

	const cl_image_format format = {CL_R, CL_SIGNED_INT32};
	cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = WORDS, .buffer = m};
	cl_mem image = clCreateImage(context, 0, &format, &desc, NULL, &status);
	ok(status);
	size_t one[3] = {1, 1, 1}, pitch;
	check_status(clEnqueueReadImage(queue, image, CL_TRUE, zero, one, 0, 0, &word, 0, NULL, NULL), CL_INVALID_OPERATION);
	check_status(clEnqueueWriteImage(queue, image, CL_TRUE, zero, one, 0, 0, &word, 0, NULL, NULL), CL_INVALID_OPERATION);
	check_status(clEnqueueFillImage(queue, image, numbers, zero, one, 0, NULL, NULL), CL_INVALID_OPERATION);
	check_status(clEnqueueCopyImageToBuffer(queue, image, other, zero, one, 0, 0, NULL, NULL), CL_INVALID_OPERATION);
	check_status(clEnqueueCopyBufferToImage(queue, other, image, 0, zero, one, 0, NULL, NULL), CL_INVALID_OPERATION);
	check_status(clEnqueueCopyImage(queue, image, image, zero, zero, one, 0, NULL, NULL), CL_INVALID_OPERATION);
	check_create(clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ, zero, one, &pitch, NULL, 0, NULL, NULL, &status), CL_INVALID_OPERATION);
	ok(clReleaseMemObject(image));
	ok(clReleaseMemObject(m));
	ok(clReleaseMemObject(other));
}

static void test_properties(void) {
	create_fn create = (create_fn)extension_function("clCreateBufferWithPropertiesINTEL");
	const cl_mem_properties none[] = {0}, wrong[] = {1, 2, 0};
	cl_int status, back[WORDS];
	cl_mem m = create(context, none, CL_MEM_COPY_HOST_PTR, BYTES, numbers, &status);
	ok(status);
	read_back(m, back, BYTES);
	check(!memcmp(back, numbers, BYTES), "other contents");
	ok(clReleaseMemObject(m));
	m = create(context, NULL, 0, BYTES, NULL, &status);
	ok(status);
	ok(clReleaseMemObject(m));
	check_create(create(NULL, NULL, 0, BYTES, NULL, &status), CL_INVALID_CONTEXT);
	check_create(create(context, wrong, 0, BYTES, NULL, &status), CL_INVALID_VALUE);
	check_create(create(context, NULL, (cl_mem_flags)1 << 40, BYTES, NULL, &status), CL_INVALID_VALUE);
	check_create(create(context, NULL, 0, 0, NULL, &status), CL_INVALID_BUFFER_SIZE);
	check_create(create(context, NULL, CL_MEM_USE_HOST_PTR, BYTES, NULL, &status), CL_INVALID_HOST_PTR);
	check_create(create(context, NULL, 0, BYTES, numbers, &status), CL_INVALID_HOST_PTR);
}

static void test_content_size(void) {
	set_content_size_fn set = (set_content_size_fn)extension_function("clSetContentSizeBufferPoCL");
	cl_int status;
	cl_mem m = made(0, NULL), small = clCreateBuffer(context, 0, 4, NULL, &status);
	cl_context c = other_context();
	cl_mem far = clCreateBuffer(c, 0, 8, NULL, &status), size = clCreateBuffer(context, 0, 8, NULL, &status);
	const cl_image_format format = {CL_R, CL_SIGNED_INT32};
	const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8, .image_height = 8};
	cl_mem image = clCreateImage(context, 0, &format, &desc, NULL, &status);
	ok(set(m, size));
	cl_mem to = clCreateBuffer(context, 0, BYTES, NULL, &status);
	const cl_ulong used[] = {20, 0, BYTES + 1000, 8};
	for (int i = 0; i < 4; i++) { // a copy takes what is in use from where it begins
		const cl_int mark = -1, five = 5;
		cl_int got[WORDS];
		ok(clEnqueueFillBuffer(queue, m, &five, 4, 0, BYTES, 0, NULL, NULL));
		ok(clEnqueueFillBuffer(queue, to, &mark, 4, 0, BYTES, 0, NULL, NULL));
		ok(clEnqueueWriteBuffer(queue, size, CL_FALSE, 0, 8, &used[i], 0, NULL, NULL));
		ok(clEnqueueCopyBuffer(queue, m, to, 8, 0, BYTES - 8, 0, NULL, NULL));
		read_back(to, got, sizeof got);
		for (cl_ulong w = 0; w < WORDS; w++)
			check(got[w] == (w < WORDS - 2 && w * 4 + 8 < used[i] ? 5 : -1), "%d: %d at %d", i, got[w], (int)w);
	}
	ok(set(m, m)); // its own first word
	ok(set(m, size));
	ok(clReleaseMemObject(to));
	check_status(set(NULL, size), CL_INVALID_MEM_OBJECT);
	check_status(set(m, NULL), CL_INVALID_MEM_OBJECT);
	check_status(set(m, small), CL_INVALID_VALUE);
	check_status(set(image, size), CL_INVALID_VALUE);
	check_status(set(m, image), CL_INVALID_VALUE);
	check_status(set(m, far), CL_INVALID_CONTEXT);
	ok(clReleaseMemObject(m));
	ok(clReleaseMemObject(small));
	ok(clReleaseMemObject(size));
	ok(clReleaseMemObject(far));
	ok(clReleaseMemObject(image));
	ok(clReleaseContext(c));
}

int main(void) {
	open_device();
	for (int i = 0; i < WORDS; i++) numbers[i] = i * 1234567;
	if (has("cl_ext_immutable_memory_objects")) test_immutable_buffers(), test_immutable_images();
	if (has("cl_arm_import_memory")) test_imported();
	if (has("cl_intel_create_buffer_with_properties")) test_properties();
	if (has("cl_pocl_content_size")) test_content_size();
	return done();
}
