package control

import (
	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/bundle"
	"heddle/compiler/ir"
)

// Collective functions of work-groups (ir.OpFold): loops over what the work-items have left in scratch memory. They
// know nothing of how the work-items lie in bundles; the first bundle of a group runs them. Where a version knows how
// many work-items there are, and these are few, the loops are straight code, which package forward takes out of memory
// if one bundle is all of the group. Reading order: fold, all, each.

// folder writes one of them.
type folder struct {
	*Selector
	op       ir.Op
	typ      ir.Type
	size     int     // of an element
	neutral  asm.Reg // in all lanes
	scratch  asm.Reg
	count    asm.Reg // of the elements, NoReg: known bytes
	known    int     // bytes of the elements
	elements asm.Reg // the pointer to scratch; in loops it steps from piece to piece
	done     int     // in straight code: bytes of the pieces written
}

// longestFold is how many bytes of elements straight code is written for at most: in few instructions for each vector,
// and in many.
var longestFold = [...]int{ir.FoldAll: 1024, ir.FoldEach: 256}

// fold writes the operation.
func (s *Selector) fold(_ ir.ValueID, in *ir.Instr) {
	op, ok := ir.AtomicKind(in.Kind).Folded()
	if !ok {
		s.Fail("fold of kind %d has no machine code", in.Kind)
		return
	}
	t, out := s.Kernel.Type(in.Args[2]), s.Fn.NewLabel()
	f := folder{Selector: s, op: op, typ: t, size: int(t.Bytes()), neutral: s.LanesOf(in.Args[2], 0)[0],
		scratch: s.Lane0Reg(in.Args[0], 0)}
	f.elements = f.scratch
	if count, ok := s.GroupItems(in.Args[1]); ok {
		f.known = count * f.size
	}
	if f.known == 0 || f.known > longestFold[in.Imm] {
		f.count, f.elements = s.Lane0Reg(in.Args[1], 0), s.General()
	}
	s.leaveUnlessFirst(out)
	if f.count != asm.NoReg {
		s.MoveGeneral(f.elements, f.scratch)
	}
	start := len(s.Fn.Insts)
	if ir.FoldMode(in.Imm) == ir.FoldAll {
		f.all()
	} else {
		f.each()
	}
	if s.Version.WholeGroup {
		for i := range s.Fn.Insts[start:] {
			s.Fn.Insts[start+i].Region = asm.Mine
		}
	}
	s.Label(out)
}

// leaveUnlessFirst jumps if the bundle is not the first of its group.
func (s *Selector) leaveUnlessFirst(out int32) {
	if s.Version.WholeGroup {
		return
	}
	first := s.General()
	at := func(offset int32) asm.Mem { return asm.Mem{Base: asm.RBP, Disp: offset} }
	if s.Version.Shape == bundle.Packed {
		s.Emit(asm.Inst{Op: asm.Mov, Size: 8, Dst: first, HasMem: true, Mem: at(abi.FrameLinear)})
	} else {
		s.Emit(asm.Inst{Op: asm.Mov, Size: 8, Dst: first, HasMem: true, Mem: at(abi.FrameFirst)})
		for d := range int32(2) {
			s.Emit(asm.Inst{Op: asm.Or, Size: 8, Dst: first, HasMem: true, Mem: at(abi.FrameFirst + 8 + 8*d)})
		}
	}
	s.Emit(asm.Inst{Op: asm.Test, Size: 8, A: first, B: first})
	s.JumpIf(asm.CondNE, out)
}

// at is a place of the piece that is being written, by its offset from scratch in the first.
func (f *folder) at(offset int) asm.Mem {
	return asm.Mem{Base: f.elements, Disp: int32(offset + f.done)}
}

func (f *folder) load(m asm.Mem) asm.Reg {
	r := f.Temp()
	f.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(f.ISA), Dst: r, HasMem: true, Mem: m})
	return r
}

func (f *folder) store(m asm.Mem, r asm.Reg) {
	f.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(f.ISA), B: r, HasMem: true, Mem: m})
}

