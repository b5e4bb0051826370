// How long an application waits until it knows the device: the process is fresh, and does what a loader and a usual
// application do. Prints "load NANOSECONDS" (of dlopen), "discover NANOSECONDS" (of all queries together) and "context
// NANOSECONDS" (of making a context, the first call of a program that has chosen the device).
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <CL/cl_icd.h>
#include <dlfcn.h>
#include <stdio.h>
#include <time.h>

static const cl_platform_info platform_queries[] = {CL_PLATFORM_EXTENSIONS, 0x0920 /* CL_PLATFORM_ICD_SUFFIX_KHR */,
	CL_PLATFORM_NAME, CL_PLATFORM_VERSION};
static const cl_device_info device_queries[] = {CL_DEVICE_NAME, CL_DEVICE_VENDOR, CL_DEVICE_TYPE, CL_DEVICE_VERSION,
	CL_DRIVER_VERSION, CL_DEVICE_EXTENSIONS, CL_DEVICE_MAX_COMPUTE_UNITS, CL_DEVICE_MAX_CLOCK_FREQUENCY,
	CL_DEVICE_GLOBAL_MEM_SIZE, CL_DEVICE_LOCAL_MEM_SIZE, CL_DEVICE_MAX_MEM_ALLOC_SIZE, CL_DEVICE_MAX_WORK_GROUP_SIZE,
	CL_DEVICE_IMAGE_SUPPORT};

static long long now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static int fail(const char *what) {
	printf("error %s\n", what);
	return 1;
}

int main(int count, char **words) {
	static char answer[1 << 16];
	long long started = now();
	void *driver = count > 1 ? dlopen(words[1], RTLD_NOW) : NULL;
	long long loaded = now();
	if (!driver) return fail(dlerror());
	void *(*function)(const char *) = (void *(*)(const char *))dlsym(driver, "clGetExtensionFunctionAddress");
	if (!function) return fail("no clGetExtensionFunctionAddress");
	cl_int (*platforms)(cl_uint, cl_platform_id *, cl_uint *) =
		(cl_int(*)(cl_uint, cl_platform_id *, cl_uint *))function("clIcdGetPlatformIDsKHR");
	cl_platform_id platform;
	cl_device_id device;
	if (!platforms || platforms(1, &platform, NULL)) return fail("no platform");
	cl_icd_dispatch *call = *(cl_icd_dispatch **)platform;
	for (unsigned i = 0; i < sizeof platform_queries / sizeof *platform_queries; i++)
		if (call->clGetPlatformInfo(platform, platform_queries[i], sizeof answer, answer, NULL)) return fail("platform query");
	if (call->clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL)) return fail("no device");
	for (unsigned i = 0; i < sizeof device_queries / sizeof *device_queries; i++)
		if (call->clGetDeviceInfo(device, device_queries[i], sizeof answer, answer, NULL)) return fail("device query");
	long long discovered = now();
	cl_int status;
	if (!call->clCreateContext(NULL, 1, &device, NULL, NULL, &status)) return fail("no context");
	printf("load %lld\ndiscover %lld\ncontext %lld\n", loaded - started, discovered - loaded, now() - discovered);
	return 0;
}
