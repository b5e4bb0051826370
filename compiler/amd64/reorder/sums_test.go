package reorder

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"testing"

	"heddle/compiler/amd64/asm"
)

// numbersStored are the stored values, where a register holds one number: sums are added up, and all other instructions
// make some number from their operands.
func numbersStored(fn *asm.Func) (stored []uint64) {
	regs := map[asm.Reg]uint64{}
	for i := range fn.Insts {
		in := &fn.Insts[i]
		h := fnv.New64()
		fmt.Fprint(h, in.Op, in.Imm, in.HasMem, in.Mem.Disp, in.Mem.Const, in.Mask != asm.NoReg, in.Zero)
		in.Operands(func(r *asm.Reg, read, _ bool) {
			if read {
				_ = binary.Write(h, binary.LittleEndian, regs[*r])
			}
		})
		value := h.Sum64()
		if isSum(in) {
			value = regs[in.A] + regs[in.B]
		}
		if in.Dst == asm.NoReg {
			stored = append(stored, value)
		} else {
			regs[in.Dst] = value
		}
	}
	return stored
}

// TestLateSumsChangeNoValue: the same values are stored in the same order.
func TestLateSumsChangeNoValue(t *testing.T) {
	changed := 0
	for seed := range uint64(300) {
		fn := randomStretches(rand.New(rand.NewPCG(seed, 2)))
		before, text := numbersStored(fn), fmt.Sprint(fn.Insts)
		ReassociateSums(fn)
		if fmt.Sprint(fn.Insts) != text {
			changed++
		}
		if !slices.Equal(numbersStored(fn), before) {
			t.Fatalf("seed %d: other values are stored", seed)
		}
	}
	if changed < 200 {
		t.Errorf("only %d of the programs change", changed)
	}
}

// sums writes code with registers that are loaded, added and stored.
type sums struct{ fn asm.Func }

func (s *sums) load() asm.Reg {
	r := s.fn.NewReg(asm.Vector)
	s.fn.Insts = append(s.fn.Insts, asm.Inst{Op: asm.Vmovups, Len: asm.L512, Dst: r, HasMem: true,
		Mem: asm.Mem{Base: asm.RBP}})
	return r
}

func (s *sums) add(a, b asm.Reg) asm.Reg {
	r := s.fn.NewReg(asm.Vector)
	s.fn.Insts = append(s.fn.Insts, asm.Inst{Op: asm.Vpaddd, Len: asm.L512, Dst: r, A: a, B: b})
	return r
}

func (s *sums) rotate(a asm.Reg) asm.Reg {
	r := s.fn.NewReg(asm.Vector)
	s.fn.Insts = append(s.fn.Insts, asm.Inst{Op: asm.Vprold, Len: asm.L512, Dst: r, B: a, Imm: 3})
	return r
}

func (s *sums) store(r asm.Reg) {
	s.fn.Insts = append(s.fn.Insts, asm.Inst{Op: asm.Vmovups, Len: asm.L512, B: r, HasMem: true,
		Mem: asm.Mem{Base: asm.RBP}})
}

// last are the operands of the last addition.
func (s *sums) last() []asm.Reg {
	at := len(s.fn.Insts) - 1
	for !isSum(&s.fn.Insts[at]) {
		at--
	}
	return []asm.Reg{s.fn.Insts[at].A, s.fn.Insts[at].B}
}

func TestReassociateSums(t *testing.T) {
	s := &sums{}
	a, b, c := s.load(), s.load(), s.load()
	late := s.rotate(s.rotate(a))
	s.store(s.add(s.add(s.add(late, a), b), c))
	ReassociateSums(&s.fn)
	if !slices.Contains(s.last(), late) {
		t.Errorf("what is made late is not added last: %v", s.fn.Insts)
	}

	s = &sums{}
	a, b, c = s.load(), s.load(), s.load()
	late = s.rotate(s.rotate(s.rotate(a)))
	sum := s.add(late, b)
	s.store(s.add(sum, s.rotate(c)))
	ReassociateSums(&s.fn)
	if !slices.Contains(s.last(), late) {
		t.Errorf("a late operand is not added after one that is defined further down: %v", s.fn.Insts)
	}

	s = &sums{}
	a, b, c = s.load(), s.load(), s.load()
	late = s.rotate(s.rotate(a))
	part := s.add(late, b)
	s.store(s.add(part, c))
	s.store(part)
	ReassociateSums(&s.fn)
	if slices.Contains(s.last(), late) {
		t.Errorf("a sum that others read too changes: %v", s.fn.Insts)
	}
}

// TestLoopCarriedOperandIsAddedLast: in a loop the latest operand is the loop-carried one.
func TestLoopCarriedOperandIsAddedLast(t *testing.T) {
	s := &sums{}
	total, far := s.load(), s.rotate(s.rotate(s.load()))
	top := s.fn.NewLabel()
	s.fn.Insts = append(s.fn.Insts, asm.Inst{Op: asm.Label, Label: top})
	element := s.load()
	sum := s.add(s.add(total, element), far)
	s.fn.Insts = append(s.fn.Insts, asm.Inst{Op: asm.MoveV, Dst: total, B: sum},
		asm.Inst{Op: asm.Jcc, Cond: asm.CondNE, Label: top})
	s.store(total)
	ReassociateSums(&s.fn)
	if !slices.Contains(s.last(), total) {
		t.Errorf("the sum so far is not added last: %v", s.fn.Insts)
	}
}
