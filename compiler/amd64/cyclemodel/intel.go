package cyclemodel

import "heddle/compiler/amd64/asm"

// The ports of Intel's core, by Intel's names.
const (
	p0 ports = 1 << iota
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
var intelCosts = makeCosts([]costRow{
	{cost{p0 | p1, 1, 4, 0, 0}, asm.Vmulps, asm.Vmulsd},
	{cost{p1 | p5, 1, 3, 0, 0}, asm.Vaddps, asm.Vaddsd},
	{cost{p1 | p5, 1, 3, 0, 0}, asm.Vsubps, asm.Vsubsd},
	{cost{p0, 1, 11, 5, 0}, asm.Vdivps, asm.Vdivps},
	{cost{p0, 1, 13, 8, 0}, asm.Vdivpd, asm.Vdivpd},
	{cost{p0, 1, 12, 4, 0}, asm.Vdivss, asm.Vdivsd},
	{cost{p0 | p1, 1, 4, 0, 0}, asm.Vminps, asm.Vmaxsd},
	{cost{p0, 1, 13, 6, 0}, asm.Vsqrtps, asm.Vsqrtps},
	{cost{p0, 1, 16, 9, 0}, asm.Vsqrtpd, asm.Vsqrtsd},
	{cost{p0 | p1, 1, 4, 0, 0}, asm.Vfmadd132ps, asm.Vfnmsub231sd},
	{cost{p0 | p1, 1, 4, 0, 0}, asm.Vcmpps, asm.VcmpsdK},
	{cost{p0 | p1, 2, 7, 0, 0}, asm.Vroundps, asm.Vreducesd},
	{cost{p0 | p1, 1, 4, 0, 0}, asm.Vgetexpps, asm.Vscalefsd},
	{cost{p0 | p1, 1, 4, 0, 0}, asm.Vrcpps, asm.Vrsqrtps},
	{cost{p0, 1, 4, 0, 0}, asm.Vfpclassps, asm.Vcomisd},
	{cost{p0 | p1, 1, 4, 0, 0}, asm.Vcvtdq2ps, asm.Vcvttsd2usi},
	{cost{p0 | p1 | p5, 2, 4, 0, 0}, asm.Vcvtdq2pd, asm.Vcvttpd2dq},
	{cost{p0 | p1 | p5, 2, 4, 0, 0}, asm.Vcvtps2pd, asm.Vcvtps2ph},
	{cost{p0 | p1, 1, 5, 0, 0}, asm.Vpmullw, asm.Vpmaddubsw},
	{cost{p0 | p1, 2, 9, 0, 0}, asm.Vpmulld, asm.Vpmullq},
	{cost{p0 | p1, 1, 1, 0, 0}, asm.Vpsllw, asm.Vpshrdvq},
	{cost{p5, 1, 3, 0, 0}, asm.Vpermb, asm.Vpermpd},
	{cost{p5, 1, 3, 0, 0}, asm.Vpermi2w, asm.Vpermt2pd},
	{cost{p1 | p5, 1, 1, 0, 0}, asm.Vpshufd, asm.Vpunpckhqdq},
	{cost{p5, 1, 3, 0, 0}, asm.Valignd, asm.Valignq},
	{cost{p5, 1, 3, 0, 0}, asm.Vperm2i128, asm.Vshuff64x2},
	{cost{p5, 1, 3, 0, 0}, asm.Vextracti32x4, asm.Vinsertf128},
	{cost{p5, 1, 3, 0, 0}, asm.Vpmovsxbw, asm.Vpmovzxdq},
	{cost{p5, 2, 2, 0, 0}, asm.Vpmovwb, asm.Vpmovusqd},
	{cost{p5, 2, 2, 0, 0}, asm.Vpacksswb, asm.Vpackusdw},
	{cost{p5, 2, 2, 0, 0}, asm.Vpinsrb, asm.Vpextrq},
	{cost{p5, 1, 3, 0, 0}, asm.Vmovd, asm.Vmovq},
	{cost{p5, 1, 3, 0, 0}, asm.Vbroadcastss, asm.Vbroadcastf32x4},
	{cost{p0, 1, 3, 0, 0}, asm.Vmovmskps, asm.Vpmovmskb},
	{cost{any3, 3, 1, 0, 0}, asm.Vpblendvb, asm.Vblendvpd},
	{cost{any3, 4, 3, 0, 8}, asm.Vpgatherdd, asm.Vgatherqpd},
	{cost{any3, 16, 3, 0, 0}, asm.Vpscatterdd, asm.Vscatterqpd},
})

// intelNarrow is the core running AVX2. intelWide is the core running AVX-512, which has one port less for loads and
// only two for vector instructions of 512 bits. Stores have never been the bottleneck.
var (
	intelNarrow = design{
		width: 6, schedulers: 97, reorderSize: 512,
		loads: loads0 | loads1 | loads2, vectorLoads: loads0 | loads1 | loads2, forwarding: 6,
		costOf: intelCost,
	}
	intelWide = design{
		width: 6, schedulers: 97, reorderSize: 512,
		loads: loads0 | loads1, vectorLoads: loads0 | loads1, forwarding: 6,
		costOf: intelWideCost,
	}
)

func intelCost(in *asm.Inst) cost {
	return costIn(&intelCosts, in, cost{ports: general, uops: 1, latency: 1}, cost{ports: any3, uops: 1, latency: 1})
}

func intelWideCost(in *asm.Inst) cost {
	c := intelCost(in)
	if in.Len == asm.L512 && c.ports != 0 {
		c = wide(c)
	}
	return c
}

// wide is the cost with 512 bits: ports 0 and 1 run one instruction together.
func wide(c cost) cost {
	if c.ports&p1 != 0 {
		c.ports = c.ports&^p1 | p0
	}
	if c.latency == 4 || c.latency == 3 && c.ports == p0|p5 {
		c.ports |= p5 // the second multiplier
	}
	c.blocks *= 2
	c.loads *= 2
	return c
}
