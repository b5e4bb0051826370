package pace

import "heddle/compiler/amd64/asm"

// forwarding is how long after a store its place can be read.
const forwarding = 6

// cost is what an instruction takes.
type cost struct {
	ports   ports // that may run it; none: it is done when it enters
	uops    int   // how often
	latency int32
	blocks  int32 // cycles in which no other of its kind begins
	loads   int   // more than one: a gather
}

const (
	any3    = p0 | p1 | p5
	general = p0 | p1 | p5 | p6 | p10
)

// kinds are the costs of vector instructions of 256 bits by operation; what is not there takes a cycle on any port.
var kinds = makeKinds()

func makeKinds() (t [asm.OpCount]cost) {
	for _, row := range []struct {
		cost
		from, to asm.Op
	}{
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
	} {
		for op := row.from; op <= row.to; op++ {
			t[op] = row.cost
		}
	}
	return t
}

// costOf is what an instruction takes. With 512 bits ports 0 and 1 run one instruction together.
func costOf(in *asm.Inst, isWide bool) cost {
	switch in.Op {
	case asm.MoveG, asm.MoveV, asm.MoveK, asm.VecZero, asm.Undef, asm.Use, asm.Jmp, asm.Jcc:
		return cost{uops: 0}
	}
	c := kinds[in.Op]
	switch {
	case isMoveOrStore(in):
		return cost{uops: 0}
	case c.ports == 0 && in.Op < asm.Vmovups:
		return cost{ports: general, uops: 1, latency: 1}
	case c.ports == 0:
		c = cost{ports: any3, uops: 1, latency: 1}
	}
	if in.HasMem && (in.Op >= asm.Vbroadcastss && in.Op <= asm.Vbroadcastf32x4) {
		return cost{uops: 0}
	}
	if isWide && in.Len == asm.L512 {
		c = wide(c)
	}
	return c
}

// wide is a cost with 512 bits.
func wide(c cost) cost {
	if c.ports&p1 != 0 {
		c.ports = c.ports&^p1 | p0
	}
	if c.latency == 4 || c.latency == 3 && c.ports == p0|p5 {
		c.ports |= p5 // the second multiplier is there
	}
	c.blocks *= 2
	c.loads *= 2
	return c
}

// isMoveOrStore tells moves between memory and vector registers, which need no port but that of the memory, and those
// between registers, which need none.
func isMoveOrStore(in *asm.Inst) bool {
	return in.Op >= asm.Vmovups && in.Op <= asm.Vmovntdqa
}

// comparesMemory tells operations without a result that read memory.
func comparesMemory(op asm.Op) bool {
	switch op {
	case asm.Cmp, asm.Test, asm.Bt, asm.Vptest, asm.Vucomiss, asm.Vucomisd, asm.Vcomiss, asm.Vcomisd, asm.Prefetcht0, asm.Jmp, asm.Jcc:
		return true
	}
	return false
}
