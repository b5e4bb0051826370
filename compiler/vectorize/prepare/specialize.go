package prepare

import (
	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/passes/variant"
	"heddle/compiler/target"
	"heddle/compiler/uniform"
	"heddle/compiler/vectorize/switches"
)

// Specialisation. A version whose only bundle is a whole work-group of full lanes knows the size of the group; some
// also know the argument that decides the trip count of loops with barriers (trip_argument.go). Such versions get a
// copy of the kernel in which these are constants, and in which loops with barriers are unrolled if their trip count
// follows from them. The guard of a launch belongs to the original kernel, so a version that relies on it gets a copy
// only if that guard suffices for the copy.

// Specialized is the kernel of which a version is made: the given one, or a copy.
func Specialized(m *ir.Module, kernel *uniform.Known, t target.Machine, v bundle.Version,
	off switches.Set) *uniform.Known {
	f := kernel.Func()
	if !f.Kernel || !KnowsGroup(v) || off&switches.StrideAnalysis != 0 {
		return kernel
	}
	items := uint64(v.Count * t.ISA.Lanes())
	trips, hasTrips := bundle.Argument{}, false
	if v.TripCount > 0 {
		trips, hasTrips = TripArgument(f)
	}
	c := variant.Specialize(m, f, func(in *ir.Instr) (uint64, bool) {
		switch {
		case in.Op == ir.OpLocalSize && in.Kind == 0:
			return items, true
		case in.Op == ir.OpLocalSize:
			return 1, true
		case in.Op == ir.OpLoad && hasTrips:
			at, ok := argumentOf(f, in)
			return uint64(v.TripCount), ok && at == trips
		case in.Op == ir.OpLocalID && in.Kind > 0:
			return 0, true
		}
		return 0, false
	})
	if c == nil || !isShort(&t.Tuning.Prepare, c, v.Count) {
		return kernel
	}
	copied := uniform.Of(c)
	if v.Guarded && !asksForNoMore(copied, kernel, versionFacts(items, v.TripCount, trips)) {
		return kernel
	}
	return copied
}

func isShort(limits *target.Prepare, c *ir.Func, count int) bool {
	n := Instructions(c)
	return n <= limits.MaxSpecialized && n*count <= limits.MaxSpecializedWork
}

// KnowsGroup reports whether all groups that a version runs are rows of as many work-items as its bundles have lanes.
func KnowsGroup(v bundle.Version) bool {
	return v.WholeGroup && v.FullBundles && v.Shape == bundle.Rows
}

// versionFacts is what a version knows about its launches.
func versionFacts(items uint64, trips uint32, at bundle.Argument) *uniform.Facts {
	facts := &uniform.Facts{Local: [3]uint64{items, 1, 1}}
	if trips > 0 {
		facts.Argument, facts.Offset, facts.IsKnown = uint64(trips), uint64(at.Offset), true
	}
	return facts
}

// asksForNoMore reports whether the guard of the kernel implies all that the copy assumes about a launch.
func asksForNoMore(copied, kernel *uniform.Known, facts *uniform.Facts) bool {
	guard := copied.Info().Guard()
	return guard == nil || kernel.Info().Guard().Implies(guard, facts)
}
