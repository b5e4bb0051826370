package slp

import "heddle/compiler/ir"

// Limits. They bound the time of the compiler; code beyond them stays as it is, which is always right.
const (
	maxByteDepth   = 40 // operations between a word and the sources of its bytes
	maxNarrowDepth = 40 // operations between a truncation and the leaves of its tree
	maxPackTries   = 24 // searches for packs in a function, each without those that were refused before
)

// Costs in instructions on vectors, as the code generator selects them.
const (
	costShift     = 1
	costMask      = 1
	costExtend    = 1             // of a truth value to all ones
	costInsert    = 1 + costShift // of an element into a word: a shift and a disjunction
	costJoin      = 1 + costMask  // of a part of a word: a mask and a disjunction
	costBroadcast = 1
)

// cost is that of an operation on one element, and on all elements of a word.
type cost struct{ single, packed int }

// costPair is a cost by the width of elements.
type costPair struct{ byte, half cost }

func same(single, packed int) costPair { return costPair{cost{single, packed}, cost{single, packed}} }

// kindCosts are the costs of packs that are no plain operations.
var kindCosts = map[packKind]costPair{
	packShuffle:  same(0, 1),
	packMean:     same(4, 1),
	packDivide:   same(3, 2),
	packExtend:   same(0, 1), // of unsigned elements
	packTruncate: same(0, 3),
	packCompare:  same(1, 2),
	packMask:     same(1, 1),
	packChoose:   same(1, 2),
}

// signExtendCost is the cost of packExtend of signed elements: a shuffle and a shift.
var signExtendCost = same(2, 2)

// operationCost is the cost of packOp. Machines have no products and shifts of bytes: those of halves are used, twice.
func operationCost(op ir.Op) costPair {
	switch op {
	case ir.OpMul:
		return costPair{cost{2, 6}, cost{1, 1}}
	case ir.OpShl:
		return costPair{cost{2, 2}, cost{2, 1}}
	case ir.OpLShr:
		return costPair{cost{1, 2}, cost{1, 1}}
	case ir.OpAShr:
		return costPair{cost{3, 4}, cost{1, 1}}
	case ir.OpRotl:
		return costPair{cost{4, 5}, cost{4, 3}}
	}
	return same(1, 1)
}
