package amd64

import (
	"fmt"
	"sync"
	"sync/atomic"

	"heddle/compiler/amd64/alloc"
	"heddle/compiler/amd64/object"
	"heddle/compiler/amd64/tuning"
	"heddle/compiler/bundle"
	"heddle/compiler/deferred"
	"heddle/compiler/ir"
	"heddle/compiler/shortage"
	"heddle/compiler/uniform"
	"heddle/compiler/vectorize/switches"
)

// versionKey names one version for one instruction set.
type versionKey struct {
	isa     ISA
	version Version
}

// Kernel is a kernel with its versions, compiled when they are first asked for. It may be used from several goroutines
// at once.
type Kernel struct {
	name       string
	source     *deferred.Kernel // its module may be shared with other kernels
	seesGroups bool
	isRead     bool         // code came with it
	subGroup   int          // size of its sub-groups, 0: it does not see them
	core       Core         // on which it is to be fast
	off        switches.Set // left out

	guard     *uniform.Guard // found by findGuard
	findGuard shortage.Once

	tripArgument     object.Argument // found by findTripArgument
	hasTripArgument  bool            // found by findTripArgument
	findTripArgument shortage.Once

	hasUnitSteps  bool       // made for steps of 1
	unitSteps     *unitSteps // found by findUnitSteps
	findUnitSteps shortage.Once

	group         [3]uint64    // not zero: of which all groups are; made by Groups
	groups        *groupCopies // found by findGroups
	wantsGroup    bool         // found by findGroups
	findGroups    shortage.Once
	isLone        bool       // made by LoneItems
	loneItems     *loneItems // found by findLoneItems
	localBytes    uint64     // the same: local memory of its variables
	findLoneItems shortage.Once

	isNoAlias   bool          // made by NoAlias
	noAlias     *Kernel       // found by findNoAlias
	pairs       []object.Pair // the same
	findNoAlias shortage.Once

	images     *imageCopies // found by findImages
	findImages shortage.Once

	imageCalls *imageCalls         // not nil: it calls functions for its image operations,
	callTraits []object.ImageTrait // for these traits

	interchangedWith int         // the dimension that dimension 0 is interchanged with, 0: none
	interchange      interchange // found by findInterchange
	findInterchange  shortage.Once

	versions atomic.Pointer[[]*version] // replaced under mu, never changed

	seen func(*Listing) // takes the listings of the versions that run; nil: they are not wanted

	mu sync.Mutex // guards adding a version

	plans [2]struct { // by instruction set
		do    shortage.Once
		ready atomic.Pointer[Plan] // once it is made
	}
}

var _ object.Kernel = (*Kernel)(nil)

type version struct {
	key  versionKey
	once shortage.Once
	code *Code
	err  error

	ready atomic.Pointer[Code] // code, once it is there

	shown sync.Once // for who watches

	registers alloc.Result // how the registers sufficed
}

// Options say how code of a kernel is made.
type Options struct {
	Core Core     // on which it is to be fast
	Off  []string // names analyses that are left out, and may hold other names
}

// NewKernel is the kernel f of a module that does not change any more.
func NewKernel(m *ir.Module, f *ir.Func, o Options) *Kernel {
	return NewKnownKernel(m, uniform.Of(f), o)
}

// NewKnownKernel is NewKernel where others ask too what is known of the function.
func NewKnownKernel(m *ir.Module, known *uniform.Known, o Options) *Kernel {
	f := known.Func()
	k := newKernel(f.Name, deferred.Ready(m, known), o.Core, switches.Named(o.Off))
	k.seesGroups = seesGroups(f)
	if f.SeesSubGroups() {
		k.useSubGroups(f.SubGroup)
	}
	return k
}

func newKernel(name string, source *deferred.Kernel, core Core, off switches.Set) *Kernel {
	k := &Kernel{name: name, source: source, core: core, off: off}
	k.versions.Store(&noVersions)
	return k
}

// noVersions is the list of a new kernel. It never changes.
var noVersions []*version

func (k *Kernel) module() *ir.Module    { return k.source.Body().Module }
func (k *Kernel) function() *ir.Func    { return k.source.Body().Known.Func() }
func (k *Kernel) known() *uniform.Known { return k.source.Body().Known }

// Name is the kernel's name.
func (k *Kernel) Name() string { return k.name }

// useSubGroups is for kernels that see their sub-groups, which have a size.
func (k *Kernel) useSubGroups(size uint64) {
	k.subGroup = int(size)
	k.off |= switches.AgainstSubGroups
}

// SeesGroups reports whether the kernel can find out how its work-items are grouped. If not, whoever runs it may group
// them otherwise than the application asked for.
func (k *Kernel) SeesGroups() bool { return k.seesGroups }

