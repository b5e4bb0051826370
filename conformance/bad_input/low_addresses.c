// Transfers to and from addresses of the first page, which look like small numbers rather than pointers, fail each time.
#include "check.h"

int main(void) {
	char *const nowhere = (char *)0x10;
	open_device();
	cl_mem buffer = buffer_of(1 << 20, NULL);
	for (int round = 0; round < 2000; round++) {
		cl_int status = CL_SUCCESS;
		cl_event e = NULL;
		size_t bytes = round % 8 ? 1 << 20 : 64;
		switch (round / 500) {
		case 0: status = clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, nowhere, 0, NULL, NULL); break;
		case 1: status = clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, bytes, nowhere, 0, NULL, NULL); break;
		case 2: ok(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, bytes, nowhere, 0, NULL, &e)); break;
		case 3: ok(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, bytes, nowhere, 0, NULL, &e)); break;
		}
		if (e) {
			ok(clFlush(queue));
			do ok(clGetEventInfo(e, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
			while (status > CL_COMPLETE); // a thread of the library makes it, as nothing here waits
			ok(clReleaseEvent(e));
		}
		check(status < 0, "round %d: %d", round, status);
	}
	ok(clFinish(queue));
	ok(clReleaseMemObject(buffer));
	return done();
}
