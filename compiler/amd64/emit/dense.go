package emit

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/vec"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/regions"
)

// Dense values (see vectorize/regions/dense.go): a register for each team of sub-groups.

// denseSub is added to teams to name the dense registers of a value that is kept otherwise.
const denseSub = 1 << 21

// DenseTeams is the number of teams of a bundle.
func (s *Values) DenseTeams(bytes uint8) int { return s.Version.Count / regions.DenseTeam(bytes) }

// DenseOwn is the register of a dense value for a team.
func (s *Values) DenseOwn(v ir.ValueID, team int) asm.Reg {
	if s.regs[v] == nil {
		regs := make([]asm.Reg, s.DenseTeams(s.DenseBytes[v]))
		for i := range regs {
			regs[i] = s.Temp()
		}
		s.SetRegs(v, regs)
	}
	return s.regs[v][team]
}

// DenseOf is a register with an operand for a team, in elements of a size.
func (s *Values) DenseOf(v ir.ValueID, bytes uint8, team int) asm.Reg {
	t := s.Kernel.Type(v)
	if bits, ok := s.ConstOf(v); ok {
		return s.DenseConst(t, bits, bytes)
	}
	if s.IsDense(v) {
		return s.DenseOwn(v, team)
	}
	f := s.ByValue[v]
	if !f.PerSub && !s.StepsBySub(f) {
		team = 0
	}
	key := LanesKey{v, denseSub + team}
	if made, ok := s.InLanes[key]; ok {
		return made[0]
	}
	var packed asm.Reg
	if f.Kind == forms.Scalar && !f.PerSub && !s.StepsBySub(f) && t != ir.I1 {
		s.writeLate(v, func() {
			low := s.Temp()
			s.Emit(asm.Inst{Op: asm.Vmovd, Len: asm.L128, Dst: low, B: s.Own(v, 0)[0]})
			packed = s.DenseSpread(low, bytes)
		})
	} else {
		packed = s.densePacked(v, bytes, team)
	}
	s.InLanes[key] = []asm.Reg{packed}
	return packed
}

// densePacked packs the lanes of a value where it is made.
func (s *Values) densePacked(v ir.ValueID, bytes uint8, team int) (packed asm.Reg) {
	lanes := make([]asm.Reg, regions.DenseTeam(bytes))
	for i := range lanes {
		lanes[i] = s.LanesOf(v, team*len(lanes)+i)[0]
	}
	s.writeLate(v, func() {
		if s.Kernel.Type(v) == ir.I1 {
			packed = s.DensePackMasks(lanes)
			return
		}
		packed = s.DensePack(lanes)
	})
	return packed
}

// spreadDense are the lanes of a dense value for a sub-group, made where it is.
func (s *Values) spreadDense(v ir.ValueID, u int) []asm.Reg {
	key := LanesKey{v, u}
	if r, ok := s.InLanes[key]; ok {
		return r
	}
	bytes := s.DenseBytes[v]
	size := regions.DenseTeam(bytes)
	var lanes asm.Reg
	s.writeLate(v, func() { lanes = s.DenseLanes(s.DenseOwn(v, u/size), bytes, u%size) })
	s.InLanes[key] = []asm.Reg{lanes}
	return s.InLanes[key]
}

// DenseInstr writes an operation on dense values for all teams.
func (s *Values) DenseInstr(v ir.ValueID, in *ir.Instr) {
	if len(in.Args) > 0 && s.WidenedBy[in.Args[0]] == v {
		return // by the load
	}
	for team := range s.DenseTeams(s.DenseBytes[v]) {
		compute := s.denseOperation(v, in, team)
		s.Into(s.DenseOwn(v, team), compute)
	}
}

