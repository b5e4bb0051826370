// Package cyclemodel estimates how many cycles an iteration of a loop takes. It knows instructions over machine
// registers, nothing of kernels.
//
// Method. The code is run through a simple model of a large out-of-order core, one iteration after the other.
// Instructions are issued in order, a fixed number per cycle, and wait in a scheduler until their operands are ready
// and a port is free. The schedulers have a limited number of entries, and so does the reorder buffer, from which
// instructions retire in order. Caches always hit, and branches are always predicted.
//
// The model shows what limits the number of sub-groups of a bundle. A long dependency chain fills the schedulers with
// waiting instructions, unless instructions of other sub-groups stand between its links; and with too many sub-groups,
// loads and stores of spilled registers take the place of useful instructions.
//
// The designs of the kinds of processor stand in package tuning.
//
// Reading order: cyclemodel.go (constants of all designs, and the code that is looked at), core.go (the model), cost.go
// (tables of costs).
package cyclemodel

import (
	"slices"

	"heddle/compiler/amd64/asm"
)

// Tuning constants of all designs. What differs between processors is in package tuning. Values without a source
// were chosen by hand.
const (
	// minInsts is the least number of instructions that run before the count begins, to reach the steady state, and
	// that the count covers. Since 2026-11-22 (c8b3f2e).
	minInsts = 200
	// maxInsts is the length of the longest code that is looked at. Since 2026-11-22 (c8b3f2e).
	maxInsts = 12000
	// assumedTrips is the assumed trip count of a loop, as in package alloc. Since 2026-11-22 (2aa1e45).
	assumedTrips = 10
	// shortLoadCycles is the latency of a load into a register of at most 128 bits and of a load of a constant,
	// longLoadCycles that of other loads. Both hit the first cache. Since 2026-11-22 (c8b3f2e).
	shortLoadCycles = 5
	longLoadCycles  = 7
)

// Straight estimates the cycles of one iteration of the code between the label top and the jump back to it or, without
// such a jump, of all the code. The result is 0 if the code has loops, calls or suspensions. Rare stretches count as
// not executed, and forward jumps as not taken.
func Straight(d *Design, f *asm.Func, top int32) float64 {
	code, all, isKnown := running(f, top)
	if !isKnown || len(code) > maxInsts || len(all) > 1 {
		return 0
	}
	return steady(d, code)
}

// Loops estimates the same of code with loops inside: only innermost loops count, each as often as its depth makes
// likely.
func Loops(d *Design, f *asm.Func, top int32) float64 {
	code, all, isKnown := running(f, top)
	if !isKnown || len(code) > maxInsts {
		return 0
	}
	cycles := 0.0
	for _, l := range innermost(all) {
		cycles += l.weight(all) * steady(d, code[l.first:l.end])
	}
	return cycles
}

// steady is the number of cycles of a loop body in the steady state.
func steady(d *Design, code []*asm.Inst) float64 {
	if len(code) == 0 {
		return 0
	}
	iterations := 1 + minInsts/len(code)
	c := newCore(d)
	for range iterations {
		c.run(code)
	}
	before := c.retired
	for range iterations {
		c.run(code)
	}
	return float64(c.retired-before) / float64(iterations)
}

// loop is a range of the code that ends with a jump back to its label. The whole code is one, too, without a jump.
type loop struct {
	first, end int
	label      int32
}

// weight is the number of iterations of a loop for each iteration of the outermost.
func (l loop) weight(all []loop) float64 {
	w := 1.0 / assumedTrips
	for i, o := range all {
		isLast := !slices.ContainsFunc(all[i+1:], func(p loop) bool { return p.label == o.label })
		if isLast && o.first <= l.first && l.end <= o.end {
			w *= assumedTrips
		}
	}
	return w
}

// innermost are the loops that hold no other. Of several jumps back to one label the last one ends the loop: the others
// are continue edges.
func innermost(all []loop) []loop {
	var list []loop
	for i, l := range all {
		holdsLoop := slices.ContainsFunc(all, func(o loop) bool {
			return o.label != l.label && l.first <= o.first && o.end <= l.end
		})
		isContinue := slices.ContainsFunc(all[i+1:], func(o loop) bool { return o.label == l.label })
		if !holdsLoop && !isContinue {
			list = append(list, l)
		}
	}
	return list
}

// running returns the instructions that are executed between a label and the jump back to it, and their loops, of which
// the last is the whole.
func running(f *asm.Func, top int32) (code []*asm.Inst, all []loop, isKnown bool) {
	starts := make([]int, f.Labels) // 1 + the place of the code after a label
	goesBack := slices.ContainsFunc(f.Insts, func(in asm.Inst) bool { return isJump(&in) && in.Label == top })
	isInside, rareEnd := !goesBack, int32(-1)
	for i := range f.Insts {
		in := &f.Insts[i]
		isInside = isInside || in.Op == asm.Label && in.Label == top
		if in.Op == asm.Label {
			rareEnd = f.RareEnd(in.Label, rareEnd)
		}
		if !isInside || rareEnd >= 0 {
			continue
		}
		switch in.Op {
		case asm.Suspend, asm.Call:
			return nil, nil, false
		case asm.Label:
			starts[in.Label] = 1 + len(code)
			continue
		}
		code = append(code, in)
		if isJump(in) && starts[in.Label] > 0 && !slices.Contains(f.Seldom, in.Label) {
			all = append(all, loop{starts[in.Label] - 1, len(code), in.Label})
			if in.Label == top {
				return code, all, true
			}
		}
	}
	return code, append(all, loop{0, len(code), top}), true
}

func isJump(in *asm.Inst) bool { return in.Op == asm.Jmp || in.Op == asm.Jcc }
