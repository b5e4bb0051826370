// Package pace estimates how many cycles a processor takes for code that runs again and again. It knows
// instructions over machine registers, nothing of kernels.
//
// Method. The code is run through a simple model of a large out-of-order core, round after round: instructions enter in
// order, so many a cycle, and wait in a scheduler until their operands are there and a port is free; the scheduler holds
// so many that wait, and the reorder buffer so many that have not retired, since they leave in order too. What this shows
// is what decides how many sub-groups a bundle should have: a long chain of operations fills the scheduler with what waits,
// unless what the other sub-groups do stands between its links; and where they are too many, loads and stores of what is
// spilled take their room. Caches always hit, and branches are always known.
//
// There are two designs: Intel's of Golden Cove, rounded (Intel's optimization manual; Abel & Reineke, "uops.info", 2019), and
// AMD's of Zen 5, as measured on a server of that kind.
//
// Reading order: pace.go, core.go (the model), cost.go (what instructions take), intel.go, zen.go.
package pace

import (
	"slices"

	"heddle/compiler/amd64/asm"
)

// leastInsts is how many instructions run at least before the count begins, and while it goes on; maxInsts how long code
// may be to be looked at.
const (
	leastInsts = 200
	maxInsts   = 12000
)

// roundsOfLoop is how often a loop is taken to go round for each time that it is entered, as package alloc takes it.
const roundsOfLoop = 10

// Straight is about how many cycles one round takes of the code between the label top and the jump back to it, or, where there
// is no such jump, all of the code. It is 0 where there are loops, calls or suspensions. Rare stretches do not run; jumps ahead
// are not taken.
func Straight(f *asm.Func, top int32) float64 {
	code, all, isKnown := running(f, top)
	if !isKnown || len(code) > maxInsts || len(all) > 1 {
		return 0
	}
	return steady(targetOf(f), code)
}

// Loops is the same of code with loops inside: only the innermost count, each so often as its depth makes likely.
func Loops(f *asm.Func, top int32) float64 {
	code, all, isKnown := running(f, top)
	if !isKnown || len(code) > maxInsts {
		return 0
	}
	cycles := 0.0
	for _, l := range innermost(all) {
		cycles += l.weight(all) * steady(targetOf(f), code[l.first:l.end])
	}
	return cycles
}

func targetOf(f *asm.Func) asm.Target { return asm.Target{ISA: f.ISA, Core: f.Core} }

// steady is how many cycles instructions take that run again and again.
func steady(t asm.Target, code []*asm.Inst) float64 {
	if len(code) == 0 {
		return 0
	}
	rounds := 1 + leastInsts/len(code)
	c := newCore(t)
	for range rounds {
		c.run(code)
	}
	before := c.retired
	for range rounds {
		c.run(code)
	}
	return float64(c.retired-before) / float64(rounds)
}

// loop is a piece of code with a jump back to its label at its end. The whole of code that does not go back is one, too.
type loop struct {
	first, end int
	label      int32
}

// weight is how often a loop goes round for each round of the outermost.
func (l loop) weight(all []loop) float64 {
	w := 1.0 / roundsOfLoop
	for i, o := range all {
		isLast := !slices.ContainsFunc(all[i+1:], func(p loop) bool { return p.label == o.label })
		if isLast && o.first <= l.first && l.end <= o.end {
			w *= roundsOfLoop
		}
	}
	return w
}

// innermost are the loops that hold no other. Of jumps back to one label the last is meant: the others are ways on to the next
// round, too.
func innermost(all []loop) []loop {
	var list []loop
	for i, l := range all {
		holds := slices.ContainsFunc(all, func(o loop) bool { return o.label != l.label && l.first <= o.first && o.end <= l.end })
		isPart := slices.ContainsFunc(all[i+1:], func(o loop) bool { return o.label == l.label })
		if !holds && !isPart {
			list = append(list, l)
		}
	}
	return list
}

// running are the instructions between a label and the jump back to it that run, and the loops they are, the whole the last.
func running(f *asm.Func, top int32) (code []*asm.Inst, all []loop, isKnown bool) {
	starts := make([]int, f.Labels) // 1 + where the code behind a label begins
	goesBack := slices.ContainsFunc(f.Insts, func(in asm.Inst) bool { return (in.Op == asm.Jmp || in.Op == asm.Jcc) && in.Label == top })
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
		if (in.Op == asm.Jmp || in.Op == asm.Jcc) && starts[in.Label] > 0 && !slices.Contains(f.Seldom, in.Label) {
			all = append(all, loop{starts[in.Label] - 1, len(code), in.Label})
			if in.Label == top {
				return code, all, true
			}
		}
	}
	return code, append(all, loop{0, len(code), top}), true
}
