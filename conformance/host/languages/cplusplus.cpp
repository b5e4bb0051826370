// C++ around the driver: cplusplus CASE.
//   caught      callbacks of all kinds throw, and catch what they throw
//   escaped     an exception leaves a callback: std::terminate, as the language says, on whatever thread it is
//   statics     destructors of static objects, of thread_local ones and functions of atexit compute and release
//   quick       functions of at_quick_exit do, while other threads work
//   unwound     an exception passes through a frame that holds objects, while commands run
// The exit code is that of check.h, but for those that end on purpose: 42.
#include "check.h"
#include <atomic>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <unistd.h>
#include <vector>

enum { ITEMS = 2000, WANTED = 42 };

static const char source[] = "kernel void f(global int *x) { int i = get_global_id(0); x[i] = 3 * i; }"
	"kernel void bad(global int *x) { x[get_global_id(0) + (1L << 40)] = 1; }";

// Holder owns an object of the API, as the classes of the C++ bindings do.
template <typename T> using Holder = std::unique_ptr<std::remove_pointer_t<T>, cl_int (*)(T)>;

static Holder<cl_mem> new_buffer() { return {buffer_of(ITEMS * 4, NULL), clReleaseMemObject}; }

// compute runs a kernel and compares.
static void compute(cl_program program) {
	Holder<cl_mem> buffer = new_buffer();
	Holder<cl_kernel> kernel(kernel_of(program, "f"), clReleaseKernel);
	cl_mem memory = buffer.get();
	std::vector<int> out(ITEMS);
	arg(kernel.get(), 0, memory);
	run1(kernel.get(), ITEMS, 0);
	read_back(memory, out.data(), ITEMS * 4);
	for (int i = 0; i < ITEMS; i++) check(out[i] == 3 * i, "%d", i);
}

static std::atomic<int> caught;

static void throw_and_catch() {
	try {
		std::string text(100, 'x');
		throw std::runtime_error(text);
	} catch (const std::exception &) {
		caught++;
	}
}

static void CL_CALLBACK on_error(const char *, const void *, size_t, void *) { throw_and_catch(); }
static void CL_CALLBACK on_event(cl_event, cl_int, void *) { throw_and_catch(); }
static void CL_CALLBACK on_build(cl_program, void *) { throw_and_catch(); }
static void CL_CALLBACK on_destruction(cl_mem, void *) { throw_and_catch(); }
static void CL_CALLBACK on_context(cl_context, void *) { throw_and_catch(); }
static void CL_CALLBACK on_native(void *) { throw_and_catch(); }
static void CL_CALLBACK on_free(cl_command_queue, cl_uint count, void *list[], void *) {
	throw_and_catch();
	for (cl_uint i = 0; i < count; i++) clSVMFree(context, list[i]);
}

static cl_program build_notified(void (CL_CALLBACK *notify)(cl_program, void *)) {
	const char *text = source;
	cl_int status;
	cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &status);
	ok(status);
	ok(clBuildProgram(program, 1, &device, "", notify, NULL));
	return program;
}

// callbacks makes the driver call all kinds of functions.
static void callbacks() {
	cl_int status;
	cl_context noisy = clCreateContext(NULL, 1, &device, on_error, NULL, &status);
	ok(status);
	check_create(clCreateBuffer(noisy, 0, 0, NULL, &status), CL_INVALID_BUFFER_SIZE); // calls on_error
	ok(clSetContextDestructorCallback(noisy, on_context, NULL));
	ok(clReleaseContext(noisy));
	Holder<cl_program> program(build_notified(on_build), clReleaseProgram);
	cl_mem buffer = buffer_of(ITEMS * 4, NULL);
	ok(clSetMemObjectDestructorCallback(buffer, on_destruction, NULL));
	for (const char *name : {"f", "bad"}) {
		Holder<cl_kernel> kernel(kernel_of(program.get(), name), clReleaseKernel);
		size_t n = ITEMS;
		cl_event event;
		arg(kernel.get(), 0, buffer);
		ok(clEnqueueNDRangeKernel(queue, kernel.get(), 1, NULL, &n, NULL, 0, NULL, &event));
		ok(clSetEventCallback(event, CL_COMPLETE, on_event, NULL));
		ok(clFinish(queue));
		ok(clReleaseEvent(event));
	}
	void *shared = clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0);
	check(shared != NULL);
	ok(clEnqueueSVMFree(queue, 1, &shared, on_free, NULL, 0, NULL, NULL));
	ok(clEnqueueNativeKernel(queue, on_native, NULL, 0, 0, NULL, NULL, 0, NULL, NULL));
	ok(clFinish(queue));
	ok(clReleaseMemObject(buffer));
}

