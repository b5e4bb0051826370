package native

import (
	"heddle/compiler/amd64/object"
	"heddle/compiler/giveway"
	"heddle/exec/launch"
)

// Run is the state of a launch under way that machine code needs besides the launch.Run. It keeps the choice for the
// next launch.
type Run struct {
	*launch.Run
	engine       *Engine
	choice       Choice
	kept         keptChoice
	asked        *launch.Launch // as it was enqueued
	interchanged launch.Launch  // the launch that runs, if its dimensions are interchanged
	probe        Probe
	isHurried    bool // giveway.Begin was called
}

// Init makes the run of an engine.
func (r *Run) Init(e *Engine, shared *launch.Run) { r.engine, r.Run = e, shared }

// choiceKey is the part of a launch on which a choice depends.
type choiceKey struct {
	kernel                object.Kernel
	offset, global, group [3]uint64
	local                 uint64 // bytes, of groups of one work-item: whether they run together depends on them
}

func keyOf(l *launch.Launch) choiceKey {
	return choiceKey{l.Machine, l.Offset, l.Global, l.Group, loneLocal(l)}
}

// loneLocal is the size of local memory if choices depend on it.
func loneLocal(l *launch.Launch) uint64 {
	if isLone(l) {
		return l.Local
	}
	return 0
}

// isFor reports whether it is the key of the launch. It compares number by number: the sizes were just written, and a
// read of two numbers at a time would have to wait until both writes are in the cache.
func (k *choiceKey) isFor(l *launch.Launch) bool {
	for i := range 3 {
		if k.global[i] != l.Global[i] || k.group[i] != l.Group[i] || k.offset[i] != l.Offset[i] {
			return false
		}
	}
	return k.kernel == l.Machine && k.local == loneLocal(l)
}

// keptChoice says for which launches the choice of a run's last launch is the best there can be.
type keptChoice struct {
	key   choiceKey
	isSet bool
}

// Choose chooses how to run a launch. It reports whether that is the choice of the run's last launch, which was divided
// in the same way.
func (r *Run) Choose(l *launch.Launch) (isSame bool) {
	if r.kept.isSet && r.kept.key.isFor(l) {
		return true
	}
	c, isFinal := r.engine.Choose(l)
	r.choice = c
	r.kept = keptChoice{
		key:   keyOf(l),
		isSet: isFinal && l.Machine != nil && !dependsOnArguments(l.Machine),
	}
	return false
}

// Use runs the next launch as chosen, and keeps nothing.
func (r *Run) Use(c Choice) { r.choice, r.kept = c, keptChoice{} }

// IsKept reports whether the choice is kept for the next launch of the same kernel and sizes.
func (r *Run) IsKept() bool { return r.kept.isSet }

// Choice is how the launch runs.
func (r *Run) Choice() *Choice { return &r.choice }

// dependsOnArguments reports whether the choice of a version depends on arguments.
func dependsOnArguments(k object.Kernel) bool {
	if k.Images() != nil || k.UnitSteps() != nil {
		return true
	}
	if copied := k.LoneItems(0); copied != nil && copied.Made() != nil && dependsOnArguments(copied.Made()) {
		return true
	}
	_, ok := k.TripArgument()
	noAlias, _ := k.NoAlias()
	return ok || k.Guard() != nil || noAlias != nil
}

// Begin begins a launch that runs as was chosen.
func (r *Run) Begin(l *launch.Launch) {
	r.asked, r.Launch = l, l
	if r.isHurried = r.choice.isHurried; r.isHurried {
		giveway.Begin()
	}
	if r.choice.interchanged > 0 {
		r.interchanged = interchange(l, r.choice.interchanged)
		r.Launch = &r.interchanged
	}
}

// Release lets go of the launch, and of a choice that is not kept.
func (r *Run) Release() {
	if r.isHurried {
		giveway.End()
		r.isHurried = false
	}
	if r.Launch == &r.interchanged {
		r.interchanged = launch.Launch{}
	}
	r.asked, r.Launch, r.probe.found = nil, nil, nil
	if !r.kept.isSet {
		r.choice = Choice{}
	}
}

// Demand says how the launch is to be divided.
func (r *Run) Demand() launch.Demand {
	return launch.Demand{
		PrivateStep: r.choice.code.privateStep(),
		ChunkItems:  ChunkItems,
		IsSmall:     r.choice.code.any.isSmall(r.Launch.Items()),
	}
}
