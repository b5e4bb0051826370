package amd64

import (
	"sort"

	"heddle/compiler/amd64/asm"
)

// liveness answers, about virtual registers, who reads and writes them and where they live. The blocks in which a
// register lives are found backward from its reads when it is first asked for.
type liveness struct {
	reads, writes []int32 // by register: how many instructions do
	isConstant    []bool  // made where cheap, again and again
	blocks        []int32 // by block: its first instruction
	preds         [][]int32
	mentions      [][]mention // by register, in order
	outs          map[asm.Reg]bitset
}

// mention is that an instruction reads a register, or only writes it.
type mention struct {
	inst   int32
	isRead bool
	writes bool
}

func newLiveness(fn *asm.Func) *liveness {
	n := len(fn.Classes)
	l := &liveness{reads: make([]int32, n), writes: make([]int32, n), isConstant: make([]bool, n),
		mentions: make([][]mention, n), outs: map[asm.Reg]bitset{}}
	for i := range fn.Insts {
		in := &fn.Insts[i]
		in.Operands(func(r *asm.Reg, read, write bool) {
			if *r >= asm.FirstVirtual {
				l.mention(*r-asm.FirstVirtual, int32(i), read, write)
			}
		})
		if in.Remat && in.Dst >= asm.FirstVirtual {
			l.isConstant[in.Dst-asm.FirstVirtual] = true
		}
	}
	l.findBlocks(fn)
	return l
}

// mention notes an operand; several of one instruction are one mention.
func (l *liveness) mention(r asm.Reg, inst int32, read, write bool) {
	if read {
		l.reads[r]++
	}
	if write {
		l.writes[r]++
	}
	list := l.mentions[r]
	if n := len(list); n > 0 && list[n-1].inst == inst {
		list[n-1].isRead = list[n-1].isRead || read
		list[n-1].writes = list[n-1].writes || write
		return
	}
	l.mentions[r] = append(list, mention{inst, read, write})
}

// findBlocks cuts the instructions at labels and jumps.
func (l *liveness) findBlocks(fn *asm.Func) {
	at := make([]int32, fn.Labels) // by label: its block
	for i := range fn.Insts {
		in := &fn.Insts[i]
		if i == 0 || in.Op == asm.Label || endsBlock(fn.Insts[i-1].Op) {
			l.blocks = append(l.blocks, int32(i))
		}
		if in.Op == asm.Label {
			at[in.Label] = int32(len(l.blocks)) - 1
		}
	}
	l.preds = make([][]int32, len(l.blocks))
	for b := range l.blocks {
		end := len(fn.Insts)
		if b+1 < len(l.blocks) {
			end = int(l.blocks[b+1])
		}
		last := &fn.Insts[end-1]
		if last.Op == asm.Jmp || last.Op == asm.Jcc {
			to := at[last.Label]
			l.preds[to] = append(l.preds[to], int32(b))
		}
		if last.Op != asm.Jmp && last.Op != asm.Return && b+1 < len(l.blocks) {
			l.preds[b+1] = append(l.preds[b+1], int32(b))
		}
	}
}

func (l *liveness) blockOf(inst int32) int {
	return sort.Search(len(l.blocks), func(b int) bool { return l.blocks[b] > inst }) - 1
}

// liveAfter says whether a register's value behind an instruction is still read.
func (l *liveness) liveAfter(r asm.Reg, i int) bool {
	list := l.mentions[r-asm.FirstVirtual]
	next := sort.Search(len(list), func(k int) bool { return int(list[k].inst) > i })
	block := l.blockOf(int32(i))
	if next < len(list) && l.blockOf(list[next].inst) == block {
		return list[next].isRead
	}
	return l.liveOut(r).has(block)
}

// liveOut is the set of blocks at whose end a register lives.
func (l *liveness) liveOut(r asm.Reg) bitset {
	if out, ok := l.outs[r]; ok {
		return out
	}
	out, written := newBitset(len(l.blocks)), newBitset(len(l.blocks))
	var work []int
	previous := -1
	for _, m := range l.mentions[r-asm.FirstVirtual] {
		block := l.blockOf(m.inst)
		if block != previous && m.isRead {
			work = append(work, block)
		}
		if m.writes {
			written.add(block)
		}
		previous = block
	}
	for len(work) > 0 {
		block := work[len(work)-1]
		work = work[:len(work)-1]
		for _, p := range l.preds[block] {
			if out.has(int(p)) {
				continue
			}
			out.add(int(p))
			if !written.has(int(p)) {
				work = append(work, int(p))
			}
		}
	}
	l.outs[r] = out
	return out
}
