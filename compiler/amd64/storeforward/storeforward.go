// Package storeforward forwards stores to later loads: a load takes its value from the register that was stored. It
// does so for memory that no other code accesses meanwhile: the local memory of a work-group that is all in one bundle.
// Barriers have no effect there, and what a scan, a reduction or a stencil stores is read again a few instructions
// later, mostly at an offset of some elements, as t[l - 1] is: part of one stored vector and part of the next. No
// processor forwards that from stores under way; it waits until they are done, one or two dozen cycles for each step.
// From registers it is one instruction.
//
// Method. A walk over the instructions tracks which vectors are known to lie in memory, at which displacement from the
// registers of an address. A load of a known vector becomes a copy, and a load of parts of two known vectors an
// alignment of both. At a join of control flow only what is known on all edges remains; at the top of a loop nothing is
// known. A second walk, backward, drops dead stores (dead.go). The number of vectors that are remembered leaves
// registers for what is computed from them.
//
// The instructions that may be changed are marked by Inst.Region.
//
// Reading order: storeforward.go (loads), dead.go (stores).
package storeforward

import (
	"slices"

	"heddle/compiler/amd64/asm"
)

// Tuning constants, chosen by hand.

// maxKnown is the number of vectors that are remembered: three quarters of the vector registers. Since 2026-11-22
// (da6fc64).
var maxKnown = [...]int{asm.AVX512: 24, asm.AVX2: 12}

// maxSpans is the number of spans that a future tells apart; it keeps the time linear. Since 2026-11-22 (c54e2d6).
const maxSpans = 64

// place is the common part of addresses that can be compared. They differ in their displacements.
type place struct {
	base, index asm.Reg
	scale       uint8
}

func placeOf(m *asm.Mem) place { return place{m.Base, m.Index, m.Scale} }

// content is a vector that is known to lie in memory.
type content struct {
	place
	at  int32
	reg asm.Reg
}

// contents are the known vectors, the latest last.
type contents []content

// forwarder is the state of one run.
type forwarder struct {
	fn    *asm.Func
	bytes int32 // of a vector
	most  int   // limit of known vectors

	known     contents
	isReached bool               // control comes here from the instruction before
	jumps     []int32            // by label: the jumps to it that are still to come
	meets     map[int32]contents // by label: what is known on all jumps to it so far
	writes    []int32            // by virtual register: the number of instructions that write it
	constants map[asm.Reg]uint64 // registers that always hold one known number

	out []asm.Inst
}

// Run rewrites a function.
func Run(fn *asm.Func) {
	isMine := func(in asm.Inst) bool { return in.Region == asm.Mine }
	if !slices.ContainsFunc(fn.Insts, isMine) {
		return
	}
	f := &forwarder{
		fn: fn, bytes: int32(fn.ISA.VectorBytes()), most: maxKnown[fn.ISA],
		isReached: true, jumps: make([]int32, fn.Labels), meets: map[int32]contents{},
		writes: make([]int32, len(fn.Classes)), constants: map[asm.Reg]uint64{},
		out: asm.NewInsts(len(fn.Insts)),
	}
	f.count()
	for i := range fn.Insts {
		f.visit(fn.Insts[i])
	}
	fn.Replace(f.out)
	dropDead(fn)
}

func (f *forwarder) count() {
	for i := range f.fn.Insts {
		in := &f.fn.Insts[i]
		if in.Op == asm.Jmp || in.Op == asm.Jcc {
			f.jumps[in.Label]++
		}
		in.Operands(func(r *asm.Reg, _, write bool) {
			if write && *r >= asm.FirstVirtual {
				f.writes[*r-asm.FirstVirtual]++
			}
		})
	}
}

// visit copies an instruction, or writes a better one.
func (f *forwarder) visit(in asm.Inst) {
	switch in.Op {
	case asm.Label:
		f.label(in.Label)
	case asm.Jmp, asm.Jcc:
		f.jump(in.Label)
		f.isReached = in.Op == asm.Jcc
	case asm.Return:
		f.isReached = false
	case asm.Suspend, asm.Call:
		f.known = nil
	}
	f.noteConstant(&in)
	if f.isLoad(&in) && f.load(in) {
		return
	}
	f.emit(in)
	if _, writes := in.Memory(); writes {
		f.forget(&in)
	}
	f.overwritten(&in)
	if f.isStore(&in) {
		f.know(content{placeOf(&in.Mem), in.Mem.Disp, in.B})
	}
}

