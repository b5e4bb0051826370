package lower

import (
	"heddle/compiler/ast"
	"heddle/compiler/ceil"
)

// localArea is a part of a work-group's local memory while it is laid out.
type localArea struct {
	bytes, align uint64
}

// add reserves memory for a variable and returns its offset.
func (a *localArea) add(v *ast.Var) uint64 {
	align := max(v.Align, v.Type.Align())
	offset := ceil.Multiple(a.bytes, align)
	a.bytes, a.align = offset+v.Type.Size(), max(a.align, align)
	return offset
}

// layoutShared lays out variables that have the same place in the local memory of all kernels: the scratch area of
// collective functions, and the __local variables of kernels that are called as functions by any kernel.
func (u *unitLowerer) layoutShared() {
	if u.unit.Scratch > 0 {
		u.shared = localArea{u.unit.Scratch, scratchAlign}
	}
	for _, fn := range u.unit.Funcs {
		if !fn.Kernel || !fn.Called {
			continue
		}
		for _, v := range fn.Statics {
			if v.Space == ast.Local {
				u.locals[v] = u.shared.add(v)
			}
		}
	}
}

// layoutLocals gives the __local variables of a kernel their offsets, unless layoutShared has. Only kernels may declare
// them. A kernel that a function of another unit calls may not have any: that call was unknown when the kernels were
// laid out.
func (l *funcLowerer) layoutLocals() {
	area := l.area(l.fn)
	for _, v := range l.fn.Statics {
		switch {
		case v.Space != ast.Local || l.fn.Kernel && l.fn.Called:
		case !l.fn.Kernel || l.helper:
			l.unsupported(v.Pos, "a __local variable in a kernel that another unit calls")
		default:
			l.locals[v] = area.add(v)
		}
	}
	if l.Func.Kernel {
		l.Func.LocalBytes, l.Func.LocalAlign = area.bytes, area.align
	}
}
