package cyclemodel

import "heddle/compiler/amd64/asm"

// The ports of AMD's core, by function. General registers have units of their own.
const (
	multiply0 ports = 1 << iota // 0 and 1 multiply
	multiply1                   // 1 and 2 move between the lanes of vectors
	add2                        // 2 and 3 add floats, shift and convert
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
var zenCosts = makeCosts([]costRow{
	{cost{crosses, 1, 1, 0, 0}, asm.Kmovb, asm.Kunpckdq},
	{cost{multiplies, 1, 3, 0, 0}, asm.Vmulps, asm.Vmulsd},
	{cost{adds, 1, 2, 0, 0}, asm.Vaddps, asm.Vaddsd},
	{cost{adds, 1, 2, 0, 0}, asm.Vsubps, asm.Vsubsd},
	{cost{divider, 1, 10, 3, 0}, asm.Vdivps, asm.Vdivsd},
	{cost{divider, 1, 13, 4, 0}, asm.Vdivpd, asm.Vdivpd},
	{cost{adds, 1, 2, 0, 0}, asm.Vminps, asm.Vmaxsd},
	{cost{divider, 1, 14, 5, 0}, asm.Vsqrtps, asm.Vsqrtsd},
	{cost{divider, 1, 20, 8, 0}, asm.Vsqrtpd, asm.Vsqrtpd},
	{cost{multiplies, 1, 4, 0, 0}, asm.Vfmadd132ps, asm.Vfnmsub231sd},
	{cost{adds, 1, 2, 0, 0}, asm.Vcmpps, asm.Vcmpsd},
	{cost{crosses, 1, 5, 0, 0}, asm.VcmppsK, asm.VcmpsdK},
	{cost{adds, 1, 3, 0, 0}, asm.Vroundps, asm.Vrangesd},
	{cost{adds, 2, 3, 0, 0}, asm.Vscalefps, asm.Vscalefsd},
	{cost{adds, 1, 5, 0, 0}, asm.Vrcp14ps, asm.Vrsqrt14sd},
	{cost{adds, 2, 5, 0, 0}, asm.Vreduceps, asm.Vreducesd},
	{cost{adds, 1, 5, 0, 0}, asm.Vrcpps, asm.Vrsqrtps},
	{cost{crosses, 1, 5, 0, 0}, asm.Vfpclassps, asm.Vcomisd},
	{cost{adds, 1, 3, 0, 0}, asm.Vcvtdq2ps, asm.Vcvttsd2usi},
	{cost{adds, 2, 4, 0, 0}, asm.Vcvtdq2pd, asm.Vcvttpd2dq},
	{cost{adds, 2, 4, 0, 0}, asm.Vcvtps2pd, asm.Vcvtps2ph},
	{cost{any4, 1, 2, 0, 0}, asm.Vpaddb, asm.Vpavgw},
	{cost{multiplies, 1, 3, 0, 0}, asm.Vpmullw, asm.Vpsadbw},
	{cost{multiplies, 1, 4, 0, 0}, asm.Vpdpwssd, asm.Vpdpwssd},
	{cost{adds, 1, 2, 0, 0}, asm.Vpabsb, asm.Vpabsq},
	{cost{crosses, 1, 5, 0, 0}, asm.VpcmpeqbK, asm.VpcmpeqqK},
	{cost{crosses, 1, 5, 0, 0}, asm.VpcmpgtbK, asm.Vptest},
	{cost{adds, 1, 2, 0, 0}, asm.Vplzcntd, asm.Vplzcntq},
	{cost{adds, 1, 2, 0, 0}, asm.Vpopcntd, asm.Vpopcntw},
	{cost{adds, 1, 2, 0, 0}, asm.Vpsllw, asm.Vpshrdvq},
	{cost{crosses, 1, 4, 0, 0}, asm.Vpermb, asm.Vpermpd},
	{cost{crosses, 1, 4, 0, 0}, asm.Vpermi2w, asm.Vpermt2pd},
	{cost{shuffles, 1, 2, 0, 0}, asm.Vpshufd, asm.Vpunpckhqdq},
	{cost{crosses, 1, 2, 0, 0}, asm.Vpacksswb, asm.Vpackusdw},
	{cost{crosses, 1, 4, 0, 0}, asm.Valignd, asm.Valignq},
	{cost{crosses, 1, 4, 0, 0}, asm.Vperm2i128, asm.Vshuff64x2},
	{cost{crosses, 1, 4, 0, 0}, asm.Vextracti32x4, asm.Vinsertf128},
	{cost{crosses, 1, 4, 0, 0}, asm.Vpmovsxbw, asm.Vpmovusqd},
	{cost{crosses, 1, 4, 0, 0}, asm.Vpinsrb, asm.Vpextrq},
	{cost{fromGeneral, 1, 3, 0, 0}, asm.Vmovd, asm.Vmovq},
	{cost{crosses, 1, 4, 0, 0}, asm.Vbroadcastss, asm.Vbroadcastf32x4},
	{cost{crosses, 1, 4, 0, 0}, asm.Vmovmskps, asm.Vpmovmskb},
	{cost{adds, 1, 2, 0, 0}, asm.Vpblendvb, asm.Vblendvpd},
	{cost{crosses, 2, 4, 0, 0}, asm.Vpcompressd, asm.Vexpandpd},
	{cost{any4, 4, 6, 0, 12}, asm.Vpgatherdd, asm.Vgatherqpd},
	{cost{store0, 10, 3, 0, 0}, asm.Vpscatterdd, asm.Vscatterqpd},
})

// zen is the core. Two of its three schedulers feed the vector units.
var zen = design{
	width: 8, schedulers: 76, scheduled: any4 | divider, reorderSize: 448,
	loads: memory0 | memory1 | memory2 | memory3, vectorLoads: memory0 | memory1, stores: store0 | store1,
	forwarding: 9,
	costOf:     zenCost,
}

func zenCost(in *asm.Inst) cost {
	c := costIn(&zenCosts, in, cost{ports: alus, uops: 1, latency: 1}, cost{ports: any4, uops: 1, latency: 2})
	if in.Len == asm.L512 && in.Op >= asm.Vpgatherdd && in.Op <= asm.Vscatterqpd {
		c.uops, c.loads = 2*c.uops, 2*c.loads
	}
	return c
}
