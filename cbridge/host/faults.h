#ifndef HEDDLE_HOST_FAULTS_H
#define HEDDLE_HOST_FAULTS_H

#include <signal.h>

/* heddle_faults_load finds out where the library's code lies. It is called once, before the Go runtime's constructor. */
void heddle_faults_load(void);

/* heddle_faults_keep_go is told of each action that the Go runtime wants while the library is being loaded. */
void heddle_faults_keep_go(const struct sigaction *action);

/* heddle_faults_take stands in for the handlers of faults that are installed now. The caller serves itself and others one
 * after another. */
void heddle_faults_take(void);

/* heddle_faults_are_taken looks at SIGSEGV and SIGBUS, the faults of commands: two system calls. */
int heddle_faults_are_taken(void);

/* heddle_is_fault is true for the signals that are taken. */
int heddle_is_fault(int signal);

/* heddle_is_function reports whether a handler is a function, not SIG_DFL or the like. */
int heddle_is_function(const struct sigaction *action);

/* heddle_improvement sets better to what should be installed instead of the present action, or to the present action if
 * that is good, and returns whether they differ. */
typedef int heddle_improvement(int signal, const struct sigaction *present, struct sigaction *better);

/* heddle_improve_action replaces a signal's action. What another thread installs meanwhile is not lost: it comes back
 * from the call that replaced it, and is improved in turn. */
void heddle_improve_action(int signal, heddle_improvement *improve);

/* heddle_actions_are_moving is true while what is installed may not be what it is to be. */
int heddle_actions_are_moving(void);

#endif
