// Every query of clGetDeviceInfo from OpenCL 1.0 to 3.1: the size it promises, what it does with a value that is too
// small or larger than needed, the minima of the full profile, and answers that must fit together.
#include "check.h"

// What a query gives: one value of a size, a string, or a list whose elements have a size.
enum shape { ONE, TEXT, LIST };

struct query {
	cl_device_info name;
	enum shape shape;
	size_t size;
	const char *spelling;
};

#define one(name, type) {name, ONE, sizeof(type), #name}
#define text(name) {name, TEXT, 1, #name}
#define list(name, type) {name, LIST, sizeof(type), #name}

static const struct query queries[] = {
	one(CL_DEVICE_TYPE, cl_device_type), one(CL_DEVICE_VENDOR_ID, cl_uint), one(CL_DEVICE_MAX_COMPUTE_UNITS, cl_uint),
	one(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, cl_uint), list(CL_DEVICE_MAX_WORK_ITEM_SIZES, size_t),
	one(CL_DEVICE_MAX_WORK_GROUP_SIZE, size_t), one(CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, cl_uint),
	one(CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, cl_uint), one(CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, cl_uint),
	one(CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, cl_uint), one(CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, cl_uint),
	one(CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, cl_uint), one(CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, cl_uint),
	one(CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, cl_uint), one(CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, cl_uint),
	one(CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, cl_uint), one(CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, cl_uint),
	one(CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, cl_uint), one(CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, cl_uint),
	one(CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, cl_uint), one(CL_DEVICE_MAX_CLOCK_FREQUENCY, cl_uint),
	one(CL_DEVICE_ADDRESS_BITS, cl_uint), one(CL_DEVICE_MAX_MEM_ALLOC_SIZE, cl_ulong), one(CL_DEVICE_IMAGE_SUPPORT, cl_bool),
	one(CL_DEVICE_MAX_READ_IMAGE_ARGS, cl_uint), one(CL_DEVICE_MAX_WRITE_IMAGE_ARGS, cl_uint),
	one(CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, cl_uint), text(CL_DEVICE_IL_VERSION), list(CL_DEVICE_ILS_WITH_VERSION, cl_name_version),
	one(CL_DEVICE_IMAGE2D_MAX_WIDTH, size_t), one(CL_DEVICE_IMAGE2D_MAX_HEIGHT, size_t), one(CL_DEVICE_IMAGE3D_MAX_WIDTH, size_t),
	one(CL_DEVICE_IMAGE3D_MAX_HEIGHT, size_t), one(CL_DEVICE_IMAGE3D_MAX_DEPTH, size_t), one(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, size_t),
	one(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, size_t), one(CL_DEVICE_MAX_SAMPLERS, cl_uint), one(CL_DEVICE_IMAGE_PITCH_ALIGNMENT, cl_uint),
	one(CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, cl_uint), one(CL_DEVICE_MAX_PIPE_ARGS, cl_uint),
	one(CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, cl_uint), one(CL_DEVICE_PIPE_MAX_PACKET_SIZE, cl_uint),
	one(CL_DEVICE_MAX_PARAMETER_SIZE, size_t), one(CL_DEVICE_MEM_BASE_ADDR_ALIGN, cl_uint),
	one(CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, cl_uint), one(CL_DEVICE_SINGLE_FP_CONFIG, cl_device_fp_config),
	one(CL_DEVICE_DOUBLE_FP_CONFIG, cl_device_fp_config), one(CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, cl_device_mem_cache_type),
	one(CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, cl_uint), one(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, cl_ulong),
	one(CL_DEVICE_GLOBAL_MEM_SIZE, cl_ulong), one(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, cl_ulong), one(CL_DEVICE_MAX_CONSTANT_ARGS, cl_uint),
	one(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, size_t), one(CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, size_t),
	one(CL_DEVICE_LOCAL_MEM_TYPE, cl_device_local_mem_type), one(CL_DEVICE_LOCAL_MEM_SIZE, cl_ulong),
	one(CL_DEVICE_ERROR_CORRECTION_SUPPORT, cl_bool), one(CL_DEVICE_HOST_UNIFIED_MEMORY, cl_bool),
	one(CL_DEVICE_PROFILING_TIMER_RESOLUTION, size_t), one(CL_DEVICE_ENDIAN_LITTLE, cl_bool), one(CL_DEVICE_AVAILABLE, cl_bool),
	one(CL_DEVICE_COMPILER_AVAILABLE, cl_bool), one(CL_DEVICE_LINKER_AVAILABLE, cl_bool),
	one(CL_DEVICE_EXECUTION_CAPABILITIES, cl_device_exec_capabilities),
	one(CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, cl_command_queue_properties),
	one(CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, cl_command_queue_properties), one(CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, cl_uint),
	one(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, cl_uint), one(CL_DEVICE_MAX_ON_DEVICE_QUEUES, cl_uint),
	one(CL_DEVICE_MAX_ON_DEVICE_EVENTS, cl_uint), text(CL_DEVICE_BUILT_IN_KERNELS),
	list(CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, cl_name_version), one(CL_DEVICE_PLATFORM, cl_platform_id), text(CL_DEVICE_NAME),
	text(CL_DEVICE_VENDOR), text(CL_DRIVER_VERSION), text(CL_DEVICE_PROFILE), text(CL_DEVICE_VERSION),
	one(CL_DEVICE_NUMERIC_VERSION, cl_version), text(CL_DEVICE_OPENCL_C_VERSION), list(CL_DEVICE_OPENCL_C_ALL_VERSIONS, cl_name_version),
	list(CL_DEVICE_OPENCL_C_FEATURES, cl_name_version), text(CL_DEVICE_EXTENSIONS), list(CL_DEVICE_EXTENSIONS_WITH_VERSION, cl_name_version),
	one(CL_DEVICE_PRINTF_BUFFER_SIZE, size_t), one(CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, cl_bool), one(CL_DEVICE_PARENT_DEVICE, cl_device_id),
	one(CL_DEVICE_PARTITION_MAX_SUB_DEVICES, cl_uint), list(CL_DEVICE_PARTITION_PROPERTIES, cl_device_partition_property),
	one(CL_DEVICE_PARTITION_AFFINITY_DOMAIN, cl_device_affinity_domain), list(CL_DEVICE_PARTITION_TYPE, cl_device_partition_property),
	one(CL_DEVICE_REFERENCE_COUNT, cl_uint), one(CL_DEVICE_SVM_CAPABILITIES, cl_device_svm_capabilities),
	one(CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, cl_uint), one(CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, cl_uint),
	one(CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, cl_uint), one(CL_DEVICE_MAX_NUM_SUB_GROUPS, cl_uint),
	one(CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, cl_bool),
	one(CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, cl_device_atomic_capabilities),
	one(CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, cl_device_atomic_capabilities), one(CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, cl_bool),
	one(CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, cl_bool), one(CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, cl_bool),
	one(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, cl_device_device_enqueue_capabilities), one(CL_DEVICE_PIPE_SUPPORT, cl_bool),
	one(CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, size_t), text(CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED),
};

