package amd64

import (
	"slices"
	"sync"
	"sync/atomic"

	"heddle/compiler/amd64/object"
	"heddle/compiler/ir"
	"heddle/compiler/passes/variant"
	"heddle/compiler/shortage"
	"heddle/compiler/vectorize/prepare"
	"heddle/compiler/vectorize/switches"
)

// Arguments that say how far apart neighbouring lanes access memory are 1 in most launches. There is a copy of the
// kernel for each set of them that was 1 in a launch (package prepare).

// unitSteps are the copies of a kernel.
type unitSteps struct {
	kernel    *Kernel
	arguments []object.Argument

	list atomic.Pointer[[]*unitCopy] // replaced under mu, never changed

	mu sync.Mutex // guards adding a copy
}

type unitCopy struct {
	of     *unitSteps
	ones   uint8                  // the arguments that are 1, by bit
	kernel atomic.Pointer[Kernel] // made under once
	once   shortage.Once
}

// maxUnitCopies is how many copies a kernel gets; launches with other sets of arguments run the kernel.
const maxUnitCopies = 4

// UnitSteps is nil if no argument says how far apart lanes access memory.
func (k *Kernel) UnitSteps() object.UnitSteps {
	k.findUnitSteps.Do(func() {
		if k.hasUnitSteps || k.imageCalls != nil || k.interchangedWith > 0 || k.isNoAlias ||
			k.off.Has(switches.UnitSteps|switches.StrideAnalysis) {
			return
		}
		info := k.known().Info()
		if list := prepare.UnitSteps(k.function(), info); len(list) > 0 {
			k.unitSteps = &unitSteps{kernel: k, arguments: list}
		}
	})
	if k.unitSteps == nil {
		return nil
	}
	return k.unitSteps
}

// Arguments are those arguments.
func (u *unitSteps) Arguments() []object.Argument { return u.arguments }

// Copy is the copy for launches in which the arguments of a set are 1, nil if there are too many.
func (u *unitSteps) Copy(ones uint8) object.Copy {
	if c := u.find(ones); c != nil {
		return c
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if c := u.find(ones); c != nil {
		return c
	}
	old := u.made()
	if len(old) == maxUnitCopies {
		return nil
	}
	c := &unitCopy{of: u, ones: ones}
	list := append(slices.Clone(old), c)
	u.list.Store(&list)
	return c
}

func (u *unitSteps) find(ones uint8) *unitCopy {
	for _, c := range u.made() {
		if c.ones == ones {
			return c
		}
	}
	return nil
}

// made are the copies that have been made or begun.
func (u *unitSteps) made() []*unitCopy {
	if list := u.list.Load(); list != nil {
		return *list
	}
	return nil
}

// finished are the copies that have been made.
func (u *unitSteps) finished() (list []*unitCopy) {
	for _, c := range u.made() {
		if c.kernel.Load() != nil {
			list = append(list, c)
		}
	}
	return list
}

// Kernels are those that have been made.
func (u *unitSteps) Kernels() (kernels []object.Kernel) {
	for _, c := range u.finished() {
		kernels = append(kernels, c.Made())
	}
	return kernels
}

// Kernel makes the kernel if it has not been made.
func (c *unitCopy) Kernel() object.Kernel {
	c.once.Do(func() {
		k := c.of.kernel
		other := k.variant(c.change(k.module(), k.function()))
		other.hasUnitSteps = true
		c.kernel.Store(other)
	})
	return c.kernel.Load()
}

// change is the function with arguments of 1.
func (c *unitCopy) change(m *ir.Module, f *ir.Func) *ir.Func {
	var ones []object.Argument
	for i, at := range c.of.arguments {
		if c.ones>>i&1 != 0 {
			ones = append(ones, at)
		}
	}
	return variant.WithUnitSteps(m, f, func(in *ir.Instr) bool { return prepare.LoadsOneOf(f, in, ones) })
}

// Source is the kernel with steps of any size.
func (c *unitCopy) Source() object.Kernel { return c.of.kernel }

// Made is the kernel, nil if it has not been made.
func (c *unitCopy) Made() object.Kernel {
	if k := c.kernel.Load(); k != nil {
		return k
	}
	return nil
}

// Planned is that of the kernel.
func (c *unitCopy) Planned(vectorBits int) (plan object.Plan, isPlanned bool) {
	if k := c.kernel.Load(); k != nil {
		return k.Planned(vectorBits)
	}
	return plan, false
}
