package memory

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// loadPairs reads the pairs of the active lanes, and takes them apart.
func (s *Accessor) loadPairs(c *access.Interleave, u int, active asm.Reg, dst [][]asm.Reg) {
	a := c.At
	a.Disp = c.Start
	var words []asm.Reg
	if active == asm.NoReg && a.ByLoads>>u&1 != 0 {
		memOf := s.takenMem(&a, u)
		words = s.takenPairs(func(lane int) []asm.Mem { return []asm.Mem{memOf(lane)} }, 1)[0]
	} else {
		both := []asm.Reg{s.Temp(), s.Temp()}
		s.gather(both, ir.I64, &a, 4, active, u)
		if s.ISA == asm.AVX2 {
			words = []asm.Reg{s.everySecond(both, 4, 0), s.everySecond(both, 4, 1)}
		} else {
			words = s.deinterleave(both, 4, []bool{true, true})
		}
	}
	for i, m := range c.Members {
		s.MoveVector(dst[i][0], words[m.Offset/4])
	}
}

// storePairs writes the pairs of the active lanes: all of them in straight code where the machine has no scatter, or a
// slow one.
func (s *Accessor) storePairs(c *access.Interleave, u int, active asm.Reg, values [][]asm.Reg) {
	a := c.At
	a.Disp = c.Start
	words := make([]asm.Reg, 2)
	for i, m := range c.Members {
		words[m.Offset/4] = values[i][0]
	}
	scatter := func() { s.scatter(s.interleave(words, 4), ir.I64, &a, active, u) }
	if s.ISA.HasScatter() && (!s.Tuning.Accesses.PairsByLane || active != asm.NoReg) {
		scatter()
		return
	}
	s.whole(active, func() { s.storeTakenPairs(words, &a, u) }, scatter)
}

// storeTakenPairs writes all lanes' pairs, from the lowest. Interleaved, the words of lanes 0 and 1, 4 and 5, and so on
// lie in the pieces of one register, and those of lanes 2 and 3, 6 and 7 in another's.
func (s *Accessor) storeTakenPairs(words []asm.Reg, a *access.Address, u int) {
	memOf := s.takenMem(a, u)
	mixed := s.interleavePairs(words, 1, asm.Vunpcklps, asm.Vunpckhps)
	taken := []*laneTaker{s.takeOut(mixed[:1]), s.takeOut(mixed[1:])}
	for l := range s.ISA.Lanes() {
		op := [...]asm.Op{asm.Vmovsd, asm.Vmovhps}[l%2]
		s.Emit(asm.Inst{Op: op, Len: asm.L128, B: taken[l/2%2].halfOf(l / 4), HasMem: true, Mem: memOf(l)})
	}
}
