//go:build cgo && linux && amd64

// What a probe does of OpenCL, through the loader. The prototypes are written here as far as they are used, so that its
// headers need not be installed.
#include "probe.h"

#include <dlfcn.h>
#include <stddef.h>

static void *library;

#define CALL(result, name, ...) ((result(*)(__VA_ARGS__))dlsym(library, #name))

const char *probe_open_loader(const char *name) {
	library = dlopen(name, RTLD_NOW | RTLD_GLOBAL);
	return library ? NULL : dlerror();
}

int32_t probe_platforms(uint32_t room, object *list, uint32_t *count) {
	return CALL(int32_t, clGetPlatformIDs, uint32_t, object *, uint32_t *)(room, list, count);
}

int32_t probe_platform_text(object platform, uint32_t name, size_t room, char *text) {
	return CALL(int32_t, clGetPlatformInfo, object, uint32_t, size_t, void *, size_t *)(platform, name, room, text, NULL);
}

int32_t probe_device_of(object platform, object *device) {
	return CALL(int32_t, clGetDeviceIDs, object, uint64_t, uint32_t, object *, uint32_t *)(platform, 0xffffffff, 1, device, NULL);
}

int32_t probe_device_info(object device, uint32_t name, size_t room, void *value) {
	return CALL(int32_t, clGetDeviceInfo, object, uint32_t, size_t, void *, size_t *)(device, name, room, value, NULL);
}

int32_t probe_begin(struct probe_session *s, object device, size_t bytes) {
	int32_t status;
	s->context = CALL(object, clCreateContext, void *, uint32_t, object *, void *, void *, int32_t *)(NULL, 1, &device, NULL, NULL, &status);
	if (status) return status;
	s->queue = CALL(object, clCreateCommandQueue, object, object, uint64_t, int32_t *)(s->context, device, 0, &status);
	if (status) return status;
	s->buffer = CALL(object, clCreateBuffer, object, uint64_t, size_t, void *, int32_t *)(s->context, 1, bytes, NULL, &status);
	return status;
}

int32_t probe_make(struct probe_session *s, object device, const char *source, const char *name) {
	int32_t status;
	s->program = CALL(object, clCreateProgramWithSource, object, uint32_t, const char **, size_t *, int32_t *)(s->context, 1, &source, NULL, &status);
	if (status) return status;
	status = CALL(int32_t, clBuildProgram, object, uint32_t, object *, const char *, void *, void *)(s->program, 1, &device, "", NULL, NULL);
	if (status) return status;
	s->kernel = CALL(object, clCreateKernel, object, const char *, int32_t *)(s->program, name, &status);
	if (status) return status;
	return CALL(int32_t, clSetKernelArg, object, uint32_t, size_t, const void *)(s->kernel, 0, sizeof s->buffer, &s->buffer);
}

void probe_drop(struct probe_session *s) {
	if (s->kernel) CALL(int32_t, clReleaseKernel, object)(s->kernel);
	if (s->program) CALL(int32_t, clReleaseProgram, object)(s->program);
	s->kernel = s->program = NULL;
}

int32_t probe_copy(struct probe_session *s, int is_write, size_t bytes, void *memory) {
	if (is_write)
		return CALL(int32_t, clEnqueueWriteBuffer, object, object, uint32_t, size_t, size_t, const void *, uint32_t, void *, void *)(s->queue, s->buffer, 1, 0, bytes, memory, 0, NULL, NULL);
	return CALL(int32_t, clEnqueueReadBuffer, object, object, uint32_t, size_t, size_t, void *, uint32_t, void *, void *)(s->queue, s->buffer, 1, 0, bytes, memory, 0, NULL, NULL);
}

int32_t probe_launch(struct probe_session *s, size_t items, size_t group) {
	int32_t status = CALL(int32_t, clEnqueueNDRangeKernel, object, object, uint32_t, size_t *, size_t *, size_t *, uint32_t, void *, void *)(s->queue, s->kernel, 1, NULL, &items, &group, 0, NULL, NULL);
	return status ? status : CALL(int32_t, clFinish, object)(s->queue);
}
