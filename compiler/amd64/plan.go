package amd64

import "heddle/compiler/ir"

// planFor chooses the numbers of sub-groups of bundles. Several in lockstep hide each other's latencies and share what is
// the same for all, but need registers each, above all for masks.
func (k *Kernel) planFor(isa ISA) Plan {
	n, branches := 0, 0
	for b := range k.function.Blocks {
		n += len(k.function.Blocks[b].Instrs)
		if k.function.Terminator(ir.BlockID(b)).Op != ir.OpJump {
			branches++
		}
	}
	count := 1
	switch {
	case isa == AVX2:
	case n < 80 && branches <= 2:
		count = 4
	case n < 250:
		count = 2
	}
	return Plan{Rows: count, Packed: 1}
}
