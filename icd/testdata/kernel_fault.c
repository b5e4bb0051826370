/* A kernel that writes to a bad address fails with its event; the application and the next kernel live on, also when the
 * application takes SIGSEGV for itself, before or after loading. */
#include "program.h"

static void on_fault(int signal) {
	(void)signal;
	static const char text[] = "failed: the application's handler was called\n";
	if (write(1, text, sizeof text - 1))
		_exit(1);
	_exit(1);
}

int main(void) {
	int value = 0, status = 1, result = 0;
	signal(SIGSEGV, on_fault);
	load();
	handle context = new_context(), queue = new_queue(context), event = NULL;
	handle bad = new_kernel(context, "kernel void k(global int *p) { p[get_global_id(0)] = 1; }");
	handle good = new_kernel(context, "kernel void k(global int *p) { p[0] = 42; }");
	handle buffer = CALL(handle, clCreateBuffer, context, (uint64_t)1, sizeof value, NULL, &status), none = NULL;
	CALL(int, clSetKernelArg, bad, 0, sizeof none, &none);
	CALL(int, clSetKernelArg, good, 0, sizeof buffer, &buffer);
	for (int round = 0; round < 20; round++) {
		signal(SIGSEGV, on_fault);
		if (launch(queue, bad, 1000, &event))
			fail("clEnqueueNDRangeKernel");
		CALL(int, clFinish, queue);
		CALL(int, clGetEventInfo, event, 0x11D3, sizeof result, &result, NULL);
		if (result >= 0)
			fail("the event of the bad kernel is not negative");
		CALL(int, clReleaseEvent, event);
		if (launch(queue, good, 1, NULL) ||
		    CALL(int, clEnqueueReadBuffer, queue, buffer, 1, (size_t)0, sizeof value, &value, 0, NULL, NULL) || value != 42)
			fail("the kernel after the bad one");
	}
	puts("passed");
	return 0;
}
