// Sub-devices: the ways to divide a device, what their queries say, nesting, reference counts, and each error code.
#include "../check.h"

#include <unistd.h>

static cl_uint units_of(cl_device_id d) {
	cl_uint units = 0;
	ok(clGetDeviceInfo(d, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL));
	return units;
}

static cl_uint references(cl_device_id d) {
	cl_uint count = 0;
	ok(clGetDeviceInfo(d, CL_DEVICE_REFERENCE_COUNT, sizeof count, &count, NULL));
	return count;
}

static cl_device_id parent_of(cl_device_id d) {
	cl_device_id parent = NULL;
	ok(clGetDeviceInfo(d, CL_DEVICE_PARENT_DEVICE, sizeof parent, &parent, NULL));
	return parent;
}

// divided checks that a list of properties makes so many sub-devices, whose type is given as expected, and releases all.
static void divided(const cl_device_partition_property *properties, cl_uint wanted,
	const cl_device_partition_property *type, size_t type_bytes) {
	cl_uint count = 0;
	cl_device_id parts[64];
	ok(clCreateSubDevices(device, properties, 0, NULL, &count));
	check(count == wanted, "%u sub-devices, not %u", count, wanted);
	if (count > 64) return;
	ok(clCreateSubDevices(device, properties, count, parts, NULL));
	for (cl_uint i = 0; i < count; i++) {
		cl_device_partition_property got[70];
		size_t bytes = 0;
		check(parent_of(parts[i]) == device, "another parent");
		check(references(parts[i]) == 1, "%u references", references(parts[i]));
		ok(clGetDeviceInfo(parts[i], CL_DEVICE_PARTITION_TYPE, sizeof got, got, &bytes));
		check(bytes == type_bytes && !memcmp(got, type, bytes), "type of %zu bytes, %#lx %ld", bytes, (long)got[0], (long)got[1]);
		ok(clReleaseDevice(parts[i]));
		check_status(clRetainDevice(parts[i]), CL_INVALID_DEVICE);
	}
}

