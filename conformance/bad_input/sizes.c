// Offsets, sizes, pitches and regions of all magnitudes in all combinations, many of which overflow when they are added or
// multiplied: what lies within the buffer is done, everything else is refused.
#include "check.h"

enum { BYTES = 256 };

static const size_t sizes[] = {SIZE_MAX, SIZE_MAX - 15, (size_t)1 << 63, ((size_t)1 << 63) - 1, (size_t)1 << 62, (size_t)1 << 32,
	((size_t)1 << 32) - 1, BYTES + 1, BYTES, BYTES - 1, 1, 0};
enum { SIZES = sizeof sizes / sizeof *sizes };

static cl_mem buffer, other;
static char host[BYTES];

// is_right wants success exactly if a command is legal, and either for empty ones, on which the versions of the
// specification differ.
static void is_right(const char *what, cl_int status, size_t offset, size_t size) {
	int is_legal = offset < BYTES && size <= BYTES - offset;
	check(size == 0 || (status == CL_SUCCESS) == is_legal, "%s from %zx, %zx bytes: %d", what, offset, size, status);
}

static void linear(size_t offset, size_t size) {
	const cl_buffer_region region = {offset, size};
	cl_int status;
	is_right("read", clEnqueueReadBuffer(queue, buffer, CL_TRUE, offset, size, host, 0, NULL, NULL), offset, size);
	is_right("write", clEnqueueWriteBuffer(queue, buffer, CL_TRUE, offset, size, host, 0, NULL, NULL), offset, size);
	is_right("copy from", clEnqueueCopyBuffer(queue, buffer, other, offset, 0, size, 0, NULL, NULL), offset, size);
	is_right("copy to", clEnqueueCopyBuffer(queue, buffer, other, 0, offset, size, 0, NULL, NULL), offset, size);
	is_right("fill", clEnqueueFillBuffer(queue, buffer, host, 1, offset, size, 0, NULL, NULL), offset, size);
	void *mapped = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, offset, size, 0, NULL, NULL, &status);
	is_right("map", status, offset, size);
	if (mapped) ok(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, NULL, NULL));
	cl_mem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
	check(!part || (offset < BYTES && size <= BYTES - offset), "a part from %zx, %zx bytes", offset, size);
	if (part) ok(clReleaseMemObject(part));
}

// rows reads width times height times depth bytes that lie together in both memories.
static void rows(size_t width, size_t height, size_t depth) {
	size_t zeros[3] = {0}, region[3] = {width, height, depth};
	unsigned __int128 area = (unsigned __int128)width * height;
	int is_legal = area > 0 && area <= BYTES && depth > 0 && area * depth <= BYTES;
	cl_int status = clEnqueueReadBufferRect(queue, buffer, CL_TRUE, zeros, zeros, region, 0, 0, 0, 0, host, 0, NULL, NULL);
	check((status == CL_SUCCESS) == is_legal, "region %zx %zx %zx: %d", width, height, depth, status);
}

// byte reads one byte that lies in row y of slice z.
static void byte(size_t y, size_t z, size_t row_pitch, size_t slice_pitch) {
	size_t origin[3] = {0, y, z}, zeros[3] = {0}, one[3] = {1, 1, 1};
	unsigned __int128 row = row_pitch ? row_pitch : 1, slice = slice_pitch ? slice_pitch : row;
	int is_inside = y * row < BYTES && z * slice < BYTES && y * row + z * slice < BYTES;
	cl_int status = clEnqueueReadBufferRect(queue, buffer, CL_TRUE, origin, zeros, one, row_pitch, slice_pitch, 0, 0, host, 0, NULL, NULL);
	check(status != CL_SUCCESS || is_inside, "row %zx of %zx, slice %zx of %zx", y, row_pitch, z, slice_pitch);
}

int main(void) {
	open_device();
	if (other_driver()) { // others add and multiply without looking
		check(1);
		return done();
	}
	buffer = buffer_of(BYTES, NULL);
	other = buffer_of(BYTES, NULL);
	for (int i = 0; i < SIZES; i++)
		for (int j = 0; j < SIZES; j++) {
			linear(sizes[i], sizes[j]);
			for (int k = 0; k < SIZES; k++) {
				rows(sizes[i], sizes[j], sizes[k]);
				for (int l = 0; l < SIZES; l++) byte(sizes[i], sizes[j], sizes[k], sizes[l]);
			}
		}
	return done();
}
