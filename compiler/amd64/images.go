package amd64

import (
	"slices"
	"sync"
	"sync/atomic"

	"heddle/compiler/amd64/object"
	"heddle/compiler/imageops"
	"heddle/compiler/shortage"
	"heddle/compiler/vectorize/switches"
)

// A kernel with image operations has no code itself. It has a copy for each combination of formats and modes with which
// it is launched (package imageops), which is a kernel like others.

// imageCopies are the copies of a kernel that have been made.
type imageCopies struct {
	kernel    *Kernel
	arguments []object.ImageArgument
	err       error // why there can be no copies

	list atomic.Pointer[[]*imageCopy] // replaced under mu, never changed

	mu sync.Mutex // guards adding a copy

	calls     *imageCalls // found by findCalls; nil: there are no kernels that call functions
	findCalls shortage.Once
}

type imageCopy struct {
	of     *imageCopies
	traits []object.ImageTrait    // by argument
	kernel atomic.Pointer[Kernel] // made under once
	once   shortage.Once
}

// maxImageCopies is how many copies are kept. Then all are dropped, those that run as soon as they end.
const maxImageCopies = 64

// Images is nil if the kernel has no image operations.
func (k *Kernel) Images() object.Images {
	k.findImages.Do(func() {
		arguments, err := imageops.Arguments(k.function())
		if len(arguments) > 0 || err != nil {
			k.images = &imageCopies{kernel: k, arguments: arguments, err: err}
		}
	})
	if k.images == nil {
		return nil
	}
	return k.images
}

// Arguments are the images and samplers that the kernel uses, and why there can be no code for it.
func (i *imageCopies) Arguments() ([]object.ImageArgument, error) { return i.arguments, i.err }

// Kernel is the kernel for launches whose images and samplers have certain traits, in the order of Arguments.
func (i *imageCopies) Kernel(traits []object.ImageTrait) object.Kernel {
	return i.copyFor(traits).Kernel()
}

// Copy is the copy for such launches.
func (i *imageCopies) Copy(traits []object.ImageTrait) object.Copy { return i.copyFor(traits) }

// Kernel makes the kernel if it has not been made.
func (c *imageCopy) Kernel() object.Kernel {
	c.once.Do(func() {
		k := c.of.kernel
		if k.off.Has(switches.ImageExpansion) {
			if other := c.of.calling(); other != nil {
				c.kernel.Store(other.kernelFor(c.traits))
				return
			}
		}
		c.kernel.Store(k.variant(imageops.Expand(k.module(), k.function(), c.of.arguments, c.traits)))
	})
	return c.kernel.Load()
}

// calling makes kernels that call functions.
func (i *imageCopies) calling() *imageCalls {
	i.findCalls.Do(func() { i.calls = i.kernel.calling(i.arguments) })
	return i.calls
}

// Calling is the kernel that calls functions for its image operations, for launches whose images and samplers have
// certain traits.
func (i *imageCopies) Calling(traits []object.ImageTrait) (k object.Kernel, isSoon bool) {
	if c := i.calling(); c != nil {
		return c.kernelFor(traits), c.outlined.IsShared || c.isBegun(traits)
	}
	return nil, false
}

// CallingKernels are those that Calling has returned, as far as they are kept.
func (i *imageCopies) CallingKernels() (list []object.Kernel) {
	if c := i.calling(); c != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, k := range c.kernels {
			list = append(list, k)
		}
	}
	return list
}

// PrepareCalling compiles the part of a version that is the same for all traits.
func (i *imageCopies) PrepareCalling(vectorBits int, v Version) {
	if c := i.calling(); c != nil {
		c.body(versionKey{isaOf(vectorBits), v})
	}
}

// Source is the kernel with image operations.
func (c *imageCopy) Source() object.Kernel { return c.of.kernel }

// Made is the kernel, nil if it has not been made.
func (c *imageCopy) Made() object.Kernel {
	if k := c.kernel.Load(); k != nil {
		return k
	}
	return nil
}

// Planned is that of the kernel.
func (c *imageCopy) Planned(vectorBits int) (plan object.Plan, isPlanned bool) {
	if k := c.kernel.Load(); k != nil {
		return k.Planned(vectorBits)
	}
	return plan, false
}

// Substitutes are kernels that have been made and are right for traits, the most special first.
func (i *imageCopies) Substitutes(traits []object.ImageTrait) (kernels []object.Kernel) {
	var found []*imageCopy
	for _, c := range i.made() {
		isRight := !slices.Equal(c.traits, traits) &&
			slices.EqualFunc(traits, c.traits, object.ImageTrait.Fits)
		if isRight && c.Made() != nil {
			found = append(found, c)
		}
	}
	slices.SortStableFunc(found, func(c, d *imageCopy) int { return imageops.CompareSpecial(d.traits, c.traits) })
	for _, c := range found {
		kernels = append(kernels, c.Made())
	}
	return kernels
}

// Substitute is the traits of the kernel that is compiled fastest.
func (i *imageCopies) Substitute(traits []object.ImageTrait) []object.ImageTrait {
	simple := slices.Clone(traits)
	for n := range simple {
		simple[n] = simple[n].Simplest()
	}
	return simple
}

// Kernels are the kernels that have been made and are still kept.
func (i *imageCopies) Kernels() (kernels []object.Kernel) {
	for _, c := range i.finished() {
		kernels = append(kernels, c.Made())
	}
	return kernels
}

// finished are the copies that have been made.
func (i *imageCopies) finished() (list []*imageCopy) {
	for _, c := range i.made() {
		if c.kernel.Load() != nil {
			list = append(list, c)
		}
	}
	return list
}

// copyFor is the copy for traits. It may have to be made.
func (i *imageCopies) copyFor(traits []object.ImageTrait) *imageCopy {
	if c := findImageCopy(i.made(), traits); c != nil {
		return c
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	old := i.made()
	if c := findImageCopy(old, traits); c != nil {
		return c
	}
	if len(old) >= maxImageCopies {
		old = nil
	}
	c := &imageCopy{of: i, traits: slices.Clone(traits)}
	list := append(slices.Clone(old), c)
	i.list.Store(&list)
	return c
}

// made are the copies that have been made or begun.
func (i *imageCopies) made() []*imageCopy {
	if list := i.list.Load(); list != nil {
		return *list
	}
	return nil
}

func findImageCopy(list []*imageCopy, traits []object.ImageTrait) *imageCopy {
	for _, c := range list {
		if slices.Equal(c.traits, traits) {
			return c
		}
	}
	return nil
}
