// Ways to bring a process down that need many of one thing, or an environment that was not made for it.
#ifndef HEDDLE_WAYS_MASSES_H
#define HEDDLE_WAYS_MASSES_H

#include "ways_stranger.h"

static void markers_by_the_hundred_thousand(void) {
	cl_command_queue q = clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, NULL);
	cl_event user = clCreateUserEvent(context, NULL), last = NULL;
	cl_mem buffer = some_buffer();
	for (int i = 0; i < 100000; i++) {
		if (i % 4 == 0) ok(clEnqueueFillBuffer(q, buffer, &i, 4, 0, 64, 1, &user, NULL));
		if (i % 2) ok(clEnqueueBarrierWithWaitList(q, 0, NULL, NULL));
		else ok(clEnqueueMarkerWithWaitList(q, 0, NULL, NULL));
	}
	ok(clEnqueueMarkerWithWaitList(q, 0, NULL, &last));
	ok(clSetUserEventStatus(user, CL_COMPLETE));
	ok(clWaitForEvents(1, &last));
	ok(clFinish(q));
}

static void CL_CALLBACK counts(cl_event event, cl_int status, void *place) { calls += place == (char *)NULL + calls; }

static void callbacks_by_the_hundred_thousand(void) {
	enum { MANY = 100000 };
	cl_event user = clCreateUserEvent(context, NULL);
	for (int i = 0; i < MANY; i++) ok(clSetEventCallback(user, CL_COMPLETE, counts, (char *)NULL + i));
	ok(clSetUserEventStatus(user, CL_COMPLETE));
	wait_for_calls(MANY);
}

static void mappings_by_the_hundred_thousand(void) {
	enum { MANY = 100000, EACH = 64 };
	static void *maps[MANY];
	cl_mem buffer = buffer_of(MANY * EACH, NULL);
	cl_int status = 0;
	for (int i = 0; i < MANY && !status; i++)
		maps[i] = clEnqueueMapBuffer(queue, buffer, CL_FALSE, CL_MAP_WRITE, i * EACH, EACH, 0, NULL, NULL, &status);
	ok(status);
	for (int i = 0; i < MANY; i++) ok(clEnqueueUnmapMemObject(queue, buffer, maps[i], 0, NULL, NULL));
	ok(clFinish(queue));
}

// Names and options that nothing has, which messages repeat.
static void names_without_end(void) {
	enum { LENGTH = 32 << 20 };
	static char name[LENGTH + 3] = "-D";
	static const char *source = "kernel void k(global int *p) { *p = 1; }";
	memset(name + 2, 'a', LENGTH);
	cl_int status;
	cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
	ok(clBuildProgram(program, 1, &device, name, NULL, NULL));
	check(!clCreateKernel(program, name + 2, &status) && status == CL_INVALID_KERNEL_NAME, "any name: %d", status);
	for (int i = 0; i < 4; i++) {
		memcpy(name, "-D-U-x-q" + 2 * i, 2);
		name[2] = i < 3 ? '?' : 'a';
		check_status(clBuildProgram(program, 1, &device, name, NULL, NULL), CL_INVALID_BUILD_OPTIONS);
	}
}

// Variables that are meant for Go programs, and that would end one, before the process begins.
static void settings_of_go(void) {
	static const char *names[] = {"GOMEMLIMIT", "GODEBUG", "GOMAXPROCS"}, *values[] = {"512Mi", "cgocheck=2", "2147483647"};
	int found = 0;
	for (int i = 0; i < 3; i++)
		if (getenv(names[i])) found += printf("%s=%s\n", names[i], getenv(names[i]));
	if (found) return;
	for (int i = 0; i < 3; i++) setenv(names[i], values[i], 1);
	execl("/proc/self/exe", "kill", "settings_of_go", NULL);
}

static const struct { const char *name, *words; void (*way)(void); } masses_ways[] = {
	{"markers_by_the_hundred_thousand", "100,000 markers and barriers of a queue out of order behind an event", markers_by_the_hundred_thousand},
	{"callbacks_by_the_hundred_thousand", "100,000 callbacks of one event", callbacks_by_the_hundred_thousand},
	{"mappings_by_the_hundred_thousand", "100,000 mappings of one buffer", mappings_by_the_hundred_thousand},
	{"names_without_end", "names and options of 32 megabytes", names_without_end},
	{"settings_of_go", "settings of the runtime of Go that are malformed", settings_of_go},
};

enum { MASSES_WAYS = sizeof masses_ways / sizeof *masses_ways };

#endif
