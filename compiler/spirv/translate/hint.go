package translate

import (
	"heddle/compiler/ir"
	"heddle/compiler/spirv"
)

// Hints: what modules say about loops and branches, for the same purposes as pragmas and __builtin_expect of OpenCL C.

// Bits of the loop controls that are looked at. DontUnroll is not: clang says it of every loop when it optimises
// little.
const (
	loopUnroll       = 0x1
	loopPartialCount = 0x100
)

// noteLoop notes how a loop is to be unrolled. OpLoopMerge stands in its header, OpLoopControlINTEL also where it leads
// back to it.
func (e *emitter) noteLoop(b *spirv.Block) {
	if b.Loop == nil {
		return
	}
	words, header := b.Loop.Args, e.Label(b.Label.Result)
	if b.Loop.Op == spirv.OpLoopMerge {
		words = words[2:]
	} else {
		for _, to := range b.Targets {
			if e.f.Retreats(header, to) {
				header = to
			}
		}
	}
	if len(words) == 0 {
		return
	}
	hint := &e.Func.Blocks[e.blocks[header]].Unroll
	switch control := words[0]; {
	case control&loopPartialCount != 0:
		*hint = int32(min(partialCount(words), 1<<20))
	case control&loopUnroll != 0:
		*hint = ir.UnrollFull
	}
}

// partialCount is the factor among the parameters of loop controls. Each that has a parameter takes a word.
func partialCount(words []uint32) uint32 {
	at := 1
	for bit := uint32(1); bit < loopPartialCount; bit <<= 1 {
		const withParameter = 0x8 | 0x10 | 0x20 | 0x40 | 0x80
		if words[0]&bit&withParameter != 0 {
			at++
		}
	}
	if at < len(words) {
		return words[at]
	}
	return 0
}

// noteRare notes that one of the successors of a branch is seldom executed: by the weights of the branch, or because
// its condition is expected to be another. A successor to which other blocks lead as well is not.
func (e *emitter) noteRare(b *spirv.Block) {
	isLikely, ok := e.isLikely(e.in)
	if !ok {
		return
	}
	rare := b.Targets[0]
	if isLikely {
		rare = b.Targets[1]
	}
	if len(e.f.Blocks[rare].Preds) == 1 && b.Targets[0] != b.Targets[1] {
		e.Func.Blocks[e.blocks[rare]].Rare = true
	}
}

// isLikely reports whether the condition of a branch is expected to hold, if something is expected.
func (e *emitter) isLikely(branch *spirv.Instruction) (isLikely, ok bool) {
	const much = 8 // times the weight of the other
	if len(branch.Args) == 5 {
		yes, no := uint64(branch.Args[3]), uint64(branch.Args[4])
		return yes > no, yes > much*no || no > much*yes
	}
	condition := e.Definition(branch.ID(0))
	if condition == nil {
		return false, false
	}
	expected, value := condition, true
	if condition.Op == spirv.OpINotEqual || condition.Op == spirv.OpIEqual {
		if zero := e.Constant(condition.ID(1)); zero == nil || zero.Bits != 0 || e.Constant(condition.ID(0)) != nil {
			return false, false
		}
		expected, value = e.Definition(condition.ID(0)), condition.Op == spirv.OpINotEqual
	}
	if expected == nil || expected.Op != spirv.OpExpectKHR {
		return false, false
	}
	c := e.Constant(expected.ID(1))
	return c != nil && (c.Bits != 0) == value, c != nil
}
