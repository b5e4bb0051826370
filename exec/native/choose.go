package native

import (
	"errors"

	"heddle/compiler/amd64/object"
	"heddle/compiler/shortage"
	"heddle/exec/launch"
)

// The choice of the code that a launch runs, in this order: the kernel or one that does the same (images.go,
// copies.go, noalias.go, interchange.go), its plan, the size of the groups (groups.go), the version for such groups
// (version.go), and whichever code there is (find.go).

// Choice is how a launch runs.
type Choice struct {
	code         codePair  // empty: in the interpreter
	interchanged int       // the dimension that dimension 0 is interchanged with; 0: none
	group        [3]uint64 // size of a group, interchanged: the launch's, unless the kernel cannot see it
	isLone       bool      // its groups are of the kernel's copy, and hold groups of one work-item
	isHurried    bool      // nothing is compiled while it runs, if that is short
	early        planned   // not nil: its plan was not known; there may be better code for the same groups soon
}

// planned is a kernel, or one that is to be made.
type planned interface {
	Planned(vectorBits int) (plan object.Plan, isPlanned bool)
}

// Interpreted is the choice of the interpreter for a launch.
func Interpreted(l *launch.Launch) Choice { return Choice{group: l.Group} }

// IsNative reports whether the launch runs as machine code, not in the interpreter.
func (c *Choice) IsNative() bool { return c.code.any != nil }

// Code is the code that runs any bundle of the launch, nil if the launch runs in the interpreter.
func (c *Choice) Code() *object.Code {
	if c.code.any == nil {
		return nil
	}
	return c.code.any.code
}

// Group is the size of a group as the engine divides the launch.
func (c *Choice) Group() [3]uint64 { return c.group }

// IsEarly reports whether the choice was made before the kernel's plan was known.
func (c *Choice) IsEarly() bool { return c.early != nil }

// Choose chooses how to run a launch. isFinal means that the same launch always gets the same choice.
func (e *Engine) Choose(l *launch.Launch) (c Choice, isFinal bool) { return e.chooseFor(l, nil) }

// chooseFor is Choose for a launch some of whose groups may have run. All groups have the size begun then,
// interchanged; nil means that none has run.
func (e *Engine) chooseFor(l *launch.Launch, begun *[3]uint64) (c Choice, isFinal bool) {
	if l.Machine == nil || !e.hasMachine() {
		return Interpreted(l), false
	}
	if images := l.Machine.Images(); images != nil {
		return e.chooseCopy(l, images, begun)
	}
	if s, ok := LoneItems(l); ok && (begun == nil || *begun != l.Group) {
		c, isFinal = e.chooseKernel(&s, begun)
		c.isLone = true
		return c, isFinal
	}
	return e.chooseKernel(l, begun)
}

// chooseAliases is chooseFor for a kernel whose arguments may be looked at for aliases.
func (e *Engine) chooseAliases(l *launch.Launch, begun *[3]uint64) (c Choice, isFinal bool) {
	if s, ok := NoAlias(l); ok {
		l = &s
	}
	kernel, dimension := InterchangeFor(l, uint64(e.VectorBits/32))
	if dimension == 0 {
		return e.chooseVersion(l, begun)
	}
	interchanged := interchange(l, dimension)
	interchanged.Machine = kernel
	c, isFinal = e.chooseVersion(&interchanged, begun)
	if !c.IsNative() {
		return Interpreted(l), isFinal
	}
	c.interchanged = dimension
	return c, isFinal
}

