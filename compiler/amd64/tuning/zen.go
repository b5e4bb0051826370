package tuning

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/cyclemodel"
	"heddle/compiler/target"
)

// Zen is AMD's Zen, with figures of Zen 5. Its units have 512 bits, and simple instructions on vectors take two cycles.
// Its schedulers hold fewer of the instructions that wait than Intel's, so that in long code, too, other sub-groups are
// what fills the time.
const Zen target.Core = "zen"

var _ = add(Zen, zen, func(target.ISA) *cyclemodel.Design { return &zenDesign })

func zen(isa target.ISA) *target.Tuning {
	t := base(isa)
	t.Bundles.CompactionShare = 9.0 / 32 // measured on Zen 5, 2026-11-22: prime_trial 1.75 times as fast
	t.Bundles.LoopRows = 8               // measured on Zen 5, 2026-11-22: xorshift with AVX-512 1.7 times as fast

	t.Estimates.SpillExtra = 0.25 // by hand with the cycle model of Zen 5, 2026-11-22
	t.Estimates.Slack = 1.08      // by hand with the cycle model of Zen 5, 2026-11-22
	t.Estimates.MaxSpilled = 0.32 // by hand with the cycle model of Zen 5, 2026-11-22
	// measured on Zen 5, 2026-11-22: SHA-256 1.27, with AVX2 1.1 times as fast
	t.Estimates.MaxWork = 4 * t.Bundles.MaxWork

	// measured on Zen 5, 2026-11-22: less is fetched ahead for masked loads; vecadd 1.5, AVX2 1.95
	t.Prepare.ChecksBounds = true

	// measured on Zen 5, 2026-11-22: a gather of 16 words takes 13 cycles; sparse products 1.3 to 1.9
	t.Operations.GatherLane = 1.6
	// measured on Zen 3, 2026-11-24: a gather of 8 words takes 9.5 cycles up to 16 KB; AES by tables 1.4
	t.Operations.GatherNearLane = 0.7
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

// The cycle model of Zen 5, as measured on a server of that kind.

// The ports of AMD's core, by function. General registers have units of their own.
const (
	multiply0 cyclemodel.Ports = 1 << iota // 0 and 1 multiply
	multiply1                              // 1 and 2 move between the lanes of vectors
	add2                                   // 2 and 3 add floats, shift and convert
	add3
	divider
	fromGeneral // from general registers to vectors
	alu0
	alu1
	alu2
	alu3
	alu4
	alu5
	memory0
	memory1
	memory2 // 2 and 3 serve general registers only
	memory3
	store0 // vectors of 512 bits take both
	store1
)

const (
	multiplies = multiply0 | multiply1
	adds       = add2 | add3
	crosses    = multiply1 | add2
	shuffles   = multiply1 | adds
	any4       = multiplies | adds
	alus       = alu0 | alu1 | alu2 | alu3 | alu4 | alu5
)

// zenCosts are the costs of instructions on mask registers and on vectors of all lengths, since all units have 512
// bits. Simple integer operations take one cycle by the manual, but two under load.
var zenCosts = cyclemodel.MakeCosts([]cyclemodel.Row{
	row(crosses, 1, 1, 0, 0, asm.Kmovb, asm.Kunpckdq),
	row(multiplies, 1, 3, 0, 0, asm.Vmulps, asm.Vmulsd),
	row(adds, 1, 2, 0, 0, asm.Vaddps, asm.Vaddsd),
	row(adds, 1, 2, 0, 0, asm.Vsubps, asm.Vsubsd),
	row(divider, 1, 10, 3, 0, asm.Vdivps, asm.Vdivsd),
	row(divider, 1, 13, 4, 0, asm.Vdivpd, asm.Vdivpd),
	row(adds, 1, 2, 0, 0, asm.Vminps, asm.Vmaxsd),
	row(divider, 1, 14, 5, 0, asm.Vsqrtps, asm.Vsqrtsd),
	row(divider, 1, 20, 8, 0, asm.Vsqrtpd, asm.Vsqrtpd),
	row(multiplies, 1, 4, 0, 0, asm.Vfmadd132ps, asm.Vfnmsub231sd),
	row(adds, 1, 2, 0, 0, asm.Vcmpps, asm.Vcmpsd),
	row(crosses, 1, 5, 0, 0, asm.VcmppsK, asm.VcmpsdK),
	row(adds, 1, 3, 0, 0, asm.Vroundps, asm.Vrangesd),
	row(adds, 2, 3, 0, 0, asm.Vscalefps, asm.Vscalefsd),
	row(adds, 1, 5, 0, 0, asm.Vrcp14ps, asm.Vrsqrt14sd),
	row(adds, 2, 5, 0, 0, asm.Vreduceps, asm.Vreducesd),
	row(adds, 1, 5, 0, 0, asm.Vrcpps, asm.Vrsqrtps),
	row(crosses, 1, 5, 0, 0, asm.Vfpclassps, asm.Vcomisd),
	row(adds, 1, 3, 0, 0, asm.Vcvtdq2ps, asm.Vcvttsd2usi),
	row(adds, 2, 4, 0, 0, asm.Vcvtdq2pd, asm.Vcvttpd2dq),
	row(adds, 2, 4, 0, 0, asm.Vcvtps2pd, asm.Vcvtps2ph),
	row(any4, 1, 2, 0, 0, asm.Vpaddb, asm.Vpavgw),
	row(multiplies, 1, 3, 0, 0, asm.Vpmullw, asm.Vpsadbw),
	row(multiplies, 1, 4, 0, 0, asm.Vpdpwssd, asm.Vpdpbusd),
	row(adds, 1, 2, 0, 0, asm.Vpabsb, asm.Vpabsq),
	row(crosses, 1, 5, 0, 0, asm.VpcmpeqbK, asm.VpcmpeqqK),
	row(crosses, 1, 5, 0, 0, asm.VpcmpgtbK, asm.Vptest),
	row(adds, 1, 2, 0, 0, asm.Vplzcntd, asm.Vplzcntq),
	row(adds, 1, 2, 0, 0, asm.Vpopcntd, asm.Vpopcntw),
	row(adds, 1, 2, 0, 0, asm.Vpsllw, asm.Vpshrdvq),
	row(crosses, 1, 4, 0, 0, asm.Vpermb, asm.Vpermpd),
	row(crosses, 1, 4, 0, 0, asm.Vpermi2w, asm.Vpermt2pd),
	row(shuffles, 1, 2, 0, 0, asm.Vpshufd, asm.Vpunpckhqdq),
	row(crosses, 1, 2, 0, 0, asm.Vpacksswb, asm.Vpackusdw),
	row(crosses, 1, 4, 0, 0, asm.Valignd, asm.Valignq),
	row(crosses, 1, 4, 0, 0, asm.Vperm2i128, asm.Vshuff64x2),
	row(crosses, 1, 4, 0, 0, asm.Vextracti32x4, asm.Vinsertf128),
	row(crosses, 1, 4, 0, 0, asm.Vpmovsxbw, asm.Vpmovusqd),
	row(crosses, 1, 4, 0, 0, asm.Vpinsrb, asm.Vpextrq),
	row(fromGeneral, 1, 3, 0, 0, asm.Vmovd, asm.Vmovq),
	row(crosses, 1, 4, 0, 0, asm.Vbroadcastss, asm.Vbroadcastf32x4),
	row(crosses, 1, 4, 0, 0, asm.Vmovmskps, asm.Vpmovmskb),
	row(adds, 1, 2, 0, 0, asm.Vpblendvb, asm.Vblendvpd),
	row(crosses, 2, 4, 0, 0, asm.Vpcompressd, asm.Vexpandpd),
	row(any4, 4, 6, 0, 12, asm.Vpgatherdd, asm.Vgatherqpd),
	row(store0, 10, 3, 0, 0, asm.Vpscatterdd, asm.Vscatterqpd),
})

// zenDesign is the core. Two of its three schedulers feed the vector units.
var zenDesign = cyclemodel.Design{
	Width: 8, Schedulers: 76, Scheduled: any4 | divider, ReorderSize: 448,
	Loads: memory0 | memory1 | memory2 | memory3, VectorLoads: memory0 | memory1, Stores: store0 | store1,
	Forwarding: 9,
	CostOf:     zenCost,
}

func zenCost(in *asm.Inst) cost {
	c := zenCosts.Of(in, cost{Ports: alus, Uops: 1, Latency: 1}, cost{Ports: any4, Uops: 1, Latency: 2})
	if in.Len == asm.L512 && in.Op >= asm.Vpgatherdd && in.Op <= asm.Vscatterqpd {
		c.Uops, c.Loads = 2*c.Uops, 2*c.Loads
	}
	return c
}