static void errors(cl_uint units) {
	typedef cl_device_partition_property property;
	cl_uint count;
	cl_device_id parts[2];
	const property one[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
	check_status(clCreateSubDevices(NULL, one, 0, NULL, &count), CL_INVALID_DEVICE);
	check_status(clCreateSubDevices((cl_device_id)context, one, 0, NULL, &count), CL_INVALID_DEVICE);
	check_status(clCreateSubDevices(device, NULL, 0, NULL, &count), CL_INVALID_VALUE);
	const property empty[] = {0}, unknown[] = {0x1234, 1, 0}, nothing[] = {CL_DEVICE_PARTITION_EQUALLY, 0, 0},
		two[] = {CL_DEVICE_PARTITION_EQUALLY, 1, CL_DEVICE_PARTITION_EQUALLY, 1, 0},
		no_counts[] = {CL_DEVICE_PARTITION_BY_COUNTS, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0},
		no_domain[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, 0x40, 0},
		two_domains[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE | CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE, 0};
	check_status(clCreateSubDevices(device, empty, 0, NULL, &count), CL_INVALID_VALUE);
	check_status(clCreateSubDevices(device, unknown, 0, NULL, &count), CL_INVALID_VALUE);
	check_status(clCreateSubDevices(device, nothing, 0, NULL, &count), CL_INVALID_VALUE);
	check_status(clCreateSubDevices(device, two, 0, NULL, &count), CL_INVALID_VALUE);
	check_status(clCreateSubDevices(device, no_counts, 0, NULL, &count), CL_INVALID_VALUE);
	check_status(clCreateSubDevices(device, no_domain, 0, NULL, &count), CL_INVALID_VALUE);
	check_status(clCreateSubDevices(device, two_domains, 0, NULL, &count), CL_INVALID_VALUE);
	if (units < 2) {
		check_status(clCreateSubDevices(device, one, 0, NULL, &count), CL_DEVICE_PARTITION_FAILED);
		return;
	}
	check_status(clCreateSubDevices(device, one, 1, parts, &count), CL_INVALID_VALUE);
	check_status(clCreateSubDevices(device, one, 0, parts, &count), CL_INVALID_VALUE);
	const property many[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, units, 0, 0}, huge[] = {CL_DEVICE_PARTITION_BY_COUNTS, units + 1, 0, 0},
		negative[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, -1, 0, 0},
		overflow[] = {CL_DEVICE_PARTITION_BY_COUNTS, INTPTR_MAX, INTPTR_MAX, 3, 0, 0},
		large[] = {CL_DEVICE_PARTITION_EQUALLY, units + 1, 0};
	check_status(clCreateSubDevices(device, many, 0, NULL, &count), CL_INVALID_DEVICE_PARTITION_COUNT);
	check_status(clCreateSubDevices(device, huge, 0, NULL, &count), CL_INVALID_DEVICE_PARTITION_COUNT);
	check_status(clCreateSubDevices(device, negative, 0, NULL, &count), CL_INVALID_DEVICE_PARTITION_COUNT);
	check_status(clCreateSubDevices(device, overflow, 0, NULL, &count), CL_INVALID_DEVICE_PARTITION_COUNT);
	check_status(clCreateSubDevices(device, large, 0, NULL, &count), CL_INVALID_DEVICE_PARTITION_COUNT);
	property *too_many = calloc(units + 4, sizeof *too_many);
	too_many[0] = CL_DEVICE_PARTITION_BY_COUNTS;
	for (cl_uint i = 0; i <= units; i++) too_many[1 + i] = 1;
	check_status(clCreateSubDevices(device, too_many, 0, NULL, &count), CL_INVALID_DEVICE_PARTITION_COUNT);
	free(too_many);
}

// domains divides along each affinity domain: those that are listed work, others fail in one of the ways there are.
static void domains(cl_uint units) {
	cl_device_affinity_domain known = 0;
	ok(clGetDeviceInfo(device, CL_DEVICE_PARTITION_AFFINITY_DOMAIN, sizeof known, &known, NULL));
	cl_device_affinity_domain first = 0;
	for (cl_device_affinity_domain d = CL_DEVICE_AFFINITY_DOMAIN_NUMA; d <= CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE; d <<= 1) {
		const cl_device_partition_property by[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, (cl_device_partition_property)d, 0};
		cl_uint count = 0;
		cl_int status = clCreateSubDevices(device, by, 0, NULL, &count);
		if (!(known & d)) {
			check(status == CL_INVALID_VALUE || status == CL_DEVICE_PARTITION_FAILED, "status %d", status);
			continue;
		}
		first = first ? first : d;
		ok(status);
		check(count > 1 && count <= units, "%u sub-devices", count);
		divided(by, count, by, sizeof by);
	}
	check(!known == !(known & CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE), "domains %#lx", (long)known);
	const cl_device_partition_property next[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, 0},
		found[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, (cl_device_partition_property)first, 0};
	cl_uint count = 0;
	if (!known) {
		check_status(clCreateSubDevices(device, next, 0, NULL, &count), CL_DEVICE_PARTITION_FAILED);
		return;
	}
	ok(clCreateSubDevices(device, next, 0, NULL, &count));
	divided(next, count, found, sizeof found);
}

// nesting divides a sub-device again, and releases it before its own sub-devices.
static void nesting(cl_uint units) {
	const cl_device_partition_property all[] = {CL_DEVICE_PARTITION_BY_COUNTS, units, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0}, singles[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
	cl_device_id whole, parts[64];
	cl_uint count = 0, most = 9;
	ok(clCreateSubDevices(device, all, 1, &whole, &count));
	check(count == 1 && units_of(whole) == units, "%u sub-devices of %u units", count, units_of(whole));
	ok(clCreateSubDevices(whole, singles, 64, parts, &count));
	check(count == units, "%u sub-devices", count);
	check(parent_of(parts[0]) == whole, "another parent");
	ok(clRetainDevice(whole));
	check(references(whole) == 2, "%u references", references(whole));
	ok(clReleaseDevice(whole));
	ok(clReleaseDevice(whole));
	check(parent_of(parts[0]) == whole && references(whole) == 0, "the parent lives as long as its parts");

	cl_device_partition_property schemes[4] = {1};
	size_t bytes = 0;
	ok(clGetDeviceInfo(parts[0], CL_DEVICE_PARTITION_PROPERTIES, sizeof schemes, schemes, &bytes));
	check(bytes == sizeof *schemes && schemes[0] == 0, "a single unit can be divided: %zu, %#lx", bytes, (long)schemes[0]);
	ok(clGetDeviceInfo(parts[0], CL_DEVICE_PARTITION_MAX_SUB_DEVICES, sizeof most, &most, NULL));
	check(most == 0, "%u", most);
	check(units_of(parts[0]) == 1, "%u units", units_of(parts[0]));
	check_status(clCreateSubDevices(parts[0], singles, 0, NULL, &count), CL_DEVICE_PARTITION_FAILED);
	for (cl_uint i = 0; i < units; i++) ok(clReleaseDevice(parts[i]));
	check_status(clRetainDevice(whole), CL_INVALID_DEVICE);
}

// contexts keep a device whose last reference is released.
static void contexts(void) {
	const cl_device_partition_property singles[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
	cl_device_id parts[64];
	cl_uint count;
	cl_int status;
	ok(clCreateSubDevices(device, singles, 64, parts, &count));
	cl_context c = clCreateContext(NULL, count, parts, NULL, NULL, &status);
	ok(status);
	for (cl_uint i = 0; i < count; i++) ok(clReleaseDevice(parts[i]));
	cl_device_id in_context[64];
	ok(clGetContextInfo(c, CL_CONTEXT_DEVICES, sizeof in_context, in_context, NULL));
	check(!memcmp(in_context, parts, count * sizeof *parts), "other devices");
	cl_command_queue q = clCreateCommandQueueWithProperties(c, parts[0], NULL, &status);
	ok(status);
	check_create(clCreateCommandQueueWithProperties(c, device, NULL, &status), CL_INVALID_DEVICE);
	check_create(clCreateCommandQueueWithProperties(context, parts[0], NULL, &status), CL_INVALID_DEVICE);
	ok(clReleaseContext(c));
	ok(clFinish(q));
	check(units_of(parts[0]) == 1, "the queue keeps it");
	ok(clReleaseCommandQueue(q));
	for (int i = 0; i < 5000 && clGetDeviceInfo(parts[0], CL_DEVICE_TYPE, 0, NULL, NULL) == CL_SUCCESS; i++)
		usleep(1000); // the context goes on a thread of its own
	check_status(clRetainDevice(parts[0]), CL_INVALID_DEVICE);
	check_create(clCreateContext(NULL, 1, parts, NULL, NULL, &status), CL_INVALID_DEVICE);
}

// fission is the extension that sub-devices come from.
static void fission(cl_uint units) {
	typedef cl_device_partition_property_ext property;
	clCreateSubDevicesEXT_fn create = (clCreateSubDevicesEXT_fn)clGetExtensionFunctionAddressForPlatform(platform, "clCreateSubDevicesEXT");
	clReleaseDeviceEXT_fn release = (clReleaseDeviceEXT_fn)clGetExtensionFunctionAddressForPlatform(platform, "clReleaseDeviceEXT");
	cl_device_id parts[64];
	cl_uint count = 0;
	const property singles[] = {CL_DEVICE_PARTITION_EQUALLY_EXT, 1, 0}, core[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0},
		last[] = {CL_DEVICE_PARTITION_BY_NAMES_EXT, units - 1, CL_PARTITION_BY_NAMES_LIST_END_EXT, 0},
		twice[] = {CL_DEVICE_PARTITION_BY_NAMES_EXT, 0, 0, CL_PARTITION_BY_NAMES_LIST_END_EXT, 0},
		beyond[] = {CL_DEVICE_PARTITION_BY_NAMES_EXT, units, CL_PARTITION_BY_NAMES_LIST_END_EXT, 0},
		many[] = {CL_DEVICE_PARTITION_BY_COUNTS_EXT, units, 1, CL_PARTITION_BY_COUNTS_LIST_END_EXT, 0},
		l9[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN_EXT, 9, 0};
	ok(create(device, singles, 64, parts, &count));
	check(count == units, "%u", count);
	property style[3] = {0};
	ok(clGetDeviceInfo(parts[0], CL_DEVICE_PARTITION_STYLE_EXT, sizeof style, style, NULL));
	check(!memcmp(style, singles, sizeof style), "style %#lx %ld", (long)style[0], (long)style[1]);
	for (cl_uint i = 0; i < count; i++) ok(release(parts[i]));
	ok(create(device, last, 1, parts, &count));
	check(count == 1 && units_of(parts[0]) == 1, "%u", count);
	check_status(create(parts[0], singles, 0, NULL, &count), CL_DEVICE_PARTITION_FAILED_EXT);
	ok(release(parts[0]));
	check_status(create(NULL, singles, 0, NULL, &count), CL_INVALID_DEVICE);
	check_status(create(device, core, 0, NULL, &count), CL_INVALID_PROPERTY);
	check_status(create(device, NULL, 0, NULL, &count), CL_INVALID_PROPERTY);
	check_status(create(device, l9, 0, NULL, &count), CL_INVALID_PROPERTY);
	check_status(create(device, twice, 0, NULL, &count), CL_INVALID_PARTITION_NAME_EXT);
	check_status(create(device, beyond, 0, NULL, &count), CL_INVALID_PARTITION_NAME_EXT);
	check_status(create(device, many, 0, NULL, &count), CL_INVALID_PARTITION_COUNT_EXT);
	check_status(create(device, singles, 1, parts, &count), CL_INVALID_VALUE);
}

int main(void) {
	open_device();
	cl_uint units = units_of(device), most = 0;
	errors(units);
	check(parent_of(device) == NULL && references(device) == 1, "a root device");
	ok(clRetainDevice(device));
	ok(clReleaseDevice(device));
	ok(clReleaseDevice(device));
	ok(clGetDeviceInfo(device, CL_DEVICE_PARTITION_MAX_SUB_DEVICES, sizeof most, &most, NULL));
	check(most == (units > 1 ? units : 0), "%u", most);
	domains(units);
	if (units < 2) return done();
	const cl_device_partition_property singles[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0},
		most_of_it[] = {CL_DEVICE_PARTITION_EQUALLY, units - 1, 0},
		counts[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, units - 1, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
	divided(singles, units, singles, sizeof singles);
	divided(most_of_it, units / (units - 1), most_of_it, sizeof most_of_it);
	divided(counts, 2, counts, sizeof counts);
	nesting(units);
	contexts();
	fission(units);
	return done();
}
