#define _GNU_SOURCE
#include "thread.h"
#include "scarce.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

enum {
	SIGNAL_STACK_BYTES = 64 << 10,
	SIGNAL_STACK_ENOUGH = 32 << 10, /* what the runtime gives its own threads */
};

#define BIT(signal) ((uint64_t)1 << ((signal)-1)) /* as in the system's masks */
#define FAULTS (BIT(SIGSEGV) | BIT(SIGBUS) | BIT(SIGFPE) | BIT(SIGILL))

/* change_mask asks the system itself: the functions of the C library take longer, and the bits are wanted as a word. */
static uint64_t change_mask(int how, uint64_t signals) {
	uint64_t before = 0;
	syscall(SYS_rt_sigprocmask, how, &signals, &before, sizeof before);
	return before;
}

uint64_t heddle_faults_open(void) {
	return change_mask(SIG_UNBLOCK, FAULTS) & FAULTS;
}

void heddle_faults_block(uint64_t faults) {
	change_mask(SIG_BLOCK, faults);
}

/* struct lent lies at the beginning of a stack of ours, below what a handler uses. */
struct lent {
	stack_t theirs;
};

static __thread struct lent *lent __attribute__((tls_model("initial-exec"))); /* for good: the thread may come again */
__thread char heddle_signal_stack_is_lent;
__thread struct heddle_signal_stack heddle_signal_stack;

int heddle_is_handler(void) {
	stack_t present;
	if (sigaltstack(NULL, &present))
		return 0;
	heddle_signal_stack.start = (uintptr_t)present.ss_sp;
	heddle_signal_stack.bytes = present.ss_flags & SS_DISABLE ? 0 : present.ss_size;
	return present.ss_flags & SS_ONSTACK;
}

static stack_t ours(void) {
	char *start = (char *)(lent + 1);
	return (stack_t){.ss_sp = start, .ss_size = SIGNAL_STACK_BYTES - sizeof *lent};
}

static int make_stack(void) {
	void *memory;
	if (lent)
		return 1;
	if (heddle_scarce_refuses("a signal stack"))
		return 0;
	memory = mmap(NULL, SIGNAL_STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED)
		return 0;
	lent = memory;
	return 1;
}

/* is_inside reports whether a thread that stood at this address was on the stack already. */
static int is_inside(const stack_t *stack, uintptr_t address) {
	return !(stack->ss_flags & SS_DISABLE) && address - (uintptr_t)stack->ss_sp < stack->ss_size;
}

/* replace sets the signal stack of a handler that runs on the present one. The system refuses that, unless the stack pointer
 * is elsewhere; all signals are blocked. */
static void replace(const stack_t *stack) {
	long call = SYS_sigaltstack;
	void *elsewhere = (char *)stack->ss_sp + stack->ss_size;
	__asm__ volatile("mov %%rsp, %%rbx\n\tmov %[elsewhere], %%rsp\n\tsyscall\n\tmov %%rbx, %%rsp"
		: "+a"(call)
		: "D"(stack), "S"(0), [elsewhere] "r"(elsewhere)
		: "rbx", "rcx", "r11", "memory");
}

int heddle_lend_signal_stack(void *context) {
	ucontext_t *interrupted = context;
	stack_t *present = &interrupted->uc_stack;
	int is_none = present->ss_flags & SS_DISABLE;
	if (is_inside(present, (uintptr_t)interrupted->uc_mcontext.gregs[REG_RSP]) ||
	    (!is_none && present->ss_size >= SIGNAL_STACK_ENOUGH) || !make_stack())
		return 0;
	stack_t stack = ours();
	if (!is_none) {
		lent->theirs = *present;
		heddle_signal_stack_is_lent = 1;
		replace(&stack);
	}
	*present = stack;
	return 1;
}

void heddle_return_signal_stack(void) {
	stack_t present;
	heddle_signal_stack_is_lent = 0;
	if (!sigaltstack(NULL, &present) && present.ss_sp == ours().ss_sp)
		sigaltstack(&lent->theirs, NULL);
}
