// Kernels without end are stopped when HEDDLE_TIMEOUT says so: a spin without exit, an endless loop on which lanes part,
// spins on a neighbour and on another group, endless barriers, over one work-group and over many. The event fails, a
// report names the kernel and the source lines at which work-items stood, says where others of the group waited, and queue and
// context go on.
#include "check.h"
#include <sched.h>

static const char source[] =
	"kernel void spin(global volatile int *p) { while (1) ; }\n"
	"kernel void parting(global volatile int *p) { uint x = get_local_id(0); while (x != 0xffffffffu) x = x * 2 & 0xffff; *p = x; }\n"
	"kernel void neighbour(global volatile int *p) { uint me = get_global_id(0); while (p[me + 1] == 0) ; p[me] = 1; }\n"
	"kernel void group(global volatile int *p) { while (p[get_group_id(0) + 1] != 77) ; }\n"
	"kernel void barriers(global volatile int *p) { while (1) barrier(CLK_LOCAL_MEM_FENCE); }\n"
	"kernel void atomic(global volatile int *p) { while (atomic_add(p, 0) == 0) ; }\n"
	"kernel void lock(global volatile int *p) { while (atomic_cmpxchg(p, 1, 2) != 1) ; }\n"
	"void deep(global volatile int *p);\n"
	"void __attribute__((noinline)) deep(global volatile int *p) { for (int i = 0; ; i++) if (p[i & 3] == 5) break; }\n"
	"kernel void called(global volatile int *p) { deep(p); }\n"
	"kernel void apart(global volatile int *p) { if (get_local_id(0) < 7) while (p[2000] == 0) ;\n"
	"  barrier(CLK_GLOBAL_MEM_FENCE);\n"
	"  p[2000] = 1; barrier(CLK_GLOBAL_MEM_FENCE); p[get_local_id(0)] = 3; }\n"
	"kernel void behind(global volatile int *p) { if (get_local_id(0) >= 980) while (p[2000] == 0) ;\n"
	"  barrier(CLK_GLOBAL_MEM_FENCE);\n"
	"  p[2000] = 1; barrier(CLK_GLOBAL_MEM_FENCE); p[get_local_id(0)] = 3; }\n"
	"kernel void good(global volatile int *p) { p[get_global_id(0) & 7] = 3; }\n";

static char said[4096];
static volatile int times;

static void CL_CALLBACK notify(const char *reason, const void *info, size_t size, void *data) {
	if (strncmp(reason, "kernel ", 7)) return; // of the waiting call, not the command
	snprintf(said, sizeof said, "%s", reason);
	__sync_synchronize();
	times++;
}

static double seconds(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec * 1e-9;
}

static void stops(cl_command_queue q, cl_program program, const char *name, size_t items, size_t local, const char *stood) {
	static const int zeros[1 << 12];
	cl_kernel k = kernel_of(program, name), good = kernel_of(program, "good");
	cl_mem m = buffer_of(sizeof zeros, zeros);
	cl_event e;
	cl_int outcome = CL_COMPLETE, got = 0;
	arg(k, 0, m);
	arg(good, 0, m);
	int before = times;
	double begin = seconds();
	ok(clEnqueueNDRangeKernel(q, k, 1, NULL, &items, &local, 0, NULL, &e));
	check_status(clWaitForEvents(1, &e), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	double took = seconds() - begin;
	check(took >= 0.1 && took < 10, "%s ended after %.2f s", name, took);
	ok(clGetEventInfo(e, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof outcome, &outcome, NULL));
	check(outcome < 0, "%s: %d", name, outcome);
	while (times == before) sched_yield();
	char expected[100];
	snprintf(expected, sizeof expected, "kernel %s was stopped after 100ms", name);
	check(strstr(said, expected) && strstr(said, "work-group ("), "%s", said);
	check(strstr(said, stood), "%s: %s, wanted %s", name, said, stood);
	ok(clReleaseEvent(e));
	for (int i = 0; i < 20 && got != 3; i++) { // on a busy machine this one may be stopped too
		ok(clEnqueueNDRangeKernel(q, good, 1, NULL, &items, &local, 0, NULL, NULL));
		ok(clFinish(q));
		ok(clEnqueueReadBuffer(q, m, CL_TRUE, 0, 4, &got, 0, NULL, NULL));
	}
	check(got == 3, "%d after %s", got, name);
	ok(clReleaseMemObject(m));
	ok(clReleaseKernel(k));
	ok(clReleaseKernel(good));
}

int main(void) {
	setenv("HEDDLE_TIMEOUT", "0.1", 1);
	if (other_driver()) return printf("1 checks, 0 failed\n"), 0;
	open_device();
	ok(clReleaseCommandQueue(queue));
	ok(clReleaseContext(context));
	cl_int status;
	context = clCreateContext(NULL, 1, &device, notify, NULL, &status);
	ok(status);
	queue = clCreateCommandQueue(context, device, 0, &status);
	ok(status);
	cl_command_queue any_order = clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE, &status);
	ok(status);
	cl_program program = build_with(source, "-cl-std=CL3.0");
	static const struct { const char *name, *stood; } endless[] = {{"spin", "line 1"}, {"parting", "line 2"}, {"neighbour", "line 3"},
		{"group", "line 4"}, {"barriers", "line 5"}, {"atomic", "line 6"}, {"lock", "line 7"}, {"called", "line "}};
	for (size_t i = 0; i < sizeof endless / sizeof *endless; i++) {
		stops(queue, program, endless[i].name, 64, 64, endless[i].stood);
		stops(any_order, program, endless[i].name, 1024, 64, endless[i].stood);
	}
	stops(queue, program, "spin", 1, 1, "line 1");
	stops(queue, program, "neighbour", 1000, 250, "line 3");
	// sub-groups that begin after the one that waits for them, and those before it, which wait at a barrier
	stops(queue, program, "apart", 1000, 1000, "line 11");
	check(strstr(said, "others of the group had not begun; if it waits for one of them, work-items of the group wait for each other"), "%s", said);
	stops(queue, program, "behind", 1000, 1000, "line 14");
	check(strstr(said, "others of the group waited at the barrier of line 15") && strstr(said, "; if it waits for one of them"), "%s", said);
	return done();
}
