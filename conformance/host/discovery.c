// A process that only looks which platforms and devices there are gets answers and nothing else: no thread, no signal
// handler, no heap. When it goes on to use the device, all answers stay what they were, byte for byte and error for error.
#define _GNU_SOURCE
#include "check.h"
#include <dirent.h>
#include <signal.h>
#include <unistd.h>

enum { NAMES = 0x5000, LOG_BYTES = 1 << 20 };

// A log is all answers in a row.
struct log {
	size_t bytes;
	unsigned char text[LOG_BYTES];
};

static struct log before, after;

static void note(struct log *l, const void *answer, size_t bytes) {
	if (l->bytes + bytes > LOG_BYTES) return;
	memcpy(l->text + l->bytes, answer, bytes);
	l->bytes += bytes;
}

static void note_status(struct log *l, cl_int status) { note(l, &status, sizeof status); }

typedef cl_int (*info_function)(void *object, cl_uint name, size_t size, void *value, size_t *size_ret);

static cl_int platform_info(void *object, cl_uint name, size_t size, void *value, size_t *size_ret) {
	return clGetPlatformInfo(object, name, size, value, size_ret);
}

static cl_int device_info(void *object, cl_uint name, size_t size, void *value, size_t *size_ret) {
	return clGetDeviceInfo(object, name, size, value, size_ret);
}

// Two queries have pointers to strings as answers, which need not be the same pointers each time.
enum { SPIRV_INSTRUCTION_SETS = 0x12B9, SPIRV_EXTENSIONS = 0x12BA };

static void note_texts(struct log *l, const char **texts, size_t count) {
	for (size_t i = 0; i < count; i++)
		note(l, texts[i], strlen(texts[i]) + 1);
}

// ask_all asks for each number that might be a property: for its size, with too little room, with just enough, with more.
static int ask_all(struct log *l, info_function info, void *object) {
	static unsigned char value[1 << 16];
	int known = 0;
	for (cl_uint name = 0; name < NAMES; name++) {
		size_t size = 0, again = 0;
		cl_int status = info(object, name, 0, NULL, &size);
		if (status == CL_INVALID_VALUE) continue;
		known++;
		note(l, &name, sizeof name);
		note(l, &size, sizeof size);
		note_status(l, status);
		note_status(l, info(object, name, 1, NULL, NULL));
		if (size) note_status(l, info(object, name, size - 1, value, NULL));
		memset(value, 0xA5, size + 8);
		note_status(l, info(object, name, size, value, &again));
		note(l, &again, sizeof again);
		if (info == device_info && (name == SPIRV_INSTRUCTION_SETS || name == SPIRV_EXTENSIONS))
			note_texts(l, (const char **)value, size / sizeof(char *));
		else
			note(l, value, size + 8);
		note_status(l, info(object, name, size + 8, value, NULL));
	}
	return known;
}

static void ask_lists(struct log *l) {
	static const cl_device_type types[] = {0, CL_DEVICE_TYPE_DEFAULT, CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_GPU,
		CL_DEVICE_TYPE_ACCELERATOR, CL_DEVICE_TYPE_CUSTOM, CL_DEVICE_TYPE_ALL, CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_CPU, 32, 1ull << 40,
		CL_DEVICE_TYPE_ALL + 1ull, ~0ull};
	for (unsigned i = 0; i < sizeof types / sizeof *types; i++) {
		cl_device_id devices[3] = {(void *)1, (void *)2, (void *)3};
		cl_uint count = 77;
		note_status(l, clGetDeviceIDs(platform, types[i], 3, devices, &count));
		note(l, devices, sizeof devices);
		note(l, &count, sizeof count);
		note_status(l, clGetDeviceIDs(platform, types[i], 1, devices, NULL));
		note_status(l, clGetDeviceIDs(platform, types[i], 0, NULL, &count));
		note_status(l, clGetDeviceIDs(platform, types[i], 1, NULL, &count));
		note_status(l, clGetDeviceIDs(platform, types[i], 0, devices, &count));
		note_status(l, clGetDeviceIDs(platform, types[i], 0, NULL, NULL));
		note_status(l, clGetDeviceIDs(platform, types[i], 1, NULL, NULL));
		note(l, &count, sizeof count);
	}
	note_status(l, clRetainDevice(device));
	note_status(l, clReleaseDevice(device));
	note_status(l, clReleaseDevice(device));
	note_status(l, clUnloadPlatformCompiler(platform));
	note_status(l, clUnloadCompiler());
	static const char *const names[] = {"", "clGetPlatformInfo", "clIcdGetPlatformIDsKHR", "clCreateCommandQueueWithPropertiesKHR"};
	for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
		void *function = clGetExtensionFunctionAddressForPlatform(platform, names[i]);
		note(l, &function, sizeof function);
	}
}

