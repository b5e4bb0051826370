package lower

import (
	"heddle/compiler/ast"
	"heddle/compiler/builtin"
	"heddle/compiler/ir"
)

// Ballots. A set of work-items of a sub-group is two words; bit i of them is work-item i. The second word is a constant
// zero where sub-groups have no more than 32 work-items.

type laneSet [2]ir.ValueID

// ballot is the set of the active work-items for which a truth value is true.
func (l *funcLowerer) ballot(v ir.ValueID) laneSet {
	word := func(i uint64) ir.ValueID {
		return l.Emit(ir.Instr{Op: ir.OpSubGroupBallot, Type: ir.I32, Imm: i, Args: l.List(v)})
	}
	return laneSet{word(0), word(1)}
}

func (l *funcLowerer) both(op ir.Op, x, y laneSet) laneSet {
	return laneSet{l.Bin(op, x[0], y[0]), l.Bin(op, x[1], y[1])}
}

func (l *funcLowerer) isNone(s laneSet) ir.ValueID {
	return l.ICmp(ir.EQ, l.Bin(ir.OpOr, s[0], s[1]), l.Const(ir.I32, 0))
}

// has reports whether sub-groups have more than n work-items.
func (l *funcLowerer) hasMoreThan(n uint64) ir.ValueID {
	return l.ICmp(ir.UGT, l.subGroupSize(), l.Const(ir.I32, n))
}

// isUpper reports whether a work-item's bit is in the second word.
func (l *funcLowerer) isUpper(lane ir.ValueID) ir.ValueID {
	return l.Bin(ir.OpAnd, l.hasMoreThan(32), l.ICmp(ir.UGE, lane, l.Const(ir.I32, 32)))
}

// bitOf is the set of a work-item alone.
func (l *funcLowerer) bitOf(lane ir.ValueID) laneSet {
	bit, upper, zero := l.Bin(ir.OpShl, l.Const(ir.I32, 1), lane), l.isUpper(lane), l.Const(ir.I32, 0)
	return laneSet{l.Select(upper, zero, bit), l.Select(upper, bit, zero)}
}

// below is the set of the work-items before one.
func (l *funcLowerer) below(lane ir.ValueID) laneSet {
	ones := l.Bin(ir.OpSub, l.Bin(ir.OpShl, l.Const(ir.I32, 1), lane), l.Const(ir.I32, 1))
	upper := l.isUpper(lane)
	return laneSet{l.Select(upper, l.Const(ir.I32, 1<<32-1), ones), l.Select(upper, ones, l.Const(ir.I32, 0))}
}

// wholeSet is the set of as many work-items as a sub-group can have.
func (l *funcLowerer) wholeSet() laneSet {
	all, zero := l.Const(ir.I32, 1<<32-1), l.Const(ir.I32, 0)
	some := l.Bin(ir.OpSub, l.Bin(ir.OpShl, l.Const(ir.I32, 1), l.subGroupSize()), l.Const(ir.I32, 1))
	return laneSet{l.Select(l.hasMoreThan(31), all, some), l.Select(l.hasMoreThan(63), all, zero)}
}

func (l *funcLowerer) countLanes(s laneSet) ir.ValueID {
	return l.Bin(ir.OpAdd, l.Un(ir.OpPopCount, s[0]), l.Un(ir.OpPopCount, s[1]))
}

// lowest is the first work-item of a set that is not empty.
func (l *funcLowerer) lowest(s laneSet) ir.ValueID {
	upper := l.Bin(ir.OpAdd, l.Un(ir.OpCtz, s[1]), l.Const(ir.I32, 32))
	isUpper := l.Bin(ir.OpAnd, l.hasMoreThan(32), l.ICmp(ir.EQ, s[0], l.Const(ir.I32, 0)))
	return l.Select(isUpper, upper, l.Un(ir.OpCtz, s[0]))
}

