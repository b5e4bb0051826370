// Loader-managed dispatch of cl_khr_icd 2.0: the program does what a loader does with the library itself, and then goes on
// through the real loader, which may know the extension or not.
#include "check.h"
#include <CL/cl_icd.h>
#include <dlfcn.h>
#include <unistd.h>

static const intptr_t tag = 0x4F50454E434C3331; // CL_ICD2_TAG_KHR, which older headers do not have

typedef void *(*named_function)(const char *name);
typedef void *(*function_for_platform)(cl_platform_id platform, const char *name);
typedef cl_int (*set_dispatch_data)(cl_platform_id platform, void *data);
typedef cl_int (*get_platforms)(cl_uint count, cl_platform_id *platforms, cl_uint *found);

// word is the n-th word of an object.
static void *word(void *object, int n) { return ((void **)object)[n]; }

static void *library(void) {
	char path[4096] = "";
	const char *icd = getenv("OCL_ICD_VENDORS");
	FILE *file = icd ? fopen(icd, "r") : NULL;
	if (!file || !fgets(path, sizeof path, file)) return NULL;
	fclose(file);
	path[strcspn(path, "\n")] = 0;
	return dlopen(path, RTLD_NOW);
}

static void test_names(cl_platform_id p, function_for_platform find, void *driver) {
	static const char *const names[] = {"clGetPlatformIDs", "clUnloadCompiler", "clGetPlatformInfo", "clWaitForEvents",
		"clBuildProgram", "clEnqueueNDRangeKernel", "clSetContextDestructorCallback", "clGetExtensionFunctionAddressForPlatform",
		"clGetKernelSuggestedLocalWorkSize"};
	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		check(find(p, names[i]) && find(p, names[i]) == dlsym(driver, names[i]), "%s", names[i]);
	static const char *const none[] = {"", "cl", "clNoSuchFunction", "clock", "clGetPlatformID", "clGetPlatformIDsX", "zz"};
	for (unsigned i = 0; i < sizeof none / sizeof *none; i++) check(!find(p, none[i]), "%s", none[i]);
	check(!find(p, NULL), "a function without a name");
	check(!find(NULL, "clGetPlatformInfo"), "NULL platform");
	check(!find((cl_platform_id)&tag, "clGetPlatformInfo"), "garbage platform");
}

// test_objects makes one object of each kind and looks for the word in it.
static void test_objects(cl_platform_id p, void *data) {
	open_device();
	check(platform == p, "the loader gives another platform");
	const char *source = "kernel void k(global int *a) { a[get_global_id(0)] += 1; }";
	cl_program program = build(source);
	cl_kernel kernel = kernel_of(program, "k");
	int zeros[64] = {0};
	cl_mem buffer = buffer_of(sizeof zeros, zeros);
	arg(kernel, 0, buffer);
	size_t global = 64;
	cl_event event;
	ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, &event));
	read_back(buffer, zeros, sizeof zeros);
	check(zeros[0] == 1 && zeros[63] == 1, "%d %d", zeros[0], zeros[63]);
	void *objects[] = {platform, device, context, queue, program, kernel, buffer, event};
	for (unsigned i = 0; i < sizeof objects / sizeof *objects; i++)
		check(word(objects[i], 1) == data && word(objects[i], 0) == word(p, 0), "object %u", i);
	ok(clReleaseEvent(event));
	ok(clReleaseMemObject(buffer));
	ok(clReleaseKernel(kernel));
	ok(clReleaseProgram(program));
	ok(clReleaseCommandQueue(queue));
	ok(clReleaseContext(context));
}

int main(void) {
	if (other_driver()) {
		check(1, "other drivers need not know the extension");
		return done();
	}
	void *driver = library();
	check(driver != NULL, "%s", dlerror());
	if (!driver) return done();
	named_function named = (named_function)dlsym(driver, "clGetExtensionFunctionAddress");
	function_for_platform find = (function_for_platform)named("clIcdGetFunctionAddressForPlatformKHR");
	set_dispatch_data set = (set_dispatch_data)named("clIcdSetPlatformDispatchDataKHR");
	get_platforms platforms = (get_platforms)named("clIcdGetPlatformIDsKHR");
	check(find && set && platforms, "a function is missing");
	cl_platform_id p = NULL;
	ok(platforms(1, &p, NULL));
	cl_icd_dispatch *table = word(p, 0);
	check((intptr_t)table->clGetPlatformIDs == tag && (intptr_t)table->clUnloadCompiler == tag, "no tags");
	// the slot behind those of OpenCL 3.0, which loaders of 3.1 call through
	void *suggest = ((void **)table)[sizeof *table / sizeof(void *)];
	check(suggest == dlsym(driver, "clGetKernelSuggestedLocalWorkSize"), "%p", suggest);
	test_names(p, find, driver);
	cl_platform_id seen;
	ok(clGetPlatformIDs(1, &seen, NULL)); // a real loader that knows the extension gives its own word here
	void *before = word(p, 1);
	void *data = before ? before : &table;
	check_status(set(NULL, data), CL_INVALID_PLATFORM);
	check_status(set((cl_platform_id)&tag, data), CL_INVALID_PLATFORM);
	check(word(p, 1) == before, "a refused call has changed the word");
	ok(set(p, data));
	test_objects(p, data);
	cl_name_version versions[64];
	size_t bytes;
	ok(clGetPlatformInfo(p, CL_PLATFORM_EXTENSIONS_WITH_VERSION, sizeof versions, versions, &bytes));
	int found = 0;
	for (unsigned i = 0; i < bytes / sizeof *versions; i++)
		if (!strcmp(versions[i].name, "cl_khr_icd")) found = CL_VERSION_MAJOR(versions[i].version);
	check(found == 2, "cl_khr_icd %d", found);
	return done();
}
