package emit

import (
	"math"
	"sync"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/vec"
	"heddle/compiler/ir"
)

// Operations on general registers: what is the same for all lanes, and the lanes 0 of what steps evenly. A register
// holds a value zero-extended to 64 bits; a truth value is 0 or 1.

func (s *Values) MoveGeneral(dst, src asm.Reg) { s.Emit(asm.Inst{Op: asm.MoveG, Dst: dst, B: src}) }

func (s *Values) MoveImm(dst asm.Reg, bits uint64) {
	size := uint8(4)
	if bits > math.MaxUint32 {
		size = 8
	}
	s.Emit(asm.Inst{Op: asm.Mov, Size: size, Dst: dst, Imm: int64(bits), Remat: true})
}

// Alu writes dst op= src.
func (s *Values) Alu(op asm.Op, size uint8, dst, src asm.Reg) {
	s.Emit(asm.Inst{Op: op, Size: size, Dst: dst, B: src})
}

func (s *Values) AluImm(op asm.Op, size uint8, dst asm.Reg, imm int64) {
	s.Emit(asm.Inst{Op: op, Size: size, Dst: dst, Imm: imm})
}

// SizeOf is the operand size for a type: at least 4.
func SizeOf(t ir.Type) uint8 {
	if t.Bits() > 32 {
		return 8
	}
	return 4
}

// Narrow makes a result of a small type zero-extended again.
func (s *Values) Narrow(r asm.Reg, t ir.Type) {
	switch t {
	case ir.I8:
		s.Emit(asm.Inst{Op: asm.Movzxb, Size: 4, Dst: r, B: r})
	case ir.I16:
		s.Emit(asm.Inst{Op: asm.Movzxw, Size: 4, Dst: r, B: r})
	}
}

// FillRules fills the tables of rules when the first kernel is compiled: programs that only look for their devices
// should not wait for it.
var FillRules = sync.OnceFunc(func() {
	vec.FillRules()
	setScalarRules()
})

// scalarRules are the operations on general registers. They write dst for a sub-group. Filled by FillRules.
var scalarRules map[ir.Op]func(s *Values, in *ir.Instr, dst asm.Reg, u int)

func setScalarRules() {
	binary := func(op asm.Op) func(*Values, *ir.Instr, asm.Reg, int) {
		return func(s *Values, in *ir.Instr, dst asm.Reg, u int) { s.scalarBinary(op, in, dst, u) }
	}
	place := func(offset int32) func(*Values, *ir.Instr, asm.Reg, int) {
		return func(s *Values, in *ir.Instr, dst asm.Reg, _ int) {
			s.LoadContext(dst, offset+8*int32(in.Kind))
		}
	}
	scalarRules = map[ir.Op]func(*Values, *ir.Instr, asm.Reg, int){
		ir.OpAdd: binary(asm.Add), ir.OpSub: binary(asm.Sub), ir.OpMul: binary(asm.Imul), ir.OpAnd: binary(asm.And),
		ir.OpOr: binary(asm.Or), ir.OpXor: binary(asm.Xor), ir.OpPtrAdd: binary(asm.Add),
		ir.OpShl: (*Values).scalarShift, ir.OpLShr: (*Values).scalarShift, ir.OpAShr: (*Values).scalarShift,
		ir.OpRotl: (*Values).scalarRotate, ir.OpBSwap: (*Values).scalarBSwap, ir.OpICmp: (*Values).scalarCompare,
		ir.OpFCmp: (*Values).scalarFCmp, ir.OpSelect: (*Values).scalarSelect, ir.OpTrunc: (*Values).scalarTrunc,
		ir.OpZExt: (*Values).scalarMove, ir.OpSExt: (*Values).scalarSExt, ir.OpBitcast: (*Values).scalarBitcast,
		ir.OpSMin: (*Values).scalarMinMax, ir.OpSMax: (*Values).scalarMinMax, ir.OpUMin: (*Values).scalarMinMax,
		ir.OpUMax: (*Values).scalarMinMax, ir.OpUDiv: (*Values).scalarDivide, ir.OpURem: (*Values).scalarDivide,
		ir.OpSDiv: (*Values).scalarDivide, ir.OpSRem: (*Values).scalarDivide,
		ir.OpArgBlock: place(abi.ContextArgs), ir.OpGlobalBase: place(abi.ContextGlobals),
		ir.OpLocalBase: place(abi.ContextLocal), ir.OpMemoryBound: (*Values).scalarBound,
		ir.OpGroupID: place(abi.ContextGroup), ir.OpGlobalSize: place(abi.ContextGlobalSize),
		ir.OpLocalSize: place(abi.ContextSize), ir.OpEnqueuedLocalSize: place(abi.ContextEnqueued),
		ir.OpNumGroups: place(abi.ContextGroups), ir.OpGlobalOffset: place(abi.ContextGlobalOffset),
		ir.OpWorkDim: place(abi.ContextWorkDim), ir.OpExpect: (*Values).scalarMove,
	}
}

