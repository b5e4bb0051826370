// What the programs on external semaphores and memory share: functions, and descriptors that go from process to process.
#ifndef HEDDLE_EXTERNAL_H
#define HEDDLE_EXTERNAL_H
#define _GNU_SOURCE
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define SEMAPHORE_DEVICE_LIST 0x2053
#define SEMAPHORE_EXPORTABLE 0x2054
#define MEM_DEVICE_LIST 0x2051
#define ASSUME_LINEAR 0x2052

typedef cl_int enqueue_semaphores_fn(cl_command_queue, cl_uint, const cl_semaphore_khr *, const cl_semaphore_payload_khr *, cl_uint, const cl_event *, cl_event *);
static cl_semaphore_khr (*create)(cl_context, const cl_semaphore_properties_khr *, cl_int *);
static enqueue_semaphores_fn *enqueue_wait, *enqueue_signal;
static cl_int (*get_info)(cl_semaphore_khr, cl_semaphore_info_khr, size_t, void *, size_t *);
static cl_int (*drop)(cl_semaphore_khr);
static cl_int (*handle_of)(cl_semaphore_khr, cl_device_id, cl_external_semaphore_handle_type_khr, size_t, void *, size_t *);
static cl_int (*reimport)(cl_semaphore_khr, cl_properties *, int);
typedef cl_int enqueue_memory_fn(cl_command_queue, cl_uint, const cl_mem *, cl_uint, const cl_event *, cl_event *);
static enqueue_memory_fn *acquire, *release;

static void functions(void) {
	create = extension_function("clCreateSemaphoreWithPropertiesKHR");
	enqueue_wait = extension_function("clEnqueueWaitSemaphoresKHR");
	enqueue_signal = extension_function("clEnqueueSignalSemaphoresKHR");
	get_info = extension_function("clGetSemaphoreInfoKHR");
	drop = extension_function("clReleaseSemaphoreKHR");
	handle_of = extension_function("clGetSemaphoreHandleForTypeKHR");
	reimport = extension_function("clReImportSemaphoreSyncFdKHR");
	acquire = extension_function("clEnqueueAcquireExternalMemObjectsKHR");
	release = extension_function("clEnqueueReleaseExternalMemObjectsKHR");
}

static cl_semaphore_khr imported(cl_properties kind, int fd) {
	cl_semaphore_properties_khr list[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, kind, fd, 0};
	cl_int status;
	cl_semaphore_khr s = create(context, list, &status);
	ok(status);
	return s;
}

static cl_semaphore_khr exportable(cl_properties kind) {
	cl_semaphore_properties_khr list[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, kind, 0, 0};
	cl_int status;
	cl_semaphore_khr s = create(context, list, &status);
	ok(status);
	return s;
}

static int exported(cl_semaphore_khr s, cl_external_semaphore_handle_type_khr kind) {
	int fd = -7;
	size_t bytes = 0;
	ok(handle_of(s, device, kind, sizeof fd, &fd, &bytes));
	check(bytes == sizeof fd, "%zu", bytes);
	return fd;
}

static cl_ulong payload(cl_semaphore_khr s) {
	cl_ulong value = 7;
	ok(get_info(s, CL_SEMAPHORE_PAYLOAD_KHR, sizeof value, &value, NULL));
	return value;
}

static cl_semaphore_payload_khr *const none = NULL;

static void wait_for(cl_semaphore_khr s) { ok(enqueue_wait(queue, 1, &s, none, 0, NULL, NULL)); }

static void signal_it(cl_semaphore_khr s) { ok(enqueue_signal(queue, 1, &s, none, 0, NULL, NULL)); }

// memory makes a descriptor of shared memory.
static int memory(size_t bytes) {
	int fd = memfd_create("shared", 0);
	check(fd >= 0 && !ftruncate(fd, bytes), "%d", errno);
	return fd;
}

static void send_fd(int socket, int fd) {
	char byte = 0;
	union { struct cmsghdr head; char room[CMSG_SPACE(sizeof fd)]; } control;
	struct iovec part = {&byte, 1};
	struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
	control.head = (struct cmsghdr){.cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(sizeof fd)};
	memcpy(CMSG_DATA(&control.head), &fd, sizeof fd);
	check(sendmsg(socket, &message, 0) == 1);
	close(fd);
}

static int receive_fd(int socket) {
	char byte;
	int fd = -1;
	union { struct cmsghdr head; char room[CMSG_SPACE(sizeof fd)]; } control;
	struct iovec part = {&byte, 1};
	struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
	check(recvmsg(socket, &message, 0) == 1);
	memcpy(&fd, CMSG_DATA(&control.head), sizeof fd);
	return fd;
}

// lists checks a query that returns descriptors' types.
static void check_types(int of_platform, cl_uint query, cl_uint first, cl_uint second) {
	cl_uint types[4] = {0};
	size_t bytes = 0;
	ok(of_platform ? clGetPlatformInfo(platform, query, sizeof types, types, &bytes) : clGetDeviceInfo(device, query, sizeof types, types, &bytes));
	check(bytes == 2 * sizeof *types && types[0] == first && types[1] == second, "%#x: %zu bytes, %#x %#x", query, bytes, types[0], types[1]);
}
#endif
