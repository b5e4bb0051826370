// sandbox KIND [later]: a process that gives up rights before its first call, or when the driver is at work already ("later"),
// computes all the same.
//   no-exec    seccomp refuses executable memory and files in memory (EPERM): kernels run in the interpreter
//   kill       seccomp ends the process at each system call that is not in docs/reliability.md
//   proc       nothing is in /proc, /sys, /tmp and /dev/shm
//   chroot     the root is an empty folder
//   closed     the descriptors 0, 1 and 2 are closed
//   home       there are no variables in the environment but OCL_ICD_VENDORS
// Rights that are missing to give up rights end it with 77.
#define _GNU_SOURCE
#include "check.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "sandbox_calls.h"

enum { NO_RIGHTS = 77, MOST_CODE = 256 };

static struct sock_filter code[MOST_CODE];
static int code_length;

static void add(unsigned short operation, unsigned value, int if_true, int if_false) {
	code[code_length++] = (struct sock_filter){operation, if_true, if_false, value};
}

static void load(size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, offset, 0, 0); }

static void answer(unsigned action) { add(BPF_RET | BPF_K, action, 0, 0); }

// refuse_if_executable refuses a call whose third argument has PROT_EXEC.
static void refuse_if_executable(unsigned call) {
	add(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4);
	load(offsetof(struct seccomp_data, args[2]));
	add(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1);
	answer(SECCOMP_RET_ERRNO | EPERM);
	answer(SECCOMP_RET_ALLOW);
}

static void install(void) {
	struct sock_fprog program = {code_length, code};
	check(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
	// all threads, those that the driver has made among them
	if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program)) exit(NO_RIGHTS);
}

static void forbid_code(void) {
	load(offsetof(struct seccomp_data, nr));
	refuse_if_executable(SYS_mmap);
	refuse_if_executable(SYS_mprotect);
	refuse_if_executable(SYS_pkey_mprotect);
	add(BPF_JMP | BPF_JEQ | BPF_K, SYS_memfd_create, 0, 1);
	answer(SECCOMP_RET_ERRNO | EPERM);
	answer(SECCOMP_RET_ALLOW);
	install();
}

// tell_call is for finding out which calls are missing in the list: KILL=tell.
static void tell_call(int signal, siginfo_t *info, void *context) {
	char text[64];
	int length = snprintf(text, sizeof text, "system call %d\n", info->si_syscall);
	if (write(2, text, length) < 0) _exit(1);
	_exit(1);
}

static void allow_calls(int is_later) {
	int is_told = getenv("KILL") != NULL;
	if (is_told) sigaction(SIGSYS, &(struct sigaction){.sa_sigaction = tell_call, .sa_flags = SA_SIGINFO | SA_ONSTACK}, NULL);
	load(offsetof(struct seccomp_data, nr));
	for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++) {
		if (calls[i].is_early && is_later) continue;
		add(BPF_JMP | BPF_JEQ | BPF_K, calls[i].number, 0, 1);
		answer(SECCOMP_RET_ALLOW);
	}
	answer(is_told ? SECCOMP_RET_TRAP : SECCOMP_RET_KILL_PROCESS);
	install();
}

static void hide(const char *folder) {
	if (mount("none", folder, "tmpfs", 0, NULL)) exit(NO_RIGHTS);
}

static void hide_folders(void) {
	if (unshare(CLONE_NEWNS) || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL)) exit(NO_RIGHTS);
	hide("/sys"), hide("/tmp"), hide("/dev/shm"), hide("/proc");
}

static void change_root(void) {
	char folder[] = "/tmp/sandboxXXXXXX";
	check(mkdtemp(folder) != NULL);
	if (chroot(folder)) exit(NO_RIGHTS);
	check(chdir("/") == 0 && rmdir("/") != 0);
}

static int report = -1; // where the result is written if standard output is closed

static void close_standard(void) {
	report = fcntl(1, F_DUPFD, 10);
	fflush(stdout);
	for (int i = 0; i < 3; i++) close(i);
}

static void restrict_process(const char *kind, int is_later) {
	if (!strcmp(kind, "no-exec")) forbid_code();
	if (!strcmp(kind, "kill")) allow_calls(is_later);
	if (!strcmp(kind, "proc")) hide_folders();
	if (!strcmp(kind, "chroot")) change_root();
	if (!strcmp(kind, "closed")) close_standard();
	if (!strcmp(kind, "home")) {
		const char *vendors = getenv("OCL_ICD_VENDORS");
		clearenv();
		setenv("OCL_ICD_VENDORS", vendors, 1);
	}
}

static void CL_CALLBACK called(cl_event event, cl_int status, void *count) { __atomic_add_fetch((int *)count, 1, __ATOMIC_SEQ_CST); }

static const char source[] = "kernel void f(global int *x, local int *t) { int i = get_global_id(0), l = get_local_id(0);"
	" t[l] = 3 * i; barrier(CLK_LOCAL_MEM_FENCE); x[i] = t[l]; if (i == 3) printf(\"hello\\n\"); }"
	"kernel void bad(global int *x) { x[get_global_id(0) + (1L << 40)] = 1; }"
	"kernel void long_one(global int *x) { int v = get_global_id(0); for (int k = 0; k < 300; k++) v = v * 3 + k; x[get_global_id(0)] = v; }";

static void compute(void) {
	enum { COUNT = 1 << 16 };
	static int out[COUNT];
	static int count;
	size_t n = COUNT, l = 64;
	cl_event event;
	cl_program program = build(source);
	cl_kernel f = kernel_of(program, "f"), bad = kernel_of(program, "bad"), long_one = kernel_of(program, "long_one");
	cl_mem buffer = buffer_of(sizeof out, NULL);
	arg(f, 0, buffer);
	local_arg(f, 1, 64 * 4);
	arg(bad, 0, buffer);
	arg(long_one, 0, buffer);
	run1(long_one, COUNT, 0);
	ok(clEnqueueNDRangeKernel(queue, bad, 1, NULL, &n, NULL, 0, NULL, NULL));
	ok(clEnqueueNDRangeKernel(queue, f, 1, NULL, &n, &l, 0, NULL, &event));
	ok(clSetEventCallback(event, CL_COMPLETE, called, &count));
	read_back(buffer, out, sizeof out);
	for (int i = 0; i < COUNT; i++) check(out[i] == 3 * i, "%d: %d", i, out[i]);
	ok(clReleaseEvent(event));
	void *shared = clSVMAlloc(context, CL_MEM_READ_WRITE, 1 << 20, 0);
	check(shared != NULL);
	clSVMFree(context, shared);
	ok(clReleaseMemObject(buffer));
	ok(clReleaseKernel(f));
	ok(clReleaseKernel(bad));
	ok(clReleaseKernel(long_one));
	ok(clReleaseProgram(program));
}

static void *compute_in_thread(void *unused) { return compute(), NULL; }

int main(int count, char **arguments) {
	int is_later = count > 2;
	ok(clGetPlatformIDs(1, &platform, NULL)); // the loader has found the driver
	if (is_later) open_device(), compute();
	restrict_process(arguments[1], is_later);
	if (!is_later) open_device();
	compute();
	pthread_t thread;
	check(pthread_create(&thread, NULL, compute_in_thread, NULL) == 0);
	pthread_join(thread, NULL);
	ok(clReleaseCommandQueue(queue));
	ok(clReleaseContext(context));
	if (report >= 0) dup2(report, 1), stdout = fdopen(report, "w");
	return done();
}
