package native

import (
	"encoding/binary"
	"slices"

	"heddle/cbridge/hostmem"
	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/object"
	"heddle/compiler/imageops"
	"heddle/exec/launch"
	"heddle/image"
)

// Launches of kernels that access images run code for the formats of their images and the modes of their samplers
// (object.Images). A program cannot make that code in advance, so a launch does not wait for its plan.

// maxStackTraits is how many traits are collected without asking for memory.
const maxStackTraits = 16

// imageTraits are the traits of the images and samplers of a launch.
func imageTraits(l *launch.Launch, arguments []object.ImageArgument, space []object.ImageTrait) []object.ImageTrait {
	ids := imageops.Range{Offset: l.Offset, Size: l.Global}
	for i := range arguments {
		a := &arguments[i]
		bits := binary.LittleEndian.Uint64(l.Args[a.Offset:])
		if a.IsSampler {
			space = append(space, imageops.OfSampler(image.Sampler(bits)))
		} else {
			space = append(space, imageops.OfImage(a, hostmem.At[image.Descriptor](bits), &ids))
		}
	}
	return space
}

// ForImages is the launch of the kernel for its images and samplers; that of a kernel without them is the same. The
// error says why there can be no code.
func ForImages(l *launch.Launch) (launch.Launch, error) {
	images := l.Machine.Images()
	if images == nil {
		return *l, nil
	}
	arguments, err := images.Arguments()
	if err != nil {
		return launch.Launch{}, err
	}
	var space [maxStackTraits]object.ImageTrait
	return withImages(l, images.Kernel(imageTraits(l, arguments, space[:0]))), nil
}

// Expect compiles code in the background for launches of a kernel with the images and samplers of a block of arguments,
// unless such code has been made or begun. It fits all launches, but is not the best.
func (e *Engine) Expect(k object.Kernel, name string, args []byte) {
	images := k.Images()
	if images == nil || !e.hasMachine() || !e.Background {
		return
	}
	arguments, err := images.Arguments()
	if err != nil {
		return
	}
	traits := make([]object.ImageTrait, len(arguments))
	for i := range arguments {
		bits := binary.LittleEndian.Uint64(args[arguments[i].Offset:])
		if arguments[i].IsSampler {
			traits[i] = imageops.OfSampler(image.Sampler(bits))
		} else {
			traits[i] = imageops.OfAnyLaunch(hostmem.At[image.Descriptor](bits))
		}
	}
	if k, _ := images.Calling(traits); k != nil && k.Ready(e.VectorBits, callingWhole) == nil {
		e.background.add(compileJob{engine: e, kernel: k, name: name, bits: e.VectorBits, version: callingWhole,
			rank: expectedCalls})
	}
	if made := images.Copy(traits); made.Made() == nil {
		e.background.addLater(compileJob{engine: e, copy: made, name: name, bits: e.VectorBits, isEarly: true,
			rank: expected})
	}
}

// The versions of kernels that call functions for their image operations: for launches all of whose bundles are whole,
// and for nearly all launches.
var (
	callingWhole = object.Version{Shape: abi.Rows, Count: 1, SmallIDs: true, FullBundles: true}
	callingAny   = object.Version{Shape: abi.Rows, Count: 1, SmallIDs: true}
)

func withImages(l *launch.Launch, k object.Kernel) launch.Launch {
	found := *l
	found.Machine, found.IsEager = k, true
	return found
}

