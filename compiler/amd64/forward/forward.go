// Package forward keeps in registers what code stores into memory that nobody else sees while it runs: the local memory of
// a work-group that is all in one bundle. There a barrier is nothing, and what a scan, a reduction or a stencil stores is
// read again a few instructions later, mostly some elements off, as t[l - 1] is: part of one vector that was just stored and part
// of the next. No processor passes that on from stores that are still under way; it waits until they are done, a dozen
// cycles or two for each step. From registers it is one instruction.
//
// Method. One walk along the instructions notes which vectors are known to lie where, relative to the registers of an
// address. A load of what is known becomes a copy, or two vectors aligned. Where ways meet, what is known on all of them is; at
// the tops of loops nothing is. A second walk, backwards, drops stores that nobody reads before they are overwritten or the
// group ends (dead.go). As many vectors are remembered as leave some registers for what is computed from them.
//
// What may be looked at so is marked by Inst.Region.
package forward

import (
	"slices"

	"heddle/compiler/amd64/asm"
)

// place is what addresses that can be compared have in common. They differ in their displacements.
type place struct {
	base, index asm.Reg
	scale       uint8
}

func placeOf(m *asm.Mem) place { return place{m.Base, m.Index, m.Scale} }

// content says which vector lies somewhere.
type content struct {
	place
	at  int32
	reg asm.Reg
}

// contents are what is known, the latest last.
type contents []content

// mostKnown is how many vectors are remembered: three quarters of the registers.
var mostKnown = [...]int{asm.AVX512: 24, asm.AVX2: 12}

// forwarder is the state of one pass.
type forwarder struct {
	fn    *asm.Func
	bytes int32 // of a vector
	most  int   // vectors that are remembered

	known     contents
	isReached bool               // control comes here from the instruction before
	jumps     []int32            // by label: how many jumps to it are still to come
	meets     map[int32]contents // by label: what is known on all jumps to it so far
	writes    []int32            // by virtual register: how many instructions write it
	constants map[asm.Reg]uint64 // registers that hold one number throughout

	out []asm.Inst
}

// Run rewrites a function.
func Run(fn *asm.Func) {
	isMine := func(in asm.Inst) bool { return in.Region == asm.Mine }
	if !slices.ContainsFunc(fn.Insts, isMine) {
		return
	}
	f := &forwarder{fn: fn, bytes: int32(fn.ISA.VectorBytes()), most: mostKnown[fn.ISA], isReached: true, jumps: make([]int32, fn.Labels),
		meets: map[int32]contents{}, writes: make([]int32, len(fn.Classes)), constants: map[asm.Reg]uint64{},
		out: asm.NewInsts(len(fn.Insts))}
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

// visit takes over an instruction, or writes a better one.
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

// label lets ways meet. Jumps that are still to come lead back.
func (f *forwarder) label(l int32) {
	if f.jumps[l] > 0 {
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

// common is what is known on two ways.
func common(a, b contents) contents {
	return slices.DeleteFunc(slices.Clone(a), func(c content) bool { return !slices.Contains(b, c) })
}

// isVector says whether an access is of a whole vector of memory that nobody else sees.
func (f *forwarder) isVector(in *asm.Inst) bool {
	return (in.Op == asm.Vmovups || in.Op == asm.Vmovupd) && in.HasMem && in.Region == asm.Mine && in.Len == asm.Whole(f.fn.ISA)
}

func (f *forwarder) isLoad(in *asm.Inst) bool { return f.isVector(in) && in.Dst != asm.NoReg }

func (f *forwarder) isStore(in *asm.Inst) bool {
	return f.isVector(in) && in.Dst == asm.NoReg && in.Mask == asm.NoReg
}

// load writes a load of what is known; false: it is not.
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

// aligned joins the upper part of one vector and the lower part of the next. Where one is not known, no lane of it may be wanted.
func (f *forwarder) aligned(in *asm.Inst, before, behind *content) asm.Reg {
	element, shift := int32(4), int32(0)
	if in.Op == asm.Vmovupd {
		element = 8
	}
	if before != nil {
		shift = in.Mem.Disp - before.at
	} else {
		shift = in.Mem.Disp - behind.at + f.bytes
	}
	if shift%element != 0 || before != nil && behind != nil && behind.at != before.at+f.bytes {
		return asm.NoReg
	}
	lanes, fromLow := f.bytes/element, (f.bytes-shift)/element
	wanted := uint64(1)<<lanes - 1
	if c, isKnown := f.constants[in.Mask]; isKnown && in.Mask != asm.NoReg {
		wanted &= c
	}
	switch {
	case before == nil && wanted<<(64-fromLow) == 0:
		before = behind
	case behind == nil && wanted>>fromLow == 0:
		behind = before
	case before == nil || behind == nil:
		return asm.NoReg
	}
	low, high := before.reg, behind.reg
	r := f.fn.NewReg(asm.Vector)
	if f.fn.ISA == asm.AVX512 {
		f.emit(asm.Inst{Op: asm.Valignd, Len: asm.L512, Dst: r, A: high, B: low, Imm: int64(shift / 4), Pos: in.Pos})
		return r
	}
	middle := f.fn.NewReg(asm.Vector) // the upper half of low, the lower of high
	f.emit(asm.Inst{Op: asm.Vperm2i128, Len: asm.L256, Dst: middle, A: low, B: high, Imm: 0x21, Pos: in.Pos})
	switch half := f.bytes / 2; {
	case shift < half:
		f.emit(asm.Inst{Op: asm.Vpalignr, Len: asm.L256, Dst: r, A: middle, B: low, Imm: int64(shift), Pos: in.Pos})
	case shift == half:
		r = middle
	default:
		f.emit(asm.Inst{Op: asm.Vpalignr, Len: asm.L256, Dst: r, A: high, B: middle, Imm: int64(shift - half), Pos: in.Pos})
	}
	return r
}

func (f *forwarder) emit(in asm.Inst) { f.out = append(f.out, in) }

// take writes a load as a copy.
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

// know remembers a vector, and no longer the one that it has known the longest if there are too many.
func (f *forwarder) know(c content) {
	if c.reg < asm.FirstVirtual {
		return
	}
	if len(f.known) >= f.most {
		f.known = slices.Delete(f.known, 0, 1)
	}
	f.known = append(f.known, c)
}

// forget forgets what an instruction overwrites in memory, or may overwrite.
func (f *forwarder) forget(in *asm.Inst) {
	if !mayBeMine(in) {
		return
	}
	at, end := in.Mem.Disp, in.Mem.Disp+accessed(in)
	f.known = slices.DeleteFunc(f.known, func(c content) bool {
		return c.place != placeOf(&in.Mem) || c.at < end && at < c.at+f.bytes
	})
}

// overwritten forgets what lay in registers that an instruction writes, or at addresses made of them.
func (f *forwarder) overwritten(in *asm.Inst) {
	in.Operands(func(r *asm.Reg, _, write bool) {
		if write {
			f.known = slices.DeleteFunc(f.known, func(c content) bool { return c.reg == *r || c.base == *r || c.index == *r })
		}
	})
}

// noteConstant follows numbers into masks.
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

// mayBeMine says whether an access may be one of the memory that nobody else sees. The frame is not in it.
func mayBeMine(in *asm.Inst) bool {
	return in.Region != asm.Elsewhere && (in.Mem.Base >= asm.FirstVirtual || in.Mem.Index >= asm.FirstVirtual) && in.Mem.Const == 0
}

// accessed is how many bytes an instruction reads or writes at most; plain stores without mask write just so many.
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
