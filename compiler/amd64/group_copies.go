package amd64

import (
	"sync/atomic"

	"heddle/compiler/amd64/object"
	"heddle/compiler/passes/variant"
	"heddle/compiler/vectorize/switches"
)

// Programs launch a kernel with groups of one size as a rule. Kernels that gain by it get a copy for that size, as if
// their source had required it (variant.WithGroup).

// groupCopies are the copies of a kernel, by the size of groups.
type groupCopies struct {
	copies
	launches atomic.Uint32 // that have asked for a copy
}

var noGroup [3]uint64

const (
	// maxGroupCopies is how many copies a kernel gets; launches with groups of other sizes run the kernel.
	maxGroupCopies = 2
	// patientLaunches is how many launches a kernel has before there is a copy: many programs launch each kernel once.
	patientLaunches = 3
)

// Groups is nil if the kernel gains nothing by knowing the size of its groups.
func (k *Kernel) Groups() object.Groups {
	k.findGroups.Do(func() {
		if !k.mayKnowGroup() {
			return
		}
		if k.wantsGroup = variant.WantsGroup(k.function()); k.wantsGroup {
			k.groups = k.newGroups()
		}
	})
	if k.groups == nil {
		return nil
	}
	return k.groups
}

// mayKnowGroup reports whether a copy of the kernel may know the size of its groups.
func (k *Kernel) mayKnowGroup() bool {
	return k.group == noGroup && k.imageCalls == nil && k.interchangedWith == 0 && !k.isNoAlias && k.subGroup == 0 &&
		k.seesGroups && !k.off.Has(switches.GroupSize|switches.StrideAnalysis)
}

func (k *Kernel) newGroups() *groupCopies {
	g := &groupCopies{}
	g.copies = copies{kernel: k, most: maxGroupCopies, make: func(what known) *Kernel {
		f := variant.WithGroup(k.module(), k.function(), what.group)
		if f == nil {
			return k
		}
		other := k.variant(f)
		other.group = what.group
		return other
	}}
	return g
}

// Copy is the copy for launches with groups of a size, nil if there are too many.
func (g *groupCopies) Copy(size [3]uint64) object.Copy {
	if c := g.get(known{group: size}); c != nil {
		return c
	}
	return nil
}

// IsWanted reports whether there have been enough launches, of which this is one.
func (g *groupCopies) IsWanted() bool {
	return g.launches.Load() >= patientLaunches || g.launches.Add(1) >= patientLaunches
}
