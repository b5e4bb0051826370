package reorder

import (
	"slices"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/vec"
)

// Splitting of loops. A sub-group's values of 64 bits fill two vectors, so what a loop takes from round to round takes twice
// the registers, as the 25 words of Keccak's state do, which are 50 vectors. Mostly the halves have nothing to do with each
// other: then one loop does all rounds of the first half, and a second one all rounds of the second. What is the same for all
// lanes (counters, addresses, what is read from memory for all) both compute, the second from what the first began with.
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
// That takes a loop that is entered at its top only, is left only for the instruction behind it (or for good, if the launch is
// cancelled), writes no memory, reads none that others may change meanwhile (which the caller knows), and asks no vector
// where to go. It is done where what a round takes over does not fit into the registers, but what one half takes over does:
// the values of the half whose turn it is not lie in the frame meanwhile.

const (
	maxSplitInsts = 4096 // of a loop
	maxSplits     = 4    // loops of a function
)

// splitter looks at a loop.
type splitter struct {
	fn          *asm.Func
	first, last int
	defs        []int32 // by virtual register: how often it is written
	begun       []int32 // 1 + where it is written first
	isNamed     []bool  // by the loop
	isRead      []bool  // by what names it first
	written     []bool  // by the loop
	isShared    []bool  // the loop computes it from what is the same for both halves, in one place
	half        []asm.Reg
	partOf      map[asm.Reg]part // by root of half
	parts       []part           // of each instruction of the loop
}

// part says which of the two loops an instruction goes to.
type part uint8

const (
	inBoth part = iota
	inFirst
	inSecond
)

// SplitLoops splits the loops that take more vectors from round to round than there are registers.
func SplitLoops(fn *asm.Func) {
	first := 0
	for range maxSplits {
		s := nextSplit(fn, first)
		if s == nil {
			return
		}
		first = s.split()
	}
}

// nextSplit finds a loop that can be split, from an instruction on; nil: there is none.
func nextSplit(fn *asm.Func, from int) *splitter {
	labels := map[int32]int{}
	for i := range fn.Insts {
		in := &fn.Insts[i]
		if in.Op == asm.Label {
			labels[in.Label] = i
		}
		if in.Op != asm.Jmp && in.Op != asm.Jcc {
			continue
		}
		top, ok := labels[in.Label]
		if !ok || top < from || i-top > maxSplitInsts || i-top < minDeferred || i+1 == len(fn.Insts) || fn.Insts[i+1].Op != asm.Label {
			continue
		}
		s := &splitter{fn: fn, first: top, last: i}
		if s.takesTooMuch() && s.isClosed() && s.findHalves() {
			return s
		}
	}
	return nil
}

// isClosed says whether the loop is entered and left as it should be.
func (s *splitter) isClosed() bool {
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
		switch {
		case inside(i) && !inside(to) && !s.isBehind(to) && !s.leavesForGood(to), !inside(i) && inside(to), inside(i) && to == s.first && i > s.last:
			return false
		}
	}
	return !slices.Contains(s.fn.Seldom, s.fn.Insts[s.first].Label)
}

// isBehind says whether an instruction is the one behind the loop.
func (s *splitter) isBehind(to int) bool { return to == s.last+1 }

// leavesForGood says whether the code behind a label ends the launch.
func (s *splitter) leavesForGood(to int) bool {
	return to+1 < len(s.fn.Insts) && s.fn.Insts[to+1].Op == asm.Return && s.fn.Insts[to+1].Imm != 0
}

// takesTooMuch says whether a round takes over more vectors than there are registers.
func (s *splitter) takesTooMuch() bool {
	isRead, written := map[asm.Reg]bool{}, map[asm.Reg]bool{}
	taken := 0
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
				taken++
			}
		})
	}
	return taken > s.limit()
}

// limit is how many vector registers there are.
func (s *splitter) limit() int {
	if s.fn.ISA == asm.AVX2 {
		return 16
	}
	return 32
}

// lookAtRegisters notes what the loop does with all registers.
func (s *splitter) lookAtRegisters() {
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

// findHalves gives each instruction to one loop or to both; false: there are not two halves.
func (s *splitter) findHalves() bool {
	s.lookAtRegisters()
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

// fits says whether the registers suffice for what each loop takes over.
func (s *splitter) fits() bool {
	var taken [inSecond + 1]int
	s.eachTaken(func(_ asm.Reg, p part) { taken[p]++ })
	return taken[inFirst] <= s.limit() && taken[inSecond] <= s.limit()
}

// eachTaken visits the vectors that a round takes over, and tells which loop does.
func (s *splitter) eachTaken(visit func(r asm.Reg, p part)) {
	s.eachRegister(func(r asm.Reg, v int) {
		if s.fn.Classes[v] == asm.Vector && s.isRead[v] {
			visit(r, s.partOf[s.root(asm.Reg(v))])
		}
	})
}

func (s *splitter) root(v asm.Reg) asm.Reg {
	for s.half[v] != v {
		s.half[v] = s.half[s.half[v]]
		v = s.half[v]
	}
	return v
}

// ownOf is a register of one half that an instruction writes, or -1.
func (s *splitter) ownOf(in *asm.Inst) asm.Reg {
	own := asm.Reg(-1)
	in.Operands(func(r *asm.Reg, _, write bool) {
		if v := *r - asm.FirstVirtual; write && v >= 0 && s.fn.Classes[v] != asm.General && !s.isShared[v] {
			own = v
		}
	})
	return own
}

// join notes that what an instruction writes belongs to the same half as what it reads; false: it does something else.
func (s *splitter) join(in *asm.Inst) bool {
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
	if !ok || len(writes) == 0 {
		return ok && len(reads) == 0
	}
	if scalars > 0 {
		return false
	}
	if len(reads) == 0 && len(writes) == 1 && s.defs[writes[0]] == 1 && !s.isRead[writes[0]] {
		s.isShared[writes[0]] = true
		return true
	}
	for _, v := range append(reads, writes...) {
		s.half[s.root(v)] = s.root(writes[0])
	}
	return true
}

// split writes the two loops, and gives where the second ends.
func (s *splitter) split() int {
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

// eachRegister visits the virtual registers that the loop writes.
func (s *splitter) eachRegister(visit func(r asm.Reg, v int)) {
	for v, is := range s.written {
		if is {
			visit(asm.FirstVirtual+asm.Reg(v), v)
		}
	}
}

// write appends one of the loops, with other labels, and other registers for what only it writes. What a round takes over
// has registers of its own in each loop, which are filled before it and read behind it by instructions that are no moves:
// so it may be in registers here while the register that it was in has none.
func (s *splitter) write(out []asm.Inst, of part, other map[asm.Reg]asm.Reg, labels map[int32]int32) []asm.Inst {
	behind := s.fn.NewLabel()
	labels[s.fn.Insts[s.last+1].Label] = behind
	var back []asm.Inst
	s.eachTaken(func(r asm.Reg, p part) {
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
	out = append(out, asm.Inst{Op: asm.Label, Label: behind})
	return append(out, back...)
}