static void run_caught() {
	std::vector<std::thread> threads;
	for (int i = 0; i < 4; i++) threads.emplace_back([] { for (int k = 0; k < 20; k++) callbacks(); });
	for (std::thread &thread : threads) thread.join();
	for (int i = 0; i < 1000 && caught < 80 * 8; i++) usleep(10000); // callbacks of events follow when they come
	check(caught == 80 * 8, "%d were caught", (int)caught);
}

static void CL_CALLBACK escape_event(cl_event, cl_int, void *) { throw std::runtime_error("event"); }
static void CL_CALLBACK escape_build(cl_program, void *) { throw std::runtime_error("build"); }
static void CL_CALLBACK escape_native(void *) { throw std::runtime_error("native"); }

// run_escaped: no handler stands where the language could find it.
static void run_escaped(const std::string &which) {
	std::set_terminate([] { _exit(WANTED); });
	try {
		if (which == "build") build_notified(escape_build);
		if (which == "native") ok(clEnqueueNativeKernel(queue, escape_native, NULL, 0, 0, NULL, NULL, 0, NULL, NULL));
		if (which == "event") {
			cl_event event;
			ok(clEnqueueMarkerWithWaitList(queue, 0, NULL, &event));
			ok(clSetEventCallback(event, CL_COMPLETE, escape_event, NULL));
		}
		clFinish(queue);
		sleep(10);
	} catch (...) {
		check(0, "an exception came through the driver");
	}
}

// Late computes when it is destroyed, after main or at the end of a thread.
struct Late {
	cl_program program = NULL;
	const char *name;
	explicit Late(const char *n) : name(n) {}
	~Late() {
		if (!program) return;
		int failed = checks_failed;
		compute(program);
		ok(clReleaseProgram(program));
		if (checks_failed > failed) _exit(1);
		printf("%s\n", name), fflush(stdout);
	}
};

static Late of_the_process("static");
static thread_local Late of_the_thread("thread_local");

static void at_the_end() {
	Late last("at the end");
	last.program = build(source);
}

static void run_statics() {
	static Late of_the_function("static in a function");
	of_the_process.program = build(source);
	of_the_function.program = build(source);
	of_the_thread.program = build(source);
	std::thread([] { of_the_thread.program = build(source); }).join();
	atexit(at_the_end);
}

static void run_quick() {
	static std::atomic<int> working{0};
	for (int i = 0; i < 3; i++)
		std::thread([] {
			for (cl_program program = build(source);; working++) compute(program);
		}).detach();
	while (working < 10) usleep(1000);
	at_quick_exit(at_the_end);
	quick_exit(checks_failed ? 1 : WANTED);
}

static void run_unwound() {
	for (int i = 0; i < 300; i++) {
		try {
			Holder<cl_program> program(build(source), clReleaseProgram);
			Holder<cl_mem> buffer = new_buffer();
			Holder<cl_kernel> kernel(kernel_of(program.get(), "f"), clReleaseKernel);
			cl_mem memory = buffer.get();
			arg(kernel.get(), 0, memory);
			run1(kernel.get(), ITEMS, 0);
			throw i;
		} catch (int thrown) {
			check(thrown == i);
		}
	}
	ok(clFinish(queue));
}

int main(int, char **arguments) {
	std::string which = arguments[1];
	open_device();
	if (which == "caught") run_caught();
	if (which == "statics") run_statics();
	if (which == "quick") run_quick();
	if (which == "unwound") run_unwound();
	if (which == "escaped") run_escaped(arguments[2]);
	return done();
}