// test_query asks one query in all ways.
static void test_query(const struct query *q) {
	static unsigned char value[1 << 20];
	size_t size = 12345;
	cl_int status = clGetDeviceInfo(device, q->name, 0, NULL, &size);
	check(status == CL_SUCCESS, "%s: %d", q->spelling, status);
	if (status != CL_SUCCESS) return;
	check(q->shape != ONE || size == q->size, "%s: %zu bytes instead of %zu", q->spelling, size, q->size);
	check(size % q->size == 0 && size <= sizeof value - 8, "%s: %zu bytes", q->spelling, size);
	memset(value, 0xA5, size + 8);
	size_t again = 0;
	status = clGetDeviceInfo(device, q->name, size + 8, value, &again);
	check(status == CL_SUCCESS && again == size, "%s: %d, %zu bytes, then %zu", q->spelling, status, size, again);
	for (size_t i = size; i < size + 8; i++) check(value[i] == 0xA5, "%s writes behind its value", q->spelling);
	if (q->shape == TEXT) check(size > 0 && value[size - 1] == 0 && strlen((char *)value) + 1 == size, "%s is no string", q->spelling);
	if (size == 0) return;
	memset(value, 0x5A, size);
	status = clGetDeviceInfo(device, q->name, size, value, NULL);
	check(status == CL_SUCCESS, "%s: %d", q->spelling, status);
	status = clGetDeviceInfo(device, q->name, size - 1, value, NULL);
	check(status == CL_INVALID_VALUE, "%s: too small a value gives %d", q->spelling, status);
}

#define value_of(type, name) ({ type v_ = 0; ok(clGetDeviceInfo(device, name, sizeof v_, &v_, NULL)); v_; })

