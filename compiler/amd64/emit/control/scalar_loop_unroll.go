package control

import (
	"slices"

	"heddle/compiler/amd64/asm"
)

// Short loops in general registers are unrolled. Each iteration keeps its exit test, so few jumps are taken, and the
// launch is polled for cancellation once per unrolled iteration. Code at this stage is not SSA, so the copies use the
// same registers.

// unrolled unrolls innermost loops.
func (t *loopValues) unrolled(insts []asm.Inst) []asm.Inst {
	tops := map[int32]int{}
	var out []asm.Inst
	done := 0
	for i := range insts {
		switch in := &insts[i]; in.Op {
		case asm.Label:
			tops[in.Label] = i
		case asm.Jmp:
			top, isUp := tops[in.Label]
			if !isUp || top < done {
				continue
			}
			out = append(out, insts[done:top]...)
			out = append(out, t.unroll(insts[top:i+1])...)
			done = i + 1
		}
	}
	return append(out, insts[done:]...)
}

// unroll writes a loop, from the label at its top to the jump up there, as often as it is short.
func (t *loopValues) unroll(loop []asm.Inst) []asm.Inst {
	limits := &t.outer.Tuning.Scalarised
	n := min(limits.MaxUnrolled, limits.MaxUnrolledInstrs/len(loop))
	if n < 2 {
		return loop
	}
	top, fn := loop[0].Label, t.outer.Fn
	for i := range loop {
		loop[i].Remat = false // there will be several definitions
	}
	var out []asm.Inst
	for k := range n - 1 {
		renamed, next := map[int32]int32{}, fn.NewLabel()
		for i := range loop {
			if loop[i].Op == asm.Label {
				renamed[loop[i].Label] = fn.NewLabel()
			}
		}
		if k == 0 {
			renamed[top] = top
		}
		for i := 0; i < len(loop); i++ {
			in := loop[i]
			if t.isPoll(loop[i:]) {
				i++
				continue
			}
			if l, ok := renamed[in.Label]; ok && (in.Op == asm.Label || in.Op == asm.Jmp || in.Op == asm.Jcc) {
				in.Label = l
				if in.Op != asm.Label && loop[i].Label == top {
					in.Label = next
				}
			}
			out = append(out, in)
		}
		out = append(out, asm.Inst{Op: asm.Label, Label: next, Pos: loop[0].Pos})
	}
	return append(out, loop[1:]...) // its jumps lead to the first copy
}

// isPoll reports whether instructions begin with the two that look whether the launch was cancelled.
func (t *loopValues) isPoll(insts []asm.Inst) bool {
	return len(insts) > 1 && insts[0].Op == asm.Cmp && insts[0].HasMem && insts[0].Mem.Base == t.cancel &&
		insts[1].Op == asm.Jcc && t.inner.exits.has(insts[1].Label)
}

// withoutUnusedLabels drops labels that nothing jumps to, where all jumps are among the instructions.
func withoutUnusedLabels(insts []asm.Inst) []asm.Inst {
	used := map[int32]bool{}
	for i := range insts {
		if op := insts[i].Op; op == asm.Jmp || op == asm.Jcc {
			used[insts[i].Label] = true
		}
	}
	return slices.DeleteFunc(insts, func(in asm.Inst) bool { return in.Op == asm.Label && !used[in.Label] })
}
