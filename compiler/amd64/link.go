package amd64

import (
	"slices"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// calledFrom are the functions that f calls, by itself or through others, each once.
func calledFrom(m *ir.Module, f *ir.Func) (list []ir.FuncID) {
	seen := map[ir.FuncID]bool{}
	var visit func(f *ir.Func)
	visit = func(f *ir.Func) {
		for b := range f.Blocks {
			for _, v := range f.Blocks[b].Instrs {
				in := f.Instr(v)
				if id := ir.FuncID(in.Imm); in.Op == ir.OpCall && !seen[id] {
					seen[id] = true
					list = append(list, id)
					visit(m.Funcs[id])
				}
			}
		}
	}
	visit(f)
	return list
}

// part is the code of a function that a kernel calls, before it stands after the kernel's. Parts are made at the same
// time, and know nothing of each other.
type part struct {
	fn    *asm.Func
	calls []ir.FuncID
	needs linked // of itself, without those that it calls
	err   error
}

// linked is a function that stands after the kernel's code.
type linked struct {
	start        int32 // label
	frameBytes   int   // of it and what it calls
	privateBytes uint64
	align        uint64
	loops        bool
}

// linker puts the functions that a kernel calls after its code.
type linker struct {
	to    *asm.Func
	parts map[ir.FuncID]*part
	done  map[ir.FuncID]*linked
}

// linkCallees appends what the kernel calls.
func (w *written) linkCallees(parts map[ir.FuncID]*part) error {
	if len(w.calls) == 0 {
		return nil
	}
	l := &linker{w.fn, parts, map[ir.FuncID]*linked{}}
	size := 0
	for _, p := range parts {
		if p.fn != nil {
			size += 1 + len(p.fn.Insts)
		}
	}
	l.to.Insts = slices.Grow(l.to.Insts, size)
	all, err := l.bind(l.to, w.calls)
	if err != nil {
		return err
	}
	c := w.code
	c.FrameBytes += all.frameBytes
	c.PrivateBytes += all.privateBytes
	c.PrivateAlign = max(c.PrivateAlign, all.align)
	c.HasLoops = c.HasLoops || all.loops
	return nil
}
