// clGetKernelSubGroupInfo with every query and error code, the device's answers about sub-groups, and that a kernel sees
// what the queries tell: for all sizes that the device has.
#include "check.h"

#ifndef CL_DEVICE_SUB_GROUP_SIZES_INTEL
#define CL_DEVICE_SUB_GROUP_SIZES_INTEL 0x4108
#define CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL 0x410A
#endif

typedef CL_API_ENTRY cl_int (CL_API_CALL *sub_group_info)(cl_kernel, cl_device_id, cl_kernel_sub_group_info, size_t, const void *, size_t, void *, size_t *);

static size_t sizes[16], size_count;

static void test_device(void) {
	cl_uint most = 0;
	cl_bool progress = 2;
	size_t bytes = 0;
	ok(clGetDeviceInfo(device, CL_DEVICE_MAX_NUM_SUB_GROUPS, sizeof most, &most, NULL));
	ok(clGetDeviceInfo(device, CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, sizeof progress, &progress, NULL));
	check(progress == CL_TRUE, "cl_khr_subgroups wants it");
	ok(clGetDeviceInfo(device, CL_DEVICE_SUB_GROUP_SIZES_INTEL, sizeof sizes, sizes, &bytes));
	size_count = bytes / sizeof *sizes;
	check(size_count > 0 && bytes % sizeof *sizes == 0, "%zu bytes", bytes);
	size_t items;
	ok(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof items, &items, NULL));
	for (size_t i = 0; i < size_count; i++)
		check(items / sizes[i] <= most && sizes[i] <= items, "%zu", sizes[i]);
}

static cl_kernel kernel_with(size_t size, const char *group) {
	char source[2000], attribute[100] = "";
	if (size) sprintf(attribute, "__attribute__((intel_reqd_sub_group_size(%zu)))", size);
	snprintf(source, sizeof source,
		"kernel %s %s void places(global uint *out) {\n"
		"  size_t i = get_global_linear_id();\n"
		"  out[4 * i] = get_max_sub_group_size(); out[4 * i + 1] = get_num_sub_groups();\n"
		"  out[4 * i + 2] = get_sub_group_size(); out[4 * i + 3] = sub_group_reduce_add(1u); }\n", attribute, group);
	return kernel_of(build_with(source, "-cl-std=CL3.0"), "places");
}

// query is one number.
static size_t query(cl_kernel kernel, cl_kernel_sub_group_info name, size_t count, const size_t *input) {
	size_t value = 12345, bytes = 0;
	ok(clGetKernelSubGroupInfo(kernel, device, name, count * sizeof *input, input, sizeof value, &value, &bytes));
	check(bytes == sizeof value, "%zu", bytes);
	return value;
}

static void test_launch(cl_kernel kernel, int dimensions, const size_t *local) {
	size_t items = 1;
	for (int i = 0; i < dimensions; i++) items *= local[i];
	size_t size = query(kernel, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, dimensions, local);
	size_t count = query(kernel, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, dimensions, local);
	check(count == (items + size - 1) / size, "%zu of %zu in %zu", count, size, items);
	cl_mem out = buffer_of(16 * items, NULL);
	arg(kernel, 0, out);
	ok(clEnqueueNDRangeKernel(queue, kernel, dimensions, NULL, local, local, 0, NULL, NULL));
	cl_uint *got = malloc(16 * items);
	read_back(out, got, 16 * items);
	for (size_t i = 0; i < items; i++) {
		size_t own = items - i / size * size < size ? items % size : size;
		check(got[4 * i] == size && got[4 * i + 1] == count, "item %zu: %u, %u", i, got[4 * i], got[4 * i + 1]);
		check(got[4 * i + 2] == own && got[4 * i + 3] == own, "item %zu: %u, %u", i, got[4 * i + 2], got[4 * i + 3]);
	}
	free(got);
	clReleaseMemObject(out);
}

static void test_kernel(size_t required) {
	cl_kernel kernel = kernel_with(required, "");
	static const size_t locals[][3] = {{1, 1, 1}, {7, 1, 1}, {64, 1, 1}, {200, 1, 1}, {12, 5, 1}, {4, 4, 4}, {3, 5, 7}};
	for (size_t i = 0; i < sizeof locals / sizeof *locals; i++) {
		test_launch(kernel, 3, locals[i]);
		if (locals[i][2] == 1) test_launch(kernel, 2, locals[i]);
		if (locals[i][1] * locals[i][2] == 1) test_launch(kernel, 1, locals[i]);
	}
	size_t size = query(kernel, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, 1, locals[2]);
	check(query(kernel, CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, 0, NULL) == required, "%zu", required);
	check(!required || size == required, "%zu, not %zu", size, required);
	check(query(kernel, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, 0, NULL) == 0, "no attribute for it");
	size_t most = query(kernel, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL), items;
	ok(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof items, &items, NULL));
	check(most == items / size, "%zu", most);
	for (size_t count = 0; count <= most + 1; count += count < 4 || count >= most - 1 ? 1 : most - 5) {
		size_t local[3] = {9, 9, 9}, bytes;
		for (size_t n = 1; n <= 3; n++) {
			ok(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof count, &count, n * sizeof *local, local, &bytes));
			int fits = count > 0 && count <= most;
			check(bytes == n * sizeof *local && local[0] == (fits ? count * size : 0), "%zu: %zu", count, local[0]);
			for (size_t i = 1; i < n; i++) check(local[i] == (size_t)fits, "%zu", local[i]);
		}
		if (count > 0 && count <= 4) test_launch(kernel, 1, local);
	}
	clReleaseKernel(kernel);
}