// label joins the edges to a label. Jumps to it that are still to come are back edges.
func (f *forwarder) label(l int32) {
	if f.jumps[l] > 0 { // a loop's top
		f.known = nil
	} else if at, isMet := f.meets[l]; isMet {
		if f.isReached {
			at = common(f.known, at)
		}
		f.known = at
	} else if !f.isReached {
		f.known = nil
	}
	f.isReached = true
}

func (f *forwarder) jump(l int32) {
	f.jumps[l]--
	if at, isMet := f.meets[l]; isMet {
		f.meets[l] = common(f.known, at)
	} else {
		f.meets[l] = slices.Clone(f.known)
	}
}

// common are the vectors that are known on both of two edges.
func common(a, b contents) contents {
	return slices.DeleteFunc(slices.Clone(a), func(c content) bool { return !slices.Contains(b, c) })
}

// isVector reports whether an access is one of a whole vector of marked memory.
func (f *forwarder) isVector(in *asm.Inst) bool {
	isMove := in.Op == asm.Vmovups || in.Op == asm.Vmovupd
	return isMove && in.HasMem && in.Region == asm.Mine && in.Len == asm.Whole(f.fn.ISA)
}

func (f *forwarder) isLoad(in *asm.Inst) bool { return f.isVector(in) && in.Dst != asm.NoReg }

func (f *forwarder) isStore(in *asm.Inst) bool {
	return f.isVector(in) && in.Dst == asm.NoReg && in.Mask == asm.NoReg
}

// load replaces a load of known vectors, and reports whether it could.
func (f *forwarder) load(in asm.Inst) bool {
	var low, high *content
	for i := range f.known {
		c := &f.known[i]
		if c.place != placeOf(&in.Mem) {
			continue
		}
		switch off := in.Mem.Disp - c.at; {
		case off == 0:
			f.take(in, c.reg)
			return true
		case off > 0 && off < f.bytes:
			low = c
		case off < 0 && off > -f.bytes:
			high = c
		}
	}
	if low == nil && high == nil {
		return false
	}
	reg := f.aligned(&in, low, high)
	if reg != asm.NoReg {
		f.take(in, reg)
	}
	return reg != asm.NoReg
}

// aligned joins the upper part of one vector and the lower part of the next. If one of them is not known, the mask of
// the load must exclude its lanes.
func (f *forwarder) aligned(in *asm.Inst, before, after *content) asm.Reg {
	element, shift := int32(4), int32(0)
	if in.Op == asm.Vmovupd {
		element = 8
	}
	if before != nil {
		shift = in.Mem.Disp - before.at
	} else {
		shift = in.Mem.Disp - after.at + f.bytes
	}
	if shift%element != 0 || before != nil && after != nil && after.at != before.at+f.bytes {
		return asm.NoReg
	}
	lanes, fromLow := f.bytes/element, (f.bytes-shift)/element
	wanted := uint64(1)<<lanes - 1
	if c, isKnown := f.constants[in.Mask]; isKnown && in.Mask != asm.NoReg {
		wanted &= c
	}
	switch {
	case before == nil && wanted<<(64-fromLow) == 0: // all wanted lanes lie in after
		before = after
	case after == nil && wanted>>fromLow == 0: // all wanted lanes lie in before
		after = before
	case before == nil || after == nil: // a wanted lane is not known
		return asm.NoReg
	}
	low, high := before.reg, after.reg
	r := f.fn.NewReg(asm.Vector)
	if f.fn.ISA == asm.AVX512 {
		f.emit(asm.Inst{Op: asm.Valignd, Len: asm.L512, Dst: r, A: high, B: low, Imm: int64(shift / 4), Pos: in.Pos})
		return r
	}
	middle := f.fn.NewReg(asm.Vector) // the upper half of low, the lower half of high
	f.emit(asm.Inst{Op: asm.Vperm2i128, Len: asm.L256, Dst: middle, A: low, B: high, Imm: 0x21, Pos: in.Pos})
	switch half := f.bytes / 2; {
	case shift < half:
		f.emit(asm.Inst{Op: asm.Vpalignr, Len: asm.L256, Dst: r, A: middle, B: low, Imm: int64(shift), Pos: in.Pos})
	case shift == half:
		r = middle
	default:
		f.emit(asm.Inst{Op: asm.Vpalignr, Len: asm.L256, Dst: r, A: high, B: middle, Imm: int64(shift - half),
			Pos: in.Pos})
	}
	return r
}

