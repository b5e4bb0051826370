package reorder

import (
	"slices"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/vec"
)

// Loop fission. A sub-group's values of 64 bits fill two vectors each, so a loop carries twice as many registers: the
// 25 words of Keccak's state are 50 vectors. Mostly the two halves do not depend on each other. Then one loop runs all
// iterations of the first half, and a second loop all iterations of the second. Both compute what is uniform (counters,
// addresses, uniform loads), the second loop from the same initial values.
//
//	i = 0                             i = 0; begin = i
//	top: if i == n goto out           top: if i == n goto next
//	     a = f(a, k[i])                    a = f(a, k[i])
//	     b = f(b, k[i])       =>           i++; goto top
//	     i++; goto top                next: i = begin
//	out:                              again: if i == n goto out
//	                                       b = f(b, k[i])
//	                                       i++; goto again
//	                                  out:
//
// The loop must be entered only at its top and left only to the next instruction, or for good when the launch is
// cancelled. It must not write memory, nor read memory that others may change meanwhile (which the caller knows), nor
// branch on a vector. Fission pays where the vectors that are carried from iteration to iteration do not fit into the
// registers, but those of one half do: the values of the other half lie in the frame meanwhile.

// fissioner analyses and splits one loop.
type fissioner struct {
	fn          *asm.Func
	first, last int
	defs        []int32 // by virtual register: number of definitions in the whole code
	begun       []int32 // 1 + its first definition
	isNamed     []bool  // the loop reads or writes it
	isRead      []bool  // the loop reads it first
	written     []bool  // the loop writes it
	isShared    []bool  // the loop computes it in one place, from values that both halves share
	half        []asm.Reg
	partOf      map[asm.Reg]part // by root of half
	parts       []part           // of each instruction of the loop
}

// part is the loop, of the two, to which an instruction belongs.
type part uint8

const (
	inBoth part = iota
	inFirst
	inSecond
)

// FissionLoops splits the loops that carry more vectors from iteration to iteration than there are registers.
func FissionLoops(fn *asm.Func) {
	first := 0
	for range maxFissions {
		s := nextLoop(fn, first)
		if s == nil {
			return
		}
		first = s.split()
	}
}

// nextLoop returns the first loop from an instruction on that can be split, nil if there is none.
func nextLoop(fn *asm.Func, from int) *fissioner {
	labels := map[int32]int{}
	for i := range fn.Insts {
		in := &fn.Insts[i]
		if in.Op == asm.Label {
			labels[in.Label] = i
		}
		if in.Op != asm.Jmp && in.Op != asm.Jcc {
			continue
		}
		top, isBack := labels[in.Label]
		isSized := i-top >= minFissionInsts && i-top <= maxFissionInsts
		isBeforeLabel := i+1 < len(fn.Insts) && fn.Insts[i+1].Op == asm.Label
		if !isBack || top < from || !isSized || !isBeforeLabel {
			continue
		}
		s := &fissioner{fn: fn, first: top, last: i}
		if s.carriesTooMuch() && s.isClosed() && s.findHalves() {
			return s
		}
	}
	return nil
}

// isClosed reports whether the loop is entered only at its top and left only to the next instruction or for good.
func (s *fissioner) isClosed() bool {
	at, inside := map[int32]int{}, func(i int) bool { return i >= s.first && i <= s.last }
	for i := range s.fn.Insts {
		if in := &s.fn.Insts[i]; in.Op == asm.Label {
			at[in.Label] = i
		}
	}
	for i := range s.fn.Insts {
		in := &s.fn.Insts[i]
		isJump := in.Op == asm.Jmp || in.Op == asm.Jcc
		if inside(i) && vec.EndsBlock(in.Op) && !isJump {
			return false
		}
		if !isJump {
			continue
		}
		to := at[in.Label]
		leaves := inside(i) && !inside(to)
		enters := !inside(i) && inside(to)
		if enters || leaves && !s.isNext(to) && !s.leavesForGood(to) {
			return false
		}
	}
	return !slices.Contains(s.fn.Seldom, s.fn.Insts[s.first].Label)
}

// isNext reports whether an instruction is the one after the loop.
func (s *fissioner) isNext(to int) bool { return to == s.last+1 }

// leavesForGood reports whether the code after a label ends the launch.
func (s *fissioner) leavesForGood(to int) bool {
	return to+1 < len(s.fn.Insts) && s.fn.Insts[to+1].Op == asm.Return && s.fn.Insts[to+1].Imm != 0
}

