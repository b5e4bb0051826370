package amd64

import (
	"encoding/binary"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// vec writes operations over whole vector registers. A value of up to 32 bits per lane is in one register, zero-extended
// to 32 bits; one of 64 bits is in two, the lower lanes in the first. A truth value is a mask: one k register on AVX-512
// (bit = lane), one vector register of 32-bit lanes, all ones or all zeros, on AVX2.
//
// Inactive lanes hold anything: operations must not trap on them, and never need to keep them.
type vec struct {
	isa    ISA
	fn     *asm.Func
	consts map[vecConst]asm.Reg // in registers filled at the entry of the function
	held   map[asm.Reg]vecConst // what those registers hold
	entry  []asm.Inst           // what fills them

	signsOnly map[asm.Reg]bool // on AVX2: what blends choose by though it is no mask, but has the signs of one
	pos       uint32
}

// vecConst is a constant that all lanes of a register hold, or, with table set, a whole register's bytes.
type vecConst struct {
	bits  uint64
	width uint8 // bytes of an element
	table string
}

// operation is what of an IR instruction says what its lanes compute.
type operation struct {
	Op   ir.Op
	Kind uint8
	Type ir.Type // of the result
	From ir.Type // of the first operand; of the second for OpSelect
}

func (v *vec) emit(in asm.Inst) {
	in.Pos = v.pos
	v.fn.Insts = append(v.fn.Insts, in)
}

// op3 writes dst = op(a, b) over whole registers.
func (v *vec) op3(op asm.Op, dst, a, b asm.Reg) {
	v.emit(asm.Inst{Op: op, Len: v.isa.length(), Dst: dst, A: a, B: b})
}

// op2 writes dst = op(b).
func (v *vec) op2(op asm.Op, dst, b asm.Reg) {
	v.emit(asm.Inst{Op: op, Len: v.isa.length(), Dst: dst, B: b})
}

// temp is a fresh vector register.
func (v *vec) temp() asm.Reg { return v.fn.NewReg(asm.Vector) }

// maskClass is the class of registers that hold masks.
func (v *vec) maskClass() asm.Class {
	if v.isa == AVX512 {
		return asm.Mask
	}
	return asm.Vector
}

// const32 is a register with a 32-bit constant in all lanes.
func (v *vec) const32(bits uint32) asm.Reg { return v.constant(vecConst{bits: uint64(bits), width: 4}) }

// const64 is a register with a 64-bit constant in all its 64-bit lanes.
func (v *vec) const64(bits uint64) asm.Reg { return v.constant(vecConst{bits: bits, width: 8}) }

// table is a register with the given bytes, of vectorBytes.
func (v *vec) table(bytes []byte) asm.Reg { return v.constant(vecConst{table: string(bytes)}) }

// constant fills a register at the entry of the function; the allocator makes it again where registers are scarce.
func (v *vec) constant(c vecConst) asm.Reg {
	if r, ok := v.consts[c]; ok {
		return r
	}
	r := v.temp()
	v.consts[c] = r
	if v.held == nil {
		v.held = map[asm.Reg]vecConst{}
	}
	v.held[r] = c
	in := asm.Inst{Len: v.isa.length(), Dst: r, HasMem: true, Remat: true}
	switch {
	case c.table != "":
		in.Op, in.Mem.Const = asm.Vmovups, v.pool([]byte(c.table))
	case c.bits == 0:
		in = asm.Inst{Op: asm.VecZero, Len: v.isa.length(), Dst: r, Remat: true}
	case c.width == 4:
		in.Op, in.Mem.Const = asm.Vbroadcastss, v.pool(binary.LittleEndian.AppendUint32(nil, uint32(c.bits)))
	default:
		in.Op, in.Mem.Const = asm.Vbroadcastsd, v.pool(binary.LittleEndian.AppendUint64(nil, c.bits))
	}
	v.entry = append(v.entry, in)
	return r
}

// constantIn is what a register of const32 or const64 holds in each lane.
func (v *vec) constantIn(r asm.Reg) (bits uint64, ok bool) {
	c, ok := v.held[r]
	return c.bits, ok && c.table == ""
}

// dwordIn is what a register of const32 holds in each lane.
func (v *vec) dwordIn(r asm.Reg) (bits uint32, ok bool) {
	c, ok := v.held[r]
	return uint32(c.bits), ok && c.table == "" && c.width == 4
}

// markSigns notes that a register is what a blend chooses by though only its signs are those of a mask.
func (v *vec) markSigns(r asm.Reg) {
	if v.signsOnly == nil {
		v.signsOnly = map[asm.Reg]bool{}
	}
	v.signsOnly[r] = true
}

// pool adds a constant to the function's pool.
func (v *vec) pool(bytes []byte) int32 {
	v.fn.Consts = append(v.fn.Consts, bytes)
	return int32(len(v.fn.Consts))
}
