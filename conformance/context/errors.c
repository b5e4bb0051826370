// The error codes of the calls that make, ask and release contexts.
#include "check.h"

static void CL_CALLBACK notify(const char *text, const void *info, size_t size, void *data) {}
static void CL_CALLBACK destroyed(cl_context c, void *data) {}

int main(void) {
	open_device();
	cl_context none = other_kind(queue);
	cl_context_properties ours = (cl_context_properties)platform;
	const cl_context_properties good[] = {CL_CONTEXT_PLATFORM, ours, 0}, unknown[] = {0x7777, 1, 0},
		twice[] = {CL_CONTEXT_PLATFORM, ours, CL_CONTEXT_PLATFORM, ours, 0},
		bad_value[] = {CL_CONTEXT_PLATFORM, ours, CL_CONTEXT_INTEROP_USER_SYNC, 17, 0};
	cl_device_id invalid = NULL, both[2] = {device, NULL};
	check_create(clCreateContext(good, 0, &device, NULL, NULL, &status), CL_INVALID_VALUE);
	check_create(clCreateContext(good, 1, NULL, NULL, NULL, &status), CL_INVALID_VALUE);
	check_create(clCreateContext(good, 1, &device, NULL, &ours, &status), CL_INVALID_VALUE);
	check_create(clCreateContext(unknown, 1, &device, NULL, NULL, &status), CL_INVALID_PROPERTY);
	check_create(clCreateContext(twice, 1, &device, NULL, NULL, &status), CL_INVALID_PROPERTY);
	check_create(clCreateContext(good, 2, both, NULL, NULL, &status), CL_INVALID_DEVICE);
	check_create(clCreateContext(bad_value, 1, &device, NULL, NULL, &status), CL_INVALID_PROPERTY); // PoCL 3.1 takes it
	check(clCreateContext(good, 0, &device, NULL, NULL, NULL) == NULL, "no error code wanted");

	check_create(clCreateContextFromType(good, CL_DEVICE_TYPE_CPU, NULL, &ours, &status), CL_INVALID_VALUE);
	// PoCL 3.1 makes contexts of types that it does not have.
	check_create(clCreateContextFromType(good, CL_DEVICE_TYPE_ACCELERATOR, NULL, NULL, &status), CL_DEVICE_NOT_FOUND);
	check_create(clCreateContextFromType(good, (cl_device_type)1 << 40, NULL, NULL, &status), CL_INVALID_DEVICE_TYPE);
	const cl_context_properties ours_unknown[] = {CL_CONTEXT_PLATFORM, ours, 0x7777, 1, 0};
	check_create(clCreateContextFromType(ours_unknown, CL_DEVICE_TYPE_CPU, NULL, NULL, &status), CL_INVALID_PROPERTY);
	check_create(clCreateContextFromType(twice, CL_DEVICE_TYPE_CPU, NULL, NULL, &status), CL_INVALID_PROPERTY);

	check_status(clRetainContext(NULL), CL_INVALID_CONTEXT);
	check_status(clRetainContext(none), CL_INVALID_CONTEXT);
	check_status(clReleaseContext(NULL), CL_INVALID_CONTEXT);
	check_status(clReleaseContext(none), CL_INVALID_CONTEXT);

	cl_uint count = 0;
	check_status(clGetContextInfo(NULL, CL_CONTEXT_NUM_DEVICES, 0, NULL, NULL), CL_INVALID_CONTEXT);
	check_status(clGetContextInfo(none, CL_CONTEXT_NUM_DEVICES, 0, NULL, NULL), CL_INVALID_CONTEXT);
	check_status(clGetContextInfo(context, 0x7777, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clGetContextInfo(context, CL_CONTEXT_NUM_DEVICES, sizeof count - 1, &count, NULL), CL_INVALID_VALUE);
	check_status(clSetContextDestructorCallback(NULL, destroyed, NULL), CL_INVALID_CONTEXT);
	check_status(clSetContextDestructorCallback(context, NULL, NULL), CL_INVALID_VALUE);

	// The notification is optional, and may come without data of its own.
	cl_int status;
	cl_context c = clCreateContext(good, 1, &device, notify, NULL, &status);
	ok(status);
	ok(clReleaseContext(c));
	c = clCreateContextFromType(good, CL_DEVICE_TYPE_ALL, notify, &count, &status);
	ok(status);
	ok(clReleaseContext(c));
	c = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
	ok(status);
	ok(clReleaseContext(c));

	// The platforms themselves.
	cl_platform_id p;
	check_status(clGetPlatformIDs(0, &p, NULL), CL_INVALID_VALUE);
	check_status(clGetPlatformIDs(1, NULL, NULL), CL_INVALID_VALUE);
	check_status(clGetPlatformInfo(platform, 0x7777, 0, NULL, NULL), CL_INVALID_VALUE);
	char text[1];
	check_status(clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof text, text, NULL), CL_INVALID_VALUE);
	if (!other_driver()) check_status(clUnloadPlatformCompiler(other_kind(queue)), CL_INVALID_PLATFORM);
	ok(clUnloadPlatformCompiler(platform));
	check(clGetExtensionFunctionAddressForPlatform(platform, "clNoSuchFunction") == NULL, "unknown function");
	return done();
}