// ask_wrong_kinds gives the device where a platform is wanted, and the other way round.
static void ask_wrong_kinds(struct log *l) {
	cl_uint count;
	size_t size;
	cl_platform_id no_platform = other_kind(device);
	cl_device_id no_device = other_kind(platform);
	note_status(l, clGetPlatformInfo(no_platform, CL_PLATFORM_NAME, 0, NULL, &size));
	note_status(l, clGetDeviceIDs(no_platform, CL_DEVICE_TYPE_ALL, 0, NULL, &count));
	note_status(l, clGetDeviceIDs(no_platform, 0, 0, NULL, NULL));
	note_status(l, clUnloadPlatformCompiler(no_platform));
	note_status(l, clGetDeviceInfo(no_device, CL_DEVICE_NAME, 0, NULL, &size));
	note_status(l, clGetDeviceInfo(NULL, CL_DEVICE_NAME, 0, NULL, &size));
	note_status(l, clRetainDevice(no_device));
	note_status(l, clReleaseDevice(no_device));
}

static void ask_everything(struct log *l) {
	ok(clGetPlatformIDs(1, &platform, NULL));
	ok(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
	note(l, &platform, sizeof platform);
	note(l, &device, sizeof device);
	int of_platform = ask_all(l, platform_info, platform), of_device = ask_all(l, device_info, device);
	check(of_platform >= 6 && of_device >= 90, "%d and %d properties", of_platform, of_device);
	ask_lists(l);
	ask_wrong_kinds(l);
	check(l->bytes < LOG_BYTES, "the log is full");
}

static int threads(void) {
	int count = 0;
	DIR *tasks = opendir("/proc/self/task");
	for (struct dirent *task; tasks && (task = readdir(tasks));) count += task->d_name[0] != '.';
	closedir(tasks);
	return count;
}

// address_space is how much of it the process uses, in MiB. A Go runtime reserves hundreds for its heap.
static long address_space(void) {
	long pages = 0;
	FILE *file = fopen("/proc/self/statm", "r");
	check(file && fscanf(file, "%ld", &pages) == 1, "no /proc/self/statm");
	fclose(file);
	return pages * sysconf(_SC_PAGESIZE) >> 20;
}

static int handlers(void) {
	int count = 0;
	for (int s = 1; s < SIGRTMAX; s++) {
		struct sigaction present;
		count += !sigaction(s, NULL, &present) && (present.sa_handler != SIG_DFL && present.sa_handler != SIG_IGN);
	}
	return count;
}

// has_settings: with these the driver starts at once, to look at them.
static int has_settings(void) {
	for (char **entry = environ; *entry; entry++)
		if (!strncmp(*entry, "HEDDLE_", 7)) return 1;
	return 0;
}

static void process_is_untouched(long space_before) {
	sigset_t mask;
	sigprocmask(SIG_SETMASK, NULL, &mask);
	check(threads() == 1, "there are %d threads", threads());
	check(handlers() == 0, "%d signals have handlers", handlers());
	check(sigisemptyset(&mask), "signals are blocked");
	check(address_space() < space_before + 100, "there is a heap: %ld MiB became %ld", space_before, address_space());
}

int main(void) {
	int is_early = !other_driver() && !has_settings();
	long space = address_space();
	ask_everything(&before);
	if (is_early) process_is_untouched(space);
	open_device();
	if (is_early) check(threads() > 1 && handlers() > 0 && address_space() > space + 100, "this program sees no runtime");
	ask_everything(&after);
	check(before.bytes == after.bytes, "%zu bytes of answers, then %zu", before.bytes, after.bytes);
	for (size_t i = 0; i < before.bytes; i++)
		if (before.text[i] != after.text[i]) {
			check(0, "the answers differ from byte %zu on", i);
			break;
		}
	return done();
}