// storeFirst stores the lowest lane.
func (f *folder) storeFirst(m asm.Mem, r asm.Reg) {
	op := asm.Vmovss
	if f.size == 8 {
		op = asm.Vmovsd
	}
	f.Emit(asm.Inst{Op: op, Len: asm.L128, B: r, HasMem: true, Mem: m})
}

func (f *folder) combine(a, b asm.Reg) asm.Reg { return f.Do(f.op, f.typ, a, b) }

// pieces writes code for each piece of the given size.
func (f *folder) pieces(bytes int, piece func()) {
	if f.count == asm.NoReg {
		for ; f.done < f.known; f.done += bytes {
			piece()
		}
		f.done = 0
		return
	}
	end, top := f.end(), f.Fn.NewLabel()
	f.Label(top)
	piece()
	f.AluImm(asm.Add, 8, f.elements, int64(bytes))
	f.Emit(asm.Inst{Op: asm.Cmp, Size: 8, A: f.elements, B: end})
	f.JumpIf(asm.CondB, top)
}

// end is a pointer as far after scratch as there are bytes of elements.
func (f *folder) end() asm.Reg {
	r := f.General()
	f.Emit(asm.Inst{Op: asm.Lea, Size: 8, Dst: r, HasMem: true,
		Mem: asm.Mem{Base: f.scratch, Index: f.count, Scale: uint8(f.size)}})
	return r
}

// all is ir.FoldAll.
func (f *folder) all() {
	f.pad()
	sums := make([]asm.Reg, ir.FoldWidth/f.ISA.VectorBytes())
	for i := range sums {
		sums[i] = f.Temp()
		f.MoveVector(sums[i], f.neutral)
	}
	f.pieces(ir.FoldWidth, func() {
		for i, sum := range sums {
			x := f.load(f.at(ir.FoldElements + i*f.ISA.VectorBytes()))
			f.MoveVector(sum, f.combine(sum, x))
		}
	})
	for half := len(sums) / 2; half > 0; half /= 2 {
		for i := range half {
			sums[i] = f.combine(sums[i], sums[i+half])
		}
	}
	sum := sums[0]
	for half := f.ISA.Lanes() / 2; half >= f.size/4; half /= 2 {
		sum = f.combine(sum, f.upper(sum, half))
	}
	f.storeFirst(asm.Mem{Base: f.scratch}, sum)
}

// upper has in its lowest words, of the given number, the words after these; what it has above does not matter.
func (f *folder) upper(x asm.Reg, words int) asm.Reg {
	in := asm.Inst{Op: asm.Vextracti128, Len: asm.Whole(f.ISA), B: x, Imm: 1}
	switch {
	case words < 4:
		return f.permuted(x, func(i int) int { return i ^ words })
	case words == 8:
		in.Op = asm.Vextracti64x4
	case f.ISA == asm.AVX512:
		in.Op = asm.Vextracti32x4
	}
	in.Dst = f.Temp()
	f.Emit(in)
	return in.Dst
}

// pad writes neutral elements after the last, unless they fill all sums.
func (f *folder) pad() {
	if f.known%ir.FoldWidth == 0 && f.known > 0 {
		return
	}
	isFull, end := f.Fn.NewLabel(), asm.Mem{Base: f.scratch, Disp: int32(f.known)}
	if f.count != asm.NoReg {
		rest := f.General()
		f.MoveGeneral(rest, f.count)
		f.AluImm(asm.And, 4, rest, int64(ir.FoldWidth/f.size-1)) // sets the flags
		f.JumpIf(asm.CondE, isFull)
		end = asm.Mem{Base: f.end()}
	}
	for at := 0; at < ir.FoldWidth; at += f.ISA.VectorBytes() {
		m := end
		m.Disp += int32(ir.FoldElements + at)
		f.store(m, f.neutral)
	}
	f.Label(isFull)
}