// carriesTooMuch reports whether more vectors are carried from iteration to iteration than there are registers.
func (s *fissioner) carriesTooMuch() bool {
	isRead, written := map[asm.Reg]bool{}, map[asm.Reg]bool{}
	carried := 0
	for i := s.first; i <= s.last; i++ {
		s.fn.Insts[i].Operands(func(r *asm.Reg, read, write bool) {
			if *r < asm.FirstVirtual || s.fn.ClassOf(*r) != asm.Vector {
				return
			}
			if _, isNamed := isRead[*r]; !isNamed {
				isRead[*r] = read
			}
			if write && isRead[*r] && !written[*r] {
				written[*r] = true
				carried++
			}
		})
	}
	return carried > s.limit()
}

// limit is the number of vector registers.
func (s *fissioner) limit() int { return asm.RegisterLimits(s.fn.ISA)[asm.Vector] }

// countRegisters records how the loop and the rest of the code use each register.
func (s *fissioner) countRegisters() {
	n := len(s.fn.Classes)
	s.defs, s.begun = make([]int32, n), make([]int32, n)
	s.isNamed, s.written, s.isRead = make([]bool, n), make([]bool, n), make([]bool, n)
	for i := range s.fn.Insts {
		inside := i >= s.first && i <= s.last
		s.fn.Insts[i].Operands(func(r *asm.Reg, read, write bool) {
			v := *r - asm.FirstVirtual
			if v < 0 {
				return
			}
			if inside && !s.isNamed[v] {
				s.isNamed[v], s.isRead[v] = true, read
			}
			if write {
				s.defs[v]++
				s.written[v] = s.written[v] || inside
				if s.begun[v] == 0 {
					s.begun[v] = int32(i) + 1
				}
			}
		})
	}
}

// findHalves assigns each instruction to one loop or to both. It reports whether there are exactly two halves, each of
// which fits into the registers.
func (s *fissioner) findHalves() bool {
	s.countRegisters()
	n := len(s.fn.Classes)
	s.half, s.isShared = make([]asm.Reg, n), make([]bool, n)
	for v := range s.half {
		s.half[v] = asm.Reg(v)
	}
	for i := s.first; i <= s.last; i++ {
		if !s.join(&s.fn.Insts[i]) {
			return false
		}
	}
	s.parts = make([]part, s.last+1-s.first)
	s.partOf = map[asm.Reg]part{}
	for k := range s.parts {
		v := s.ownOf(&s.fn.Insts[s.first+k])
		if v < 0 {
			continue
		}
		root := s.root(v)
		if s.partOf[root] == inBoth {
			s.partOf[root] = part(len(s.partOf) + 1)
		}
		s.parts[k] = s.partOf[root]
	}
	return len(s.partOf) == int(inSecond) && s.fits()
}

// fits reports whether the registers suffice for the vectors that each loop carries.
func (s *fissioner) fits() bool {
	var carried [inSecond + 1]int
	s.eachCarried(func(_ asm.Reg, p part) { carried[p]++ })
	return carried[inFirst] <= s.limit() && carried[inSecond] <= s.limit()
}

// eachCarried yields the vectors that are carried from iteration to iteration, with the loop to which they belong.
func (s *fissioner) eachCarried(visit func(r asm.Reg, p part)) {
	s.eachRegister(func(r asm.Reg, v int) {
		if s.fn.Classes[v] == asm.Vector && s.isRead[v] {
			visit(r, s.partOf[s.root(asm.Reg(v))])
		}
	})
}

func (s *fissioner) root(v asm.Reg) asm.Reg {
	for s.half[v] != v {
		s.half[v] = s.half[s.half[v]]
		v = s.half[v]
	}
	return v
}

// ownOf is a register of one half that an instruction writes, -1 if it writes none.
func (s *fissioner) ownOf(in *asm.Inst) asm.Reg {
	own := asm.Reg(-1)
	in.Operands(func(r *asm.Reg, _, write bool) {
		if v := *r - asm.FirstVirtual; write && v >= 0 && s.fn.Classes[v] != asm.General && !s.isShared[v] {
			own = v
		}
	})
	return own
}