func (f *forwarder) emit(in asm.Inst) { f.out = append(f.out, in) }

// take writes a load as a copy from a register.
func (f *forwarder) take(in asm.Inst, reg asm.Reg) {
	switch {
	case in.Mask == asm.NoReg:
		in.Op = asm.MoveV
	case in.Op == asm.Vmovupd:
		in.Op = asm.Vmovdqa64
	default:
		in.Op = asm.Vmovdqa32
	}
	in.B, in.HasMem, in.Mem, in.Region = reg, false, asm.Mem{}, asm.Anywhere
	f.emit(in)
	f.overwritten(&in)
}

// know remembers a vector. If there are too many, it forgets the oldest.
func (f *forwarder) know(c content) {
	if c.reg < asm.FirstVirtual {
		return
	}
	if len(f.known) >= f.most {
		f.known = slices.Delete(f.known, 0, 1)
	}
	f.known = append(f.known, c)
}

// forget forgets the vectors that an instruction overwrites in memory, or may overwrite.
func (f *forwarder) forget(in *asm.Inst) {
	if !mayBeMine(in) {
		return
	}
	at, end := in.Mem.Disp, in.Mem.Disp+accessed(in)
	f.known = slices.DeleteFunc(f.known, func(c content) bool {
		return c.place != placeOf(&in.Mem) || c.at < end && at < c.at+f.bytes
	})
}

// overwritten forgets the vectors whose register, or a register of whose address, an instruction writes.
func (f *forwarder) overwritten(in *asm.Inst) {
	in.Operands(func(r *asm.Reg, _, write bool) {
		if write {
			f.known = slices.DeleteFunc(f.known, func(c content) bool {
				return c.reg == *r || c.base == *r || c.index == *r
			})
		}
	})
}

// noteConstant tracks known numbers into mask registers.
func (f *forwarder) noteConstant(in *asm.Inst) {
	if in.Dst < asm.FirstVirtual || f.writes[in.Dst-asm.FirstVirtual] != 1 || in.HasMem {
		return
	}
	from, isKnown := f.constants[in.B]
	switch {
	case in.Op == asm.Mov && in.B == asm.NoReg:
		f.constants[in.Dst] = uint64(in.Imm)
	case !isKnown:
	case in.Op == asm.Kmovw, in.Op == asm.MoveK:
		f.constants[in.Dst] = from & 0xffff
	case in.Op == asm.Knotw:
		f.constants[in.Dst] = ^from & 0xffff
	}
}

// mayBeMine reports whether an access may be one of marked memory. The frame is not part of it.
func mayBeMine(in *asm.Inst) bool {
	isComputed := in.Mem.Base >= asm.FirstVirtual || in.Mem.Index >= asm.FirstVirtual
	return in.Region != asm.Elsewhere && isComputed && in.Mem.Const == 0
}

// accessed is an upper bound of the bytes that an instruction reads or writes; for plain stores without a mask it is
// exact.
func accessed(in *asm.Inst) int32 {
	switch {
	case in.Op == asm.Vmovups, in.Op == asm.Vmovupd:
		return 16 << in.Len
	case in.Op == asm.Vmovss, in.Op == asm.Vbroadcastss, in.Op == asm.Vpbroadcastd:
		return 4
	case in.Op == asm.Vmovsd, in.Op == asm.Vbroadcastsd, in.Op == asm.Vpbroadcastq:
		return 8
	case in.Op == asm.Mov && in.Size > 0:
		return int32(in.Size)
	}
	return 64
}
