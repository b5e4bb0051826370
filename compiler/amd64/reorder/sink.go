package reorder

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/vec"
)

// Sinking. Operations on vectors of 8 or 16 elements arrive here operation by operation: all elements are loaded and
// extracted from their words, then all are compared, then all are selected, and so on. At times that leaves more live
// values than there are registers. In such a stretch of straight-line code, instructions that can move sink to the
// first use of their result, so that the code handles one element after the other. The new order stays if fewer values
// lack a register; else the old one is kept, since results of two operands are better computed early.
//
// Only instructions move whose sole effect is to compute a vector or a mask, from registers that the rest of the
// stretch does not write. A result that is made in steps (a copy, then an operation that changes it) moves as a whole,
// unless it is read between the steps. Long dependency chains do not move, because nothing near them hides their
// latency. The lack of registers is only an estimate, so it must fall by a factor. The caller leaves out bundles of
// several sub-groups: there the instructions of other sub-groups hide latency.

// sinker reorders one stretch of straight-line code.
type sinker struct {
	fn    *asm.Func
	limit [asm.ClassCount]int

	minExcess, gain, maxChain int

	insts []asm.Inst
	uses  []int32 // by virtual register: the number of operands in the whole code

	named    []int32 // by virtual register: the number of operands in the stretch
	lastDef  []int32 // by virtual register: 1 + its last definition in the stretch
	first    []int32 // by virtual register: 1 + its first operand in the stretch; negative while it is live
	groups   map[asm.Reg]*sinkGroup
	memberOf []*sinkGroup // by instruction
	order    []int32
	deepest  int // longest chain among the groups that moved
}

// sinkGroup is all instructions of the stretch that write one register.
type sinkGroup struct {
	members []int32
	stays   bool // cannot move
	isRead  bool // after the last of them
	done    bool
	depth   int // length of the dependency chain that ends with this register
}

// SinkToUses reorders all stretches that have more live values than registers.
func SinkToUses(fn *asm.Func) { newSinker(fn).run() }

func newSinker(fn *asm.Func) *sinker {
	n := len(fn.Classes)
	s := &sinker{
		fn: fn, limit: asm.RegisterLimits(fn.ISA), minExcess: minSinkExcess, gain: sinkGain, maxChain: maxSinkChain,
		uses: make([]int32, n), named: make([]int32, n), lastDef: make([]int32, n), first: make([]int32, n),
	}
	s.count(fn.Insts, s.uses, 1)
	return s
}

func (s *sinker) run() {
	first := 0
	for i := range s.fn.Insts {
		if op := s.fn.Insts[i].Op; op == asm.Label || vec.EndsBlock(op) {
			s.stretch(s.fn.Insts[first:i])
			first = i + 1
		}
	}
	s.stretch(s.fn.Insts[first:])
}

// count adds by to the number of operands of each virtual register, and returns how many registers of each class had
// none before.
func (s *sinker) count(insts []asm.Inst, in []int32, by int32) (fresh [asm.ClassCount]int) {
	for i := range insts {
		insts[i].Operands(func(r *asm.Reg, _, _ bool) {
			if v := *r - asm.FirstVirtual; v >= 0 {
				if in[v] == 0 {
					fresh[s.fn.ClassOf(*r)]++
				}
				in[v] += by
			}
		})
	}
	return fresh
}

// stretch reorders a stretch if that pays.
func (s *sinker) stretch(insts []asm.Inst) {
	if len(insts) < minSinkInsts {
		return
	}
	s.insts = insts
	distinct := s.count(insts, s.named, 1)
	defer s.count(insts, s.named, -1)
	if distinct[asm.Vector] <= s.limit[asm.Vector] && distinct[asm.Mask] <= s.limit[asm.Mask] {
		return
	}
	old := make([]int32, len(insts))
	for i := range old {
		old[i] = int32(i)
	}
	before := s.excess(old) // the condition above only says that there may be an excess
	if before < s.minExcess {
		return
	}
	s.findGroups()
	s.order, s.deepest = make([]int32, 0, len(insts)), 0
	for i := range insts { // the groups that move are written with their first reader
		if g := s.memberOf[i]; g == nil || g.stays {
			s.write(int32(i))
		}
	}
	for i := range insts {
		insts[i].Operands(func(r *asm.Reg, _, _ bool) {
			if *r >= asm.FirstVirtual {
				s.lastDef[*r-asm.FirstVirtual] = 0
			}
		})
	}
	if len(s.order) != len(insts) {
		panic("BUG: an instruction is lost")
	}
	isShort := s.deepest <= s.maxChain
	if isShort && s.gain*s.excess(s.order) <= before {
		sorted := make([]asm.Inst, len(insts))
		for to, from := range s.order {
			sorted[to] = insts[from]
		}
		copy(insts, sorted)
	}
}

