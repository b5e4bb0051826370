package amd64

import (
	"math/bits"

	"heddle/compiler/amd64/asm"
)

// How many registers are alive at each instruction, for listings: the textbook's backward analysis over sets of all
// registers. It takes time and memory in proportion to blocks times registers, unlike the allocator's own analysis, but
// works on code with virtual registers as well as on code with the machine's, and cannot share the allocator's
// mistakes.

// maxLiveBits bounds the sets of all blocks together.
const maxLiveBits = 1 << 28

// liveFinder is the state of one analysis.
type liveFinder struct {
	fn      *asm.Func
	words   int   // of a set
	starts  []int // of blocks, and the end of the last
	byLabel map[int32]int
	in      [][]uint64 // by block: alive at its start
	now     []uint64
}

// liveCounts counts, for each instruction, the registers it needs or that are needed after it. Nil if there are too
// many.
func liveCounts(f *asm.Func) [][asm.ClassCount]int {
	l := &liveFinder{fn: f, words: (int(asm.FirstVirtual)+len(f.Classes))/64 + 1, byLabel: map[int32]int{}}
	l.findBlocks()
	blocks := len(l.starts) - 1
	if blocks*l.words*64 > maxLiveBits {
		return nil
	}
	l.now, l.in = make([]uint64, l.words), make([][]uint64, blocks)
	for b := range l.in {
		l.in[b] = make([]uint64, l.words)
	}
	for changed := true; changed; {
		changed = false
		for b := blocks - 1; b >= 0; b-- {
			l.walk(b, nil)
			for w, set := range l.now {
				changed = changed || set != l.in[b][w]
			}
			copy(l.in[b], l.now)
		}
	}
	counts := make([][asm.ClassCount]int, len(f.Insts))
	for b := range blocks {
		l.walk(b, func(i int) { counts[i] = l.count() })
	}
	return counts
}

// findBlocks cuts the code before labels and after jumps.
func (l *liveFinder) findBlocks() {
	l.starts = []int{0}
	begin := func(at int) {
		if l.starts[len(l.starts)-1] != at {
			l.starts = append(l.starts, at)
		}
	}
	for i := range l.fn.Insts {
		switch in := &l.fn.Insts[i]; in.Op {
		case asm.Label:
			begin(i)
			l.byLabel[in.Label] = len(l.starts) - 1
		case asm.Jmp, asm.Jcc, asm.Return, asm.Suspend:
			begin(i + 1)
		}
	}
	begin(len(l.fn.Insts))
}

// walk goes backward through a block, from what lives at its end to what lives at its start, which it leaves in now.
func (l *liveFinder) walk(b int, visit func(i int)) {
	clear(l.now)
	last := &l.fn.Insts[l.starts[b+1]-1]
	if last.Op == asm.Jmp || last.Op == asm.Jcc {
		l.add(l.byLabel[last.Label])
	}
	if last.Op != asm.Jmp && last.Op != asm.Return && b+1 < len(l.in) { // where a suspension ends, too
		l.add(b + 1)
	}
	for i := l.starts[b+1] - 1; i >= l.starts[b]; i-- {
		l.step(&l.fn.Insts[i], visit, i)
	}
}

func (l *liveFinder) add(b int) {
	for w, set := range l.in[b] {
		l.now[w] |= set
	}
}

// step goes from after an instruction to before it. What it writes counts as alive in it even if it is not read.
func (l *liveFinder) step(in *asm.Inst, visit func(i int), i int) {
	fixed := asm.Info(in.Op).Fixed()
	in.Operands(func(r *asm.Reg, _, _ bool) { l.set(*r, true) })
	if visit != nil {
		visit(i)
	}
	in.Operands(func(r *asm.Reg, _, write bool) {
		if write {
			l.set(*r, false)
		}
	})
	for _, r := range fixed.Writes {
		l.set(r, false)
	}
	in.Operands(func(r *asm.Reg, read, _ bool) {
		if read {
			l.set(*r, true)
		}
	})
	for _, r := range fixed.Reads {
		l.set(r, true)
	}
}

// set adds a register or takes it out. Those that always hold the same are left out.
func (l *liveFinder) set(r asm.Reg, isAlive bool) {
	switch {
	case r == asm.RSP || r == asm.RBP || r == asm.R15:
	case isAlive:
		l.now[r/64] |= 1 << (r % 64)
	default:
		l.now[r/64] &^= 1 << (r % 64)
	}
}

func (l *liveFinder) count() (n [asm.ClassCount]int) {
	for w, set := range l.now {
		for ; set != 0; set &= set - 1 {
			n[l.fn.ClassOf(asm.Reg(64*w+bits.TrailingZeros64(set)))]++
		}
	}
	return n
}
