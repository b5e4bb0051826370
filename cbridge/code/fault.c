/*
 * Faults in machine code.
 *
 * A handler must know whether an instruction is machine code without taking locks or calling the allocator. So the
 * ranges of addresses lie in a table of atomics, which writers change one entry at a time: the end before the start
 * when one is added, the start to zero when one goes. The table is searched from one end to the other: it has an entry
 * per megabyte of code, and faults are rare.
 *
 * Which context the code runs with, and where the stack was, is not taken from registers or from the context but from
 * variables of the thread: code that runs wild may have lost the registers and overwritten the context.
 */
#define _GNU_SOURCE
#include "fault.h"

#include <stdatomic.h>
#include <stddef.h>
#include <ucontext.h>

enum { MAX_RANGES = 4096 };

__thread struct heddle_context *heddle_running __attribute__((tls_model("initial-exec"), visibility("hidden")));

/* The stack pointer at the entry of machine code. enter.S writes it. */
__thread uint64_t heddle_stack __attribute__((tls_model("initial-exec"), visibility("hidden")));

static struct range {
	_Atomic uintptr_t start, end; /* start 0: not used */
} ranges[MAX_RANGES];

static _Atomic int used; /* entries from here on were never used */

int heddle_code_add(uintptr_t start, uintptr_t end) {
	for (int i = 0; i < MAX_RANGES; i++) {
		if (atomic_load(&ranges[i].start) != 0)
			continue;
		atomic_store(&ranges[i].end, end);
		atomic_store(&ranges[i].start, start);
		if (i >= atomic_load(&used))
			atomic_store(&used, i + 1);
		return 1;
	}
	return 0;
}

void heddle_code_remove(uintptr_t start) {
	for (int i = 0; i < atomic_load(&used); i++) {
		if (atomic_load(&ranges[i].start) == start)
			atomic_store(&ranges[i].start, 0);
	}
}

static int is_machine_code(uintptr_t address) {
	for (int i = 0; i < atomic_load(&used); i++) {
		uintptr_t start = atomic_load(&ranges[i].start);
		if (start != 0 && address >= start && address < atomic_load(&ranges[i].end))
			return 1;
	}
	return 0;
}

enum { PAGE_FAULT = 14, WRITE_ACCESS = 2 }; /* REG_TRAPNO, and a bit of REG_ERR */

static uint64_t kind_of(const greg_t *registers) {
	if (registers[REG_TRAPNO] != PAGE_FAULT)
		return 0;
	return HEDDLE_FAULT_IS_ADDRESSED | (registers[REG_ERR] & WRITE_ACCESS ? HEDDLE_FAULT_IS_WRITE : 0);
}

int heddle_code_fault(int signal, siginfo_t *info, void *context) {
	greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
	struct heddle_context *running = heddle_running;
	if (!running || info->si_code <= 0 || !is_machine_code((uintptr_t)registers[REG_RIP]))
		return 0;
	running->fault_pc = (uint64_t)registers[REG_RIP];
	running->fault_kind = kind_of(registers);
	running->fault_address = running->fault_kind ? (uint64_t)info->si_addr : 0;
	running->fault_signal = (uint64_t)signal;
	running->fault_frame = (uint64_t)registers[REG_RBP];
	running->fault_context = (uint64_t)registers[REG_R15];
	running->fault_lanes = heddle_fault_lanes(context);
	registers[REG_RSP] = (greg_t)heddle_stack;
	registers[REG_RIP] = (greg_t)heddle_abort;
	return 1;
}

static struct sigaction before[32]; /* by signal */

static void dispatch(int signal, siginfo_t *info, void *context) {
	struct sigaction *older = &before[signal];
	if (heddle_code_fault(signal, info, context))
		return;
	if (older->sa_flags & SA_SIGINFO)
		older->sa_sigaction(signal, info, context);
	else if (older->sa_handler != SIG_IGN && older->sa_handler != SIG_DFL)
		older->sa_handler(signal);
	else
		sigaction(signal, older, NULL); /* the fault happens again */
}

void heddle_code_catch(void) {
	static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
	for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++) {
		struct sigaction ours = {.sa_sigaction = dispatch, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
		sigfillset(&ours.sa_mask);
		sigaction(signals[i], NULL, &before[signals[i]]);
		sigaction(signals[i], &ours, NULL);
	}
}
