package clapi

import (
	"sync"

	"heddle/clapi/cl"
	"heddle/compiler"
)

// Kernel is a kernel object: a kernel of an executable and the values of its arguments.
type Kernel struct {
	Object
	program *Program    // held; also keeps the context
	exec    *executable // immutable
	code    *compiler.Kernel

	mu   sync.Mutex
	args []argument // guarded by mu; one per code.Args
}

// Retain is clRetainKernel.
func (k *Kernel) Retain() error {
	if err := k.check(); err != nil {
		return err
	}
	return k.retain()
}

// Release is clReleaseKernel.
func (k *Kernel) Release() error {
	if err := k.check(); err != nil {
		return err
	}
	return k.release()
}

// Context is the context of the kernel's program.
func (k *Kernel) Context() *Context { return k.program.context }

// check answers for a handle that was no kernel.
func (k *Kernel) check() error {
	if k == nil {
		return fail(cl.InvalidKernel, "kernel is not a valid kernel")
	}
	return nil
}
