package vec

import "heddle/compiler/amd64/asm"

// TidyJumps turns a conditional jump over a jump into one jump, and removes jumps to the next instruction.
func TidyJumps(insts []asm.Inst) []asm.Inst {
	out := insts[:0]
	for i := 0; i < len(insts); i++ {
		in := insts[i]
		switch {
		case in.Op == asm.Jmp && leadsTo(insts[i+1:], in.Label):
			continue
		case in.Op == asm.Jcc && i+2 < len(insts) && insts[i+1].Op == asm.Jmp && leadsTo(insts[i+2:], in.Label):
			in.Cond, in.Label = in.Cond^1, insts[i+1].Label
			if !leadsTo(insts[i+2:], in.Label) {
				out = append(out, in)
			}
			i++
			continue
		case in.Op == asm.Jmp: // the code between a jump and the next label is unreachable
			out = append(out, in)
			for i+1 < len(insts) && insts[i+1].Op != asm.Label {
				i++
			}
			continue
		}
		out = append(out, in)
	}
	return out
}

// leadsTo reports whether a label stands at the beginning of the instructions.
func leadsTo(insts []asm.Inst, label int32) bool {
	for i := range insts {
		if insts[i].Op != asm.Label {
			return false
		}
		if insts[i].Label == label {
			return true
		}
	}
	return false
}
