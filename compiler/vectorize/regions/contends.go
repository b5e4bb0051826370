package regions

import "heddle/compiler/ir"

// Atomic operations, lane by lane. One worker runs a work-group, so those on local memory need no lock. All others are
// locked whatever their order and scope: programs of OpenCL 1.x use the weakest across work-groups.

// IsOwned reports whether only this worker can reach what an instruction accesses.
func IsOwned(in *ir.Instr) bool { return in.Space == ir.SpaceLocal || in.Space == ir.SpacePrivate }

// HasContendedAtomics reports whether a function changes memory, by atomic operations, that other work-groups can
// reach.
func HasContendedAtomics(f *ir.Func) bool {
	for _, b := range f.Blocks {
		for _, v := range b.Instrs {
			in := f.Instr(v)
			if (in.Op == ir.OpAtomicRMW || in.Op == ir.OpAtomicCmpXchg) && !IsOwned(in) {
				return true
			}
		}
	}
	return false
}
