// The platform and its device answer every query with the size they promise, and say no to bad ones.
#include "check.h"

static char *platform_text(cl_platform_info name) {
	static char text[4096];
	size_t size = 0;
	ok(clGetPlatformInfo(platform, name, 0, NULL, &size));
	check(size > 0 && size <= sizeof text, "%x: size %zu", name, size);
	ok(clGetPlatformInfo(platform, name, size, text, NULL));
	check(strlen(text) + 1 == size, "%x: '%s' has size %zu", name, text, size);
	check_status(clGetPlatformInfo(platform, name, size - 1, text, NULL), CL_INVALID_VALUE);
	ok(clGetPlatformInfo(platform, name, size, text, NULL));
	return text;
}

static void test_platform(void) {
	cl_uint count = 0;
	ok(clGetPlatformIDs(0, NULL, &count));
	check(count >= 1, "%u platforms", count);
	check_status(clGetPlatformIDs(0, &platform, NULL), CL_INVALID_VALUE);
	check_status(clGetPlatformIDs(0, NULL, NULL), CL_INVALID_VALUE);
	check(strcmp(platform_text(CL_PLATFORM_PROFILE), "FULL_PROFILE") == 0, "profile");
	check(strncmp(platform_text(CL_PLATFORM_VERSION), "OpenCL 3.1 ", 11) == 0, "version");
	check(strlen(platform_text(CL_PLATFORM_NAME)) > 0, "name");
	check(strlen(platform_text(CL_PLATFORM_VENDOR)) > 0, "vendor");
	check(strstr(platform_text(CL_PLATFORM_EXTENSIONS), "cl_khr_icd") != NULL, "cl_khr_icd");
	check(strlen(platform_text(CL_PLATFORM_ICD_SUFFIX_KHR)) > 0, "suffix");
	cl_version version;
	ok(clGetPlatformInfo(platform, CL_PLATFORM_NUMERIC_VERSION, sizeof version, &version, NULL));
	check(CL_VERSION_MAJOR(version) == 3, "%x", version);
	check_status(clGetPlatformInfo(platform, 0x1234, 0, NULL, NULL), CL_INVALID_VALUE);
}

static void test_device_ids(void) {
	cl_uint count = 0;
	ok(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 0, NULL, &count));
	check(count >= 1, "%u devices", count);
	check_status(clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL), CL_DEVICE_NOT_FOUND);
	check_status(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, &device, NULL), CL_INVALID_VALUE);
	check_status(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clGetDeviceIDs(platform, 0, 1, &device, NULL), CL_INVALID_DEVICE_TYPE);
	ok(clGetDeviceIDs(platform, CL_DEVICE_TYPE_DEFAULT, 1, &device, NULL));
}

#define device_value(type, name) ({ type v_ = 0; ok(clGetDeviceInfo(device, name, sizeof v_, &v_, NULL)); v_; })

