package tuning

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/cyclemodel"
	"heddle/compiler/target"
)

// Intel is Intel's servers since Sapphire Rapids (Golden Cove). A processor of which nothing is known is taken for one.
const Intel target.Core = "intel"

var _ = add(Intel, intel, func(isa target.ISA) *cyclemodel.Design {
	if isa == target.AVX512 {
		return &intelWide
	}
	return &intelNarrow
})

func intel(isa target.ISA) *target.Tuning {
	t := base(isa)
	t.Bundles.CompactionShare = 3.0 / 16 // by hand, 2026-11-22

	t.Estimates.SpillExtra = 0.5            // found by measuring, 2026-11-22
	t.Estimates.Slack = 1.01                // found by measuring, 2026-11-22
	t.Estimates.MaxSpilled = 0.3            // found by measuring, 2026-11-22
	t.Estimates.MaxWork = t.Bundles.MaxWork // by hand, 2026-11-22

	t.Operations.GatherLane = 0.8     // by hand, 2026-11-21
	t.Operations.GatherNearLane = 0.4 // by hand, from GatherWords, 2026-11-24

	t.Instructions.Enter = 0.2                                // by hand, 2026-11-22
	t.Instructions.Vector = target.ByLength{0.33, 0.33, 0.5}  // by hand, 2026-11-22
	t.Instructions.DivideOne = 4                              // by hand, 2026-11-22
	t.Instructions.DivideFloats = target.ByLength{2.5, 5, 10} // by hand, 2026-11-22
	t.Instructions.DivideDoubles = target.ByLength{4, 8, 16}  // by hand, 2026-11-22
	// by hand, 2026-11-22; the gather of 16 lanes itself takes 6
	t.Instructions.GatherWords = target.ByLength{4.5, 7, 12}
	t.Instructions.GatherQuadwords = target.ByLength{3.25, 4.5, 7} // by hand, 2026-11-22
	t.Instructions.ScatterWords = target.ByLength{4, 8, 16}        // servers since Sapphire Rapids, 2026-11-22
	t.Instructions.ScatterQuadwords = target.ByLength{2, 4, 8}     // by hand, 2026-11-22

	return t
}

// The cycle model of Golden Cove, rounded (Intel's optimization manual; Abel & Reineke, "uops.info", 2019).

// The ports of Intel's core, by Intel's names.
const (
	p0 cyclemodel.Ports = 1 << iota
	p1
	p5
	p6
	p10
	loads0
	loads1
	loads2
)

const (
	any3    = p0 | p1 | p5
	general = p0 | p1 | p5 | p6 | p10
)

