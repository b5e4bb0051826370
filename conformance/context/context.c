// Contexts: creation in all ways, queries, notification, reference counts, destructor callbacks, errors.
#include "check.h"

static void CL_CALLBACK notify(const char *text, const void *info, size_t size, void *data) { (*(int *)data)++; }
static void CL_CALLBACK destroyed(cl_context c, void *data) { *(int *)data = *(int *)data * 10 + 1; }
static void CL_CALLBACK destroyed_too(cl_context c, void *data) { *(int *)data = *(int *)data * 10 + 2; }

int main(void) {
	open_device();
	cl_int status;
	cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0};
	int notified = 0;
	cl_context c = clCreateContext(properties, 1, &device, notify, &notified, &status);
	ok(status);
	size_t size = 0;
	cl_context_properties back[8];
	ok(clGetContextInfo(c, CL_CONTEXT_PROPERTIES, sizeof back, back, &size));
	check(size == sizeof properties && memcmp(back, properties, size) == 0, "properties come back, size %zu", size);
	cl_uint count = 0;
	ok(clGetContextInfo(c, CL_CONTEXT_NUM_DEVICES, sizeof count, &count, NULL));
	check(count == 1, "%u devices", count);
	cl_device_id d = NULL;
	ok(clGetContextInfo(c, CL_CONTEXT_DEVICES, sizeof d, &d, &size));
	check(d == device && size == sizeof d, "device");
	ok(clRetainContext(c));
	ok(clGetContextInfo(c, CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, NULL));
	check(count == 2, "count %u", count);
	ok(clReleaseContext(c));
	int order = 0;
	ok(clSetContextDestructorCallback(c, destroyed, &order));
	ok(clSetContextDestructorCallback(c, destroyed_too, &order));
	check_status(clSetContextDestructorCallback(c, NULL, NULL), CL_INVALID_VALUE);
	ok(clReleaseContext(c));
	check(order == 21, "callbacks run last first, once each: %d", order);

	c = clCreateContextFromType(properties, CL_DEVICE_TYPE_CPU, NULL, NULL, &status);
	ok(status);
	ok(clReleaseContext(c));
	c = clCreateContextFromType(properties, CL_DEVICE_TYPE_GPU, NULL, NULL, &status);
	check(c == NULL && status == CL_DEVICE_NOT_FOUND, "status %d", status);
	c = clCreateContext(properties, 0, &device, NULL, NULL, &status);
	check(c == NULL && status == CL_INVALID_VALUE, "status %d", status);
	c = clCreateContext(properties, 1, NULL, NULL, NULL, &status);
	check(c == NULL && status == CL_INVALID_VALUE, "status %d", status);
	c = clCreateContext(properties, 1, &device, NULL, &status, &status);
	check(c == NULL && status == CL_INVALID_VALUE, "user data without a callback: %d", status);
	cl_context_properties twice[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platform, CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0};
	c = clCreateContext(twice, 1, &device, NULL, NULL, &status);
	check(c == NULL && status == CL_INVALID_PROPERTY, "status %d", status);
	cl_context_properties unknown[] = {0x7777, 1, 0};
	c = clCreateContext(unknown, 1, &device, NULL, NULL, &status);
	check(c == NULL && status == CL_INVALID_PROPERTY, "status %d", status);
	check_status(clGetContextInfo(context, 0x7777, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clRetainContext(NULL), CL_INVALID_CONTEXT);
	check_status(clReleaseContext(NULL), CL_INVALID_CONTEXT);
	return done();
}
