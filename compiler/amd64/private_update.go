package amd64

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Updates of private arrays. AVX2 has no scatter, and that of a Zen takes longer than stores one by one, so what is stored
// into private arrays at places that differ between lanes goes lane by lane. Where that is what was loaded from the same
// places, changed by one operation (count[x] += n), each lane changes its element in memory instead: nothing is gathered,
// which would have to wait until the stores before it have left for the cache, as they are smaller than what it reads.
//
// With all lanes active, and where zero changes nothing, this is straight code: lanes that are not active then add zero to
// the first element. Else it is a loop over the active ones, which is only done where there is no scatter.

// privateUpdate is a store that changes what is there.
type privateUpdate struct {
	op ir.Op
	by ir.ValueID
}

// updateOps are the operations that change memory in place.
var updateOps = map[ir.Op]asm.Op{ir.OpAdd: asm.Add, ir.OpSub: asm.Sub, ir.OpOr: asm.Or, ir.OpXor: asm.Xor, ir.OpAnd: asm.And}

// isUpdate says whether there is an instruction for an operation on memory.
func isUpdate(op ir.Op) bool {
	switch op {
	case ir.OpAdd, ir.OpSub, ir.OpOr, ir.OpXor, ir.OpAnd:
		return true
	}
	return false
}

// updatesByLane says whether that is faster than to gather and to scatter.
func (s *accessTable) updatesByLane() bool { return s.ISA == AVX2 || s.Core == Zen }

// findUpdates finds them. What they load and compute is not written on its own.
func (s *accessTable) findUpdates() {
	s.updates = map[ir.ValueID]privateUpdate{}
	if !s.updatesByLane() || len(s.privates) == 0 {
		return
	}
	loads := map[ir.ValueID]ir.ValueID{} // by pointer, since memory was written last
	for _, b := range s.flow.layout.Order {
		clear(loads)
		for _, v := range s.kernel.Blocks[b].Instrs {
			in := s.kernel.Instr(v)
			if in.Op == ir.OpLoad {
				loads[in.Args[0]] = v
				continue
			}
			if in.Op == ir.OpStore && s.offsets[in.Args[0]] {
				s.findUpdate(v, in, loads[in.Args[0]])
			}
			if !in.Op.Pure() {
				clear(loads)
			}
		}
	}
}

// findUpdate looks at a store into a private array, and at what was loaded from there.
func (s *accessTable) findUpdate(v ir.ValueID, in *ir.Instr, load ir.ValueID) {
	change := s.kernel.Instr(in.Args[1])
	op := change.Op
	if !isUpdate(op) || load == 0 || change.Block != in.Block || s.uses[in.Args[1]] != 1 || s.uses[load] != 1 || !s.needed[v] {
		return
	}
	a := s.addressOf(in.Args[0], change.Type)
	if t := change.Type; t != s.kernel.Type(load) || t != ir.I32 && t != ir.I64 || a.pattern == atOne || s.ISA == AVX512 && !addsZero(op, &a) {
		return
	}
	if (in.Flags|s.kernel.Instr(load).Flags)&ir.FlagVolatile != 0 {
		return
	}
	by := change.Args[1]
	if change.Args[0] != load {
		if by != load || change.Op == ir.OpSub {
			return
		}
		by = change.Args[0]
	}
	s.updates[v] = privateUpdate{op, by}
	s.fused[load], s.fused[in.Args[1]] = true, true
}

// addsZero says whether a lane that is not active may change the first element by zero.
func addsZero(op ir.Op, a *address) bool { return op != ir.OpAnd && a.disp == 0 }

// updatePrivate writes one.
func (s *selector) updatePrivate(up privateUpdate, t ir.Type, a *address) {
	for u := range s.each() {
		active := s.activeMask(u)
		if active != asm.NoReg && !addsZero(up.op, a) {
			s.updateActive(up, t, s.privateIndex(a, t.Bytes(), u, asm.NoReg), u)
			continue
		}
		m := s.privateIndex(a, t.Bytes(), u, active)
		index, by := s.takeOut([]asm.Reg{m.Index}), s.updateBy(up, u, active)
		for lane := range s.ISA.Lanes() {
			change := by(lane)
			change.Op, change.Size, change.HasMem, change.Mem = updateOps[up.op], sizeOf(t), true, m
			change.Mem.Index = index.index(lane)
			s.Emit(change)
		}
	}
}

// updateBy prepares the second operands of a sub-group: zero for lanes outside of a mask, if there is one. What it gives
// are their operands of an instruction.
func (s *selector) updateBy(up privateUpdate, u int, mask asm.Reg) func(lane int) asm.Inst {
	if c, ok := s.signedConst(up.by); ok && mask == asm.NoReg && c == int64(int32(c)) {
		return func(int) asm.Inst { return asm.Inst{Imm: c} }
	}
	if s.byValue[up.by].kind == scalar && mask == asm.NoReg {
		r := s.lane0Reg(up.by, u)
		return func(int) asm.Inst { return asm.Inst{B: r} }
	}
	lanes := s.lanesOf(up.by, u)
	if mask != asm.NoReg {
		kept := make([]asm.Reg, len(lanes))
		for i, part := range s.maskParts(mask, len(lanes)) {
			kept[i] = s.zeroOutside(lanes[i], part, len(lanes))
		}
		lanes = kept
	}
	taken := s.takeOut(lanes)
	return func(lane int) asm.Inst { return asm.Inst{B: taken.lane(lane)} }
}

// zeroOutside is a register with zero in the lanes that a mask leaves out; parts tells 64-bit lanes.
func (s *selector) zeroOutside(x, mask asm.Reg, parts int) asm.Reg {
	kept := s.Temp()
	switch {
	case s.ISA == AVX2:
		s.Op3(asm.Vpand, kept, x, mask)
	case parts == 2:
		s.Emit(asm.Inst{Op: asm.Vmovdqa64, Len: asm.L512, Dst: kept, B: x, Mask: mask, Zero: true})
	default:
		s.Emit(asm.Inst{Op: asm.Vmovdqa32, Len: asm.L512, Dst: kept, B: x, Mask: mask, Zero: true})
	}
	return kept
}

// updateActive updates the elements of the active lanes in a loop over them.
func (s *selector) updateActive(up privateUpdate, t ir.Type, m asm.Mem, u int) {
	s.toScratch(scratchPointer, []asm.Reg{m.Index})
	s.toScratch(scratchValue, s.lanesOf(up.by, u))
	s.eachLane(s.bitsOf(s.activeMask(u)), func(lane asm.Reg) {
		at, r := m, s.general()
		at.Index = s.general()
		s.Emit(asm.Inst{Op: asm.Movsxd, Size: 8, Dst: at.Index, HasMem: true, Mem: s.scratchMem(scratchPointer, lane, 4)})
		s.getScratch(scratchValue, lane, r, sizeOf(t))
		s.Emit(asm.Inst{Op: updateOps[up.op], Size: sizeOf(t), B: r, HasMem: true, Mem: at})
	})
}
