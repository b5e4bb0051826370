package alloc

import (
	"slices"

	"heddle/compiler/amd64/asm"
)

// Localising. Constants are defined at the beginning of the code, once for all their readers. In long code there are
// thousands, each live from there to its readers; their ranges would take time quadratic in the length of the code, and
// nearly all would be rematerialised at their readers in the end. So if there are many, all but the most used are made
// in each block that reads them from the start.

// localizer is the state of one run.
type localizer struct {
	fn         *asm.Func
	definition []int32   // by register: 1 + its only definition if repeatable; 0: none; -1: written again, or kept
	blocks     []int32   // by register: the number of blocks that read it
	last       []int32   // by register: the last block that read it, counted from 1
	local      []asm.Reg // by register: its replacement in that block
	block      int32
}

// localize makes constants in each block that reads them if there are more than many, except for the kept most used
// ones.
func localize(f *asm.Func, many, kept int) {
	n := int(asm.FirstVirtual) + len(f.Classes)
	l := localizer{fn: f, definition: make([]int32, n)}
	if l.findDefinitions() <= many {
		return
	}
	l.blocks, l.last, l.local = make([]int32, n), make([]int32, n), make([]asm.Reg, n)
	l.walk(func(r asm.Reg) {
		if l.last[r] != l.block {
			l.last[r] = l.block
			l.blocks[r]++
		}
	})
	l.keepMostUsed(kept)
	clear(l.last)
	l.rewrite()
}

// findDefinitions counts the registers with a single definition that can be repeated.
func (l *localizer) findDefinitions() (n int) {
	for i := range l.fn.Insts {
		in := &l.fn.Insts[i]
		in.Operands(func(r *asm.Reg, _, write bool) {
			switch {
			case !write || *r < asm.FirstVirtual:
			case l.definition[*r] == 0 && in.Remat && readsOnlyReserved(in):
				l.definition[*r] = int32(i) + 1
				n++
			default:
				if l.definition[*r] > 0 {
					n--
				}
				l.definition[*r] = -1
			}
		})
	}
	return n
}

// walk calls read for each read of such a register, block by block.
func (l *localizer) walk(read func(r asm.Reg)) {
	l.block = 1
	for i := range l.fn.Insts {
		in := &l.fn.Insts[i]
		l.enter(in)
		in.Operands(func(r *asm.Reg, isRead, _ bool) {
			if isRead && *r >= asm.FirstVirtual && l.definition[*r] > 0 {
				read(*r)
			}
		})
		l.leave(in)
	}
}

func (l *localizer) enter(in *asm.Inst) {
	if in.Op == asm.Label {
		l.block++
	}
}

func (l *localizer) leave(in *asm.Inst) {
	if endsBlock(in.Op) {
		l.block++
	}
}

// keepMostUsed leaves the registers alone that are read in the most blocks.
func (l *localizer) keepMostUsed(kept int) {
	var all []asm.Reg
	for r, d := range l.definition {
		if d > 0 {
			all = append(all, asm.Reg(r))
		}
	}
	slices.SortStableFunc(all, func(a, b asm.Reg) int { return int(l.blocks[b] - l.blocks[a]) })
	for _, r := range all[:min(kept, len(all))] {
		l.definition[r] = -1
	}
}

// rewrite puts definitions before the first reader in each block, and removes those at the beginning.
func (l *localizer) rewrite() {
	old := l.fn.Insts
	out := asm.NewInsts(len(old) + len(old)/8)
	l.block = 1
	for i := range old {
		in := old[i]
		l.enter(&in)
		if in.Dst >= asm.FirstVirtual && int(in.Dst) < len(l.definition) && l.definition[in.Dst] == int32(i)+1 {
			continue
		}
		in.Operands(func(r *asm.Reg, isRead, _ bool) {
			if !isRead || *r < asm.FirstVirtual || int(*r) >= len(l.definition) || l.definition[*r] <= 0 {
				return
			}
			if l.last[*r] != l.block {
				l.last[*r], l.local[*r] = l.block, l.fn.NewReg(l.fn.ClassOf(*r))
				made := old[l.definition[*r]-1]
				made.Dst = l.local[*r]
				out = append(out, made)
			}
			*r = l.local[*r]
		})
		out = append(out, in)
		l.leave(&in)
	}
	l.fn.Replace(out)
}