static const char *text_of(cl_device_info name) {
	size_t size = 0;
	ok(clGetDeviceInfo(device, name, 0, NULL, &size));
	char *value = calloc(1, size + 1);
	ok(clGetDeviceInfo(device, name, size, value, NULL));
	return value;
}

struct versions {
	cl_name_version *list;
	size_t count;
};

static struct versions versions_of(cl_device_info name) {
	struct versions v;
	size_t size = 0;
	ok(clGetDeviceInfo(device, name, 0, NULL, &size));
	v.list = calloc(1, size + 1);
	v.count = size / sizeof *v.list;
	ok(clGetDeviceInfo(device, name, size, v.list, NULL));
	for (size_t i = 0; i < v.count; i++) {
		check(memchr(v.list[i].name, 0, sizeof v.list[i].name) != NULL && v.list[i].name[0], "name %zu of %x", i, name);
		for (size_t j = 0; j < i; j++)
			check(strcmp(v.list[i].name, v.list[j].name) || v.list[i].version != v.list[j].version, "%s stands twice in %x", v.list[i].name, name);
	}
	return v;
}

static int has_word(const char *text, const char *word) {
	size_t n = strlen(word);
	for (const char *at = text; (at = strstr(at, word)); at += n)
		if ((at == text || at[-1] == ' ') && (at[n] == 0 || at[n] == ' ')) return 1;
	return 0;
}

