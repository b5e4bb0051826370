package clapi

import (
	"bytes"
	"slices"
	"sync"

	"heddle/clapi/cl"
	"heddle/compiler"
)

// Kernel is a kernel object: a kernel of a program's executables and the values of its arguments.
type Kernel struct {
	Object
	program *Program         // held; also keeps the context
	code    *compiler.Kernel // of the first device that has it; name and arguments are the same for all
	forms   []*kernelForm    // immutable; by device of the program; nil for those without the kernel

	mu    sync.Mutex
	args  []argument // guarded by mu; one per code.Args
	block []byte     // guarded by mu; the argument block, but for the offsets of __local arguments
	reach *reach     // guarded by mu; the memory beyond the arguments, nil: none
}

// kernelForm is a kernel as it is on one device.
type kernelForm struct {
	exec *executable
	code *compiler.Kernel

	findLength sync.Once
	length     uint64 // see straightLength; found by findLength
}

// CreateKernel is clCreateKernel. isNull: kernel_name is NULL.
func (p *Program) CreateKernel(name string, isNull bool) (*Kernel, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	if err := p.context.checkAlive(); err != nil {
		return nil, err
	}
	executables, err := p.takeExecutables(1)
	if err != nil {
		return nil, err
	}
	k, err := p.findKernel(executables, name, isNull)
	if err != nil {
		p.forgetKernels(1)
		return nil, err
	}
	return p.newKernel(k), nil
}

// findKernel finds a kernel by its name.
func (p *Program) findKernel(executables []*executable, name string, isNull bool) (*Kernel, error) {
	if isNull {
		return nil, p.context.fail(cl.InvalidValue, "kernel_name is null")
	}
	k := &Kernel{program: p, forms: make([]*kernelForm, len(executables))}
	for i, exec := range executables {
		code := exec.kernel(name)
		if code == nil {
			continue
		}
		k.forms[i] = &kernelForm{exec: exec, code: code}
		if k.code == nil {
			k.code = code
		}
		if !hasSameArguments(k.code, code) {
			return nil, p.context.fail(cl.InvalidKernelDefinition, "kernel %s has other arguments on another device",
				name)
		}
	}
	if k.code == nil {
		return nil, p.context.fail(cl.InvalidKernelName, "the program has no kernel %.200q; it has: %s", name,
			firstOf(executables).kernelNames())
	}
	return k, nil
}

// hasSameArguments reports whether two kernels take the same arguments, in argument blocks of the same layout.
func hasSameArguments(a, b *compiler.Kernel) bool {
	return a == b || a.ArgBlockBytes == b.ArgBlockBytes &&
		slices.EqualFunc(a.Args, b.Args, func(x, y compiler.Arg) bool {
			x.Name = y.Name
			return x == y
		})
}

// firstOf is the first executable that there is.
func firstOf(executables []*executable) *executable {
	return executables[slices.IndexFunc(executables, func(e *executable) bool { return e != nil })]
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
	executables, err := p.takeExecutables(0)
	if err != nil {
		return nil, 0, err
	}
	kernels = p.allKernels(executables)
	available = uint32(len(kernels))
	if !hasTarget {
		return nil, available, nil
	}
	if numKernels < available {
		return nil, 0, p.context.fail(cl.InvalidValue, "num_kernels is %d, but the program has %d kernels",
			numKernels, available)
	}
	if executables, err = p.takeExecutables(int(available)); err != nil {
		return nil, 0, err
	}
	if kernels = p.allKernels(executables); len(kernels) != int(available) { // another thread has built it again
		p.forgetKernels(int(available))
		return nil, 0, p.context.fail(cl.InvalidProgramExecutable, "the program was built during the call")
	}
	for _, k := range kernels {
		p.newKernel(k)
	}
	return kernels, available, nil
}

// allKernels are the kernels of the first executable, without those that have other arguments on other devices. None of
// them has begun to live.
func (p *Program) allKernels(executables []*executable) (list []*Kernel) {
	for _, code := range firstOf(executables).program.Kernels {
		if k, err := p.findKernel(executables, code.Name, false); err == nil {
			list = append(list, k)
		}
	}
	return list
}

// takeExecutables finds the executables, by device, of which one is not nil. It counts kernels that are about to be
// made, so that no call builds again meanwhile.
func (p *Program) takeExecutables(kernels int) (list []*executable, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	hasAny := false
	for i := range p.builds {
		b := &p.builds[i]
		if b.isBuilding {
			return nil, p.context.fail(cl.InvalidProgramExecutable, "the program is being built")
		}
		list = append(list, b.exec)
		hasAny = hasAny || b.exec != nil
	}
	if !hasAny {
		return nil, p.context.fail(cl.InvalidProgramExecutable, "the program has no executable; build it first")
	}
	p.kernelCount += kernels
	return list, nil
}

func (p *Program) forgetKernels(kernels int) {
	p.mu.Lock()
	p.kernelCount -= kernels
	p.mu.Unlock()
}

// newKernel starts the life of a kernel that takeExecutables has counted.
func (p *Program) newKernel(k *Kernel) *Kernel {
	p.hold()
	k.args, k.block = make([]argument, len(k.code.Args)), make([]byte, k.code.ArgBlockBytes)
	k.init("kernel", cl.InvalidKernel, k.destroyKernel)
	k.prepare()
	return k
}

// on is the kernel as it is on a device, or on one whose sub-device that is; nil if the program was built for none.
func (k *Kernel) on(d *Device) *kernelForm {
	for ; d != nil; d = d.parent {
		for i, one := range k.program.devices {
			if one == d && k.forms[i] != nil {
				return k.forms[i]
			}
		}
	}
	return nil
}

// OnlyDevice is the device of a kernel whose program has no other; nil if it has, or the kernel is nil.
func (k *Kernel) OnlyDevice() *Device {
	if k == nil || len(k.program.devices) != 1 {
		return nil
	}
	return k.program.devices[0]
}

// checkDevice finds the kernel on a device.
func (k *Kernel) checkDevice(d *Device) (*kernelForm, error) {
	if d == nil || !k.Context().hasDevice(d) || k.on(d) == nil {
		return nil, k.Context().fail(cl.InvalidDevice, "device is not a device of the kernel, or NULL, and there are "+
			"several")
	}
	return k.on(d), nil
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
	clone := k.program.newKernel(&Kernel{program: k.program, code: k.code, forms: k.forms})
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