static void test_required_group(void) {
	cl_kernel kernel = kernel_with(16, "__attribute__((reqd_work_group_size(64, 1, 1)))");
	size_t local = 9, four = 4, five = 5;
	ok(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof four, &four, sizeof local, &local, NULL));
	check(local == 64, "%zu", local);
	ok(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof five, &five, sizeof local, &local, NULL));
	check(local == 0, "%zu", local);
}

static void test_errors(void) {
	cl_kernel kernel = kernel_with(0, "");
	size_t local[4] = {64, 1, 1, 1}, value[4], bytes = 0;
	const cl_kernel_sub_group_info size = CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, count = CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
		for_count = CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT;
	ok(clGetKernelSubGroupInfo(kernel, NULL, size, 8, local, 8, value, NULL)); // the only device
	ok(clGetKernelSubGroupInfo(kernel, device, size, 8, local, 0, NULL, &bytes));
	check(bytes == 8, "%zu", bytes);
	ok(clGetKernelSubGroupInfo(kernel, device, size, 8, local, sizeof value, value, &bytes));
	check(bytes == 8, "%zu", bytes);
	check_robust(clGetKernelSubGroupInfo(NULL, device, size, 8, local, 8, value, NULL), CL_INVALID_KERNEL);
	check_robust(clGetKernelSubGroupInfo(other_kind(queue), device, size, 8, local, 8, value, NULL), CL_INVALID_KERNEL);
	check_robust(clGetKernelSubGroupInfo(kernel, other_kind(queue), size, 8, local, 8, value, NULL), CL_INVALID_DEVICE);
	check_status(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_NUM_ARGS, 8, local, 8, value, NULL), CL_INVALID_VALUE);
	check_status(clGetKernelSubGroupInfo(kernel, device, 0, 8, local, 8, value, NULL), CL_INVALID_VALUE);
	const cl_kernel_sub_group_info all[] = {size, count, for_count, CL_KERNEL_MAX_NUM_SUB_GROUPS, CL_KERNEL_COMPILE_NUM_SUB_GROUPS};
	for (int i = 0; i < 5; i++)
		check_status(clGetKernelSubGroupInfo(kernel, device, all[i], 8, local, 7, value, NULL), CL_INVALID_VALUE);
	for (int i = 0; i < 3; i++) {
		check_status(clGetKernelSubGroupInfo(kernel, device, all[i], 8, NULL, 8, value, NULL), CL_INVALID_VALUE);
		check_status(clGetKernelSubGroupInfo(kernel, device, all[i], 0, local, 8, value, NULL), CL_INVALID_VALUE);
		check_status(clGetKernelSubGroupInfo(kernel, device, all[i], 7, local, 8, value, NULL), CL_INVALID_VALUE);
		check_status(clGetKernelSubGroupInfo(kernel, device, all[i], 32, local, 8, value, NULL), CL_INVALID_VALUE);
	}
	check_status(clGetKernelSubGroupInfo(kernel, device, for_count, 16, local, 8, value, NULL), CL_INVALID_VALUE);
	sub_group_info khr = (sub_group_info)clGetExtensionFunctionAddressForPlatform(platform, "clGetKernelSubGroupInfoKHR");
	check(khr != NULL, "cl_khr_subgroups");
	if (!khr) return;
	ok(khr(kernel, device, size, 8, local, 8, value, NULL));
	ok(khr(kernel, device, count, 24, local, 8, value + 1, NULL));
	check(value[1] == (64 + value[0] - 1) / value[0], "%zu of %zu", value[1], value[0]);
	check_status(khr(kernel, device, size, 8, NULL, 8, value, NULL), CL_INVALID_VALUE);
}

// builds tells whether source builds, and that the log has a word if not.
static void fails(const char *source, const char *word) {
	cl_int status;
	char log[4096] = "";
	cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
	ok(status);
	check_status(clBuildProgram(program, 1, &device, "-cl-std=CL3.0", NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
	ok(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
	check(strstr(log, word) != NULL, "the log is: %s", log);
}

static void test_diagnostics(void) {
	fails("kernel __attribute__((intel_reqd_sub_group_size(5))) void k(void) {}", "sub-groups of 5");
	fails("kernel __attribute__((intel_reqd_sub_group_size(128))) void k(void) {}", "sub-groups of 128");
	fails("kernel __attribute__((qcom_reqd_sub_group_size(\"full\"))) void k(void) {}", "128");
	fails("kernel __attribute__((qcom_reqd_sub_group_size(\"some\"))) void k(void) {}", "\"half\" or \"full\"");
	fails("kernel void k(global int *a, int n) { *a = sub_group_clustered_reduce_add(*a, n); }", "constant power of two");
	fails("kernel void k(global int *a) { *a = sub_group_clustered_reduce_add(*a, 3); }", "constant power of two");
	cl_kernel kernel = kernel_of(build_with("kernel __attribute__((qcom_reqd_sub_group_size(\"half\"))) void k(global uint *a) { *a = get_max_sub_group_size(); }", "-cl-std=CL3.0"), "k");
	size_t one = 1;
	check(query(kernel, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, 1, &one) == 64, "half is 64");
}

int main(void) {
	open_device();
	test_device();
	test_kernel(0);
	for (size_t i = 0; i < size_count; i++) test_kernel(sizes[i]);
	test_required_group();
	test_errors();
	test_diagnostics();
	return done();
}
