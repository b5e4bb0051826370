// How programs read modules; tests run in the folder above.
#ifndef HEDDLE_MODULES_H
#define HEDDLE_MODULES_H

#include "check.h"

static inline unsigned char *read_module_at(const char *path, size_t *bytes) {
	FILE *f = fopen(path, "rb");
	unsigned char *code = malloc(1 << 20);
	*bytes = f ? fread(code, 1, 1 << 20, f) : 0;
	if (f) fclose(f);
	check(*bytes > 20, "no module %s", path);
	return code;
}

static inline unsigned char *read_module(const char *name, size_t *bytes) {
	char path[200];
	snprintf(path, sizeof path, "spirv/%s.spv", name);
	return read_module_at(path, bytes);
}

// load_module_at makes a program of a module.
static inline cl_program load_module_at(const char *path) {
	size_t bytes;
	unsigned char *code = read_module_at(path, &bytes);
	cl_int status;
	cl_program program = clCreateProgramWithIL(context, code, bytes, &status);
	ok(status);
	free(code);
	return program;
}

static inline cl_program load_module(const char *name) {
	char path[200];
	snprintf(path, sizeof path, "spirv/%s.spv", name);
	return load_module_at(path);
}

#endif