// chooseCopy is chooseFor for a launch with images. If there is no code for them, but some that is right for them too,
// the launch takes that; the background makes the better.
func (e *Engine) chooseCopy(l *launch.Launch, images object.Images, begun *[3]uint64) (c Choice, isFinal bool) {
	arguments, err := images.Arguments()
	if err != nil {
		e.explain(l, err)
		return Interpreted(l), true
	}
	var space [maxStackTraits]object.ImageTrait
	traits := imageTraits(l, arguments, space[:0])
	best := images.Copy(traits)
	k := best.Made()
	if !e.Background || k != nil && e.isReady(l, k, launch.TakesReady, begun) {
		s := withImages(l, best.Kernel())
		return e.chooseKernel(&s, begun)
	}
	for _, other := range images.Substitutes(traits) {
		if e.isReady(l, other, launch.TakesOnlyReady, begun) {
			s := withImages(l, other)
			s.Takes = launch.TakesOnlyReady
			return e.forNow(&s, best, begun)
		}
	}
	if e.IsInterpretedSooner(l) {
		e.background.add(compileJob{engine: e, copy: best, name: l.Name, bits: e.VectorBits})
		return Interpreted(l), false
	}
	substitute := images.Substitute(traits)
	if c, ok := e.chooseCalling(l, images, traits, begun); ok {
		simple := images.Copy(substitute)
		e.background.addLater(compileJob{engine: e, copy: simple, name: l.Name, bits: e.VectorBits, isEarly: true})
		e.background.addLater(compileJob{engine: e, copy: best, name: l.Name, bits: e.VectorBits})
		c.early, c.isHurried = bestOf{simple, best}, true
		return c, false
	}
	s := withImages(l, images.Kernel(substitute))
	if slices.Equal(substitute, traits) {
		return e.chooseKernel(&s, begun)
	}
	return e.forNow(&s, best, begun)
}

// chooseCalling chooses the kernel that calls functions for its image operations, if its code is there, or is there
// sooner than others.
func (e *Engine) chooseCalling(l *launch.Launch, images object.Images, traits []object.ImageTrait,
	begun *[3]uint64) (c Choice, ok bool) {
	k, isSoon := images.Calling(traits)
	if k == nil {
		return c, false
	}
	s := withImages(l, k)
	s.Takes = launch.TakesOnlyReady
	for _, v := range []object.Version{callingWhole, callingAny} {
		if v.FullBundles && !mayBeWhole(l, k, uint64(e.VectorBits/32)) {
			continue
		}
		if k.Ready(e.VectorBits, v) == nil {
			if !isSoon || l.Takes != launch.TakesAny {
				continue
			}
			if _, err := k.Version(e.VectorBits, v); err != nil {
				return c, false
			}
		}
		if c, _ = e.chooseKernel(&s, begun); c.IsNative() {
			return c, true
		}
	}
	return c, false
}

// mayBeWhole reports whether all bundles of one sub-group of a launch may be whole.
func mayBeWhole(l *launch.Launch, k object.Kernel, lanes uint64) bool {
	return l.Global[0]%lanes == 0 && (!k.SeesGroups() || isFull(l, l.Group, [2]uint64{lanes, 1}))
}

// bestOf are copies, the better ones later.
type bestOf []object.Copy

// Planned reports whether there is code of one of them.
func (b bestOf) Planned(vectorBits int) (plan object.Plan, isPlanned bool) {
	for _, c := range b {
		if k := c.Made(); k != nil {
			if plan, isPlanned = k.Planned(vectorBits); isPlanned || k.IsLoaded() {
				return plan, true
			}
		}
	}
	return plan, false
}

// isReady reports whether there is code of a kernel for a launch.
func (e *Engine) isReady(l *launch.Launch, k object.Kernel, takes launch.Takes, begun *[3]uint64) bool {
	s := withImages(l, k)
	s.Takes = takes
	c, _ := e.chooseKernel(&s, begun)
	return c.IsNative()
}

// forNow chooses for a launch until there is code of a better copy.
func (e *Engine) forNow(l *launch.Launch, best object.Copy, begun *[3]uint64) (c Choice, isFinal bool) {
	c, _ = e.chooseKernel(l, begun)
	e.background.addLater(compileJob{engine: e, copy: best, name: l.Name, bits: e.VectorBits})
	if c.IsNative() {
		c.early, c.isHurried = best, true
	}
	return c, false
}
