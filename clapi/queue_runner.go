package clapi

import (
	"fmt"
	"os"

	"heddle/exec"
)

// Runner runs kernels. exec.Device is one; tests fake it.
type Runner interface {
	// Run runs the launch to its end and returns an *exec.Fault if the kernel did something forbidden. It is called by
	// the thread that executes the command, with no lock held, maybe by several threads at once.
	Run(launch *exec.Launch) error
}

// report tells the application in words why a command failed: through the context's notify callback, on a goroutine
// of its own because this is an executor's thread; or, when there is none, on standard error, so that the failure of a
// kernel is never silent.
func (q *CommandQueue) report(reason string) {
	notify := q.context.notify
	if notify == nil {
		fmt.Fprintln(os.Stderr, "heddle:", reason)
		return
	}
	go notify(reason)
}

// reportPanic is told of panics inside a command: a host pointer of the application that leads nowhere, or a mistake of
// ours.
func (q *CommandQueue) reportPanic(value any) {
	if fault, ok := value.(interface{ Addr() uintptr }); ok {
		q.report(fmt.Sprintf("a command failed: there is no memory at address %#x", fault.Addr()))
		return
	}
	q.report(fmt.Sprintf("a command failed: %v", value))
}

// newRunner is what runs the kernels of all queues, so that they share the memory kept for launches.
func newRunner(setup Setup) Runner {
	if setup.Workers == nil {
		return nil // for tests that run nothing
	}
	return exec.NewDeviceWith(setup.Workers, setup.Engine)
}