// join puts the results of an instruction into the same half as its operands. It reports whether the instruction is one
// that a split loop may have.
func (s *fissioner) join(in *asm.Inst) bool {
	if _, writes := in.Memory(); writes || len(asm.Info(in.Op).Fixed().Writes) > 0 {
		return false
	}
	reads, writes, scalars := []asm.Reg(nil), []asm.Reg(nil), 0
	ok := true
	in.Operands(func(r *asm.Reg, read, write bool) {
		v := *r - asm.FirstVirtual
		switch {
		case v < 0:
			ok = ok && !write
		case s.fn.Classes[v] == asm.General:
			if write {
				scalars++
			}
		case write:
			writes = append(writes, v)
		case s.written[v] && !s.isShared[v]:
			reads = append(reads, v)
		}
	})
	if !ok || len(writes) == 0 { // a jump or uniform code, which must not depend on a half
		return ok && len(reads) == 0
	}
	if scalars > 0 { // a vector and a general register: it would belong to a half and to both
		return false
	}
	if len(reads) == 0 && len(writes) == 1 && s.defs[writes[0]] == 1 && !s.isRead[writes[0]] {
		s.isShared[writes[0]] = true // made anew in each iteration from uniform values: both loops compute it
		return true
	}
	for _, v := range append(reads, writes...) {
		s.half[s.root(v)] = s.root(writes[0])
	}
	return true
}

// split writes the two loops, and returns the end of the second.
func (s *fissioner) split() int {
	fn := s.fn
	out := asm.NewInsts(len(fn.Insts) + s.last - s.first)
	out = append(out, fn.Insts[:s.first]...)
	begin := map[asm.Reg]asm.Reg{}
	s.eachRegister(func(r asm.Reg, v int) {
		if fn.Classes[v] == asm.General && s.begun[v] <= int32(s.first) {
			begin[r] = fn.NewReg(asm.General)
			out = append(out, asm.Inst{Op: asm.MoveG, Size: 8, Dst: begin[r], B: r})
		}
	})
	out = s.write(out, inFirst, map[asm.Reg]asm.Reg{}, map[int32]int32{})
	s.eachRegister(func(r asm.Reg, _ int) {
		if from := begin[r]; from != asm.NoReg {
			out = append(out, asm.Inst{Op: asm.MoveG, Size: 8, Dst: r, B: from})
		}
	})
	labels, again := map[int32]int32{}, map[asm.Reg]asm.Reg{}
	for i := s.first; i <= s.last; i++ {
		in := &fn.Insts[i]
		if in.Op == asm.Label {
			labels[in.Label] = fn.NewLabel()
		}
		if in.Remat && in.Dst >= asm.FirstVirtual {
			again[in.Dst] = fn.NewReg(fn.ClassOf(in.Dst))
		}
	}
	out = s.write(out, inSecond, again, labels)
	end := len(out)
	fn.Replace(append(out, fn.Insts[s.last+1:]...))
	return end
}

// eachRegister yields the virtual registers that the loop writes.
func (s *fissioner) eachRegister(visit func(r asm.Reg, v int)) {
	for v, is := range s.written {
		if is {
			visit(asm.FirstVirtual+asm.Reg(v), v)
		}
	}
}

// write appends one of the loops, with new labels, and new registers for results of its own. Carried vectors get
// registers of their own in each loop. They are copied before the loop and after it by Vmovups, which the allocator
// does not take for a move and so does not coalesce: the new register can be in a machine register while the old one
// lies in the frame.
func (s *fissioner) write(out []asm.Inst, of part, other map[asm.Reg]asm.Reg, labels map[int32]int32) []asm.Inst {
	exit := s.fn.NewLabel()
	labels[s.fn.Insts[s.last+1].Label] = exit
	var back []asm.Inst
	s.eachCarried(func(r asm.Reg, p part) {
		if p == of {
			other[r] = s.fn.NewReg(asm.Vector)
			out = append(out, asm.Inst{Op: asm.Vmovups, Len: asm.Whole(s.fn.ISA), Dst: other[r], B: r})
			back = append(back, asm.Inst{Op: asm.Vmovups, Len: asm.Whole(s.fn.ISA), Dst: r, B: other[r]})
		}
	})
	for k, p := range s.parts {
		if p != inBoth && p != of {
			continue
		}
		in := s.fn.Insts[s.first+k]
		if in.Op == asm.Label || in.Op == asm.Jmp || in.Op == asm.Jcc {
			if to, ok := labels[in.Label]; ok {
				in.Label = to
			}
		}
		in.Operands(func(r *asm.Reg, _, _ bool) {
			if to := other[*r]; to != asm.NoReg {
				*r = to
			}
		})
		out = append(out, in)
	}
	out = append(out, asm.Inst{Op: asm.Label, Label: exit})
	return append(out, back...)
}
