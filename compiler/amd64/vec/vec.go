// Package vec writes operations over whole vector registers, for AVX-512 and AVX2 from one set of rules, and joins
// instructions that have a better equivalent. It knows operations and instructions over virtual registers, nothing of
// kernels, blocks and bundles.
//
// Reading order: vec.go (the writer and its constants), rules.go (rules by operation), direct.go (operations that are
// one instruction), emit.go (instructions as expressions), mask.go, then the rules by kind of operation: int.go,
// multiply.go, divide*.go, count.go, packed.go, float.go, compare.go, convert*.go, scale.go, remainder.go. Then what
// improves written code: fuse*.go with uses.go, fold_loads.go and peephole.go.
package vec

import (
	"encoding/binary"
	"math"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Writer writes operations into a function. A value of up to 32 bits per lane is in one register, zero-extended to 32
// bits. A value of 64 bits is in two, the lower lanes in the first. A truth value is a mask: one k register on AVX-512
// (bit = lane), one vector register of 32-bit lanes, all ones or all zeros, on AVX2.
//
// Inactive lanes hold anything: operations must not trap on them, and never need to preserve them.
type Writer struct {
	asm.Target
	Fn  *asm.Func
	Pos uint32 // source position of what is written

	AddsProducts bool // the processor has VNNI, if the ISA is AVX-512

	Held  map[asm.Reg]Const // registers that hold constants
	Entry []asm.Inst        // their definitions, at the entry of the function

	consts    map[Const]asm.Reg        // the inverse of Held
	quotients map[quotientKey]quotient // see once
	words     map[asm.Reg]bool         // see MarkWord
	signsOnly map[asm.Reg]bool         // on AVX2: selectors of blends that are no masks but have the signs of one
}

// NewWriter writes into a function.
func NewWriter(t asm.Target, fn *asm.Func) *Writer {
	fn.ISA = t.ISA
	return &Writer{Target: t, Fn: fn, Held: map[asm.Reg]Const{}, consts: map[Const]asm.Reg{}}
}

// Const is a constant that all lanes of a register hold, or, with table set, the bytes of a whole register.
type Const struct {
	bits  uint64
	width uint8 // bytes of an element
	table string
}

// Operation is the part of an IR instruction that determines what its lanes compute.
type Operation struct {
	Op   ir.Op
	Kind uint8
	Type ir.Type // of the result
	From ir.Type // of the first operand; of the second for OpSelect

	Factors Factors // OpMul: what is known about both
	Bound   uint64  // divisions: the largest dividend, if no operand is negative; 0: not known
}

// Emit adds an instruction.
func (v *Writer) Emit(in asm.Inst) {
	in.Pos = v.Pos
	if len(v.quotients) > 0 && (in.Op == asm.Label || EndsBlock(in.Op)) {
		clear(v.quotients)
	}
	v.Fn.Insts = append(v.Fn.Insts, in)
}

// Op3 writes dst = op(a, b) over whole registers.
func (v *Writer) Op3(op asm.Op, dst, a, b asm.Reg) {
	v.Emit(asm.Inst{Op: op, Len: asm.Whole(v.ISA), Dst: dst, A: a, B: b})
}

// Op2 writes dst = op(b).
func (v *Writer) Op2(op asm.Op, dst, b asm.Reg) {
	v.Emit(asm.Inst{Op: op, Len: asm.Whole(v.ISA), Dst: dst, B: b})
}

// Temp is a fresh vector register.
func (v *Writer) Temp() asm.Reg { return v.Fn.NewReg(asm.Vector) }

// MaskClass is the class of registers that hold masks.
func (v *Writer) MaskClass() asm.Class {
	if v.ISA == asm.AVX512 {
		return asm.Mask
	}
	return asm.Vector
}

// Const32 is a register with a 32-bit constant in all lanes.
func (v *Writer) Const32(bits uint32) asm.Reg { return v.constant(Const{bits: uint64(bits), width: 4}) }

// Const64 is a register with a 64-bit constant in all its 64-bit lanes.
func (v *Writer) Const64(bits uint64) asm.Reg { return v.constant(Const{bits: bits, width: 8}) }

// Table is a register with the given bytes, as many as a vector has.
func (v *Writer) Table(bytes []byte) asm.Reg { return v.constant(Const{table: string(bytes)}) }

// constant fills a register at the entry of the function; the allocator rematerialises it where registers are scarce.
func (v *Writer) constant(c Const) asm.Reg {
	if r, ok := v.consts[c]; ok {
		return r
	}
	r := v.Temp()
	v.consts[c] = r
	v.Held[r] = c
	in := asm.Inst{Len: asm.Whole(v.ISA), Dst: r, HasMem: true, Remat: true}
	switch {
	case c.table != "":
		in.Op, in.Mem.Const = asm.Vmovups, v.pool([]byte(c.table))
	case c.bits == 0:
		in = asm.Inst{Op: asm.VecZero, Len: asm.Whole(v.ISA), Dst: r, Remat: true}
	case c.width == 4:
		in.Op, in.Mem.Const = asm.Vbroadcastss, v.pool(binary.LittleEndian.AppendUint32(nil, uint32(c.bits)))
	default:
		in.Op, in.Mem.Const = asm.Vbroadcastsd, v.pool(binary.LittleEndian.AppendUint64(nil, c.bits))
	}
	v.Entry = append(v.Entry, in)
	return r
}

// forget drops the constant of a register whose definition was removed, so that it can be made again.
func (v *Writer) forget(r asm.Reg) {
	if c, ok := v.Held[r]; ok && v.consts[c] == r {
		delete(v.consts, c)
		delete(v.Held, r)
	}
}

// constantIn is the value of each lane of a register of Const32 or Const64.
func (v *Writer) constantIn(r asm.Reg) (bits uint64, ok bool) {
	c, ok := v.Held[r]
	return c.bits, ok && c.table == ""
}

// dwordIn is the value of each lane of a register of Const32.
func (v *Writer) dwordIn(r asm.Reg) (bits uint32, ok bool) {
	c, ok := v.Held[r]
	return uint32(c.bits), ok && c.table == "" && c.width == 4
}

// MarkWord records that the lanes of a register have zeros above their lower halves.
func (v *Writer) MarkWord(r asm.Reg) {
	if v.words == nil {
		v.words = map[asm.Reg]bool{}
	}
	v.words[r] = true
}

// isWord reports whether the lanes of a register are known to have zeros above their lower halves.
func (v *Writer) isWord(r asm.Reg) bool {
	c, ok := v.dwordIn(r)
	return v.words[r] || ok && c <= math.MaxUint16
}

// markSigns records that a register is the selector of a blend though only its signs are those of a mask.
func (v *Writer) markSigns(r asm.Reg) {
	if v.signsOnly == nil {
		v.signsOnly = map[asm.Reg]bool{}
	}
	v.signsOnly[r] = true
}

// pool adds a constant to the function's pool.
func (v *Writer) pool(bytes []byte) int32 {
	v.Fn.Consts = append(v.Fn.Consts, bytes)
	return int32(len(v.Fn.Consts))
}