// The minima that the full profile of OpenCL 3.0 demands.
static void test_minima(void) {
	check(strcmp(text_of(CL_DEVICE_PROFILE), "FULL_PROFILE") == 0, "the minima are those of the full profile");
	check(value_of(cl_uint, CL_DEVICE_MAX_COMPUTE_UNITS) >= 1, "compute units");
	check(value_of(cl_uint, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS) >= 3, "dimensions");
	check(value_of(size_t, CL_DEVICE_MAX_WORK_GROUP_SIZE) >= 1, "work-group size");
	cl_ulong memory = value_of(cl_ulong, CL_DEVICE_GLOBAL_MEM_SIZE), allocation = value_of(cl_ulong, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
	cl_ulong least = memory / 4 < 1 << 30 ? memory / 4 : 1 << 30;
	check(allocation >= (least > 32 << 20 ? least : 32 << 20), "allocation of %llu", (unsigned long long)allocation);
	check(allocation <= memory, "an allocation cannot be larger than the memory");
	check(value_of(size_t, CL_DEVICE_MAX_PARAMETER_SIZE) >= 1024, "parameters");
	check(value_of(cl_uint, CL_DEVICE_MEM_BASE_ADDR_ALIGN) >= 8 * 16 * sizeof(cl_long), "base address");
	check(value_of(cl_ulong, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE) >= 64 << 10, "constant buffer");
	check(value_of(cl_uint, CL_DEVICE_MAX_CONSTANT_ARGS) >= 8, "constant arguments");
	check(value_of(cl_ulong, CL_DEVICE_LOCAL_MEM_SIZE) >= 32 << 10, "local memory");
	check(value_of(size_t, CL_DEVICE_PRINTF_BUFFER_SIZE) >= 1 << 20, "printf buffer");
	check(value_of(size_t, CL_DEVICE_PROFILING_TIMER_RESOLUTION) >= 1, "timer");
	check(value_of(cl_device_exec_capabilities, CL_DEVICE_EXECUTION_CAPABILITIES) & CL_EXEC_KERNEL, "kernels");
	check(value_of(cl_command_queue_properties, CL_DEVICE_QUEUE_ON_HOST_PROPERTIES) & CL_QUEUE_PROFILING_ENABLE, "profiling");
	cl_device_fp_config single = value_of(cl_device_fp_config, CL_DEVICE_SINGLE_FP_CONFIG);
	check((single & CL_FP_ROUND_TO_NEAREST) && (single & CL_FP_INF_NAN), "single %llx", (unsigned long long)single);
	cl_device_fp_config all = CL_FP_FMA | CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_INF_NAN | CL_FP_DENORM;
	cl_device_fp_config twice = value_of(cl_device_fp_config, CL_DEVICE_DOUBLE_FP_CONFIG);
	check(twice == 0 || (twice & all) == all, "double %llx", (unsigned long long)twice);
	cl_device_atomic_capabilities atomics = value_of(cl_device_atomic_capabilities, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES);
	check((atomics & CL_DEVICE_ATOMIC_ORDER_RELAXED) && (atomics & CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP), "atomics %llx", (unsigned long long)atomics);
	cl_device_atomic_capabilities fences = value_of(cl_device_atomic_capabilities, CL_DEVICE_ATOMIC_FENCE_CAPABILITIES);
	check((fences & CL_DEVICE_ATOMIC_ORDER_RELAXED) && (fences & CL_DEVICE_ATOMIC_ORDER_ACQ_REL) && (fences & CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP),
		"fences %llx", (unsigned long long)fences);
	check(value_of(size_t, CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE) >= 1, "multiple");
	if (!value_of(cl_bool, CL_DEVICE_IMAGE_SUPPORT)) return;
	check(value_of(size_t, CL_DEVICE_IMAGE2D_MAX_WIDTH) >= 16384 && value_of(size_t, CL_DEVICE_IMAGE2D_MAX_HEIGHT) >= 16384, "2D images");
	check(value_of(cl_uint, CL_DEVICE_MAX_READ_IMAGE_ARGS) >= 128 && value_of(cl_uint, CL_DEVICE_MAX_SAMPLERS) >= 16, "image arguments");
}

// Answers that say the same thing twice say the same.
static void test_agreement(void) {
	int major = 0, minor = 0;
	check(sscanf(text_of(CL_DEVICE_VERSION), "OpenCL %d.%d ", &major, &minor) == 2, "'%s'", text_of(CL_DEVICE_VERSION));
	cl_version version = value_of(cl_version, CL_DEVICE_NUMERIC_VERSION);
	check(CL_VERSION_MAJOR(version) == major && CL_VERSION_MINOR(version) == minor, "%x is not %d.%d", version, major, minor);
	check(sscanf(text_of(CL_DEVICE_OPENCL_C_VERSION), "OpenCL C %d.%d ", &major, &minor) == 2, "'%s'", text_of(CL_DEVICE_OPENCL_C_VERSION));
	struct versions languages = versions_of(CL_DEVICE_OPENCL_C_ALL_VERSIONS);
	unsigned found = 0;
	for (size_t i = 0; i < languages.count; i++) {
		check(strcmp(languages.list[i].name, "OpenCL C") == 0, "'%s'", languages.list[i].name);
		cl_version v = languages.list[i].version;
		found |= v == CL_MAKE_VERSION(1, 0, 0) ? 1 : v == CL_MAKE_VERSION(1, 1, 0) ? 2 : v == CL_MAKE_VERSION(1, 2, 0) ? 4 : v == CL_MAKE_VERSION(3, 0, 0) ? 8 : v == CL_MAKE_VERSION(2, 0, 0) ? 16 : 0;
	}
	check((found & 15) == 15, "1.0, 1.1, 1.2 and 3.0 are mandatory: %x", found);
	check(other_driver() || found & 16, "all that 2.0 makes mandatory is there");
	const char *extensions = text_of(CL_DEVICE_EXTENSIONS);
	struct versions listed = versions_of(CL_DEVICE_EXTENSIONS_WITH_VERSION);
	for (size_t i = 0; i < listed.count; i++) check(has_word(extensions, listed.list[i].name), "%s is only in the list", listed.list[i].name);
	size_t words = 0;
	for (const char *c = extensions; *c; c++) words += *c != ' ' && (c == extensions || c[-1] == ' ');
	check(words == listed.count, "%zu extensions in the text, %zu in the list", words, listed.count);
	check((strlen(text_of(CL_DEVICE_IL_VERSION)) > 0) == (versions_of(CL_DEVICE_ILS_WITH_VERSION).count > 0), "intermediate languages");
	check((strlen(text_of(CL_DEVICE_BUILT_IN_KERNELS)) > 0) == (versions_of(CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION).count > 0), "built-in kernels");
	check(has_word(extensions, "cl_khr_fp64") == (value_of(cl_device_fp_config, CL_DEVICE_DOUBLE_FP_CONFIG) != 0), "fp64");
	check(value_of(cl_platform_id, CL_DEVICE_PLATFORM) == platform, "platform");
	check(value_of(cl_device_id, CL_DEVICE_PARENT_DEVICE) == NULL && value_of(cl_uint, CL_DEVICE_REFERENCE_COUNT) == 1, "a root device");
	size_t sizes[8] = {0}, most = value_of(size_t, CL_DEVICE_MAX_WORK_GROUP_SIZE);
	ok(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sizes, sizes, NULL));
	for (cl_uint i = 0; i < value_of(cl_uint, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS) && i < 8; i++) check(sizes[i] >= 1, "dimension %u", i);
	check(sizes[0] <= most, "%zu work-items in one dimension, %zu in a work-group", sizes[0], most);
}