func (s *Values) scalarBound(in *ir.Instr, dst asm.Reg, _ int) {
	if ir.MemoryBound(in.Kind) == ir.StopWord {
		s.LoadContext(dst, abi.ContextCancel)
		return
	}
	s.LoadContext(dst, abi.ContextBounds+8*int32(in.Kind))
}

// LoadContext reads a word that is the same for the whole work-group, and can be read again at any time.
func (s *Values) LoadContext(dst asm.Reg, offset int32) {
	s.Emit(asm.Inst{Op: asm.Mov, Size: 8, Dst: dst, HasMem: true, Mem: asm.Mem{Base: asm.R15, Disp: offset},
		Remat: true})
}

// ScalarInstr writes an operation on general registers.
func (s *Values) ScalarInstr(v ir.ValueID, in *ir.Instr, u int) {
	rule := scalarRules[in.Op]
	if rule == nil {
		s.Fail("%v of %v in general registers has no machine code", in.Op, in.Type)
		return
	}
	rule(s, in, s.Own(v, u)[0], u)
}

func (s *Values) scalarBinary(op asm.Op, in *ir.Instr, dst asm.Reg, u int) {
	a, b := in.Args[0], in.Args[1]
	size := SizeOf(in.Type)
	if in.Op == ir.OpMul {
		if c, ok := s.ShortImm(b); ok {
			s.Emit(asm.Inst{Op: asm.Imul3, Size: size, Dst: dst, B: s.Lane0Reg(a, u), Imm: c})
			s.Narrow(dst, in.Type)
			return
		}
	}
	if imm, ok := s.ShortImm(b); ok {
		x := s.Lane0Reg(a, u)
		if in.Op == ir.OpAdd || in.Op == ir.OpPtrAdd {
			s.Emit(asm.Inst{Op: asm.Lea, Size: size, Dst: dst, HasMem: true, Mem: asm.Mem{Base: x, Disp: int32(imm)}})
		} else {
			s.MoveGeneral(dst, x)
			s.AluImm(op, size, dst, imm)
		}
		s.Narrow(dst, in.Type)
		return
	}
	x, y := s.Lane0Reg(a, u), s.Lane0Reg(b, u)
	if in.Op == ir.OpAdd || in.Op == ir.OpPtrAdd {
		s.Emit(asm.Inst{Op: asm.Lea, Size: size, Dst: dst, HasMem: true, Mem: asm.Mem{Base: x, Index: y, Scale: 1}})
	} else {
		s.MoveGeneral(dst, x)
		s.Alu(op, size, dst, y)
	}
	s.Narrow(dst, in.Type)
}

// extended is a register with a value of a small type extended by its sign to 32 bits.
func (s *Values) extended(r asm.Reg, t ir.Type) asm.Reg {
	op := asm.Movsxb
	switch t {
	case ir.I16:
		op = asm.Movsxw
	case ir.I8:
	default:
		return r
	}
	wide := s.General()
	s.Emit(asm.Inst{Op: op, Size: 4, Dst: wide, B: r})
	return wide
}

