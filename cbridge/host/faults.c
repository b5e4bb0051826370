/*
 * Whose a fault is, in a process that has handlers of its own.
 *
 * Faults of machine code belong to whoever runs it (heddle_host_hook_faults). A fault whose instruction lies in this
 * library belongs to the Go runtime (the interpreter relies on it to survive bad kernel memory); every other fault belongs
 * to the application. The runtime, as part of a shared library, passes on only to the handler that it found when it was
 * loaded, and an application that installs its handler later cuts the runtime off. So functions of ours stand before both.
 *
 * Faults come to many threads at once, and the handler is one for all of them. While a handler of the application is
 * installed, be it for an instant, it also gets the kernel's faults of all other threads, and jumps out of the middle of
 * our code, or ends the process. So ours is never taken out, not even while the application's runs: that is called as a
 * function, and what the system would have done for it (masks, SA_RESETHAND) is done here.
 *
 * Some handlers put the one before them back and let the fault happen again (Python's faulthandler), others call it. What
 * they saw as the one before them may be ours. Therefore each action that the application ever installed has a function
 * of its own that stands in for it from then on, and does the same for all faults that are the application's. The
 * application's handlers meet in the order in which they would without us, and nothing here has to guess what a handler
 * did. What a function stands in for does not change, so a fault needs no lock.
 *
 * To put a function of ours in an action's place takes a look and an exchange, and in between another may be installed. The
 * exchange brings that to light, and it is put right; a fault that comes to the wrong function in that moment is let happen
 * again.
 *
 * What remains: a handler of the application stands alone from the moment it is installed to the next call that may run
 * commands.
 */
#define _GNU_SOURCE
#include "faults.h"
#include "host.h"
#include "scarce.h"
#include "thread.h"

#include <link.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

enum {
	STAND_INS = 16, /* of a signal; processes have one or two handlers */
	LAST_FAULT = SIGSEGV,
	MASK_BYTES = 8, /* what the system knows of a sigset_t; the rest may be anything */
};

static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
enum { FAULTS = sizeof faults / sizeof *faults };

/* The application's actions, by signal and number of the function that stands in for them. Number 0 stands in for the
 * default action; others are not used as long as they are null. */
static _Atomic(const struct sigaction *) actions[LAST_FAULT + 1][STAND_INS];

static struct sigaction go_action;     /* the Go runtime's handler, the same for all signals */
static uintptr_t text_start, text_end; /* the library's code */
static heddle_fault_hook *_Atomic fault_hook;

static int in_library(uintptr_t address) {
	return address >= text_start && address < text_end;
}

int heddle_is_fault(int signal) {
	for (int i = 0; i < FAULTS; i++)
		if (faults[i] == signal)
			return 1;
	return 0;
}

int heddle_is_function(const struct sigaction *action) {
	return action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN && action->sa_handler != SIG_ERR;
}

/* is_ours: a function that stands in for another. */
static int is_ours(const struct sigaction *action) {
	return in_library((uintptr_t)action->sa_sigaction) && action->sa_sigaction != go_action.sa_sigaction;
}

static int find_text(struct dl_phdr_info *info, size_t size, void *unused) {
	uintptr_t self = (uintptr_t)find_text;
	(void)size, (void)unused;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
		uintptr_t start = info->dlpi_addr + segment->p_vaddr;
		if (segment->p_type == PT_LOAD && (segment->p_flags & PF_X) && self >= start &&
		    self < start + segment->p_memsz) {
			text_start = start;
			text_end = start + segment->p_memsz;
			return 1;
		}
	}
	return 0;
}

void heddle_faults_load(void) {
	dl_iterate_phdr(find_text, NULL);
}

void heddle_faults_keep_go(const struct sigaction *action) {
	if (heddle_is_function(action) && in_library((uintptr_t)action->sa_sigaction))
		go_action = *action;
}

void heddle_host_hook_faults(heddle_fault_hook *hook) {
	atomic_store(&fault_hook, hook);
}

/* die lets the default action happen. A real fault happens again when the handler returns; a sent signal is sent. Where the
 * system refuses to go back to the default action (seccomp), the fault would happen again for ever. */
static void die(int signal, const siginfo_t *info) {
	struct sigaction standard = {.sa_handler = SIG_DFL};
	if (sigaction(signal, &standard, NULL))
		_exit(128 + signal); /* what a shell shows for the signal */
	if (info->si_code <= 0)
		raise(signal);
}

static void stand_in(int number, int is_from_system, int signal, siginfo_t *info, void *context);

/* Who calls shows by the context: the system puts it where the caller's frame would be. */
#define STAND_IN(number) \
	static void stand_in_##number(int signal, siginfo_t *info, void *context) { \
		stand_in(number, context == __builtin_dwarf_cfa(), signal, info, context); \
	}
STAND_IN(0) STAND_IN(1) STAND_IN(2) STAND_IN(3) STAND_IN(4) STAND_IN(5) STAND_IN(6) STAND_IN(7)
STAND_IN(8) STAND_IN(9) STAND_IN(10) STAND_IN(11) STAND_IN(12) STAND_IN(13) STAND_IN(14) STAND_IN(15)