// highest is the last work-item of a set that is not empty.
func (l *funcLowerer) highest(s laneSet) ir.ValueID {
	lower := l.Bin(ir.OpSub, l.Const(ir.I32, 31), l.Un(ir.OpClz, s[0]))
	upper := l.Bin(ir.OpSub, l.Const(ir.I32, 63), l.Un(ir.OpClz, s[1]))
	isUpper := l.Bin(ir.OpAnd, l.hasMoreThan(32), l.ICmp(ir.NE, s[1], l.Const(ir.I32, 0)))
	return l.Select(isUpper, upper, lower)
}

// firstActive is the first work-item that executes this.
func (l *funcLowerer) firstActive() ir.ValueID { return l.lowest(l.ballot(l.Const(ir.I1, 1))) }

// vectorOf is the uint4 of a set.
func (l *funcLowerer) vectorOf(s laneSet) []ir.ValueID {
	zero := l.Const(ir.I32, 0)
	return []ir.ValueID{s[0], s[1], zero, zero}
}

func (l *funcLowerer) subGroupElect(*builtin.Call, [][]ir.ValueID) []ir.ValueID {
	return one(l.truthInt(l.ICmp(ir.EQ, l.firstActive(), l.subGroupLane())))
}

func (l *funcLowerer) subGroupVote(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	vote := l.notZero(args[0][0], ast.Basic(ast.Int))
	if c.Name == "sub_group_all" || c.Name == "sub_group_non_uniform_all" {
		return one(l.truthInt(l.isNone(l.ballot(l.not(vote)))))
	}
	return one(l.truthInt(l.not(l.isNone(l.ballot(vote)))))
}

func (l *funcLowerer) subGroupBallot(_ *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	return l.vectorOf(l.ballot(l.notZero(args[0][0], ast.Basic(ast.Int))))
}

// ballotBit is the bit of the work-item, or of the one given.
func (l *funcLowerer) ballotBit(_ *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	lane := l.subGroupLane()
	if len(args) == 2 {
		lane = args[1][0]
	}
	word := l.Select(l.isUpper(lane), args[0][1], args[0][0])
	return one(l.Bin(ir.OpAnd, l.Bin(ir.OpLShr, word, lane), l.Const(ir.I32, 1)))
}

func (l *funcLowerer) ballotCount(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	var counted laneSet
	switch lane := l.subGroupLane(); c.Name {
	case "sub_group_ballot_inclusive_scan":
		counted = l.both(ir.OpOr, l.below(lane), l.bitOf(lane))
	case "sub_group_ballot_exclusive_scan":
		counted = l.below(lane)
	default:
		counted = l.wholeSet()
	}
	return one(l.countLanes(l.both(ir.OpAnd, laneSet(args[0][:2]), counted)))
}

func (l *funcLowerer) ballotFind(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	set := l.both(ir.OpAnd, laneSet(args[0][:2]), l.wholeSet())
	if c.Name == "sub_group_ballot_find_lsb" {
		return one(l.lowest(set))
	}
	return one(l.highest(set))
}

func (l *funcLowerer) subGroupMask(c *builtin.Call, _ [][]ir.ValueID) []ir.ValueID {
	lane := l.subGroupLane()
	isNot := func(s laneSet) laneSet { return l.both(ir.OpAnd, l.wholeSet(), l.complement(s)) }
	switch c.Name {
	case "get_sub_group_eq_mask":
		return l.vectorOf(l.bitOf(lane))
	case "get_sub_group_lt_mask":
		return l.vectorOf(l.below(lane))
	case "get_sub_group_ge_mask":
		return l.vectorOf(isNot(l.below(lane)))
	}
	through := l.both(ir.OpOr, l.below(lane), l.bitOf(lane))
	if c.Name == "get_sub_group_le_mask" {
		return l.vectorOf(through)
	}
	return l.vectorOf(isNot(through))
}

func (l *funcLowerer) complement(s laneSet) laneSet {
	ones := l.Const(ir.I32, 1<<32-1)
	return l.both(ir.OpXor, s, laneSet{ones, ones})
}
