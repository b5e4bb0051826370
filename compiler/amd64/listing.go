package amd64

import (
	"fmt"

	"heddle/compiler/amd64/alloc"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/prepare"
	"heddle/compiler/vectorize/regions"
)

// Listing tells people how a version of a kernel became machine code. It is made by compiling the version once more, so
// that compiling as such keeps nothing for it.
type Listing struct {
	Kernel           string
	ISA              ISA
	Version          Version
	NoAlias          bool             // what the arguments point to does not overlap
	InterchangedWith int              // the dimension that dimension 0 was exchanged with, 0: none
	IR               *ir.Func         // what the selector saw: the kernel with blocks of their own for edges
	Forms            []regions.Form   // of the values that exist in machine code, in program order
	Accesses         []regions.Access // in program order
	Decisions        string           // masks, forms, accesses and regions, in words
	Selected         []Line           // before registers are allocated
	Allocated        []Line           // the same with the machine's registers
	Code             *Code            // nil if Err is not
	Registers        alloc.Result
	Err              error // what the code generator lacks; what was done before is there
}

// Line is an instruction of a listing, or a label.
type Line struct {
	Text  string
	Pos   ir.Pos
	Start int32 // offset of its bytes, those of Code.Bytes up to End; both 0 before encoding
	End   int32
	// Live is how many registers of each class hold something that is needed after or by the instruction. Nil in code
	// too large to look at.
	Live *[asm.ClassCount]int
}

// Listing makes the listing of a version.
func (k *Kernel) Listing(isa ISA, v Version) *Listing {
	module, target := k.module(), k.target(isa)
	f := prepare.NewSubject(module, prepare.Specialized(module, k.known(), target, v, k.off), target, v, k.off)
	l := &Listing{Kernel: k.Name(), ISA: isa, Version: v, NoAlias: k.isNoAlias, InterchangedWith: k.interchangedWith,
		IR: f.Fn}
	l.Err = l.fill(f)
	return l
}

// ReadsUnwritten reports whether a way through the code reads a register before it is written. That is an error of who
// wrote the code, who has taken, for one, a value of a sub-group whose turn comes later.
func (l *Listing) ReadsUnwritten() bool {
	return len(l.Selected) > 0 && l.Selected[0].Live != nil && *l.Selected[0].Live != [asm.ClassCount]int{}
}

// notes are what a listing wants to know between the steps from selection to registers.
type notes struct {
	forms    []regions.Form
	accesses []regions.Access

	decisions string
	selected  []Line
}

// fill compiles, and takes over what was noted between the steps.
func (l *Listing) fill(f *prepare.Subject) error {
	shown := &notes{}
	s, result, err := write(f, shown)
	l.Forms, l.Accesses, l.Selected = shown.forms, shown.accesses, shown.selected
	l.Decisions = shown.decisions
	if err != nil {
		return err
	}
	l.Registers, l.Allocated = result, listInsts(s.Fn)
	code, starts, err := asm.AssembleListed(s.Fn)
	if err != nil {
		return fmt.Errorf("kernel %s: %w", l.Kernel, err)
	}
	for i := range l.Allocated {
		l.Allocated[i].Start, l.Allocated[i].End = starts[i], starts[i+1]
	}
	keep(s.Code, code)
	l.Code = s.Code
	return nil
}

// listInsts is the code of a function as it is now.
func listInsts(f *asm.Func) []Line {
	lines, live := make([]Line, len(f.Insts)), liveCounts(f)
	for i := range f.Insts {
		in := &f.Insts[i]
		lines[i] = Line{Text: f.Format(in), Pos: ir.Pos(in.Pos)}
		if live != nil {
			lines[i].Live = &live[i]
		}
	}
	return lines
}

// Watch has seen called with the listing of each version that somebody is going to run, once each. It must be called
// before the kernel is used.
func (k *Kernel) Watch(seen func(*Listing)) { k.seen = seen }

// show makes the listing of a version for who watches.
func (k *Kernel) show(v *version) {
	if k.seen != nil {
		v.shown.Do(func() { k.seen(k.Listing(v.key.isa, v.key.version)) })
	}
}
