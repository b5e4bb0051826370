package amd64

import (
	"slices"
	"sync"
	"sync/atomic"

	"heddle/compiler/amd64/object"
	"heddle/compiler/shortage"
)

// copies are the copies of a kernel that are made for something that launches differ in: the formats of images, which
// arguments are 1, the size of groups. Each is a kernel like others, made when it is first wanted.
type copies struct {
	kernel   *Kernel
	most     int                      // that are kept
	dropsAll bool                     // when there are more; else no more are made
	make     func(what known) *Kernel // makes a copy; the kernel itself if a copy would gain nothing

	list atomic.Pointer[[]*kernelCopy] // replaced under mu, never changed

	mu sync.Mutex // guards adding a copy
}

// known is what a copy knows of launches.
type known struct {
	traits []object.ImageTrait // of the images and samplers, by argument
	ones   uint8               // the arguments that are 1, by bit
	group  [3]uint64           // the size of groups
}

func (a *known) isSame(b *known) bool {
	return a.ones == b.ones && a.group == b.group && slices.Equal(a.traits, b.traits)
}

// kernelCopy is a copy that may have to be made.
type kernelCopy struct {
	of     *copies
	what   known
	kernel atomic.Pointer[Kernel] // made under once
	once   shortage.Once
}

// find is the copy for something, if it has been asked for.
func (l *copies) find(what known) *kernelCopy {
	for _, c := range l.asked() {
		if c.what.isSame(&what) {
			return c
		}
	}
	return nil
}

// get is the copy for something, nil if there are too many.
func (l *copies) get(what known) *kernelCopy {
	if c := l.find(what); c != nil {
		return c
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if c := l.find(what); c != nil {
		return c
	}
	old := l.asked()
	if len(old) >= l.most {
		if !l.dropsAll {
			return nil
		}
		old = nil
	}
	c := &kernelCopy{of: l, what: what}
	l.set(append(slices.Clone(old), c))
	return c
}

func (l *copies) set(list []*kernelCopy) { l.list.Store(&list) }

// asked are the copies that have been asked for, and are kept.
func (l *copies) asked() []*kernelCopy {
	if list := l.list.Load(); list != nil {
		return *list
	}
	return nil
}

// finished are the copies that have been made, but for those that are the kernel itself.
func (l *copies) finished() (list []*kernelCopy) {
	for _, c := range l.asked() {
		if k := c.kernel.Load(); k != nil && k != l.kernel {
			list = append(list, c)
		}
	}
	return list
}

// made are their kernels.
func (l *copies) made() (kernels []*Kernel) {
	for _, c := range l.finished() {
		kernels = append(kernels, c.kernel.Load())
	}
	return kernels
}

// Kernels are those that have been made.
func (l *copies) Kernels() (kernels []object.Kernel) {
	for _, k := range l.made() {
		kernels = append(kernels, k)
	}
	return kernels
}

// restored is a copy that was read.
func (l *copies) restored(what known, k *Kernel) *kernelCopy {
	c := &kernelCopy{of: l, what: what}
	c.kernel.Store(k)
	c.once.Do(func() {})
	return c
}

// Kernel makes the kernel if it has not been made.
func (c *kernelCopy) Kernel() object.Kernel {
	c.once.Do(func() { c.kernel.Store(c.of.make(c.what)) })
	return c.kernel.Load()
}

// Made is the kernel, nil if it has not been made.
func (c *kernelCopy) Made() object.Kernel {
	if k := c.kernel.Load(); k != nil {
		return k
	}
	return nil
}

// Source is the kernel that it is a copy of.
func (c *kernelCopy) Source() object.Kernel { return c.of.kernel }

// Planned is that of the kernel.
func (c *kernelCopy) Planned(vectorBits int) (plan object.Plan, isPlanned bool) {
	if k := c.kernel.Load(); k != nil {
		return k.Planned(vectorBits)
	}
	return plan, false
}
