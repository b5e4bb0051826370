package control

import "heddle/compiler/amd64/asm"

// portUse is how many cycles instructions keep parts of the machine busy.
type portUse struct{ decoders, vectors, dividers, gathers float64 }

// cyclesOf is about how many cycles instructions take if none waits for another.
func (s *Selector) cyclesOf(insts []asm.Inst) float64 {
	var p portUse
	for i := range insts {
		s.use(&p, &insts[i])
	}
	return max(p.decoders, p.vectors, p.dividers) + p.gathers
}

// use adds an instruction.
func (s *Selector) use(p *portUse, in *asm.Inst) {
	f := &s.Tuning.Instructions
	p.decoders += f.Enter
	switch in.Op {
	case asm.Label, asm.Undef, asm.Use, asm.MoveG, asm.MoveV, asm.MoveK, asm.Jcc: // Jcc: one with what is before it
		p.decoders -= f.Enter
		return
	case asm.Div, asm.Idiv:
		p.dividers += f.DivideIntegers
		return
	case asm.Vpgatherdd, asm.Vgatherdps:
		p.gathers += f.GatherWords[in.Len]
		return
	case asm.Vpgatherqd, asm.Vgatherqps, asm.Vpgatherdq, asm.Vgatherdpd, asm.Vpgatherqq, asm.Vgatherqpd:
		p.gathers += f.GatherQuadwords[in.Len]
		return
	case asm.Vpscatterdd, asm.Vscatterdps:
		p.gathers += f.ScatterWords[in.Len]
		return
	case asm.Vpscatterqd, asm.Vscatterqps, asm.Vpscatterdq, asm.Vscatterdpd, asm.Vpscatterqq, asm.Vscatterqpd:
		p.gathers += f.ScatterQuadwords[in.Len]
		return
	case asm.Vdivps, asm.Vsqrtps:
		p.dividers += f.DivideFloats[in.Len]
	case asm.Vdivpd, asm.Vsqrtpd:
		p.dividers += f.DivideDoubles[in.Len]
	case asm.Vdivss, asm.Vsqrtss, asm.Vdivsd, asm.Vsqrtsd:
		p.dividers += f.DivideOne
	}
	switch {
	case in.Dst == asm.NoReg:
		return
	case s.Fn.ClassOf(in.Dst) == asm.Mask:
		p.vectors += f.Mask
	case in.Len == asm.L512 || s.Fn.ClassOf(in.Dst) == asm.Vector:
		p.vectors += f.Vector[in.Len]
	}
}
