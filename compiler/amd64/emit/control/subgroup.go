package control

import (
	"iter"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/vec"
	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
)

// Operations of the language's sub-groups (compiler/ir/subgroup.go), which have the size that the kernel says: part of
// a vector, a vector, or several vectors of the bundle. Lanes are in the order of linear local ids, as exec/native
// chooses versions in which they are.

// subGroups is the size of the kernel's sub-groups, and how many vectors of a bundle have whole ones (amd64.Kernel
// refuses versions that would cut them).
func (s *Selector) subGroups() (size, vectors int) {
	size = int(s.Kernel.SubGroup)
	return size, max(1, size/s.ISA.Lanes())
}

// yield lets other sub-groups run. Each must be a bundle by itself, so that lanes of others do not wait with it.
func (s *Selector) yield(in *ir.Instr) {
	size, vectors := s.subGroups()
	if size < s.ISA.Lanes() || s.Version.Count != vectors {
		s.Fail("sub-groups of %d that wait for each other have no machine code in %s", size, s.Version)
		return
	}
	s.Code.Suspends = true
	if in.Flags&ir.FlagWaits == 0 {
		s.suspend(abi.Yielded)
		return
	}
	s.Emit(asm.Inst{Op: asm.Mov, Size: 4, HasMem: true, Mem: asm.Mem{Base: asm.RBP, Disp: abi.ServiceNumber},
		Imm: int64(in.Pos)})
	s.suspend(abi.Waits)
}

// writeWords writes the registers of a value of all sub-groups.
func (s *Selector) writeWords(v ir.ValueID, of func(u int) asm.Reg) {
	for u := range s.EachCopy(s.ByValue[v]) {
		r := of(u)
		s.WriteLanes(v, u, func(dst []asm.Reg) { s.MoveVector(dst[0], r) })
	}
}

func (s *Selector) subGroupLane(v ir.ValueID, _ *ir.Instr) {
	size, _ := s.subGroups()
	if s.ByValue[v].Kind == forms.Affine { // a bundle is a sub-group
		s.MoveImm(s.Own(v, 0)[0], 0)
		return
	}
	s.writeWords(v, func(u int) asm.Reg { return s.LaneInSubGroup(u, size) })
}

// subGroupID divides the linear local id of the bundle's first lane, a multiple of the size, unless that is 0.
func (s *Selector) subGroupID(v ir.ValueID, _ *ir.Instr) {
	size, _ := s.subGroups()
	isScalar := s.ByValue[v].Kind == forms.Scalar
	if s.Version.WholeGroup && !isScalar {
		s.writeWords(v, func(u int) asm.Reg { return s.SubGroupOfLane(u, size) })
		return
	}
	first := s.General()
	if isScalar {
		first = s.Own(v, 0)[0]
	}
	if s.Version.WholeGroup {
		s.MoveImm(first, 0)
	} else {
		s.firstSubGroup(first, size)
	}
	if isScalar {
		return
	}
	all := s.Spread(first, ir.I32)[0]
	s.writeWords(v, func(u int) asm.Reg { return s.Add(ir.I32, all, s.SubGroupOfLane(u, size)) })
}

// firstSubGroup is the number of the first sub-group of a bundle.
func (s *Selector) firstSubGroup(dst asm.Reg, size int) {
	at := int32(abi.FrameFirst)
	if s.Version.Shape == bundle.Packed {
		at = abi.FrameLinear
	}
	linear := s.General()
	s.Emit(asm.Inst{Op: asm.Mov, Size: 8, Dst: linear, HasMem: true, Mem: asm.Mem{Base: asm.RBP, Disp: at},
		Remat: true})
	s.MoveGeneral(dst, linear)
	shift := 0
	for 1<<shift < size {
		shift++
	}
	s.AluImm(asm.Shr, 4, dst, int64(shift))
}

// votes are the bits of the active lanes of a vector whose truth value is true.
func (s *Selector) votes(truth ir.ValueID, u int) asm.Reg {
	m := s.LanesOf(truth, u)[0]
	if active := s.ActiveMask(u); active != asm.NoReg {
		both := s.NewMask()
		s.AndMask(both, m, active)
		m = both
	}
	return s.BitsOf(m)
}