// scalarShifts are the instructions of the shifts.
var scalarShifts = map[ir.Op]struct{ byConst, byRegister asm.Op }{
	ir.OpShl: {asm.Shl, asm.Shlx}, ir.OpLShr: {asm.Shr, asm.Shrx}, ir.OpAShr: {asm.Sar, asm.Sarx},
}

func (s *Values) scalarShift(in *ir.Instr, dst asm.Reg, u int) {
	size, width := SizeOf(in.Type), uint64(in.Type.Bits())
	x := s.Lane0Reg(in.Args[0], u)
	if in.Op == ir.OpAShr {
		x = s.extended(x, in.Type)
	}
	if c, ok := s.ConstOf(in.Args[1]); ok {
		s.MoveGeneral(dst, x)
		s.AluImm(scalarShifts[in.Op].byConst, size, dst, int64(c&(width-1)))
		s.Narrow(dst, in.Type)
		return
	}
	count := s.Lane0Reg(in.Args[1], u)
	if width < 32 {
		small := s.General()
		s.MoveGeneral(small, count)
		s.AluImm(asm.And, 4, small, int64(width-1))
		count = small
	}
	s.Emit(asm.Inst{Op: scalarShifts[in.Op].byRegister, Size: size, Dst: dst, A: count, B: x})
	s.Narrow(dst, in.Type)
}

func (s *Values) scalarRotate(in *ir.Instr, dst asm.Reg, u int) {
	size := SizeOf(in.Type)
	x := s.Lane0Reg(in.Args[0], u)
	if c, ok := s.ConstOf(in.Args[1]); ok {
		s.MoveGeneral(dst, x)
		s.AluImm(asm.Rol, size, dst, int64(c&uint64(in.Type.Bits()-1)))
		return
	}
	count, back, left, right := s.Lane0Reg(in.Args[1], u), s.General(), s.General(), s.General()
	s.MoveGeneral(back, count)
	s.Emit(asm.Inst{Op: asm.Neg, Size: 4, Dst: back})
	s.Emit(asm.Inst{Op: asm.Shlx, Size: size, Dst: left, A: count, B: x})
	s.Emit(asm.Inst{Op: asm.Shrx, Size: size, Dst: right, A: back, B: x})
	s.MoveGeneral(dst, left)
	s.Alu(asm.Or, size, dst, right)
}

func (s *Values) scalarBSwap(in *ir.Instr, dst asm.Reg, u int) {
	s.MoveGeneral(dst, s.Lane0Reg(in.Args[0], u))
	s.Emit(asm.Inst{Op: asm.Bswap, Size: SizeOf(in.Type), Dst: dst})
}

// Conditions are those of the integer comparisons, by predicate.
var Conditions = [...]asm.Cond{ir.EQ: asm.CondE, ir.NE: asm.CondNE, ir.SLT: asm.CondL, ir.SLE: asm.CondLE,
	ir.SGT: asm.CondG, ir.SGE: asm.CondGE, ir.ULT: asm.CondB, ir.ULE: asm.CondBE, ir.UGT: asm.CondA, ir.UGE: asm.CondAE}

// CompareScalar sets the flags and says which condition means true.
func (s *Values) CompareScalar(in *ir.Instr, u int) asm.Cond {
	t := s.Kernel.Type(in.Args[0])
	x := s.Lane0Reg(in.Args[0], u)
	isSigned := in.Kind >= uint8(ir.SLT) && in.Kind <= uint8(ir.SGE)
	if isSigned {
		x = s.extended(x, t)
	}
	c, ok := s.SignedConst(in.Args[1])
	if ok && !isSigned && t.Bits() < 32 { // registers are zero-extended
		c = int64(uint64(c) & t.Mask())
	}
	if ok && c == int64(int32(c)) && t != ir.I1 {
		s.Emit(asm.Inst{Op: asm.Cmp, Size: SizeOf(t), A: x, Imm: c})
		return Conditions[in.Kind]
	}
	y := s.Lane0Reg(in.Args[1], u)
	if isSigned {
		y = s.extended(y, t)
	}
	if t == ir.I1 && isSigned { // true is -1
		x, y = s.negated(x), s.negated(y)
	}
	s.Emit(asm.Inst{Op: asm.Cmp, Size: SizeOf(t), A: x, B: y})
	return Conditions[in.Kind]
}

