package clapi

import (
	"fmt"

	"heddle/clapi/stream"
	"heddle/compiler"
	"heddle/compiler/amd64/object"
	"heddle/exec"
)

// Runner runs kernels. exec.Device is one; tests fake it.
type Runner interface {
	// Run runs the launch to its end and returns an *exec.Fault if the kernel did something forbidden. It is called by
	// the thread that executes the command, with no lock held, possibly by several threads at once.
	Run(launch *exec.Launch) error
}

// preparer is a Runner that compiles in the background.
type preparer interface {
	// Prepare compiles the code that the first launch of a kernel will probably need, without waiting for it.
	Prepare(kernel object.Kernel, name string)
	// Expect compiles code for launches with the images and samplers of a block of arguments, without waiting for it.
	// It only reads the block and the images during the call.
	Expect(kernel object.Kernel, name string, args []byte)
	// Forget drops the pending work of Prepare, Expect and launches for a kernel.
	Forget(kernel object.Kernel)
}

// prepare lets the kernel be compiled before its first launch.
func (k *Kernel) prepare() {
	k.forEachCode(func(p preparer, code *compiler.Kernel) { p.Prepare(code.Machine, code.Name) })
}

// forget ends what prepare began.
func (k *Kernel) forget() {
	k.forEachCode(func(p preparer, code *compiler.Kernel) { p.Forget(code.Machine) })
}

// forEachCode calls a function for each machine code of the kernel. All devices share what is compiled.
func (k *Kernel) forEachCode(f func(preparer, *compiler.Kernel)) {
	p, ok := k.Context().devices[0].runner.(preparer)
	if !ok {
		return
	}
	var last *compiler.Kernel
	for _, form := range k.forms {
		if form != nil && form.code != last && form.code.Machine != nil {
			f(p, form.code)
			last = form.code
		}
	}
}

// report tells the application in words why a command failed: through the context's notify callback, on a goroutine of
// its own because this is an executor's thread; or, when there is none, on standard error, so that the failure of a
// kernel is never silent.
func (q *CommandQueue) report(reason string) {
	notify := q.context.notify
	if notify == nil || q.device.isTraced {
		fmt.Fprintln(stream.Errors, "heddle:", reason)
	}
	if notify == nil {
		return
	}
	go notify(reason)
}

// reportPanic receives panics inside a command: from an invalid host pointer of the application, or a bug of ours.
func (q *CommandQueue) reportPanic(value any) {
	if fault, ok := value.(interface{ Addr() uintptr }); ok {
		q.report(fmt.Sprintf("a command failed: there is no memory at address %#x", fault.Addr()))
		return
	}
	q.report(fmt.Sprintf("a command failed: %v", value))
}

// newRunner makes the runner of all queues' kernels, so that they share the memory kept for launches.
func newRunner(setup Setup) Runner {
	if setup.Workers == nil {
		return nil // for tests that run nothing
	}
	return exec.NewDeviceWith(setup.Workers, setup.Engine)
}