// chooseVersion is chooseFor for a launch whose dimensions are interchanged if they are to be.
func (e *Engine) chooseVersion(l *launch.Launch, begun *[3]uint64) (c Choice, isFinal bool) {
	bits := e.VectorBits
	plan, isPlanned := e.plan(l, bits)
	if plan.HalfVectors && fillsHalves(l, bits) { // the kernel is better in vectors of half the length then
		bits /= 2
		plan, isPlanned = e.plan(l, bits)
	}
	if !isPlanned && e.IsInterpretedSooner(l) {
		return Interpreted(l), false
	}
	lanes := uint64(bits / 32)
	group := l.Group
	switch {
	case l.Machine.SeesGroups(): // the launch's own
	case begun != nil: // those that have run have this size
		group = *begun
	case !isPlanned: // a size for any plan
		group = ownGroup(l, lanes, uint64(e.Workers()), object.Plan{Rows: earlyRows})
	default:
		group = ownGroup(l, lanes, uint64(e.Workers()), plan)
	}
	if isLone(l) && !l.Machine.SeesGroups() && begun == nil {
		group = loneGroup(l, lanes, uint64(e.Workers()), group)
	}
	w := wanted{launch: l, kernel: l.Machine, name: l.Name, bits: bits, version: versionFor(l, group, lanes, plan)}
	w.hasWhole, w.hasPartial = kinds(l, group, &w.version, lanes)
	pair, isBest, err := e.find(w, plan, group, lanes)
	if err != nil {
		e.explain(l, err)
		return Interpreted(l), !errors.Is(err, shortage.Error{})
	}
	if pair.any == nil { // not yet
		return Interpreted(l), false
	}
	c = Choice{code: pair, group: group}
	if !isPlanned {
		c.early = l.Machine
	}
	return c, isBest && isPlanned
}

const (
	// BriefItems is the largest number of work-items of launches that do not wait for the plan of their kernel.
	// Planning takes up to tens of milliseconds, in which the smallest bundles usually complete such a launch. If they
	// do not, the launch switches to better code (tierup.go).
	BriefItems = 1 << 16
	// earlyRows is the number of sub-groups for which groups are made before the plan is known. They suit the better
	// code too.
	earlyRows = 8
	// InterpretedItems is the largest number of work-items of launches that the interpreter may run while code is
	// compiled.
	InterpretedItems = 1 << 12
	// interpretedWork is the number of instructions of one lane that the interpreter runs in less time than compiling
	// takes: of any kernel, and for each instruction of the kernel.
	interpretedWork, interpretedForEach = 1 << 18, 3 << 12
)

// plan is the plan of the launch's kernel. If it has not been made, a brief launch gets one that is right for all
// kernels, and the background makes the kernel's own.
func (e *Engine) plan(l *launch.Launch, bits int) (plan object.Plan, isPlanned bool) {
	if l.Takes != launch.TakesAny {
		return l.Machine.Planned(bits)
	}
	if e.Background {
		if plan, isPlanned = l.Machine.Planned(bits); isPlanned {
			return plan, true
		}
		if isBrief(l) {
			e.background.add(compileJob{engine: e, kernel: l.Machine, name: l.Name, bits: bits})
			return plan, false
		}
	}
	return l.Machine.Plan(bits), true
}

// fillsHalves reports whether each row of a launch's groups fills half a vector, and a group has several rows.
func fillsHalves(l *launch.Launch, bits int) bool {
	return bits == 512 && l.Machine.SeesGroups() && l.Group[0] == uint64(bits/64) && l.Group[1]*l.Group[2] > 1
}

// IsInterpretedSooner reports whether a launch that would have to wait for its code is over sooner in the interpreter.
func (e *Engine) IsInterpretedSooner(l *launch.Launch) bool {
	items := l.Items()
	if e.Insists || l.Program == nil || items == 0 || items > InterpretedItems {
		return false
	}
	if _, isFailed := e.failed.Load(l.Machine); isFailed {
		return false // the launch finds out why, and reports it
	}
	if _, ok := l.Program.Work(l.Args, (interpretedWork+interpretedForEach*l.Program.CodeLength())/items); !ok {
		return false
	}
	return e.interpreter.Supports(l.Program)
}

// isBrief reports whether a launch is usually over in less time than it takes to plan its kernel, or is not to wait for
// that.
func isBrief(l *launch.Launch) bool { return l.IsEager || l.Items() <= BriefItems }

// explain reports why a kernel does not run as machine code, once per kernel.
func (e *Engine) explain(l *launch.Launch, err error) {
	if !e.Insists {
		return
	}
	if _, isKnown := e.explained.LoadOrStore(l.Machine, true); !isKnown {
		e.report("kernel %s runs on the interpreter: %v", l.Name, err)
	}
}