// denseOperation asks for the operands of an operation, and gives what computes it.
func (s *Values) denseOperation(v ir.ValueID, in *ir.Instr, team int) func() asm.Reg {
	bytes := s.DenseBytes[v]
	switch in.Op {
	case ir.OpICmp:
		x, y := s.DenseOf(in.Args[0], bytes, team), s.DenseOf(in.Args[1], bytes, team)
		return func() asm.Reg { return s.DenseCompare(ir.ICmpPred(in.Kind), bytes, x, y) }
	case ir.OpSelect:
		truth, isInverted := s.denseTruth(in.Args[0], bytes, team)
		then, otherwise := s.DenseOf(in.Args[1], bytes, team), s.DenseOf(in.Args[2], bytes, team)
		if isInverted {
			then, otherwise = otherwise, then
		}
		return func() asm.Reg { return s.DenseChoose(truth, then, otherwise) }
	case ir.OpZExt, ir.OpSExt, ir.OpTrunc:
		return s.denseConversion(in, bytes, team)
	case ir.OpUDiv:
		factor, shift, _ := s.DenseQuotient(in)
		x := s.DenseOf(in.Args[0], bytes, team)
		return func() asm.Reg {
			upper := s.DenseBinary(ir.OpMulHiU, bytes, x, s.DenseConst(in.Type, factor, bytes))
			return s.DenseBinary(ir.OpLShr, bytes, upper, s.DenseConst(in.Type, uint64(shift), bytes))
		}
	}
	if in.Type == ir.I1 {
		return s.denseLogic(in, bytes, team)
	}
	x, y := s.DenseOf(in.Args[0], bytes, team), s.DenseOf(in.Args[1], bytes, team)
	return func() asm.Reg { return s.DenseBinary(in.Op, bytes, x, y) }
}

// denseTruth is a truth value, or its opposite.
func (s *Values) denseTruth(v ir.ValueID, bytes uint8, team int) (truth asm.Reg, isInverted bool) {
	in := s.Kernel.Instr(v)
	isInverted = s.IsDense(v) && in.Op == ir.OpICmp && vec.DenseInverted(ir.ICmpPred(in.Kind))
	return s.DenseOf(v, bytes, team), isInverted
}

// denseLogic combines truth values.
func (s *Values) denseLogic(in *ir.Instr, bytes uint8, team int) func() asm.Reg {
	x, isOppositeX := s.denseTruth(in.Args[0], bytes, team)
	y, isOppositeY := s.denseTruth(in.Args[1], bytes, team)
	return func() asm.Reg {
		if isOppositeX {
			x = s.DenseNot(x)
		}
		if isOppositeY {
			y = s.DenseNot(y)
		}
		return s.DenseBinary(in.Op, bytes, x, y)
	}
}

// denseConversion makes elements of others of another size, or of truth values.
func (s *Values) denseConversion(in *ir.Instr, bytes uint8, team int) func() asm.Reg {
	from := in.Args[0]
	switch {
	case s.Kernel.Type(from) == ir.I1:
		truth, isInverted := s.denseTruth(from, bytes, team)
		return func() asm.Reg { return s.denseNumber(in.Op, bytes, truth, isInverted) }
	case in.Op == ir.OpTrunc:
		x, y := s.DenseOf(from, 2, 2*team), s.DenseOf(from, 2, 2*team+1)
		return func() asm.Reg { return s.DenseNarrow(x, y, s.isByte(from)) }
	}
	x := s.DenseOf(from, 1, team/2)
	return func() asm.Reg { return s.DenseWiden(x, team%2, in.Op == ir.OpSExt) }
}

// denseNumber is 1, or all ones with sign extension, where a truth value holds.
func (s *Values) denseNumber(op ir.Op, bytes uint8, truth asm.Reg, isInverted bool) asm.Reg {
	number := s.DenseConst(ir.I16, 1, bytes)
	switch {
	case op == ir.OpSExt && isInverted:
		return s.DenseNot(truth)
	case op == ir.OpSExt:
		return truth
	case isInverted:
		return s.AndNot(truth, number)
	}
	return s.And(truth, number)
}

// isByte reports whether a word is known to be less than 256.
func (s *Values) isByte(v ir.ValueID) bool {
	in := s.Kernel.Instr(v)
	switch in.Op {
	case ir.OpLShr:
		c, ok := s.ConstArg(in)
		return ok && c >= 8 && c < 16
	case ir.OpUMin, ir.OpAnd:
		c, ok := s.ConstArg(in)
		return ok && c < 256
	case ir.OpZExt:
		return true
	}
	return false
}
