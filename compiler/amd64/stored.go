package amd64

import (
	"errors"
	"slices"

	"heddle/compiler/amd64/object"
	"heddle/compiler/deferred"
	"heddle/compiler/imageops"
	"heddle/compiler/ir"
	"heddle/compiler/passes/variant"
	"heddle/compiler/uniform"
	"heddle/compiler/vectorize/prepare"
	"heddle/compiler/vectorize/switches"
	"heddle/compiler/wire"
)

// Kernels in the binaries of programs: what launches ask a kernel for, and the code of the versions that were loaded,
// of the kernel and of those that do the same. The IR of a kernel that was read is not looked at as long as launches
// find their code there.
//
// This holds only for the very code generator that made it, and for the same kind of processor: whoever stores a kernel
// makes sure of that.

// Source is a kernel whose IR may still have to be read.
type Source struct {
	Name       string
	IR         *deferred.Kernel
	SeesGroups bool   // as Kernel.SeesGroups
	SubGroup   uint64 // size of sub-groups; 0: it does not see them
}

// NewSourceKernels are kernels with no code yet.
func NewSourceKernels(list []Source, o Options) []*Kernel {
	kernels, off := make([]*Kernel, len(list)), switches.Named(o.Off)
	for i := range list {
		s := &list[i]
		kernels[i] = newKernel(s.Name, s.IR, o.Core, off)
		kernels[i].seesGroups = s.SeesGroups
		if s.SubGroup > 0 {
			kernels[i].useSubGroups(s.SubGroup)
		}
	}
	return kernels
}

// IsLoaded reports whether a version of the kernel, or of one that does the same, has been loaded to run.
func (k *Kernel) IsLoaded() bool {
	return slices.ContainsFunc(*k.versions.Load(), (*version).isLoaded) ||
		slices.ContainsFunc(k.others(), (*Kernel).IsLoaded)
}

func (v *version) isLoaded() bool {
	code := v.ready.Load()
	return code != nil && code.Loaded.Load() != nil
}

// others are the kernels that do the same, as far as they have been asked for.
func (k *Kernel) others() (list []*Kernel) {
	if k.Images(); k.images != nil {
		return k.images.made()
	}
	if k.UnitSteps(); k.unitSteps != nil {
		list = append(list, k.unitSteps.made()...)
	}
	if k.Groups(); k.groups != nil {
		list = append(list, k.groups.made()...)
	}
	if k.loneItems != nil && k.loneItems.kernel.Load() != nil {
		list = append(list, k.loneItems.kernel.Load())
	}
	if k.NoAlias(); k.noAlias != nil {
		list = append(list, k.noAlias)
	}
	if k.Interchanged(); k.interchange.kernel != nil {
		list = append(list, k.interchange.kernel)
	}
	return list
}

// Store writes the kernel. place gives each position of its module its number in the form.
func (k *Kernel) Store(c *wire.Coder, place func(ir.Pos) ir.Pos) {
	s := storer{place: place}
	s.kernel(c, k)
}

// Restore reads what Store wrote of a kernel into one that has just been made. The kernel must not be used if that
// fails.
func (k *Kernel) Restore(c *wire.Coder, argBlockBytes uint64) {
	k.isRead = true
	s := storer{place: samePlace, argBlockBytes: argBlockBytes}
	s.kernel(c, k)
}

func samePlace(p ir.Pos) ir.Pos { return p }

// IsRead reports whether code of the kernel was read.
func (k *Kernel) IsRead() bool { return k.isRead }

// storer codes a kernel and those that do the same.
type storer struct {
	place         func(ir.Pos) ir.Pos
	argBlockBytes uint64
	depth         int
}

// maxStoreDepth is more than the kernels that are made of each other: of images, for steps of 1, without aliases,
// interchanged.
const maxStoreDepth = 8

