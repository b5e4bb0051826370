// What extensions brought to the API, and OpenCL 3.1 made core in part: identifiers, suggested local sizes, queues with
// properties. The identifiers are printed, for a comparison of processes (conformance/features_test.go).
#define _GNU_SOURCE
#include "check.h"
#include <dlfcn.h>

static int has_extension(const char *name) {
	static char list[8192];
	ok(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof list, list, NULL));
	size_t length = strlen(name);
	for (char *at = list; (at = strstr(at, name)); at += length)
		if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length])) return 1;
	return 0;
}

static void print_uuid(const cl_uchar uuid[CL_UUID_SIZE_KHR]) {
	printf("UUID ");
	for (int i = 0; i < CL_UUID_SIZE_KHR; i++) printf("%02x", uuid[i]);
	printf("\n");
}

static void test_uuid(void) {
	if (!has_extension("cl_khr_device_uuid")) return;
	cl_uchar device_uuid[CL_UUID_SIZE_KHR], driver_uuid[CL_UUID_SIZE_KHR], again[CL_UUID_SIZE_KHR];
	size_t size = 0;
	ok(clGetDeviceInfo(device, CL_DEVICE_UUID_KHR, sizeof device_uuid, device_uuid, &size));
	check(size == CL_UUID_SIZE_KHR, "%zu", size);
	ok(clGetDeviceInfo(device, CL_DEVICE_UUID_KHR, sizeof again, again, NULL));
	check(!memcmp(device_uuid, again, sizeof again), "the identifier changed");
	ok(clGetDeviceInfo(device, CL_DRIVER_UUID_KHR, sizeof driver_uuid, driver_uuid, NULL));
	check(memcmp(device_uuid, driver_uuid, sizeof again), "device and driver have the same identifier");
	print_uuid(device_uuid);
	print_uuid(driver_uuid);
	cl_bool valid = 2;
	ok(clGetDeviceInfo(device, CL_DEVICE_LUID_VALID_KHR, sizeof valid, &valid, NULL));
	check(valid == CL_TRUE || valid == CL_FALSE, "%u", valid);
	cl_uchar luid[CL_LUID_SIZE_KHR];
	ok(clGetDeviceInfo(device, CL_DEVICE_LUID_KHR, sizeof luid, luid, NULL));
	cl_uint mask;
	ok(clGetDeviceInfo(device, CL_DEVICE_NODE_MASK_KHR, sizeof mask, &mask, NULL));
}

static const char *const source =
	"kernel void sizes(global ulong *out) { if (get_global_linear_id() == 0) for (int i = 0; i < 3; i++) out[i] = get_enqueued_local_size(i); }\n"
	"kernel __attribute__((reqd_work_group_size(8, 2, 1))) void fixed(global ulong *out) { }\n";

// core_function is a function of OpenCL 3.1, which loaders of Debian 12 do not know: from the driver itself.
static void *core_function(const char *name) {
	Dl_info driver;
	void *known = clGetExtensionFunctionAddressForPlatform(platform, "clGetKernelSuggestedLocalWorkSizeKHR");
	check(dladdr(known, &driver), "the driver is not found");
	void *library = dlopen(driver.dli_fname, RTLD_NOW | RTLD_NOLOAD);
	return library ? dlsym(library, name) : NULL;
}

