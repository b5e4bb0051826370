package amd64

import (
	"slices"

	"heddle/compiler/amd64/object"
	"heddle/compiler/imageops"
	"heddle/compiler/shortage"
	"heddle/compiler/vectorize/switches"
)

// A kernel with image operations has no code itself. It has a copy for each combination of formats and modes with which
// it is launched (package imageops), which is a kernel like others.

// imageCopies are the copies of a kernel, by the traits of its arguments.
type imageCopies struct {
	copies
	arguments []object.ImageArgument
	err       error // why there can be no copies

	calls     *imageCalls // found by findCalls; nil: there are no kernels that call functions
	findCalls shortage.Once
}

// maxImageCopies is how many copies are kept. Then all are dropped, those that run as soon as they end.
const maxImageCopies = 64

// Images is nil if the kernel has no image operations.
func (k *Kernel) Images() object.Images {
	k.findImages.Do(func() {
		arguments, err := imageops.Arguments(k.function())
		if len(arguments) > 0 || err != nil {
			k.images = k.newImages(arguments, err)
		}
	})
	if k.images == nil {
		return nil
	}
	return k.images
}

func (k *Kernel) newImages(arguments []object.ImageArgument, err error) *imageCopies {
	i := &imageCopies{arguments: arguments, err: err}
	i.copies = copies{kernel: k, most: maxImageCopies, dropsAll: true, make: i.expand}
	return i
}

// Arguments are the images and samplers that the kernel uses, and why there can be no code for it.
func (i *imageCopies) Arguments() ([]object.ImageArgument, error) { return i.arguments, i.err }

// Kernel is the kernel for launches whose images and samplers have certain traits, in the order of Arguments.
func (i *imageCopies) Kernel(traits []object.ImageTrait) object.Kernel {
	return i.Copy(traits).Kernel()
}

// Copy is the copy for such launches.
func (i *imageCopies) Copy(traits []object.ImageTrait) object.Copy {
	if c := i.find(known{traits: traits}); c != nil {
		return c
	}
	return i.get(known{traits: slices.Clone(traits)})
}

// expand makes a copy.
func (i *imageCopies) expand(what known) *Kernel {
	k, traits := i.kernel, what.traits
	if k.off.Has(switches.ImageExpansion) {
		if other := i.calling(); other != nil {
			return other.kernelFor(traits)
		}
	}
	return k.variant(imageops.Expand(k.module(), k.function(), i.arguments, traits))
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

// Substitutes are kernels that have been made and are right for traits, the most special first.
func (i *imageCopies) Substitutes(traits []object.ImageTrait) (kernels []object.Kernel) {
	found := slices.DeleteFunc(i.finished(), func(c *kernelCopy) bool {
		return slices.Equal(c.what.traits, traits) || !slices.EqualFunc(traits, c.what.traits, object.ImageTrait.Fits)
	})
	slices.SortStableFunc(found, func(c, d *kernelCopy) int {
		return imageops.CompareSpecial(d.what.traits, c.what.traits)
	})
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