func (s *storer) kernel(c *wire.Coder, k *Kernel) {
	if s.depth++; s.depth > maxStoreDepth {
		c.Fail()
	}
	defer func() { s.depth-- }()
	if !c.IsReading() {
		k.findAll()
	}
	uniform.WireGuard(c, &k.guard)
	c.Bools(&k.hasTripArgument)
	object.WireArgument(c, &k.tripArgument)
	hasImages := k.images != nil
	c.Bools(&hasImages)
	if hasImages {
		s.images(c, k)
	} else {
		s.unitSteps(c, k)
		if c.Bools(&k.wantsGroup); c.IsReading() && k.wantsGroup && k.mayKnowGroup() {
			k.groups = k.newGroups()
		}
		s.loneItems(c, k)
		s.noAlias(c, k)
		s.interchange(c, k)
	}
	for isa := range k.plans {
		s.plan(c, k, ISA(isa))
	}
	if c.IsReading() {
		for _, found := range []interface{ Do(func()) }{&k.findGuard, &k.findTripArgument, &k.findImages,
			&k.findUnitSteps, &k.findGroups, &k.findLoneItems, &k.findNoAlias, &k.findInterchange} {
			found.Do(func() {})
		}
	}
}

// findAll finds what launches ask for.
func (k *Kernel) findAll() {
	k.Guard()
	k.TripArgument()
	if k.Images(); k.images == nil {
		k.UnitSteps()
		k.Groups()
		k.LoneItems(0)
		k.NoAlias()
		k.Interchanged()
	}
}

// plan codes the plan for an instruction set, if it has been made, and the versions with it: without their plan, they
// would be taken for trials of a new one.
func (s *storer) plan(c *wire.Coder, k *Kernel, isa ISA) {
	once := &k.plans[isa]
	plan := once.ready.Load()
	isThere := plan != nil
	if c.Bools(&isThere); !isThere {
		return
	}
	if c.IsReading() {
		plan = &Plan{}
	}
	object.WirePlan(c, plan)
	var list []*version
	for _, v := range *k.versions.Load() {
		if v.key.isa == isa && v.isLoaded() {
			list = append(list, v)
		}
	}
	wire.List(c, &list, func(c *wire.Coder, at **version) {
		v := *at
		if v == nil {
			v = &version{key: versionKey{isa: isa}, code: &Code{}}
			*at = v
		}
		object.WireVersion(c, &v.key.version)
		v.code.Wire(c, s.place)
	})
	if c.IsReading() && c.Err() == nil {
		once.do.Do(func() { once.ready.Store(plan) })
		k.addRead(list)
	}
}

// addRead adds versions that were read.
func (k *Kernel) addRead(list []*version) {
	for _, v := range list {
		v.once.Do(func() { v.ready.Store(v.code) })
	}
	all := append(slices.Clone(*k.versions.Load()), list...)
	k.versions.Store(&all)
}

// unitSteps codes the copies of a kernel for steps of 1.
func (s *storer) unitSteps(c *wire.Coder, k *Kernel) {
	isThere := k.unitSteps != nil
	if c.Bools(&isThere); !isThere {
		return
	}
	if c.IsReading() {
		k.unitSteps = k.newUnitSteps(nil)
	}
	steps := k.unitSteps
	wire.List(c, &steps.arguments, object.WireArgument)
	copies := steps.finished()
	wire.List(c, &copies, func(c *wire.Coder, at **kernelCopy) { s.unitCopy(c, steps, at) })
	if len(steps.arguments) > prepare.MaxUnitSteps || len(copies) > maxUnitCopies {
		c.Fail()
	}
	if c.IsReading() {
		steps.set(copies)
	}
}

func (s *storer) unitCopy(c *wire.Coder, steps *unitSteps, at **kernelCopy) {
	if c.IsReading() {
		copied := steps.restored(known{}, nil)
		other := steps.kernel.variantOf(steps.kernel.derived(func(m *ir.Module, f *ir.Func) (*ir.Func, error) {
			return steps.change(m, f, copied.what.ones), nil
		}))
		other.hasUnitSteps = true
		copied.kernel.Store(other)
		*at = copied
	}
	wire.Number(c, &(*at).what.ones)
	s.kernel(c, (*at).kernel.Load())
}

