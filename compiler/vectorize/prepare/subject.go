package prepare

import (
	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/target"
	"heddle/compiler/uniform"
	"heddle/compiler/vectorize/switches"
)

// Subject is a function that is ready for the selection of a version's code.
type Subject struct {
	Module      *ir.Module
	Fn          *ir.Func      // prepared
	Info        *uniform.Info // as far as it may be used
	Target      target.Machine
	Version     bundle.Version
	Off         switches.Set // analyses that are switched off
	BoundsCheck *BoundsCheck // nil: none
	Unmasked    []*UnmaskedLoop
}

// NewSubject prepares a function.
func NewSubject(m *ir.Module, known *uniform.Known, t target.Machine, v bundle.Version, off switches.Set) *Subject {
	s := prepared(m, known, t, v, off)
	if b, ok := wholeBranch(s.Fn); ok && s.BoundsCheck == nil {
		lane, sub := VariesBy(s.Fn, t.ISA, v)
		if s.Info.Varies(s.Fn.Terminator(b).Args[0])&(lane|sub) != 0 {
			s.BoundsCheck = &BoundsCheck{Block: b}
		}
	}
	return s
}

// prepared prepares a function. If only edges were split, what is known of the function is known of the prepared one.
func prepared(m *ir.Module, known *uniform.Known, t target.Machine, v bundle.Version, off switches.Set) *Subject {
	checked, checkedInfo, g := BoundsChecked(known, t, v, off)
	if g == nil || !g.isLate {
		if fn, info, wholes := UnmaskedLoops(known, t, v, off); len(wholes) > 0 {
			if fn, isSplit := Function(fn); isSplit {
				return &Subject{Module: m, Fn: fn, Info: info, Target: t, Version: v, Off: off, Unmasked: wholes}
			}
		}
	}
	if g != nil {
		if fn, isSplit := Function(checked); isSplit {
			return &Subject{Module: m, Fn: fn, Info: checkedInfo, Target: t, Version: v, Off: off, BoundsCheck: g}
		}
	}
	fn, isSplit := Function(known.Func())
	if !isSplit {
		known = uniform.Of(fn)
	}
	return &Subject{Module: m, Fn: fn, Info: off.Uniformity(known, v.Shape), Target: t, Version: v, Off: off}
}

// IsOneSubGroup reports whether each bundle of a version is one sub-group of the language.
func IsOneSubGroup(f *ir.Func, isa target.ISA, v bundle.Version) bool {
	return v.Shape != bundle.Columns && uint64(v.Count*isa.Lanes()) == f.SubGroup
}

// VariesBy is the causes by which lanes, and sub-groups, of a version's bundles differ.
func VariesBy(f *ir.Func, isa target.ISA, v bundle.Version) (lane, sub uniform.Vary) {
	lane, sub = variesBy(v.Shape)
	if !IsOneSubGroup(f, isa, v) {
		lane, sub = lane|uniform.VarySub, sub|uniform.VarySub
	}
	return lane, sub
}

func variesBy(shape bundle.Shape) (lane, sub uniform.Vary) {
	switch shape {
	case bundle.Rows:
		return uniform.VaryLocal0 | uniform.VaryAny, uniform.VaryLocal0 | uniform.VaryAny
	case bundle.Columns:
		return uniform.VaryLocal0 | uniform.VaryAny, uniform.VaryLocal1 | uniform.VaryAny
	}
	all := uniform.VaryLocal0 | uniform.VaryLocal1 | uniform.VaryLocal2 | uniform.VaryAny
	return all, all
}

// Instructions is the number of a function's instructions.
func Instructions(f *ir.Func) int {
	n := 0
	for b := range f.Blocks {
		n += len(f.Blocks[b].Instrs)
	}
	return n
}