func (s *Values) negated(r asm.Reg) asm.Reg {
	n := s.General()
	s.MoveGeneral(n, r)
	s.Emit(asm.Inst{Op: asm.Neg, Size: 4, Dst: n})
	return n
}

func (s *Values) scalarCompare(in *ir.Instr, dst asm.Reg, u int) {
	c := s.CompareScalar(in, u)
	s.SetTruth(dst, c)
}

// SetTruth writes 1 if a condition holds, else 0. It keeps the flags. "set" alone would write a byte, and wait for what
// the rest of its register was last made of, in the iteration before perhaps.
func (s *Values) SetTruth(dst asm.Reg, c asm.Cond) {
	s.Emit(asm.Inst{Op: asm.Mov, Size: 4, Dst: dst})
	s.Emit(asm.Inst{Op: asm.Setcc, Cond: c, Dst: dst})
}

// scalarFCmp compares in vectors and takes the truth of lane 0.
func (s *Values) scalarFCmp(in *ir.Instr, dst asm.Reg, u int) {
	m := s.NewMask()
	o := vec.Operation{Op: in.Op, Kind: in.Kind, Type: in.Type, From: s.Kernel.Type(in.Args[0])}
	if !s.Lower(o, []asm.Reg{m}, s.LanesOf(in.Args[0], u), s.LanesOf(in.Args[1], u), nil) {
		s.Fail("%v of %v has no machine code", in.Op, o.From)
	}
	s.MaskBits(dst, m)
	if s.Partial[in.Args[0]] || s.Partial[in.Args[1]] {
		s.anyActive(dst, u)
		return
	}
	s.AluImm(asm.And, 4, dst, 1)
}

func (s *Values) scalarSelect(in *ir.Instr, dst asm.Reg, u int) {
	c, x, y := s.Lane0Reg(in.Args[0], u), s.Lane0Reg(in.Args[1], u), s.Lane0Reg(in.Args[2], u)
	s.MoveGeneral(dst, y)
	s.Emit(asm.Inst{Op: asm.Test, Size: 4, A: c, B: c})
	s.Emit(asm.Inst{Op: asm.Cmovcc, Cond: asm.CondNE, Size: 8, Dst: dst, B: x})
}

func (s *Values) scalarMove(in *ir.Instr, dst asm.Reg, u int) {
	s.MoveGeneral(dst, s.Lane0Reg(in.Args[0], u))
}

func (s *Values) scalarTrunc(in *ir.Instr, dst asm.Reg, u int) {
	x := s.Lane0Reg(in.Args[0], u)
	if s.IsSmallID(in) {
		s.MoveGeneral(dst, x)
		return
	}
	switch in.Type {
	case ir.I1:
		s.MoveGeneral(dst, x)
		s.AluImm(asm.And, 4, dst, 1)
	case ir.I8:
		s.Emit(asm.Inst{Op: asm.Movzxb, Size: 4, Dst: dst, B: x})
	case ir.I16:
		s.Emit(asm.Inst{Op: asm.Movzxw, Size: 4, Dst: dst, B: x})
	default:
		s.Emit(asm.Inst{Op: asm.Mov, Size: 4, Dst: dst, B: x})
	}
}