static void test_device_info(void) {
	check(device_value(cl_device_type, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU, "type");
	check(device_value(cl_uint, CL_DEVICE_MAX_COMPUTE_UNITS) >= 1, "compute units");
	check(device_value(cl_uint, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS) >= 3, "dimensions");
	check(device_value(size_t, CL_DEVICE_MAX_WORK_GROUP_SIZE) >= 256, "work-group size");
	check(device_value(cl_ulong, CL_DEVICE_GLOBAL_MEM_SIZE) >= 64 << 20, "memory");
	check(device_value(cl_ulong, CL_DEVICE_MAX_MEM_ALLOC_SIZE) >= device_value(cl_ulong, CL_DEVICE_GLOBAL_MEM_SIZE) / 4, "allocation");
	check(device_value(cl_ulong, CL_DEVICE_LOCAL_MEM_SIZE) >= 32768, "local memory");
	check(device_value(size_t, CL_DEVICE_MAX_PARAMETER_SIZE) >= 1024, "parameters");
	check(device_value(cl_uint, CL_DEVICE_ADDRESS_BITS) == 64, "address bits");
	check(device_value(cl_bool, CL_DEVICE_AVAILABLE) && device_value(cl_bool, CL_DEVICE_COMPILER_AVAILABLE), "available");
	check(device_value(cl_bool, CL_DEVICE_ENDIAN_LITTLE), "endian");
	check(device_value(cl_platform_id, CL_DEVICE_PLATFORM) == platform, "platform");
	check(device_value(cl_device_fp_config, CL_DEVICE_SINGLE_FP_CONFIG) & CL_FP_ROUND_TO_NEAREST, "rounding");
	check(device_value(cl_command_queue_properties, CL_DEVICE_QUEUE_ON_HOST_PROPERTIES) & CL_QUEUE_PROFILING_ENABLE, "profiling");
	size_t sizes[3];
	ok(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sizes, sizes, NULL));
	check(sizes[0] >= 256 && sizes[1] >= 1 && sizes[2] >= 1, "item sizes");
	check_status(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sizes - 1, sizes, NULL), CL_INVALID_VALUE);
	check_status(clGetDeviceInfo(device, 0x1, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clGetDeviceInfo(NULL, CL_DEVICE_NAME, 0, NULL, NULL), CL_INVALID_DEVICE);
	ok(clRetainDevice(device));
	ok(clReleaseDevice(device));
}

// Every query of OpenCL 3.0 has an answer.
static void test_all_queries(void) {
	for (cl_device_info name = 0x1000; name <= 0x106F; name++) {
		if (name == 0x102E + 0x100 || name == 0x1032 + 0x2000) continue;
		size_t size = 0;
		cl_int status = clGetDeviceInfo(device, name, 0, NULL, &size);
		if (status != CL_SUCCESS) continue;
		unsigned char value[65536];
		check(size <= sizeof value, "%x: %zu bytes", name, size);
		check_status(clGetDeviceInfo(device, name, size, value, NULL), CL_SUCCESS);
	}
	static const cl_device_info needed[] = {CL_DEVICE_NAME, CL_DEVICE_VENDOR, CL_DRIVER_VERSION, CL_DEVICE_PROFILE, CL_DEVICE_VERSION,
		CL_DEVICE_EXTENSIONS, CL_DEVICE_OPENCL_C_VERSION, CL_DEVICE_BUILT_IN_KERNELS, CL_DEVICE_ILS_WITH_VERSION,
		CL_DEVICE_EXTENSIONS_WITH_VERSION, CL_DEVICE_OPENCL_C_ALL_VERSIONS, CL_DEVICE_OPENCL_C_FEATURES,
		CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, CL_DEVICE_SVM_CAPABILITIES,
		CL_DEVICE_PIPE_SUPPORT, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT,
		CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT,
		CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED, CL_DEVICE_PARTITION_PROPERTIES,
		CL_DEVICE_REFERENCE_COUNT, CL_DEVICE_IMAGE_SUPPORT, CL_DEVICE_MAX_NUM_SUB_GROUPS};
	for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) ok(clGetDeviceInfo(device, needed[i], 0, NULL, NULL));
}

// The version of the conformance suite has the form vYYYY-MM-DD-XX with a possible date, also when none was passed.
static void test_conformance_version(void) {
	char text[64];
	int year, month, day, number, end = 0;
	ok(clGetDeviceInfo(device, CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED, sizeof text, text, NULL));
	int fields = sscanf(text, "v%4d-%2d-%2d-%2d%n", &year, &month, &day, &number, &end);
	check(fields == 4 && end == 14 && strlen(text) == 14, "%s", text);
	check(month >= 1 && month <= 12 && day >= 1 && day <= 31, "%s", text);
}

int main(void) {
	ok(clGetPlatformIDs(1, &platform, NULL));
	test_platform();
	test_device_ids();
	test_device_info();
	test_all_queries();
	test_conformance_version();
	return done();
}
