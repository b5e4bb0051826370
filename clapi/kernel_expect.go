package clapi

import (
	"bytes"
	"encoding/binary"
	"slices"
	"sync"
	"sync/atomic"

	"heddle/clapi/cl"
	"heddle/compiler"
	"heddle/image"
)

// Formats that are new. Kernels with images run code for the formats and samplers of a launch, and the
// first launch with others would wait for it. Usually an image is made for the kernels that run already, and filled
// before they do: so the kernels that were given images last are compiled in the background for the formats of images
// that are made. That is a guess, which costs a little of the time of another processor where it is wrong; hence only
// few kernels are looked at, and each is told of a format once.

// expectingKernels is how many kernels are looked at.
const expectingKernels = 4

// formats are the kernels that may be launched with more of them.
type formats struct {
	latest atomic.Pointer[Kernel] // the last of kernels

	mu      sync.Mutex
	kernels []formatsOf // guarded by mu; those that were given images last, the latest at the end
}

// formatsOf are the formats of which a kernel was told.
type formatsOf struct {
	kernel *Kernel // not held
	told   map[formatKey]struct{}
}

// formatKey is what code is made for: a kind of image and its format, or the bits of a sampler.
type formatKey struct {
	kind uint32 // 0 for samplers
	bits uint64
}

// note notes a kernel that was given an image.
func (f *formats) note(k *Kernel) {
	if f.latest.Load() == k {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	of := formatsOf{k, map[formatKey]struct{}{}}
	if i := f.findLocked(k); i >= 0 {
		of = f.kernels[i]
		f.kernels = slices.Delete(f.kernels, i, i+1)
	} else if len(f.kernels) == expectingKernels {
		f.kernels = slices.Delete(f.kernels, 0, 1)
	}
	f.kernels = append(f.kernels, of)
	f.latest.Store(k)
}

// forget is for kernels that are destroyed.
func (f *formats) forget(k *Kernel) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if i := f.findLocked(k); i >= 0 {
		f.kernels = slices.Delete(f.kernels, i, i+1)
		f.latest.Store(nil)
	}
}

func (f *formats) findLocked(k *Kernel) int {
	return slices.IndexFunc(f.kernels, func(of formatsOf) bool { return of.kernel == k })
}

// expecting are the kernels that were not told of a format, each held, the latest first.
func (f *formats) expecting(key formatKey) (kernels []*Kernel) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, of := range slices.Backward(f.kernels) {
		if _, ok := of.told[key]; !ok && of.kernel.tryHold() {
			of.told[key] = struct{}{}
			kernels = append(kernels, of.kernel)
		}
	}
	return kernels
}

// expectImage prepares kernels for an image: in place of those that they read, of all that it fits, and of others.
func (c *Context) expectImage(m *MemObject) {
	for _, k := range c.formats.expecting(formatKey{m.kind, uint64(m.image.layout.Format)}) {
		isRead := func(i int) bool { return k.code.Args[i].Access == compiler.AccessReadOnly }
		k.expect(uint64(m.image.descriptors),
			func(i int) bool { return k.takesImage(i, m) && isRead(i) },
			func(i int) bool { return k.takesImage(i, m) },
			func(i int) bool { return k.takesImage(i, m) && !isRead(i) })
		k.drop()
	}
}

// expectSampler prepares kernels for a sampler.
func (c *Context) expectSampler(s image.Sampler) {
	for _, k := range c.formats.expecting(formatKey{0, uint64(s & image.SpecialBits)}) {
		k.expect(uint64(s), func(i int) bool { return k.code.Args[i].Kind == compiler.ArgSampler })
		k.drop()
	}
}

// takesImage reports whether an image fits a parameter.
func (k *Kernel) takesImage(index int, m *MemObject) bool {
	arg := &k.code.Args[index]
	if arg.Kind != compiler.ArgImage {
		return false
	}
	want, ok := imageParameters[arg.ImageType]
	switch {
	case !ok || want.kind != m.kind || want.isDepth && m.image.format().Order != image.OrderDepth:
		return false
	case arg.Access == compiler.AccessReadOnly && m.flags&cl.MemWriteOnly != 0,
		arg.Access == compiler.AccessWriteOnly && m.flags&(cl.MemReadOnly|cl.MemImmutableExt) != 0:
		return false
	}
	return m.image.info().Uses&accessUses[arg.Access] != 0
}

// expect prepares the kernel for launches with its arguments but for those that are replaced, in each of some ways, if
// it has all images and samplers then.
func (k *Kernel) expect(word uint64, isReplaced ...func(index int) bool) {
	p, ok := k.Context().devices[0].runner.(preparer)
	if !ok || k.code.Machine == nil {
		return
	}
	var last []byte
	for _, replaced := range isReplaced {
		block, held, ok := k.blockWith(word, replaced)
		if ok && !bytes.Equal(block, last) {
			p.Expect(k.code.Machine, k.code.Name, block)
			last = block
		}
		for _, m := range held {
			m.drop()
		}
	}
}

// blockWith is the block of arguments with some replaced, and the images that it holds.
func (k *Kernel) blockWith(word uint64, isReplaced func(int) bool) (block []byte, held []*MemObject, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	block = bytes.Clone(k.block)
	isChanged := false
	for i := range k.args {
		kind, a := k.code.Args[i].Kind, &k.args[i]
		switch {
		case kind != compiler.ArgImage && kind != compiler.ArgSampler:
		case isReplaced(i):
			isChanged = true
			binary.NativeEndian.PutUint64(block[k.code.Args[i].OffsetBytes:], word)
		case !a.isSet || a.object != nil && !a.object.tryHold():
			return nil, held, false
		case a.object != nil:
			held = append(held, a.object)
		}
	}
	return block, held, isChanged
}