// The suggestion is what a launch without a local size gets.
static void test_suggested_size(clGetKernelSuggestedLocalWorkSizeKHR_fn suggest) {
	check(suggest != NULL, "no function");
	if (!suggest) return;
	cl_program program = build_with(source, "-cl-std=CL3.0");
	cl_kernel kernel = kernel_of(program, "sizes"), fixed = kernel_of(program, "fixed"), unset = kernel_of(program, "sizes");
	cl_mem out = buffer_of(3 * sizeof(cl_ulong), NULL);
	arg(kernel, 0, out);
	arg(fixed, 0, out);
	static const size_t globals[][3] = {{1, 1, 1}, {1000, 1, 1}, {1009, 3, 1}, {64, 64, 64}, {5, 7, 11}, {1 << 20, 1, 1}};
	for (size_t i = 0; i < sizeof globals / sizeof *globals; i++) {
		for (cl_uint dim = 1; dim <= 3; dim++) {
			size_t local[3] = {1, 1, 1};
			cl_ulong used[3];
			ok(suggest(queue, kernel, dim, NULL, globals[i], local));
			ok(clEnqueueNDRangeKernel(queue, kernel, dim, NULL, globals[i], NULL, 0, NULL, NULL));
			read_back(out, used, sizeof used);
			for (int d = 0; d < 3; d++) check(used[d] == local[d], "%zu, %u dimensions: %lu, suggested %zu", i, dim, used[d], local[d]);
		}
	}
	size_t global[2] = {64, 64}, zero[2] = {64, 0}, local[2];
	ok(suggest(queue, fixed, 2, NULL, global, local));
	check(local[0] == 8 && local[1] == 2, "%zu %zu", local[0], local[1]);
	check_status(suggest(NULL, kernel, 2, NULL, global, local), CL_INVALID_COMMAND_QUEUE);
	check_status(suggest(queue, NULL, 2, NULL, global, local), CL_INVALID_KERNEL);
	check_status(suggest(queue, unset, 2, NULL, global, local), CL_INVALID_KERNEL_ARGS);
	check_status(suggest(queue, kernel, 0, NULL, global, local), CL_INVALID_WORK_DIMENSION);
	check_status(suggest(queue, kernel, 4, NULL, global, local), CL_INVALID_WORK_DIMENSION);
	check_status(suggest(queue, kernel, 2, NULL, NULL, local), CL_INVALID_GLOBAL_WORK_SIZE);
	check_status(suggest(queue, kernel, 2, NULL, zero, local), CL_INVALID_GLOBAL_WORK_SIZE);
	check_status(suggest(queue, kernel, 2, NULL, global, NULL), CL_INVALID_VALUE);
	size_t far[2] = {SIZE_MAX, 0};
	check_status(suggest(queue, kernel, 2, far, global, local), CL_INVALID_GLOBAL_OFFSET);
}

static void test_create_queue(void) {
	if (!has_extension("cl_khr_create_command_queue")) return;
	clCreateCommandQueueWithPropertiesKHR_fn create =
		(clCreateCommandQueueWithPropertiesKHR_fn)clGetExtensionFunctionAddressForPlatform(platform, "clCreateCommandQueueWithPropertiesKHR");
	check(create != NULL, "no function");
	if (!create) return;
	cl_queue_properties_khr list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0}, wrong[] = {CL_QUEUE_SIZE + 0x100, 1, 0};
	cl_int status = 1;
	cl_command_queue made = create(context, device, list, &status);
	ok(status);
	cl_command_queue_properties properties = 0;
	ok(clGetCommandQueueInfo(made, CL_QUEUE_PROPERTIES, sizeof properties, &properties, NULL));
	check(properties == CL_QUEUE_PROFILING_ENABLE, "%lx", (long)properties);
	ok(clReleaseCommandQueue(made));
	check(!create(context, device, wrong, &status) && status == CL_INVALID_VALUE, "%d", status);
}

// What the device can do with floats in memory, clocks and dot products agrees with its extensions.
static void test_capabilities(void) {
	cl_bitfield single = 0, twice = 0, half = 0, clocks = 0, dots = 0;
	if (has_extension("cl_ext_float_atomics")) {
		ok(clGetDeviceInfo(device, 0x4231, sizeof single, &single, NULL));
		ok(clGetDeviceInfo(device, 0x4232, sizeof twice, &twice, NULL));
		ok(clGetDeviceInfo(device, 0x4233, sizeof half, &half, NULL));
		check(single == 0x70007 && twice == 0x70007, "%lx, %lx", (long)single, (long)twice);
		check(half == (has_extension("cl_khr_fp16") ? 0x70007 : 0), "%lx", (long)half);
	}
	if (has_extension("cl_khr_kernel_clock")) {
		ok(clGetDeviceInfo(device, 0x1076, sizeof clocks, &clocks, NULL));
		check(clocks == 7, "%lx", (long)clocks);
	}
	if (has_extension("cl_khr_integer_dot_product")) {
		cl_device_integer_dot_product_acceleration_properties_khr bytes, packed;
		ok(clGetDeviceInfo(device, CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR, sizeof dots, &dots, NULL));
		check(dots == 3, "%lx", (long)dots);
		ok(clGetDeviceInfo(device, CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR, sizeof bytes, &bytes, NULL));
		ok(clGetDeviceInfo(device, CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR, sizeof packed, &packed, NULL));
		check(!memcmp(&bytes, &packed, sizeof bytes), "the same operations, but not both accelerated");
	}
}

int main(void) {
	open_device();
	test_capabilities();
	check(!clGetExtensionFunctionAddressForPlatform(platform, "clNoSuchFunction"), "a function without a name");
	test_uuid();
	if (has_extension("cl_khr_suggested_local_work_size"))
		test_suggested_size(clGetExtensionFunctionAddressForPlatform(platform, "clGetKernelSuggestedLocalWorkSizeKHR"));
	if (!other_driver()) test_suggested_size(core_function("clGetKernelSuggestedLocalWorkSize"));
	test_create_queue();
	return done();
}