// Guard is the condition on launches under which more addresses are known to lie in rows.
func (k *Kernel) Guard() *uniform.Guard {
	k.findGuard.Do(func() { k.guard = k.off.Uniformity(k.known(), bundle.Rows).Guard() })
	return k.guard
}

// target is what code of an instruction set is made for.
func (k *Kernel) target(isa ISA) Target { return tuning.Machine(isa, k.core) }

// isaOf is the instruction set with vectors of vectorBits bits.
func isaOf(vectorBits int) ISA {
	if vectorBits == 512 {
		return AVX512
	}
	return AVX2
}

// Plan chooses how to bundle, for vectors of vectorBits bits.
func (k *Kernel) Plan(vectorBits int) Plan { return k.planFor(isaOf(vectorBits)) }

// Planned is the plan, if it has been made, or the smallest bundles, which need no looking for.
func (k *Kernel) Planned(vectorBits int) (Plan, bool) {
	if plan := k.plans[isaOf(vectorBits)].ready.Load(); plan != nil {
		return *plan, true
	}
	if k.imageCalls != nil {
		return k.Plan(vectorBits), true // nothing is tried
	}
	n := max(1, k.subGroupVectors(isaOf(vectorBits)))
	return Plan{Rows: n, Packed: n, HasBarriers: k.suspends()}, false
}

// Version compiles a version of the kernel for vectors of vectorBits bits, unless that was done before. The error says
// what the code generator lacks.
func (k *Kernel) Version(vectorBits int, wanted Version) (*Code, error) {
	key := versionKey{isaOf(vectorBits), wanted}
	v := k.compiled(key)
	k.show(v)
	return v.code, v.err
}

// Ready is the code of a version if it has been compiled, else nil.
func (k *Kernel) Ready(vectorBits int, wanted Version) *Code {
	if v := find(*k.versions.Load(), versionKey{isaOf(vectorBits), wanted}); v != nil {
		return v.ready.Load()
	}
	return nil
}

// compiled is a version that has been compiled, by this call if by none before.
func (k *Kernel) compiled(key versionKey) *version {
	v := find(*k.versions.Load(), key)
	if v == nil {
		v = k.add(key)
	}
	short := shortage.Of(func() error {
		v.once.Do(func() { k.compile(v) })
		return nil
	})
	if short != nil {
		return &version{key: key, err: short} // v may be compiled later
	}
	return v
}

func (k *Kernel) compile(v *version) {
	if v.err = k.source.Body().Err; v.err != nil {
		return
	}
	if v.err = k.refuse(v.key); v.err != nil {
		return
	}
	shortage.Require(k.space())
	if k.imageCalls != nil {
		v.code, v.err = k.imageCalls.compile(v.key, k.callTraits)
	} else {
		v.code, v.registers, v.err = compile(k.module(), k.known(), k.target(v.key.isa), v.key.version, k.off)
	}
	if v.err == nil {
		v.ready.Store(v.code)
	}
}

// space is what compiling takes of the heap, roughly.
func (k *Kernel) space() uint64 {
	const bytesForInstr = 500
	var instrs int
	for _, f := range k.module().Funcs {
		if f != nil { // nil: nothing calls it any more
			instrs += len(f.Instrs)
		}
	}
	return uint64(instrs) * bytesForInstr
}

// refuse is the reason why a version cannot be: sub-groups that the kernel sees are whole vectors of linear ids.
func (k *Kernel) refuse(key versionKey) error {
	n := k.subGroupVectors(key.isa)
	if n > 0 && (key.version.Shape == bundle.Columns || key.version.Count%n != 0) {
		return fmt.Errorf("kernel %s: its sub-groups take %d vectors, which bundles of %v cut", k.name, n, key.version)
	}
	return nil
}

func find(versions []*version, key versionKey) *version {
	for _, v := range versions {
		if v.key == key {
			return v
		}
	}
	return nil
}

// add enters a version that is not compiled yet.
func (k *Kernel) add(key versionKey) *version {
	k.mu.Lock()
	defer k.mu.Unlock()
	old := *k.versions.Load()
	if v := find(old, key); v != nil {
		return v
	}
	v := &version{key: key}
	list := append(append(make([]*version, 0, len(old)+1), old...), v)
	k.versions.Store(&list)
	return v
}

// seesGroups looks for operations whose results depend on the grouping. A call may hold any.
func seesGroups(f *ir.Func) bool {
	for i := range f.Blocks {
		for _, id := range f.Blocks[i].Instrs {
			switch f.Instrs[id].Op {
			case ir.OpLocalID, ir.OpGroupID, ir.OpLocalSize, ir.OpEnqueuedLocalSize, ir.OpNumGroups, ir.OpLocalBase,
				ir.OpBarrier, ir.OpCall, ir.OpQueue:
				return true
			}
			if f.Instrs[id].Op.IsSubGroup() {
				return true
			}
		}
	}
	return false
}
