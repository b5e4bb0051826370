// The system calls that the driver makes, and the C library for it. What docs/limitations.md says of sandboxes is compared with
// this list.
#ifndef HEDDLE_SANDBOX_CALLS_H
#define HEDDLE_SANDBOX_CALLS_H

// A call that is early is not made any more when a context exists and a first kernel has run.
static const struct {
	const char *name;
	unsigned number;
	int is_early;
} calls[] = {
#define CALL(name) {#name, SYS_##name, 0},
#define EARLY(name) {#name, SYS_##name, 1},
	CALL(read)
	CALL(write)
	CALL(close)
	CALL(fcntl)
	CALL(newfstatat)
	CALL(lseek)
	CALL(brk)
	CALL(mmap)
	CALL(munmap)
	CALL(mprotect)
	CALL(mremap)
	CALL(madvise)
	CALL(mincore)
	CALL(memfd_create)
	CALL(ftruncate)
	CALL(futex)
	CALL(nanosleep)
	CALL(clock_nanosleep)
	CALL(clock_gettime)
	CALL(sched_yield)
	CALL(getpid)
	CALL(gettid)
	CALL(tgkill)
	CALL(exit)
	CALL(exit_group)
	CALL(clone)
	CALL(clone3)
	CALL(set_robust_list)
	CALL(rseq)
	CALL(rt_sigaction)
	CALL(rt_sigprocmask)
	CALL(rt_sigreturn)
	CALL(sigaltstack)
	CALL(sched_getaffinity)
	CALL(getrlimit)
	CALL(prlimit64)
	CALL(epoll_pwait)
	CALL(restart_syscall)
	CALL(getrandom)
	EARLY(openat)
	EARLY(pread64)
	EARLY(epoll_create1)
	EARLY(epoll_ctl)
	EARLY(eventfd2)
	EARLY(sysinfo)
	EARLY(uname)
	EARLY(prctl)
#undef CALL
#undef EARLY
};

#endif
