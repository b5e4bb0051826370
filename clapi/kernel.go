package clapi

import (
	"bytes"
	"slices"
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

	findLength sync.Once
	length     uint64 // see straightLength; found by findLength

	mu    sync.Mutex
	args  []argument // guarded by mu; one per code.Args
	block []byte     // guarded by mu; the argument block, but for the offsets of __local arguments
	reach *reach     // guarded by mu; the memory beyond the arguments, nil: none
}

// CreateKernel is clCreateKernel. isNull: kernel_name is NULL.
func (p *Program) CreateKernel(name string, isNull bool) (*Kernel, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	if err := p.context.checkAlive(); err != nil {
		return nil, err
	}
	exec, err := p.takeExecutable(1)
	if err != nil {
		return nil, err
	}
	if code := exec.kernel(name); code != nil && !isNull {
		return p.newKernel(exec, code), nil
	}
	p.forgetKernels(1)
	if isNull {
		return nil, p.context.fail(cl.InvalidValue, "kernel_name is null")
	}
	return nil, p.context.fail(cl.InvalidKernelName, "the program has no kernel %q; it has: %s", name,
		exec.kernelNames())
}

// CreateKernels is clCreateKernelsInProgram. hasTarget: kernels is not NULL; without it there is only the
// number.
func (p *Program) CreateKernels(hasTarget bool, numKernels uint32) (kernels []*Kernel, available uint32, err error) {
	if err := p.check(); err != nil {
		return nil, 0, err
	}
	if err := p.context.checkAlive(); err != nil {
		return nil, 0, err
	}
	exec, err := p.takeExecutable(0)
	if err != nil {
		return nil, 0, err
	}
	available = uint32(len(exec.program.Kernels))
	if !hasTarget {
		return nil, available, nil
	}
	if numKernels < available {
		return nil, 0, p.context.fail(cl.InvalidValue, "num_kernels is %d, but the program has %d kernels",
			numKernels, available)
	}
	if exec, err = p.takeExecutable(int(available)); err != nil {
		return nil, 0, err
	}
	for _, code := range exec.program.Kernels {
		kernels = append(kernels, p.newKernel(exec, code))
	}
	return kernels, available, nil
}

// takeExecutable finds the executable and counts kernels that are about to be made, so that no call builds again
// meanwhile.
func (p *Program) takeExecutable(kernels int) (*executable, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.isBuilding || p.build.exec == nil {
		return nil, p.context.fail(cl.InvalidProgramExecutable, "the program has no executable; build it first")
	}
	p.kernelCount += kernels
	return p.build.exec, nil
}

func (p *Program) forgetKernels(kernels int) {
	p.mu.Lock()
	p.kernelCount -= kernels
	p.mu.Unlock()
}

// newKernel makes a kernel that takeExecutable has counted.
func (p *Program) newKernel(exec *executable, code *compiler.Kernel) *Kernel {
	p.hold()
	k := &Kernel{
		program: p, exec: exec, code: code,
		args: make([]argument, len(code.Args)), block: make([]byte, code.ArgBlockBytes),
	}
	k.init("kernel", cl.InvalidKernel, k.destroyKernel)
	k.prepare()
	return k
}

func (k *Kernel) destroyKernel() {
	k.Context().formats.forget(k)
	k.forget()
	k.program.forgetKernels(1)
	k.program.drop()
}

// Clone is clCloneKernel: a new kernel object with the same argument values.
func (k *Kernel) Clone() (*Kernel, error) {
	if err := k.check(); err != nil {
		return nil, err
	}
	if err := k.Context().checkAlive(); err != nil {
		return nil, err
	}
	k.program.mu.Lock()
	k.program.kernelCount++
	k.program.mu.Unlock()
	clone := k.program.newKernel(k.exec, k.code)
	k.mu.Lock()
	defer k.mu.Unlock()
	clone.args, clone.block, clone.reach = slices.Clone(k.args), bytes.Clone(k.block), k.reach
	return clone, nil
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
