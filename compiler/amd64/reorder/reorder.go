// Package reorder moves instructions over virtual registers to where they cost less. It knows instructions, and what
// the context and the frame hold, nothing of kernels. Each motion is a function of its own, which the caller may leave
// out.
//
// Reading order: tuning.go (limits), sums.go (ReassociateSums: late operands are added last), fission.go (FissionLoops:
// loops over more state than there are registers are split in two), sink.go (SinkToUses: instructions move down to
// their first use), hoist.go (HoistInvariant: invariants move out of the loop over bundles).
package reorder
