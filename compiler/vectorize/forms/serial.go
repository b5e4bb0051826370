package forms

import (
	"heddle/compiler/bundle"
	"heddle/compiler/ir"
)

// Parts: code for one sub-group of a bundle after the other.
//
// As a rule the sub-groups of a bundle run in lockstep, instruction by instruction. Bundles of kernels with barriers are
// large, so that few wait at a barrier; in lockstep, what an if needs for all its sub-groups at a time, masks above all,
// is more than there are registers, and sub-groups none of whose lanes take the if run it all the same. So such an if is
// written once per sub-group, as a part of its own: the block that parts the lanes, from where its code differs by
// sub-groups, and the blocks up to where all lanes meet again. Within a part a test for lanes is of one mask, and leads
// behind the part.
//
// Where nothing parts the lanes, instructions of a block in sequence that differ by sub-groups are written in parts too,
// if sub-groups lie in a row: what they compute on the way needs registers for one sub-group then.
//
// The order of accesses changes only between sub-groups, which nothing orders but barriers, and these are in no part.
// What the sub-groups share is computed before the parts of a block. In the other blocks of an if it is computed in each
// part again, because others may be left out.

// minSerialCount is the number of sub-groups from which on they run part by part.
const minSerialCount = 4

// mostInLockstep is how many run in lockstep where nothing waits.
const mostInLockstep = 8

// SerialisesSubGroups says whether a version is written in parts.
func SerialisesSubGroups(f *ir.Func, v bundle.Version) bool {
	return v.Count >= minSerialCount && f.Kernel && (waits(f) || v.Count > mostInLockstep)
}

// waits says whether a function has barriers.
func waits(f *ir.Func) bool {
	for b := range f.Blocks {
		for _, v := range f.Blocks[b].Instrs {
			if f.Instr(v).Op == ir.OpBarrier {
				return true
			}
		}
	}
	return false
}