// subGroupBallot collects the bits of the vectors that a word is for.
func (s *Selector) subGroupBallot(v ir.ValueID, in *ir.Instr) {
	size, vectors := s.subGroups()
	lanes, words := s.ISA.Lanes(), make([]asm.Reg, s.Version.Count)
	for u := range s.Each() {
		words[u] = s.General()
		s.MoveImm(words[u], 0)
		at := (u%vectors)*lanes - 32*int(in.Imm)
		if at < 0 || at >= 32 {
			continue
		}
		words[u] = s.votes(in.Args[0], u)
		if at > 0 {
			moved := s.General()
			s.MoveGeneral(moved, words[u])
			s.AluImm(asm.Shl, 4, moved, int64(at))
			words[u] = moved
		}
	}
	ballots := map[int]asm.Reg{}
	for first := range s.eachSubGroup(vectors) {
		all := s.General()
		s.MoveGeneral(all, words[first])
		for _, w := range words[first+1 : first+vectors] {
			s.Alu(asm.Or, 4, all, w)
		}
		ballot := s.Spread(all, ir.I32)[0]
		if size < lanes {
			ballot = s.BallotsOf(ballot, size)
		}
		ballots[first] = ballot
	}
	s.writeWords(v, func(u int) asm.Reg { return ballots[u/vectors*vectors] })
}

func (s *Selector) subGroupShuffle(v ir.ValueID, in *ir.Instr) {
	size, vectors := s.subGroups()
	words, shuffled := make([]asm.Reg, s.Version.Count), make([]asm.Reg, s.Version.Count)
	for u := range s.Each() {
		words[u] = s.LanesOf(in.Args[0], u)[0]
	}
	known := s.KnownLanes(in.Args[1])
	for u := range s.Each() {
		first := u / vectors * vectors
		giving := words[first : first+vectors]
		if known != nil {
			shuffled[u] = s.PermuteLanes(giving, s.lanesGiving(known, u))
			continue
		}
		shuffled[u] = s.ShuffleLanes(giving, s.LanesOf(in.Args[1], u)[0], size)
	}
	s.writeWords(v, func(u int) asm.Reg { return shuffled[u] })
}

// lanesGiving are, for each lane of the u-th vector, the number of the lane that known indices name, in the vectors of
// its sub-group.
func (s *Selector) lanesGiving(known []uint64, u int) []int {
	size, _ := s.subGroups()
	lanes := s.ISA.Lanes()
	from := make([]int, lanes)
	for l := range from {
		from[l] = l&^(size-1) + int(known[u*lanes+l])&(size-1)
	}
	return from
}

// subGroupFold lets lanes that are not active be neutral, and combines all.
func (s *Selector) subGroupFold(v ir.ValueID, in *ir.Instr) {
	op, ok := ir.AtomicKind(in.Kind).Folded()
	size, vectors := s.subGroups()
	mode, cluster := ir.SubGroupFoldOf(in.Imm, uint64(size))
	if !ok || in.Type == ir.F16 {
		s.Fail("a reduction of kind %d of %s has no machine code", in.Kind, in.Type)
		return
	}
	registers, neutral := forms.VectorsOf(in.Type), s.LanesOf(in.Args[1], 0)[0]
	f := vec.LaneFold{Writer: s.Writer, Op: op, Type: in.Type, Neutral: neutral, Mode: mode, Cluster: int(cluster)}
	all := make([]asm.Reg, s.Version.Count*registers)
	for first := range s.eachSubGroup(vectors) {
		x := all[first*registers : (first+vectors)*registers]
		for i := range x {
			u, h := first+i/registers, i%registers
			x[i] = s.LanesOf(in.Args[0], u)[h]
			if active := s.MaskVectors(s.ActiveMask(u), registers)[h]; active != asm.NoReg {
				x[i] = s.Choose(in.Type, active, x[i], neutral)
			}
		}
		f.Fold(x)
	}
	for u := range s.EachCopy(s.ByValue[v]) {
		s.WriteLanes(v, u, func(dst []asm.Reg) {
			for h := range dst {
				s.MoveVector(dst[h], all[u*registers+h])
			}
		})
	}
}

// eachSubGroup are the first vectors of the sub-groups of the language that code is being written for. Where that is
// one vector at a time, each is a sub-group or has several.
func (s *Selector) eachSubGroup(vectors int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for u := range s.Each() {
			if u%vectors == 0 && !yield(u) {
				return
			}
		}
	}
}
