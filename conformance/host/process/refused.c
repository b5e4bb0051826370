// Every function, by name, in a process that cannot use the driver: where the system refuses memory for the runtime
// (CL_OUT_OF_HOST_MEMORY), and in a forked child, which has the driver's memory but not its threads (CL_OUT_OF_RESOURCES).
// The arguments are the functions' names; those of a library without a loader, since a loader reads handles.
#include "check.h"
#include <dlfcn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

typedef uintptr_t (*any_function)(void *, ...);

static void *driver;

// without_code are functions that have no way to return a code, and those that only look: they need no runtime.
static const char *const without_code[] = {"clSVMAlloc", "clSVMFree", "clGetExtensionFunctionAddress", "clGetExtensionFunctionAddressForPlatform"};
static const char *const looking[] = {"clGetPlatformIDs", "clIcdGetPlatformIDsKHR", "clGetPlatformInfo", "clGetDeviceIDs", "clGetDeviceInfo",
	"clRetainDevice", "clReleaseDevice", "clRetainDeviceEXT", "clReleaseDeviceEXT", "clUnloadCompiler", "clUnloadPlatformCompiler"};
#define COUNT(list) (sizeof(list) / sizeof *(list))

static int is_in(const char *name, const char *const *list, size_t count) {
	for (size_t i = 0; i < count; i++)
		if (!strcmp(list[i], name)) return 1;
	return 0;
}

// code calls a function with pointers to a status for all arguments, so that errcode_ret is one, wherever it stands.
static cl_int code(const char *name) {
	static cl_int status[64];
	for (int i = 0; i < 64; i++) status[i] = 0x7777;
	any_function f = (any_function)dlsym(driver, name);
	check(f != NULL, "%s", name);
	if (!f) return 0;
	void *s = status;
	uintptr_t result = f(s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s);
	return status[0] == 0x7777 ? (cl_int)result : result ? 1 : status[0];
}

static void each(char **names, cl_int wanted, int looks) {
	for (; *names; names++) {
		if (is_in(*names, without_code, COUNT(without_code)) || (!looks && is_in(*names, looking, COUNT(looking)))) continue;
		cl_int got = code(*names);
		check(got == wanted, "%s: %d, not %d", *names, got, wanted);
	}
}

int main(int argc, char **argv) {
	driver = dlopen(argv[1], RTLD_NOW);
	check(driver != NULL, "%s", dlerror());
	if (!driver) return done();
	struct rlimit limit, before;
	getrlimit(RLIMIT_AS, &before);
	limit = before;
	limit.rlim_cur = 400 << 20;
	setrlimit(RLIMIT_AS, &limit);
	each(argv + 2, CL_OUT_OF_HOST_MEMORY, 0);
	setrlimit(RLIMIT_AS, &before);
	open_device(); // through the loader or not, the library is the same
	fflush(stdout);
	pid_t child = fork();
	if (child == 0) {
		alarm(20);
		each(argv + 2, CL_OUT_OF_RESOURCES, 1);
		fflush(stdout);
		_exit(checks_failed != 0);
	}
	int status;
	waitpid(child, &status, 0);
	check(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child's status is %#x", status);
	return done();
}
