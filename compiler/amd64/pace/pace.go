// Package pace estimates how many cycles a processor takes for straight code that runs again and again. It knows
// instructions over machine registers, nothing of kernels.
//
// Method. The code is run through a simple model of a large out-of-order core, round after round: instructions enter in
// order, so many a cycle, and wait in a scheduler until their operands are there and a port is free; the scheduler holds
// so many that wait, and the reorder buffer so many that have not retired, since they leave in order too. What this shows
// is what decides how many sub-groups a bundle should have: a long chain of operations fills the scheduler with what waits,
// unless what the other sub-groups do stands between its links; and where they are too many, loads and stores of what is
// spilled take their room. Caches always hit, and branches are always known.
//
// The figures are Intel's of Golden Cove, rounded (Intel's optimization manual; Abel & Reineke, "uops.info", 2019). AMD's
// cores of the same time are close enough for a choice between a few sizes.
//
// Reading order: pace.go, core.go (the model), cost.go (what instructions take).
package pace

import "heddle/compiler/amd64/asm"

// leastInsts is how many instructions run at least before the count begins, and while it goes on; maxInsts how long code
// may be to be looked at.
const (
	leastInsts = 200
	maxInsts   = 12000
)

// Cycles is how many cycles one round takes of the code between the label top and the jump back to it, 0 if that is not
// straight: has loops, calls or suspensions. Rare stretches do not run; other jumps ahead are not taken.
func Cycles(f *asm.Func, top int32) float64 {
	round := straight(f, top)
	if len(round) == 0 || len(round) > maxInsts {
		return 0
	}
	rounds := 1 + leastInsts/len(round)
	c := newCore(f.ISA)
	for range rounds {
		c.run(round)
	}
	before := c.retired
	for range rounds {
		c.run(round)
	}
	return float64(c.retired-before) / float64(rounds)
}

// straight are the instructions between a label and the jump back to it that run, nil if there are jumps back among them, or
// what takes unknown time.
func straight(f *asm.Func, top int32) []*asm.Inst {
	var round []*asm.Inst
	seen := make([]bool, f.Labels)
	isInside, rareEnd := false, int32(-1)
	for i := range f.Insts {
		in := &f.Insts[i]
		switch in.Op {
		case asm.Label:
			seen[in.Label] = true
			isInside = isInside || in.Label == top
			rareEnd = rareAt(f, in.Label, rareEnd)
		case asm.Jmp, asm.Jcc:
			if isInside && in.Label == top {
				return append(round, in)
			}
			if seen[in.Label] && rareEnd < 0 {
				return nil
			}
		case asm.Suspend, asm.Call:
			return nil
		}
		if isInside && rareEnd < 0 && in.Op != asm.Label {
			round = append(round, in)
		}
	}
	return nil
}

// rareAt is the label that ends the rare stretch in which the code behind a label lies, -1 if it is in none.
func rareAt(f *asm.Func, label, end int32) int32 {
	if label == end {
		end = -1
	}
	for _, s := range f.Rare {
		if end < 0 && s.From == label {
			end = s.To
		}
	}
	return end
}
