// How long commands on images take beside clEnqueueCopyBuffer of as many bytes: for each size the commands take turns, and the
// least time of each counts. Prints nothing if the device has no images, else lines "SIZE_COMMAND NANOSECONDS". Parts are the image without a border of one element, so that
// their rows have gaps between them.
#define CL_TARGET_OPENCL_VERSION 120
#include "driver.h"

enum { ROUNDS = 40 };

typedef struct {
	const char *name;
	size_t width, height, depth; // depth 1: a 2D image
} Size;

// of one byte an element: rows of some pages, of some lines, and all of it in a cache
static const Size sizes[] = {{"wide", 8192, 4096, 1}, {"narrow", 1024, 32768, 1}, {"volume", 512, 256, 256}, {"cached", 512, 512, 1}};

static const Size *size;
static cl_mem buffer, other, image, target;
static void *host;
static const size_t origin[3];
static size_t inner[3], whole[3], part[3];
static cl_uchar colour[16];

static size_t bytes(const size_t *region) { return region[0] * region[1] * region[2]; }

static cl_int copy_buffer(void) { return clEnqueueCopyBuffer(queue, buffer, other, 0, 0, bytes(whole), 0, NULL, NULL); }
static cl_int fill_buffer(void) { return clEnqueueFillBuffer(queue, buffer, colour, 1, 0, bytes(whole), 0, NULL, NULL); }
static cl_int read_buffer(void) { return clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, bytes(whole), host, 0, NULL, NULL); }
static cl_int write_buffer(void) { return clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, bytes(whole), host, 0, NULL, NULL); }
static cl_int copy_whole(void) { return clEnqueueCopyImage(queue, image, target, origin, origin, whole, 0, NULL, NULL); }
static cl_int copy_part(void) { return clEnqueueCopyImage(queue, image, target, inner, inner, part, 0, NULL, NULL); }
static cl_int read_part(void) { return clEnqueueReadImage(queue, image, CL_FALSE, inner, part, 0, 0, host, 0, NULL, NULL); }
static cl_int write_part(void) { return clEnqueueWriteImage(queue, image, CL_FALSE, inner, part, 0, 0, host, 0, NULL, NULL); }
static cl_int part_to_buffer(void) { return clEnqueueCopyImageToBuffer(queue, image, buffer, inner, part, 0, 0, NULL, NULL); }
static cl_int part_of_buffer(void) { return clEnqueueCopyBufferToImage(queue, buffer, image, 0, inner, part, 0, NULL, NULL); }
static cl_int fill_whole(void) { return clEnqueueFillImage(queue, image, colour, origin, whole, 0, NULL, NULL); }
static cl_int fill_part(void) { return clEnqueueFillImage(queue, image, colour, inner, part, 0, NULL, NULL); }

static cl_int map_part(void) {
	size_t row, slice;
	cl_int status;
	void *mapped = clEnqueueMapImage(queue, image, CL_FALSE, CL_MAP_READ | CL_MAP_WRITE, inner, part, &row, &slice, 0, NULL, NULL, &status);
	return status ? status : clEnqueueUnmapMemObject(queue, image, mapped, 0, NULL, NULL);
}

static const struct {
	const char *name;
	cl_int (*enqueue)(void);
} commands[] = {{"copy_buffer", copy_buffer}, {"copy_whole", copy_whole}, {"copy_part", copy_part}, {"read_buffer", read_buffer},
	{"read_part", read_part}, {"write_buffer", write_buffer}, {"write_part", write_part}, {"part_to_buffer", part_to_buffer}, {"part_of_buffer", part_of_buffer}, {"map_part", map_part},
	{"fill_buffer", fill_buffer}, {"fill_whole", fill_whole}, {"fill_part", fill_part}};
enum { COMMANDS = sizeof commands / sizeof *commands };

static cl_mem new_image(void) {
	cl_image_format format = {CL_R, CL_UNSIGNED_INT8};
	cl_image_desc desc = {size->depth > 1 ? CL_MEM_OBJECT_IMAGE3D : CL_MEM_OBJECT_IMAGE2D, size->width, size->height, size->depth};
	cl_int status;
	cl_mem created = clCreateImage(context, 0, &format, &desc, NULL, &status);
	must(status, "clCreateImage");
	return created;
}

static cl_mem new_buffer(void) {
	cl_int status;
	cl_mem created = clCreateBuffer(context, 0, bytes(whole), NULL, &status);
	must(status, "clCreateBuffer");
	return created;
}

static void prepare(void) {
	size_t lengths[3] = {size->width, size->height, size->depth};
	for (int i = 0; i < 3; i++) {
		inner[i] = lengths[i] > 1;
		whole[i] = lengths[i];
		part[i] = lengths[i] - 2 * inner[i];
	}
	image = new_image(), target = new_image();
	buffer = new_buffer(), other = new_buffer();
	host = random_elements("u8", bytes(whole), 256);
}

static void release(void) {
	clReleaseMemObject(image), clReleaseMemObject(target);
	clReleaseMemObject(buffer), clReleaseMemObject(other);
	free(host);
}

int main(void) {
	open_driver();
	cl_bool images = CL_FALSE;
	must(clGetDeviceInfo(device, CL_DEVICE_IMAGE_SUPPORT, sizeof images, &images, NULL), "clGetDeviceInfo");
	if (!images) return 0;
	for (size = sizes; size < sizes + sizeof sizes / sizeof *sizes; size++) {
		long long least[COMMANDS];
		prepare();
		for (int round = 0; round < ROUNDS; round++)
			for (int i = 0; i < COMMANDS; i++) {
				long long began = now();
				must(commands[i].enqueue(), commands[i].name);
				must(clFinish(queue), "clFinish");
				long long took = now() - began;
				if (round == 0 || took < least[i]) least[i] = took;
			}
		for (int i = 0; i < COMMANDS; i++) printf("%s_%s %lld\n", size->name, commands[i].name, least[i]);
		release();
	}
	return 0;
}
