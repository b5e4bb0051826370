package uniform

import (
	"slices"

	"heddle/compiler/ir"
)

// Together is the branch at the end of a loop's header where an engine lets work-items stay in the loop only if all
// that run together do: it parts none of them, whatever the condition varies with. Before it lets them stay, the engine
// looks at a counter too, whose value then has not wrapped from one of them to the next, so that it may be extended.
type Together struct {
	Header ir.BlockID
	// all blocks of the loop. What is made in them is used in them alone, but for the header's parameters
	Loop     []ir.BlockID
	Counter  ir.ValueID
	Signed   bool // as a signed number it has not wrapped
	Unsigned bool
}

// extends reports whether a conversion to more bits gives what it would give of a number without a type.
func (t *Together) extends(in *ir.Instr) bool {
	isKept := in.Op == ir.OpSExt && t.Signed || in.Op == ir.OpZExt && t.Unsigned
	return isKept && in.Args[0] == t.Counter && slices.Contains(t.Loop, in.Block)
}

// AnalyzeTogether looks at a copy of a function in which work-items are kept together at some branches. Of the values
// that were added it is told of which they are copies, computed in the same way, or 0. No value needs another guard
// than those of the function copied from, of which known tells.
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

// isProved reports whether the guard tells that a value does not wrap: that of the function copied from, if there is
// one.
func (a *analysis) isProved(v ir.ValueID) bool {
	if a.before == nil {
		return true
	}
	return a.before.proved[a.origin(v)]
}

// origin is the value of the function copied from that a value is or is a copy of, or of a copy; 0: it is none.
func (a *analysis) origin(v ir.ValueID) ir.ValueID {
	for int(v) >= len(a.before.proved) {
		v = a.copies[int(v)-len(a.before.proved)]
	}
	return v
}
