package amd64

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/uniform"
	"heddle/compiler/vectorize/prepare"
	"heddle/compiler/vectorize/switches"
)

func (p *part) compile(m *ir.Module, f *ir.Func, t Target, v Version, off switches.Set) {
	v.FullBundles, v.Guarded = false, false
	s, _, err := write(prepare.NewSubject(m, uniform.Of(f), t, v, off), nil)
	if err != nil {
		p.err = err
		return
	}
	p.fn, p.calls = s.Fn, s.Calls
	p.needs = linked{frameBytes: s.Code.FrameBytes, privateBytes: s.Code.PrivateBytes, align: s.Code.PrivateAlign,
		loops: len(s.Flow.Layout.Loops) > 0}
}

// bind gives the calls of a function their labels, and tells what the callees need.
func (l *linker) bind(f *asm.Func, calls []ir.FuncID) (need linked, err error) {
	var labels []int32
	own := len(f.Insts) // the kernel's code grows by what is linked
	for _, id := range calls {
		callee := l.done[id]
		if callee == nil {
			if callee, err = l.link(id); err != nil {
				return need, err
			}
		}
		labels = append(labels, callee.start)
		need.frameBytes, need.privateBytes = max(need.frameBytes, callee.frameBytes),
			max(need.privateBytes, callee.privateBytes)
		need.align, need.loops = max(need.align, callee.align), need.loops || callee.loops
	}
	for i := range f.Insts[:own] {
		if in := &f.Insts[i]; in.Op == asm.Call {
			in.Label = labels[in.Label]
		}
	}
	return need, nil
}

// link appends a function's code.
func (l *linker) link(id ir.FuncID) (*linked, error) {
	p := l.parts[id]
	if p.err != nil {
		return nil, p.err
	}
	need, err := l.bind(p.fn, p.calls)
	if err != nil {
		return nil, err
	}
	out := &linked{start: l.to.NewLabel(), frameBytes: p.needs.frameBytes + need.frameBytes,
		privateBytes: p.needs.privateBytes + need.privateBytes, align: max(p.needs.align, need.align),
		loops: need.loops || p.needs.loops}
	l.done[id] = out
	l.to.Insts = append(l.to.Insts, asm.Inst{Op: asm.Label, Label: out.start})
	l.append(p.fn)
	p.fn = nil // a function is linked once
	return out, nil
}

// append puts a function's code after the kernel's, with labels and constants renumbered.
func (l *linker) append(f *asm.Func) {
	to := l.to
	labels, consts := to.Labels, int32(len(to.Consts))
	for i := range f.Insts {
		in := f.Insts[i]
		switch in.Op {
		case asm.Label, asm.Jmp, asm.Jcc:
			in.Label += labels
		}
		if in.HasMem && in.Mem.Const != 0 {
			in.Mem.Const += consts
		}
		to.Insts = append(to.Insts, in)
	}
	to.Labels += f.Labels
	to.Consts = append(to.Consts, f.Consts...)
}