static void (*const stand_ins[STAND_INS])(int, siginfo_t *, void *) = {
	stand_in_0, stand_in_1, stand_in_2, stand_in_3, stand_in_4, stand_in_5, stand_in_6, stand_in_7,
	stand_in_8, stand_in_9, stand_in_10, stand_in_11, stand_in_12, stand_in_13, stand_in_14, stand_in_15,
};

/* describe makes the action that installs a function of ours. Everything is blocked until it is known whose the fault is. */
static void describe(int number, struct sigaction *ours) {
	*ours = (struct sigaction){.sa_sigaction = stand_ins[number], .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
	sigfillset(&ours->sa_mask);
}

static int is_same(const struct sigaction *a, const struct sigaction *b) {
	return a->sa_sigaction == b->sa_sigaction && a->sa_flags == b->sa_flags &&
	       !memcmp(&a->sa_mask, &b->sa_mask, MASK_BYTES);
}

/* find returns the number of what stands in for an action, or -1. */
static int find(int signal, const struct sigaction *action) {
	if (action->sa_handler == SIG_DFL)
		return 0;
	for (int number = 1; number < STAND_INS; number++) {
		const struct sigaction *known = atomic_load(&actions[signal][number]);
		if (known && is_same(known, action))
			return number;
	}
	return -1;
}

/* add gives an action the next number. The last number, when all others are used up, goes from one to the next. */
static void add(int signal, const struct sigaction *action) {
	struct sigaction *copy = heddle_scarce_refuses("a copy of an action") ? NULL : malloc(sizeof *copy); /* never freed: a handler may be using it */
	int number = 1;
	if (!copy)
		return;
	*copy = *action;
	while (number < STAND_INS - 1 && atomic_load(&actions[signal][number]))
		number++;
	atomic_store(&actions[signal][number], copy);
}

/* use_known_stand_in is the improvement for signal handlers, which cannot add an action. */
static int use_known_stand_in(int signal, const struct sigaction *present, struct sigaction *better) {
	int number = is_ours(present) ? -1 : find(signal, present);
	*better = *present;
	if (number < 0)
		return 0;
	describe(number, better);
	return 1;
}

static int use_stand_in(int signal, const struct sigaction *present, struct sigaction *better) {
	if (!is_ours(present) && find(signal, present) < 0)
		add(signal, present);
	return use_known_stand_in(signal, present, better);
}

/* use_default goes back to the default action, as SA_RESETHAND wants it, unless the application has installed another. */
static int use_default(int signal, const struct sigaction *present, struct sigaction *better) {
	(void)signal;
	*better = *present;
	if (!is_ours(present))
		return 0;
	describe(0, better);
	return 1;
}

/* call_application calls a handler of the application as the system does, but for the stack: see host.c about those. Some
 * handlers install themselves again. */
static void call_application(const struct sigaction *theirs, int signal, siginfo_t *info, void *context) {
	sigset_t during, before;
	sigorset(&during, &((ucontext_t *)context)->uc_sigmask, &theirs->sa_mask);
	if (!(theirs->sa_flags & SA_NODEFER))
		sigaddset(&during, signal);
	if (theirs->sa_flags & SA_RESETHAND)
		heddle_improve_action(signal, use_default);
	pthread_sigmask(SIG_SETMASK, &during, &before);
	theirs->sa_sigaction(signal, info, context); /* with three arguments whatever its flags, as by the system */
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	heddle_improve_action(signal, use_known_stand_in);
}

static void pass_to_application(const struct sigaction *theirs, int signal, siginfo_t *info, void *context) {
	if (theirs && heddle_is_function(theirs))
		call_application(theirs, signal, info, context);
	else if (!theirs || theirs->sa_handler != SIG_IGN || info->si_code > 0)
		die(signal, info);
}

/* is_overtaken: this function was put in the place of another action than the one it stands in for, since that was
 * installed in the same moment, and the right function stands there by now or will in a moment. So the fault is let happen
 * again. */
static int is_overtaken(int number, int signal) {
	struct sigaction present;
	if (heddle_actions_are_moving()) {
		sched_yield();
		return 1;
	}
	return !sigaction(signal, NULL, &present) && is_ours(&present) && present.sa_sigaction != stand_ins[number];
}

static void pass_to_go(int signal, siginfo_t *info, void *context) {
	if (!heddle_lend_signal_stack(context))
		go_action.sa_sigaction(signal, info, context);
}

/* stand_in is what all functions of ours do. They are called by the system, or by a handler of the application that passes
 * a fault on. */
static void stand_in(int number, int is_from_system, int signal, siginfo_t *info, void *context) {
	heddle_fault_hook *hook = atomic_load(&fault_hook);
	uintptr_t at = (uintptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
	if (hook && hook(signal, info, context))
		return;
	if (info->si_code > 0 && in_library(at) && heddle_is_function(&go_action))
		pass_to_go(signal, info, context);
	else if (info->si_code <= 0 || !is_from_system || !is_overtaken(number, signal))
		pass_to_application(atomic_load(&actions[signal][number]), signal, info, context);
}

void heddle_faults_take(void) {
	for (int i = 0; i < FAULTS; i++)
		heddle_improve_action(faults[i], use_stand_in);
}

static int is_taken(int signal) {
	struct sigaction present;
	return sigaction(signal, NULL, &present) || is_ours(&present);
}

int heddle_faults_are_taken(void) {
	return is_taken(SIGSEGV) && is_taken(SIGBUS);
}
