package amd64

import (
	"slices"
	"sync"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/object"
	"heddle/compiler/bundle"
	"heddle/compiler/deferred"
	"heddle/compiler/imageops"
	"heddle/compiler/ir"
	"heddle/compiler/parallel"
	"heddle/compiler/shortage"
	"heddle/compiler/uniform"
	"heddle/compiler/vectorize/prepare"
	"heddle/compiler/vectorize/switches"
)

// Code of kernels that call functions for their image operations (imageops.Outline). The kernel and the functions are
// compiled one by one, and are kept before they are linked: new traits need other functions, and a copy of the rest.

// imageCalls makes code of such a kernel.
type imageCalls struct {
	of       *Kernel
	outlined *imageops.Outlined
	source   *deferred.Kernel // the kernel that calls

	mu        sync.Mutex
	bodies    map[versionKey]*imagePart       // guarded by mu: the kernel without functions
	functions map[imageFunctionKey]*imagePart // guarded by mu
	kernels   []*Kernel                       // guarded by mu: by traits
}

// imageFunctionKey names the code of a function.
type imageFunctionKey struct {
	id       ir.FuncID
	traits   [2]object.ImageTrait
	isa      ISA
	count    int // sub-groups of a bundle
	shape    bundle.Shape
	takesAll bool // looks at no mask
}

// imagePart is code that is linked with other code.
type imagePart struct {
	once shortage.Once
	written
	part part // of a function
	err  error
}

// written is the code of a function before it is linked.
type written struct {
	fn    *asm.Func
	code  *object.Code
	calls []ir.FuncID
}

// calling makes the kernel that calls functions, nil if it is to have none: functions do not know the sub-groups of the
// language, and lanes that wait at a barrier must agree on the way to it.
func (k *Kernel) calling(arguments []object.ImageArgument) *imageCalls {
	if k.subGroup > 0 || k.suspends() || k.calls() || k.off.Has(switches.ImageCalls) {
		return nil
	}
	o := imageops.Outline(k.module(), k.function(), arguments)
	return &imageCalls{of: k, outlined: o, source: deferred.Ready(o.Module, uniform.Of(o.Kernel)),
		bodies: map[versionKey]*imagePart{}, functions: map[imageFunctionKey]*imagePart{}}
}

// kernelFor is the kernel for launches whose images and samplers have certain traits.
func (c *imageCalls) kernelFor(traits []object.ImageTrait) *Kernel {
	general := imageops.General(traits)
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, k := range c.kernels {
		if slices.Equal(k.callTraits, general) {
			return k
		}
	}
	if len(c.kernels) == maxImageCopies {
		c.kernels, c.functions = nil, map[imageFunctionKey]*imagePart{}
	}
	k := c.of.variantOf(c.source)
	k.imageCalls, k.callTraits = c, general
	c.kernels = append(c.kernels, k)
	return k
}

// isBegun reports whether all functions for traits have been compiled in some version, or are being.
func (c *imageCalls) isBegun(traits []object.ImageTrait) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range c.outlined.Functions {
		f, isFound := &c.outlined.Functions[i], false
		of := c.outlined.Traits(f, traits)
		for key := range c.functions {
			isFound = isFound || key.id == f.ID && key.traits == of
		}
		if !isFound {
			return false
		}
	}
	return true
}

// compile makes a version for traits.
func (c *imageCalls) compile(key versionKey, traits []object.ImageTrait) (*Code, error) {
	body := c.body(key)
	if body.err != nil {
		return nil, body.err
	}
	functions := c.parts(key, traits)
	parts := make(map[ir.FuncID]*part, len(functions))
	for i, f := range functions {
		if f.err != nil {
			return nil, f.err
		}
		copied := f.part
		parts[c.outlined.Functions[i].ID] = &copied
	}
	fn, code := *body.fn, *body.code
	fn.Insts, fn.Consts = slices.Clone(fn.Insts), slices.Clone(fn.Consts)
	w := written{&fn, &code, body.calls}
	if err := w.link(c.of.name, parts); err != nil {
		return nil, err
	}
	return w.code, nil
}

// body is the kernel without functions.
func (c *imageCalls) body(key versionKey) *imagePart {
	c.mu.Lock()
	p := c.bodies[key]
	if p == nil {
		p = &imagePart{}
		c.bodies[key] = p
	}
	c.mu.Unlock()
	p.once.Do(func() {
		p.write(prepare.NewSubject(c.outlined.Module, c.source.Body().Known, c.of.target(key.isa), key.version,
			c.of.off))
	})
	return p
}

// parts are the functions for traits. Those that are missing are compiled at the same time.
func (c *imageCalls) parts(key versionKey, traits []object.ImageTrait) []*imagePart {
	list := make([]*imagePart, len(c.outlined.Functions))
	c.mu.Lock()
	for i := range list {
		f := &c.outlined.Functions[i]
		at := imageFunctionKey{f.ID, c.outlined.Traits(f, traits), key.isa, key.version.Count,
			key.version.Shape, takesAll(f, key.version)}
		if list[i] = c.functions[at]; list[i] == nil {
			list[i] = &imagePart{}
			c.functions[at] = list[i]
		}
	}
	c.mu.Unlock()
	parallel.For(parallel.Workers(len(list)), len(list), func(_, i int) {
		list[i].once.Do(func() { list[i].writeFunction(c, &c.outlined.Functions[i], key, traits) })
	})
	return list
}

// takesAll reports whether a function has no use for the mask of lanes that call it. What a read returns to others is
// not taken, and it reads nothing outside of the image.
func takesAll(f *imageops.Function, v Version) bool { return !f.IsWrite || v.FullBundles && f.IsForAll }

// writeFunction writes a function. Its coordinates may be anything, so what it reads is right for all lanes.
func (p *imagePart) writeFunction(c *imageCalls, f *imageops.Function, key versionKey, traits []object.ImageTrait) {
	body := c.outlined.Body(f, traits)
	v := Version{Shape: key.version.Shape, Count: key.version.Count, SmallIDs: true,
		FullBundles: takesAll(f, key.version)}
	p.write(prepare.NewSubject(c.outlined.Module, uniform.Of(body), c.of.target(key.isa), v, c.of.off))
	if p.err == nil {
		p.part = part{fn: p.fn, needs: linked{frameBytes: p.code.FrameBytes, privateBytes: p.code.PrivateBytes,
			align: p.code.PrivateAlign, loops: p.code.HasLoops}}
	}
}

// write writes a function up to its registers, and keeps what linking needs.
func (p *imagePart) write(of *prepare.Subject) {
	s, _, err := write(of, nil)
	if p.err = err; err == nil {
		s.Code.HasLoops = len(s.Flow.Layout.Loops) > 0
		f := *s.Fn
		f.Insts, f.Classes = slices.Clone(f.Insts), nil
		p.written = written{&f, s.Code, s.Calls}
		s.Fn.Drop()
	}
}
