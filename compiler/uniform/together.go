package uniform

import (
	"slices"

	"heddle/compiler/ir"
)

// Together is the branch at the end of a loop's header where an engine lets work-items stay in the loop only if all
// that run together do: the branch is not divergent, whatever its condition varies with. Before it lets them stay, the
// engine also checks a counter, which then has not wrapped between neighbours, so that it may be extended.
type Together struct {
	Header ir.BlockID
	// all blocks of the loop. Their values are used in them alone, except for the header's parameters
	Loop     []ir.BlockID
	Counter  ir.ValueID
	Signed   bool // it has not wrapped as a signed number
	Unsigned bool
}

// extends reports whether a conversion to more bits yields the value of the unwrapped number.
func (t *Together) extends(in *ir.Instr) bool {
	isKept := in.Op == ir.OpSExt && t.Signed || in.Op == ir.OpZExt && t.Unsigned
	return isKept && in.Args[0] == t.Counter && slices.Contains(t.Loop, in.Block)
}

// AnalyzeTogether analyses a copy of a function in which an engine keeps work-items together at some branches. copies
// gives, by added value, the value that it recomputes, or 0. No value needs another guard than those of the original
// function, of which known tells.
func AnalyzeTogether(f *ir.Func, list []Together, known *Info, copies []ir.ValueID) *Info {
	a := newAnalysis(f)
	a.together, a.before, a.copies = list, known, copies
	a.run()
	a.guard = known.guard
	if known.rows != nil {
		a.findRows()
	}
	return &a.Info
}

// staysTogether reports whether an engine keeps work-items together at the end of a block.
func (a *analysis) staysTogether(b ir.BlockID) bool {
	return slices.ContainsFunc(a.together, func(t Together) bool { return t.Header == b })
}

// isProved reports whether the guard proves that a value does not wrap: the guard of the original function, if there is
// one.
func (a *analysis) isProved(v ir.ValueID) bool {
	if a.before == nil {
		return true
	}
	return a.before.proved[a.origin(v)]
}

// origin is the value of the original function that a value is, or recomputes, through any number of copies; 0: none.
func (a *analysis) origin(v ir.ValueID) ir.ValueID {
	for int(v) >= len(a.before.proved) {
		v = a.copies[int(v)-len(a.before.proved)]
	}
	return v
}
