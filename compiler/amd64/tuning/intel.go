package tuning

import "heddle/compiler/target"

// Intel's servers since Sapphire Rapids (Golden Cove). What is not known to be another kind is taken for this one.
func intel(isa target.ISA) *target.Tuning {
	t := base(isa)
	t.Bundles.CompactionShare = 3.0 / 16 // by hand, 2026-11-22

	t.Estimates.SpillExtra = 0.5            // found by measuring, 2026-11-22
	t.Estimates.Slack = 1.01                // found by measuring, 2026-11-22
	t.Estimates.MaxSpilled = 0.3            // found by measuring, 2026-11-22
	t.Estimates.MaxWork = t.Bundles.MaxWork // by hand, 2026-11-22

	t.Operations.GatherLane = 0.8 // by hand, 2026-11-21

	t.Instructions.Enter = 0.2                                     // by hand, 2026-11-22
	t.Instructions.Vector = target.ByLength{0.33, 0.33, 0.5}       // by hand, 2026-11-22
	t.Instructions.DivideOne = 4                                   // by hand, 2026-11-22
	t.Instructions.DivideFloats = target.ByLength{2.5, 5, 10}      // by hand, 2026-11-22
	t.Instructions.DivideDoubles = target.ByLength{4, 8, 16}       // by hand, 2026-11-22
	t.Instructions.GatherWords = target.ByLength{4.5, 7, 12}       // above 6 cycles of 16 lanes, 2026-11-22
	t.Instructions.GatherQuadwords = target.ByLength{3.25, 4.5, 7} // by hand, 2026-11-22
	t.Instructions.ScatterWords = target.ByLength{4, 8, 16}        // 16 cycles of 16 lanes, 2026-11-22
	t.Instructions.ScatterQuadwords = target.ByLength{2, 4, 8}     // by hand, 2026-11-22

	return t
}
