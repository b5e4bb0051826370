package lower

import "heddle/compiler/ast"

// localArea is a part of the local memory of a work-group in the making.
type localArea struct {
	bytes, align uint64
}

// add makes room for a variable and gives its offset.
func (a *localArea) add(v *ast.Var) uint64 {
	align := max(v.Align, v.Type.Align())
	offset := alignUp(a.bytes, align)
	a.bytes, a.align = offset+v.Type.Size(), max(a.align, align)
	return offset
}

// layoutShared lays out what has the same place in the local memory of all kernels: the scratch of collective
// functions, and the __local variables of kernels that are called as functions, whichever kernel they are called from.
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
// them; one that a function of another unit calls cannot, for nobody knew of that call when the kernels were laid out.
func (l *funcLowerer) layoutLocals() {
	area := l.shared
	for _, v := range l.fn.Statics {
		switch {
		case v.Space != ast.Local || l.fn.Kernel && l.fn.Called:
		case !l.fn.Kernel || l.helper:
			l.unsupported(v.Pos, "a __local variable in a kernel that another unit calls")
		default:
			l.locals[v] = area.add(v)
		}
	}
	if l.fn.Kernel && !l.helper {
		l.Func.LocalBytes, l.Func.LocalAlign = area.bytes, area.align
	}
}
