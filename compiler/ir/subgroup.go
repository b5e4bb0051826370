package ir

import (
	"math/bits"
	"slices"
)

// Sub-groups. The work-items of a group are numbered by their linear local ids; each Func.SubGroup in a row are a
// sub-group, and the last one of a group may have fewer. The work-items of a sub-group that execute an operation
// together are those that come to it by the same way through the kernel; only these take part in it.
//
// OpSubGroupShuffle: the second operand is taken modulo the size. What a work-item gives that does not take part is not
// defined.
//
// OpSubGroupFold combines values of clusters of work-items, which are the sub-group if the size of clusters is 0. Those
// that do not take part count as neutral. SubGroupAll: with s the size of the cluster, each value x[i] becomes x[i] op
// x[i^(s/2)], then likewise for s/4, to 1. SubGroupInclusive: for d from 1 to s/2, doubled each time, x[i] becomes
// x[(i&^(2d-1))+d-1] op x[i] where i&d is not 0. SubGroupExclusive is the inclusive scan of the work-item before, or
// neutral in the first. All engines use this order, as sums of floats depend on it.

// SubGroupMode selects the result of an OpSubGroupFold.
type SubGroupMode uint8

// The modes.
const (
	SubGroupAll SubGroupMode = iota
	SubGroupInclusive
	SubGroupExclusive
)

// clusterShift is where the size of clusters stands in the Imm of an OpSubGroupFold.
const clusterShift = 8

// SubGroupFoldImm is the Imm of an OpSubGroupFold.
func SubGroupFoldImm(mode SubGroupMode, cluster uint64) uint64 {
	return uint64(mode) | cluster<<clusterShift
}

// SubGroupFoldOf are the mode and the size of clusters of an OpSubGroupFold in sub-groups of a size.
func SubGroupFoldOf(imm, size uint64) (mode SubGroupMode, cluster uint64) {
	cluster = imm >> clusterShift
	if cluster == 0 || cluster > size {
		cluster = size
	}
	return SubGroupMode(imm & (1<<clusterShift - 1)), cluster
}

// DefaultSubGroup is the size of sub-groups that no one has chosen.
const DefaultSubGroup = 8

// SubGroupMax is the largest size of a sub-group.
const SubGroupMax = 64

// IsSubGroupSize reports whether a kernel can have sub-groups of a size.
func IsSubGroupSize(n uint64) bool { return n >= 4 && n <= SubGroupMax && bits.OnesCount64(n) == 1 }

// IsSubGroup reports whether the operation is one of sub-groups.
func (op Op) IsSubGroup() bool { return op >= OpSubGroupSize && op <= OpSubGroupFold }

// SeenSubGroup is the size of sub-groups if the function sees them, else 0.
func (f *Func) SeenSubGroup() uint64 {
	if f.SeesSubGroups() {
		return f.SubGroup
	}
	return 0
}

// SeesSubGroups reports whether the function itself has operations of sub-groups; functions that it calls do not count.
func (f *Func) SeesSubGroups() bool {
	return slices.ContainsFunc(f.Blocks, func(b Block) bool {
		return slices.ContainsFunc(b.Instrs, func(v ValueID) bool { return f.Instrs[v].Op.IsSubGroup() })
	})
}

// MayWaitForSubGroups reports whether a sub-group can know of others that it is to wait for: whether the function has
// operations of sub-groups for which it matters which work-items are together.
func (f *Func) MayWaitForSubGroups() bool {
	return slices.ContainsFunc(f.Blocks, func(b Block) bool {
		return slices.ContainsFunc(b.Instrs, func(v ValueID) bool {
			in := &f.Instrs[v]
			return in.Op.IsSubGroup() && in.Flags&FlagLoose == 0
		})
	})
}

// LoosenSubGroups marks all operations of sub-groups: for none does it matter which work-items are together.
func (f *Func) LoosenSubGroups() {
	for i := range f.Instrs {
		if f.Instrs[i].Op.IsSubGroup() {
			f.Instrs[i].Flags |= FlagLoose
		}
	}
}
