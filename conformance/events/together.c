// Many commands without events, which are made again for others as soon as they are complete, end at once: behind a user
// event that fails, while threads wait for the queue; and behind one of a context that was terminated before, which must
// not touch what others have made of them.
#include "check.h"
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static cl_command_queue many;
static atomic_int ended;

static void *finishes(void *unused) {
	while (!atomic_load(&ended)) clFinish(many);
	return unused;
}

static void fail_together(void) {
	cl_int status;
	char bytes[64] = {0};
	const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
	many = clCreateCommandQueueWithProperties(context, device, list, &status);
	ok(status);
	cl_mem buffer = buffer_of(64, NULL);
	pthread_t threads[3];
	for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, finishes, NULL);
	for (int round = 0; round < 1000; round++) {
		cl_event user = clCreateUserEvent(context, &status);
		for (int i = 0; i < 200; i++) ok(clEnqueueWriteBuffer(many, buffer, CL_FALSE, 0, 64, bytes, 1, &user, NULL));
		ok(clFlush(many));
		ok(clSetUserEventStatus(user, -7));
		ok(clReleaseEvent(user));
	}
	atomic_store(&ended, 1);
	for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
	ok(clFinish(many));
	ok(clReleaseMemObject(buffer));
	ok(clReleaseCommandQueue(many));
}

static char first_of(cl_command_queue q, cl_mem buffer) {
	char first = 99;
	ok(clEnqueueReadBuffer(q, buffer, CL_TRUE, 0, 1, &first, 0, NULL, NULL));
	return first;
}

static void end_of_another_context(void) {
	cl_int status;
	clTerminateContextKHR_fn terminate =
		(clTerminateContextKHR_fn)clGetExtensionFunctionAddressForPlatform(platform, "clTerminateContextKHR");
	const cl_context_properties list[] = {CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0};
	cl_context other = clCreateContext(list, 1, &device, NULL, NULL, &status);
	ok(status);
	cl_command_queue there = clCreateCommandQueueWithProperties(other, device, NULL, &status);
	ok(status);
	cl_command_queue reader = clCreateCommandQueueWithProperties(context, device, NULL, &status);
	ok(status);
	char ones[64], zeros[64] = {0};
	memset(ones, 1, sizeof ones);
	cl_mem lost = clCreateBuffer(other, CL_MEM_READ_WRITE, 64, NULL, &status), buffer = buffer_of(64, zeros);
	ok(status);
	cl_event old = clCreateUserEvent(other, &status), mine = clCreateUserEvent(context, &status);
	for (int i = 0; i < 50; i++) ok(clEnqueueWriteBuffer(there, lost, CL_FALSE, 0, 64, ones, 1, &old, NULL));
	ok(clFlush(there));
	ok(terminate(other));
	clFinish(there);
	ok(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 64, zeros, 0, NULL, NULL));
	for (int i = 0; i < 50; i++) ok(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, 64, ones, 1, &mine, NULL));
	ok(clFlush(queue));
	clSetUserEventStatus(old, CL_COMPLETE);
	usleep(50000);
	check(first_of(reader, buffer) == 0, "written before its event");
	ok(clSetUserEventStatus(mine, CL_COMPLETE));
	ok(clFinish(queue));
	check(first_of(reader, buffer) == 1);
	ok(clReleaseEvent(old));
	ok(clReleaseEvent(mine));
	ok(clReleaseMemObject(lost));
	ok(clReleaseMemObject(buffer));
	ok(clReleaseCommandQueue(there));
	ok(clReleaseCommandQueue(reader));
	ok(clReleaseContext(other));
}

int main(void) {
	open_device();
	fail_together();
	end_of_another_context();
	return done();
}