// each is ir.FoldEach. What it leaves after the last result is not read.
func (f *folder) each() {
	f.storeFirst(f.at(ir.FoldResults-f.size), f.neutral)
	before := f.Temp()
	f.MoveVector(before, f.neutral)
	blend := f.blends()
	f.pieces(ir.FoldPiece, func() {
		piece := make([]asm.Reg, ir.FoldPiece/f.ISA.VectorBytes())
		for i := range piece {
			piece[i] = f.inVector(f.load(f.at(ir.FoldElements+i*f.ISA.VectorBytes())), blend)
		}
		if len(piece) == 2 {
			piece[1] = f.combine(f.last(piece[0]), piece[1])
		}
		for i, x := range piece {
			f.store(f.at(ir.FoldResults+i*f.ISA.VectorBytes()), f.combine(before, x))
		}
		f.MoveVector(before, f.combine(before, f.last(piece[len(piece)-1])))
	})
}

// blends gives for each number of elements that is half a pair what takes the second halves from b, the others from a.
func (f *folder) blends() map[int]func(a, b asm.Reg) asm.Reg {
	blends := map[int]func(a, b asm.Reg) asm.Reg{}
	words := f.size / 4
	for half := 1; half < f.ISA.Lanes()/words; half *= 2 {
		in := asm.Inst{Op: asm.Vpblendd, Len: asm.Whole(f.ISA)}
		if f.ISA == asm.AVX512 {
			in.Op, in.Mask = asm.Vpblendmd, f.NewMask()
			if words == 2 {
				in.Op = asm.Vpblendmq
			}
			bits := f.General()
			f.MoveImm(bits, secondHalves(half, f.ISA.Lanes()/words, 1))
			f.MaskFromBits(in.Mask, bits)
		} else {
			in.Imm = int64(secondHalves(half, f.ISA.Lanes()/words, words))
		}
		blends[half] = func(a, b asm.Reg) asm.Reg {
			in.Dst, in.A, in.B = f.Temp(), a, b
			f.Emit(in)
			return in.Dst
		}
	}
	return blends
}

// secondHalves has bits for the elements in second halves of pairs, bitsEach for each.
func secondHalves(half, elements, bitsEach int) (bits uint64) {
	for i := range elements {
		if i&half != 0 {
			bits |= (1<<bitsEach - 1) << (i * bitsEach)
		}
	}
	return bits
}

// inVector adds up the elements of a vector, pairs of one, of two, and so on.
func (f *folder) inVector(x asm.Reg, blends map[int]func(a, b asm.Reg) asm.Reg) asm.Reg {
	words := f.size / 4
	for half := 1; half < f.ISA.Lanes()/words; half *= 2 {
		left := f.permuted(x, func(i int) int {
			if i/words&half == 0 {
				return i
			}
			return (i/words&^(half-1)-1)*words + i%words
		})
		x = blends[half](x, f.combine(left, x))
	}
	return x
}

// last has the last element in all lanes.
func (f *folder) last(x asm.Reg) asm.Reg {
	words := f.size / 4
	return f.permuted(x, func(i int) int { return f.ISA.Lanes() - words + i%words })
}

// permuted has in each word that of x which from gives: within quarters of 128 bits, if it is the same in all, by a
// constant of the instruction.
func (f *folder) permuted(x asm.Reg, from func(i int) int) asm.Reg {
	r, imm, isInQuarters := f.Temp(), int64(0), true
	for i := range f.ISA.Lanes() {
		isInQuarters = isInQuarters && from(i)/4 == i/4 && from(i)%4 == from(i%4)
	}
	if !isInQuarters {
		f.Emit(asm.Inst{Op: asm.Vpermd, Len: asm.Whole(f.ISA), Dst: r, A: f.Words32(from), B: x})
		return r
	}
	for i := range 4 {
		imm |= int64(from(i)) << (2 * i)
	}
	f.Emit(asm.Inst{Op: asm.Vpshufd, Len: asm.Whole(f.ISA), Dst: r, B: x, Imm: imm})
	return r
}
