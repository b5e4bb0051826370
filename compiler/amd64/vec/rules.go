package vec

import (
	"slices"
	"sync"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Selection of code for an operation over lanes. Most operations are one instruction: they stand in the table of direct
// operations (direct.go). The others have a rule: a part rule makes one register of the result from one register of
// each operand, and is used twice for types of 64 bits; a whole rule sees all registers, because operands and results
// have different numbers of them, or masks must be split or joined.
//
// Rules may test operands for constants (constantIn). Improvements across operations are made at last, by Fuse
// (fuse.go).
//
// A rule makes its result in a fresh register, from instructions and from other operations (Do). At last those
// registers take the names of the destination. So rules read as expressions, and no move remains.

// partRule makes one register of the result.
type partRule func(v *Writer, o Operation, x [3]asm.Reg) asm.Reg

// wholeRule makes all registers of the result.
type wholeRule func(v *Writer, o Operation, x [3][]asm.Reg) []asm.Reg

// Lower emits the code of one pure operation over all lanes of a sub-group. The slices hold the operands' registers,
// one or two each as described at Writer; those of dst are fresh. It returns false, and emits nothing, if there is no
// rule.
func (v *Writer) Lower(o Operation, dst, a, b, c []asm.Reg) bool {
	start := len(v.Fn.Insts)
	results := v.Results(o, [3][]asm.Reg{a, b, c})
	if results == nil {
		return false
	}
	v.rename(start, dst, results)
	return true
}

// Results emits an operation. The rule chooses the registers of the result: fresh ones, operands or constants.
func (v *Writer) Results(o Operation, x [3][]asm.Reg) []asm.Reg {
	if o.Op == ir.OpExpect || o.Op == ir.OpBitcast {
		return x[0]
	}
	if o.Type == ir.I1 && o.From == ir.I1 {
		if rule := maskRules[o.Op]; rule != nil {
			return []asm.Reg{rule(v, o, firsts(x))}
		}
	}
	if rule := wholeRules[o.Op]; rule != nil {
		return rule(v, o, x)
	}
	if !v.HasPartRule(o) {
		return nil
	}
	results := make([]asm.Reg, len(x[0]))
	for i := range results {
		results[i] = v.part(o, nth(x, i))
	}
	return results
}

// firsts are the first registers of the operands.
func firsts(x [3][]asm.Reg) [3]asm.Reg { return nth(x, 0) }

func nth(x [3][]asm.Reg, i int) (part [3]asm.Reg) {
	for k := range x {
		if i < len(x[k]) {
			part[k] = x[k][i]
		}
	}
	return part
}

// rename gives the results the names of the destination. A result that was not made since start, or is taken already,
// is copied.
func (v *Writer) rename(start int, dst, results []asm.Reg) {
	results = append([]asm.Reg(nil), results...)
	for i, from := range results {
		if !v.madeSince(start, from) || slices.Contains(dst[:i], from) {
			v.Emit(asm.Inst{Op: v.moveOp(from), Len: asm.Whole(v.ISA), Dst: dst[i], B: from})
			continue
		}
		for k := start; k < len(v.Fn.Insts); k++ {
			replaceReg(&v.Fn.Insts[k], from, dst[i])
		}
		for k := i + 1; k < len(results); k++ {
			if results[k] == from {
				results[k] = dst[i]
			}
		}
	}
}

func replaceReg(in *asm.Inst, from, to asm.Reg) {
	for _, r := range [...]*asm.Reg{&in.Dst, &in.A, &in.B, &in.C, &in.Mask} {
		if *r == from {
			*r = to
		}
	}
}

// madeSince reports whether one of the instructions since start makes the register, which is then a temporary: operands
// and constants are made before.
func (v *Writer) madeSince(start int, r asm.Reg) bool {
	for i := start; i < len(v.Fn.Insts); i++ {
		if v.Fn.Insts[i].Dst == r {
			return true
		}
	}
	return false
}

func (v *Writer) moveOp(r asm.Reg) asm.Op {
	if v.Fn.ClassOf(r) == asm.Mask {
		return asm.MoveK
	}
	return asm.MoveV
}

// part emits an operation on one register of each operand. There must be a rule for it.
func (v *Writer) part(o Operation, x [3]asm.Reg) asm.Reg {
	if o.Op == ir.OpMul {
		if o.Factors != AnyFactors {
			return v.multiplyNarrow(o.Factors, x[0], x[1])
		}
		if r := v.multiplyByConstant(o.Type, x[0], x[1]); r != asm.NoReg {
			return r
		}
	}
	if op := v.direct(o.Op, o.Type); op != 0 {
		if x[1] == asm.NoReg {
			return v.unary(op, x[0])
		}
		return v.Binary(op, x[0], x[1])
	}
	return v.partRule(o.Op)(v, o, x)
}

// Do emits an operation on one register of each operand, all of type t, for use in other rules.
func (v *Writer) Do(op ir.Op, t ir.Type, x ...asm.Reg) asm.Reg {
	var operands [3]asm.Reg
	copy(operands[:], x)
	return v.part(Operation{Op: op, Type: t, From: t}, operands)
}

// HasPartRule reports whether an operation can be done register by register.
func (v *Writer) HasPartRule(o Operation) bool {
	return v.direct(o.Op, o.Type) != 0 || v.partRule(o.Op) != nil
}

// partRule is the rule of an operation that is not direct.
func (v *Writer) partRule(op ir.Op) partRule {
	if v.ISA == asm.AVX2 && partRulesAVX2[op] != nil {
		return partRulesAVX2[op]
	}
	return partRules[op]
}

// direct is the instruction that does the operation, 0: none.
func (v *Writer) direct(op ir.Op, t ir.Type) asm.Op { return directOps()[op][widthIndex(t)][v.ISA] }

// widthIndex numbers the widths 8, 16, 32 and 64 from 0.
func widthIndex(t ir.Type) int {
	switch t.Bits() {
	case 8:
		return 0
	case 16:
		return 1
	case 64:
		return 3
	}
	return 2
}

// The rules, by operation. They are filled once, by FillRules, and never changed; a composite literal would refer to
// itself, since rules use rules.
var (
	partRules     [ir.OpCount]partRule
	partRulesAVX2 [ir.OpCount]partRule // for AVX2, if its rule differs
	wholeRules    [ir.OpCount]wholeRule
	maskRules     [ir.OpCount]partRule // operations on truth values whose result is one
)

// FillRules fills the tables of rules when the first kernel is compiled: programs that only query their devices should
// not wait for it.
var FillRules = sync.OnceFunc(func() {
	setIntegerRules()
	setCountRules()
	setMultiplyRules()
	setDivideRules()
	setFloatRules()
	setRemainderRules()
	setScaleRules()
	setCompareRules()
	setConvertRules()
	setPackedRules()
})