func (s *Values) scalarSExt(in *ir.Instr, dst asm.Reg, u int) {
	x, from, size := s.Lane0Reg(in.Args[0], u), s.Kernel.Type(in.Args[0]), SizeOf(in.Type)
	if s.IsSmallID(s.Kernel.Instr(in.Args[0])) {
		s.MoveGeneral(dst, x)
		return
	}
	switch from {
	case ir.I1:
		s.MoveGeneral(dst, x)
		s.Emit(asm.Inst{Op: asm.Neg, Size: size, Dst: dst})
	case ir.I8:
		s.Emit(asm.Inst{Op: asm.Movsxb, Size: size, Dst: dst, B: x})
	case ir.I16:
		s.Emit(asm.Inst{Op: asm.Movsxw, Size: size, Dst: dst, B: x})
	default:
		s.Emit(asm.Inst{Op: asm.Movsxd, Size: 8, Dst: dst, B: x})
	}
	s.Narrow(dst, in.Type)
}

func (s *Values) scalarBitcast(in *ir.Instr, dst asm.Reg, u int) {
	s.MoveGeneral(dst, s.Lane0Reg(in.Args[0], u))
	s.Narrow(dst, in.Type)
}

// extremeConds say when the second operand of a minimum or maximum is chosen.
var extremeConds = map[ir.Op]asm.Cond{ir.OpSMin: asm.CondL, ir.OpSMax: asm.CondG, ir.OpUMin: asm.CondB,
	ir.OpUMax: asm.CondA}

func (s *Values) scalarMinMax(in *ir.Instr, dst asm.Reg, u int) {
	x, y, size := s.Lane0Reg(in.Args[0], u), s.Lane0Reg(in.Args[1], u), SizeOf(in.Type)
	s.MoveGeneral(dst, x)
	s.Emit(asm.Inst{Op: asm.Cmp, Size: size, A: y, B: x})
	s.Emit(asm.Inst{Op: asm.Cmovcc, Cond: extremeConds[in.Op], Size: size, Dst: dst, B: y})
}

// scalarDivide keeps the machine from trapping: x/0 is 0, and a divisor of -1 is a negation.
func (s *Values) scalarDivide(in *ir.Instr, dst asm.Reg, u int) {
	x, y, size := s.Lane0Reg(in.Args[0], u), s.Lane0Reg(in.Args[1], u), SizeOf(in.Type)
	isSigned := in.Op == ir.OpSDiv || in.Op == ir.OpSRem
	isRest := in.Op == ir.OpSRem || in.Op == ir.OpURem
	done, divide := s.Fn.NewLabel(), s.Fn.NewLabel()
	s.Emit(asm.Inst{Op: asm.Mov, Size: 4, Dst: dst})
	s.Emit(asm.Inst{Op: asm.Test, Size: size, A: y, B: y})
	s.JumpIf(asm.CondE, done)
	if isSigned {
		s.Emit(asm.Inst{Op: asm.Cmp, Size: size, A: y, Imm: -1})
		s.JumpIf(asm.CondNE, divide)
		if !isRest {
			s.MoveGeneral(dst, x)
			s.Emit(asm.Inst{Op: asm.Neg, Size: size, Dst: dst})
		}
		s.Jump(done)
		s.Label(divide)
	}
	s.MoveGeneral(asm.RAX, x)
	op, extend := asm.Div, asm.Inst{Op: asm.Mov, Size: 4, Dst: asm.RDX}
	if isSigned {
		op, extend = asm.Idiv, asm.Inst{Op: asm.Cdq}
		if size == 8 {
			extend = asm.Inst{Op: asm.Cqo}
		}
	}
	s.Emit(extend)
	s.Emit(asm.Inst{Op: op, Size: size, B: y})
	if isRest {
		s.MoveGeneral(dst, asm.RDX)
	} else {
		s.MoveGeneral(dst, asm.RAX)
	}
	s.Label(done)
}

// HasScalarRule reports whether an operation can be written in general registers.
func HasScalarRule(op ir.Op) bool { return scalarRules[op] != nil }