// findGroups finds the instructions that may move.
func (s *sinker) findGroups() {
	s.groups, s.memberOf = map[asm.Reg]*sinkGroup{}, make([]*sinkGroup, len(s.insts))
	for i := range s.insts {
		s.insts[i].Operands(func(r *asm.Reg, _, write bool) {
			if write && *r >= asm.FirstVirtual {
				s.lastDef[*r-asm.FirstVirtual] = int32(i) + 1
			}
		})
	}
	for i := range s.insts {
		in := &s.insts[i]
		in.Operands(func(r *asm.Reg, read, write bool) {
			g := s.groups[*r]
			switch {
			case write && *r >= asm.FirstVirtual:
				if g == nil {
					g = &sinkGroup{stays: read}
					s.groups[*r] = g
				}
				if n := len(g.members); n == 0 || g.members[n-1] != int32(i) {
					g.members = append(g.members, int32(i))
				}
				g.stays = g.stays || r != &in.Dst || !s.mayMove(i, in)
				s.memberOf[i] = g
			case read && g != nil && in.Dst != *r:
				if s.lastDef[*r-asm.FirstVirtual] > int32(i) {
					g.stays = true // read between the steps
				}
				g.isRead = true
			}
		})
	}
	for _, g := range s.groups {
		g.stays = g.stays || !g.isRead
	}
}

// mayMove reports whether the only effect of an instruction is to compute a vector or a mask from registers that are
// not written after it.
func (s *sinker) mayMove(at int, in *asm.Inst) bool {
	info := asm.Info(in.Op)
	readsMemory := in.HasMem && in.Mem.Const == 0
	hasFixed := info.Fixed() != asm.Info(asm.MoveV).Fixed()
	if s.fn.ClassOf(in.Dst) == asm.General || hasFixed || in.Op == asm.Undef || readsMemory {
		return false
	}
	ok := true
	in.Operands(func(r *asm.Reg, read, write bool) {
		switch {
		case *r == in.Dst && r == &in.Dst:
		case write, *r < asm.FirstVirtual && *r != asm.RBP && *r != asm.R15:
			ok = false
		case *r >= asm.FirstVirtual && *r != in.Dst:
			ok = ok && s.lastDef[*r-asm.FirstVirtual] <= int32(at)
		}
	})
	return ok
}

// write appends an instruction to the new order, after the moving groups that it reads, and returns the length of their
// longest chain.
func (s *sinker) write(i int32) (depth int) {
	s.insts[i].Operands(func(r *asm.Reg, read, _ bool) {
		g := s.groups[*r]
		if !read || g == nil || g.stays || g.members[0] >= i || s.memberOf[i] == g {
			return
		}
		if !g.done {
			g.done = true
			for _, m := range g.members {
				g.depth = max(g.depth, s.write(m)) + 1
			}
			s.deepest = max(s.deepest, g.depth)
		}
		depth = max(depth, g.depth)
	})
	s.order = append(s.order, i)
	return depth
}

// excess is the number of live values without a register, summed over the instructions of the stretch in the given
// order. Registers that other code uses, too, count as live throughout.
func (s *sinker) excess(order []int32) (sum int) {
	n := [asm.ClassCount]int{}
	for at := len(order) - 1; at >= 0; at-- {
		s.insts[order[at]].Operands(func(r *asm.Reg, _, _ bool) {
			if v := *r - asm.FirstVirtual; v >= 0 {
				if s.first[v] == 0 && s.uses[v] > s.named[v] {
					n[s.fn.ClassOf(*r)]++
				}
				s.first[v] = int32(at) + 1
			}
		})
	}
	for at := len(order) - 1; at >= 0; at-- {
		in := &s.insts[order[at]]
		in.Operands(func(r *asm.Reg, _, _ bool) {
			if v := *r - asm.FirstVirtual; v >= 0 && s.first[v] > 0 && s.uses[v] == s.named[v] {
				n[s.fn.ClassOf(*r)]++
				s.first[v] = -s.first[v] // live
			}
		})
		for class := asm.Vector; class < asm.ClassCount; class++ {
			sum += max(0, n[class]-s.limit[class])
		}
		in.Operands(func(r *asm.Reg, _, _ bool) {
			if v := *r - asm.FirstVirtual; v >= 0 && s.first[v] == -int32(at)-1 {
				n[s.fn.ClassOf(*r)]--
				s.first[v] = 0
			}
		})
	}
	for i := range s.insts {
		s.insts[i].Operands(func(r *asm.Reg, _, _ bool) {
			if *r >= asm.FirstVirtual {
				s.first[*r-asm.FirstVirtual] = 0
			}
		})
	}
	return sum
}