// loneItems codes whether a kernel has a copy for groups of one work-item, and the copy if it has been made.
func (s *storer) loneItems(c *wire.Coder, k *Kernel) {
	isThere := k.loneItems != nil
	if c.Bools(&isThere); !isThere {
		return
	}
	c.Uint64(&k.localBytes)
	if c.IsReading() {
		k.loneItems = &loneItems{of: k}
	}
	isMade := k.loneItems.kernel.Load() != nil
	if c.Bools(&isMade); !isMade {
		return
	}
	if c.IsReading() {
		k.loneItems.use(k.variantOf(k.derived(k.loneItems.change)))
		k.loneItems.once.Do(func() {})
	}
	s.kernel(c, k.loneItems.kernel.Load())
}

func (s *storer) noAlias(c *wire.Coder, k *Kernel) {
	isThere := k.noAlias != nil
	if c.Bools(&isThere); !isThere {
		return
	}
	if c.IsReading() {
		k.noAlias = k.variantOf(k.derived(func(m *ir.Module, f *ir.Func) (*ir.Func, error) {
			other, pairs := variant.NoAlias(m, f)
			if other == nil || !slices.Equal(pairs, k.pairs) {
				return nil, errDescription
			}
			return other, nil
		}))
		k.noAlias.isNoAlias = true
	}
	wire.List(c, &k.pairs, object.WirePair)
	s.kernel(c, k.noAlias)
}

var errDescription = errors.New("the portable code of a kernel is not the one that was described")

func (s *storer) interchange(c *wire.Coder, k *Kernel) {
	dimension := k.interchange.dimension
	wire.Below(c, &dimension, 3)
	if dimension == 0 {
		return
	}
	if c.IsReading() {
		other := k.variantOf(k.derived(func(_ *ir.Module, f *ir.Func) (*ir.Func, error) {
			return interchangedFunc(f, dimension), nil
		}))
		other.interchangedWith = dimension
		k.interchange = interchange{other, dimension}
	}
	s.kernel(c, k.interchange.kernel)
}

// images codes the copies of a kernel with image operations. Why there can be none is found out anew.
func (s *storer) images(c *wire.Coder, k *Kernel) {
	if c.IsReading() {
		k.images = k.newImages(nil, nil)
	}
	images := k.images
	isRefused := images.err != nil
	c.Bools(&isRefused)
	if isRefused && c.IsReading() {
		images.err = errors.New("an image or sampler that is no argument of the kernel")
	}
	wire.List(c, &images.arguments, func(c *wire.Coder, a *object.ImageArgument) {
		blockBytes := s.argBlockBytes
		if !c.IsReading() {
			blockBytes = ^uint64(0)
		}
		a.Wire(c, blockBytes)
	})
	copies := images.finished()
	wire.List(c, &copies, func(c *wire.Coder, at **kernelCopy) {
		s.imageCopy(c, images, at)
	})
	if c.IsReading() {
		images.set(copies)
	}
}

func (s *storer) imageCopy(c *wire.Coder, images *imageCopies, at **kernelCopy) {
	k := images.kernel
	if c.IsReading() {
		traits := make([]object.ImageTrait, len(images.arguments))
		*at = images.restored(known{traits: traits},
			k.variantOf(k.derived(func(m *ir.Module, f *ir.Func) (*ir.Func, error) {
				arguments, err := imageops.Arguments(f)
				if err != nil || len(arguments) != len(traits) {
					return nil, errDescription
				}
				return imageops.Expand(m, f, arguments, traits), nil
			})))
	}
	copied := *at
	for i := range copied.what.traits {
		copied.what.traits[i].Wire(c, &images.arguments[i])
	}
	s.kernel(c, copied.kernel.Load())
}

// derived is the IR of a kernel that does the same, which is made of this kernel's when it is needed.
func (k *Kernel) derived(change func(m *ir.Module, f *ir.Func) (*ir.Func, error)) *deferred.Kernel {
	return deferred.Later(func() (*ir.Module, *ir.Func, error) {
		body := k.source.Body()
		if body.Err != nil {
			return nil, nil, body.Err
		}
		f, err := change(body.Module, body.Known.Func())
		return body.Module, f, err
	})
}
