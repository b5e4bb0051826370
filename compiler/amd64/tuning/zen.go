package tuning

import "heddle/compiler/target"

// AMD's Zen, with figures of Zen 5. Its units have 512 bits, and simple instructions on vectors take two cycles. Its
// schedulers hold fewer of the instructions that wait than Intel's, so that in long code, too, other sub-groups are
// what fills the time.
func zen(isa target.ISA) *target.Tuning {
	t := base(isa)
	t.Bundles.CompactionShare = 9.0 / 32 // measured on Zen 5, 2026-11-22: prime_trial 1.75 times as fast
	t.Bundles.LoopRows = 8               // measured on Zen 5, 2026-11-22: xorshift with AVX-512 1.7 times as fast

	t.Estimates.SpillExtra = 0.25 // measured on Zen 5, 2026-11-22
	t.Estimates.Slack = 1.08      // measured on Zen 5, 2026-11-22
	t.Estimates.MaxSpilled = 0.32 // measured on Zen 5, 2026-11-22
	// measured on Zen 5, 2026-11-22: SHA-256 1.27, with AVX2 1.1 times as fast
	t.Estimates.MaxWork = 4 * t.Bundles.MaxWork

	// measured on Zen 5, 2026-11-22: less is fetched ahead for masked loads; vecadd 1.5, AVX2 1.95
	t.Prepare.ChecksBounds = true

	// measured on Zen 5, 2026-11-22: a gather of 16 words takes 13 cycles; sparse products 1.3 to 1.9
	t.Operations.GatherLane = 1.6
	t.Scalarised.ScatterGain = 0.7 // measured on Zen 5, 2026-11-22: rows summed up 71 to 44, merges 160 to 98 µs

	t.Instructions.Enter = 0.15                               // by hand, 2026-11-22
	t.Instructions.Vector = target.ByLength{0.33, 0.33, 0.33} // by hand, 2026-11-22
	t.Instructions.DivideOne = 3                              // by hand, 2026-11-22
	// Zen 5, 2026-11-22: those of 512 bits take no longer than others
	t.Instructions.DivideFloats = target.ByLength{2.5, 2.5, 2.5}
	t.Instructions.DivideDoubles = target.ByLength{4, 4, 4} // Zen 5, 2026-11-22: the same
	// Zen 5, 2026-11-22: 13 cycles of 16 lanes, AVX2 7 of 8
	t.Instructions.GatherWords = target.ByLength{5, 7, 14}
	t.Instructions.GatherQuadwords = target.ByLength{3.5, 5, 8.5} // Zen 5, 2026-11-22
	t.Instructions.ScatterWords = target.ByLength{5, 10, 19}      // Zen 5, 2026-11-22: 17 to 20 cycles of 16 lanes
	t.Instructions.ScatterQuadwords = target.ByLength{3, 5, 10}   // Zen 5, 2026-11-22

	// measured on Zen 5, 2026-11-22: private_table 0.42 to 0.25 ms with AVX-512
	t.Accesses.UpdatesByLane = true
	t.Accesses.PairsByLane = true // by hand, 2026-11-23
	// Zen 5, 2026-11-22: AVX2's takes 7 cycles of 8 lanes, loads 5; AVX-512's is as fast
	t.Accesses.NearGathersByLane = isa == target.AVX2
	// measured on Zen 5, 2026-11-22: more loads are under way; gather 2.9 to 2.0 ms
	t.Accesses.FarGathersByLane = true
	return t
}
