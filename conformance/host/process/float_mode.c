// One thread sets a floating-point mode at some moment: float_mode MODE MOMENT. It prints the results of kernels, which
// must be the same whatever the mode and the moment.
#include "host/float_mode.h"

static const struct mode *mode;
static const char *moment;

// at sets the mode when its moment has come. It stays set from then on, unless it is for the build only.
static void at(const char *now) {
	if (!strcmp(now, moment)) set_mode(*mode);
}

static void print_numbers(const char *kernel, const struct numbers *n) {
	for (int i = 0; i < FLOAT_NUMBERS; i++) printf("%s float %d: %08x\n", kernel, i, n->floats[i]);
	for (int i = 0; i < DOUBLE_NUMBERS; i++) printf("%s double %d: %016lx\n", kernel, i, n->doubles[i]);
}

// run_kernel runs it in small launches, which the calling thread may run itself, and in large ones.
static void run_kernel(const struct kernels *k, const char *name, cl_kernel kernel) {
	struct numbers first, other;
	wipe(k);
	launch(k, kernel, 1);
	read_numbers(k, 0, &first);
	check_known(name, &first);
	print_numbers(name, &first);
	for (int i = 0; i < 30; i++) {
		wipe(k);
		launch(k, kernel, i % 3 == 2 ? k->items : 1 + i);
		read_numbers(k, i % 3 == 2 ? k->items - 1 - 30 * i : i, &other);
		check_same(name, &other, &first);
		if (checks_failed) return;
	}
}

static void print_from_kernel(struct kernels *k) {
	float x[2] = {2.0005f, 1e-40f};
	cl_mem buffer = buffer_of(sizeof x, x);
	arg(k->print, 0, buffer);
	fflush(stdout);
	launch(k, k->print, 1);
	clReleaseMemObject(buffer);
}

int main(int count, char **arguments) {
	struct kernels k;
	for (int m = 0; count == 3 && m < MODES; m++)
		if (!strcmp(modes[m].name, arguments[1])) mode = &modes[m];
	if (!mode) return 2;
	moment = arguments[2];
	at("load");
	ok(clGetPlatformIDs(1, &platform, NULL));
	ok(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
	at("context");
	open_device();
	k.queue = queue;
	at("build");
	at("build only");
	build_kernels(&k);
	make_buffers(&k, 4096);
	if (!strcmp(moment, "build only")) set_mode(modes[0]);
	at("launch");
	struct mode before = present_mode();
	run_kernel(&k, "folded", k.folded);
	run_kernel(&k, "computed", k.computed);
	print_from_kernel(&k);
	check(is_mode(present_mode(), before), "the mode is not what it was");
	release_kernels(&k);
	set_mode(modes[0]);
	return done();
}