// intelCosts are the costs of vector instructions of 256 bits.
var intelCosts = cyclemodel.MakeCosts([]cyclemodel.Row{
	row(p0|p1, 1, 4, 0, 0, asm.Vmulps, asm.Vmulsd),
	row(p1|p5, 1, 3, 0, 0, asm.Vaddps, asm.Vaddsd),
	row(p1|p5, 1, 3, 0, 0, asm.Vsubps, asm.Vsubsd),
	row(p0, 1, 11, 5, 0, asm.Vdivps, asm.Vdivps),
	row(p0, 1, 13, 8, 0, asm.Vdivpd, asm.Vdivpd),
	row(p0, 1, 12, 4, 0, asm.Vdivss, asm.Vdivsd),
	row(p0|p1, 1, 4, 0, 0, asm.Vminps, asm.Vmaxsd),
	row(p0, 1, 13, 6, 0, asm.Vsqrtps, asm.Vsqrtps),
	row(p0, 1, 16, 9, 0, asm.Vsqrtpd, asm.Vsqrtsd),
	row(p0|p1, 1, 4, 0, 0, asm.Vfmadd132ps, asm.Vfnmsub231sd),
	row(p0|p1, 1, 4, 0, 0, asm.Vcmpps, asm.VcmpsdK),
	row(p0|p1, 2, 7, 0, 0, asm.Vroundps, asm.Vreducesd),
	row(p0|p1, 1, 4, 0, 0, asm.Vgetexpps, asm.Vscalefsd),
	row(p0|p1, 1, 4, 0, 0, asm.Vrcpps, asm.Vrsqrtps),
	row(p0, 1, 4, 0, 0, asm.Vfpclassps, asm.Vcomisd),
	row(p0|p1, 1, 4, 0, 0, asm.Vcvtdq2ps, asm.Vcvttsd2usi),
	row(p0|p1|p5, 2, 4, 0, 0, asm.Vcvtdq2pd, asm.Vcvttpd2dq),
	row(p0|p1|p5, 2, 4, 0, 0, asm.Vcvtps2pd, asm.Vcvtps2ph),
	row(p0|p1, 1, 5, 0, 0, asm.Vpmullw, asm.Vpmaddubsw),
	row(p0|p1, 2, 9, 0, 0, asm.Vpmulld, asm.Vpmullq),
	row(p0|p1, 1, 1, 0, 0, asm.Vpsllw, asm.Vpshrdvq),
	row(p5, 1, 3, 0, 0, asm.Vpermb, asm.Vpermpd),
	row(p5, 1, 3, 0, 0, asm.Vpermi2w, asm.Vpermt2pd),
	row(p1|p5, 1, 1, 0, 0, asm.Vpshufd, asm.Vpunpckhqdq),
	row(p5, 1, 3, 0, 0, asm.Valignd, asm.Valignq),
	row(p5, 1, 3, 0, 0, asm.Vperm2i128, asm.Vshuff64x2),
	row(p5, 1, 3, 0, 0, asm.Vextracti32x4, asm.Vinsertf128),
	row(p5, 1, 3, 0, 0, asm.Vpmovsxbw, asm.Vpmovzxdq),
	row(p5, 2, 2, 0, 0, asm.Vpmovwb, asm.Vpmovusqd),
	row(p5, 2, 2, 0, 0, asm.Vpacksswb, asm.Vpackusdw),
	row(p5, 2, 2, 0, 0, asm.Vpinsrb, asm.Vpextrq),
	row(p5, 1, 3, 0, 0, asm.Vmovd, asm.Vmovq),
	row(p5, 1, 3, 0, 0, asm.Vbroadcastss, asm.Vbroadcastf32x4),
	row(p0, 1, 3, 0, 0, asm.Vmovmskps, asm.Vpmovmskb),
	row(any3, 3, 1, 0, 0, asm.Vpblendvb, asm.Vblendvpd),
	row(any3, 4, 3, 0, 8, asm.Vpgatherdd, asm.Vgatherqpd),
	row(any3, 16, 3, 0, 0, asm.Vpscatterdd, asm.Vscatterqpd),
})

// intelNarrow is the core running AVX2. intelWide is the core running AVX-512, which has one port less for loads and
// only two for vector instructions of 512 bits. Stores have never been the bottleneck.
var (
	intelNarrow = cyclemodel.Design{
		Width: 6, Schedulers: 97, ReorderSize: 512,
		Loads: loads0 | loads1 | loads2, VectorLoads: loads0 | loads1 | loads2, Forwarding: 6,
		CostOf: intelCost,
	}
	intelWide = cyclemodel.Design{
		Width: 6, Schedulers: 97, ReorderSize: 512,
		Loads: loads0 | loads1, VectorLoads: loads0 | loads1, Forwarding: 6,
		CostOf: intelWideCost,
	}
)

func intelCost(in *asm.Inst) cost {
	return intelCosts.Of(in, cost{Ports: general, Uops: 1, Latency: 1}, cost{Ports: any3, Uops: 1, Latency: 1})
}

func intelWideCost(in *asm.Inst) cost {
	c := intelCost(in)
	if in.Len == asm.L512 && c.Ports != 0 {
		c = wide(c)
	}
	return c
}

// wide is the cost with 512 bits: ports 0 and 1 run one instruction together.
func wide(c cost) cost {
	if c.Ports&p1 != 0 {
		c.Ports = c.Ports&^p1 | p0
	}
	if c.Latency == 4 || c.Latency == 3 && c.Ports == p0|p5 {
		c.Ports |= p5 // the second multiplier
	}
	c.Blocks *= 2
	c.Loads *= 2
	return c
}