static void test_errors(void) {
	cl_uint count;
	check_status(clGetDeviceInfo(NULL, CL_DEVICE_NAME, 0, NULL, NULL), CL_INVALID_DEVICE);
	// PoCL 3.1 takes any object for a device, says DEVICE_NOT_FOUND for an unknown type, and has an int for
	// CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES.
	check_status(clGetDeviceInfo(other_kind(context), CL_DEVICE_TYPE, 0, NULL, NULL), CL_INVALID_DEVICE);
	check_status(clGetDeviceInfo(device, 0x0FFF, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clRetainDevice(NULL), CL_INVALID_DEVICE);
	check_status(clReleaseDevice(NULL), CL_INVALID_DEVICE);
	ok(clRetainDevice(device));
	ok(clReleaseDevice(device));
	ok(clGetDeviceInfo(device, CL_DEVICE_REFERENCE_COUNT, sizeof count, &count, NULL));
	check(count == 1, "retaining a root device changes nothing: %u", count);
	if (!other_driver()) check_status(clGetDeviceIDs(other_kind(context), CL_DEVICE_TYPE_ALL, 1, &device, NULL), CL_INVALID_PLATFORM);
	check_status(clGetDeviceIDs(platform, (cl_device_type)1 << 40, 1, &device, NULL), CL_INVALID_DEVICE_TYPE);
	check_status(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, &device, NULL), CL_INVALID_VALUE);
	check_status(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, NULL, NULL), CL_INVALID_VALUE);
	check_status(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ACCELERATOR, 1, &device, NULL), CL_DEVICE_NOT_FOUND);
	if (!other_driver()) check_status(clGetPlatformInfo(other_kind(context), CL_PLATFORM_NAME, 0, NULL, NULL), CL_INVALID_PLATFORM);
}

// The timers never run backwards, both calls read the same host timer, and the device's is the one of profiling.
static void test_timers_agree(void) {
	cl_ulong device_times[2], host_times[2], between, queued;
	cl_event event;
	int data = 0;
	cl_mem buffer = buffer_of(sizeof data, &data);
	ok(clGetDeviceAndHostTimer(device, &device_times[0], &host_times[0]));
	ok(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof data, &data, 0, NULL, &event));
	ok(clGetHostTimer(device, &between));
	ok(clGetDeviceAndHostTimer(device, &device_times[1], &host_times[1]));
	ok(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_QUEUED, sizeof queued, &queued, NULL));
	check(host_times[0] <= between && between <= host_times[1], "host %lu %lu %lu", host_times[0], between, host_times[1]);
	check(device_times[0] <= queued && queued <= device_times[1], "device %lu %lu %lu", device_times[0], queued, device_times[1]);
	ok(clReleaseEvent(event));
	ok(clReleaseMemObject(buffer));
}

// Timers are optional: host and device times come together, or the calls say that there are none.
static void test_timers(void) {
	cl_ulong resolution = 1, device_time = 0, host_time = 0;
	ok(clGetPlatformInfo(platform, CL_PLATFORM_HOST_TIMER_RESOLUTION, sizeof resolution, &resolution, NULL));
	cl_int wanted = resolution ? CL_SUCCESS : CL_INVALID_OPERATION;
	check_status(clGetDeviceAndHostTimer(device, &device_time, &host_time), wanted);
	check_status(clGetHostTimer(device, &host_time), wanted);
	check_status(clGetHostTimer(NULL, &host_time), CL_INVALID_DEVICE);
	if (!resolution) return;
	check_status(clGetHostTimer(device, NULL), CL_INVALID_VALUE);
	check_status(clGetDeviceAndHostTimer(device, NULL, &host_time), CL_INVALID_VALUE);
	check_status(clGetDeviceAndHostTimer(device, &device_time, NULL), CL_INVALID_VALUE);
	test_timers_agree();
}

int main(void) {
	open_device();
	for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) test_query(&queries[i]);
	test_minima();
	test_agreement();
	test_errors();
	test_timers();
	return done();
}
