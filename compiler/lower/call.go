package lower

import (
	"heddle/compiler/ast"
	"heddle/compiler/ir"
)

// call calls a function of the unit that does not return a record.
func (l *funcLowerer) call(e *ast.Call) []ir.ValueID {
	if e.Builtin != nil && l.body(e.Func) == nil {
		return l.builtinCall(e.Builtin)
	}
	args := l.callArgs(e.Args, nil)
	id, ok := l.resolveCall(e)
	if !ok {
		return l.undefs(e.Type)
	}
	l.at(e.Pos)
	return l.Call(id, flatten(nil, e.Type), args...)
}

// recordCall gives the callee memory for its result.
func (l *funcLowerer) recordCall(e *ast.Call) place {
	to := l.temporary(e.Type)
	args := l.callArgs(e.Args, one(to.addr))
	if id, ok := l.resolveCall(e); ok {
		l.at(e.Pos)
		l.Call(id, nil, args...)
	}
	return to
}

func (l *funcLowerer) resolveCall(e *ast.Call) (ir.FuncID, bool) {
	if id, ok := l.callee(e.Func); ok {
		return id, true
	}
	if l.isLib {
		return l.libraryFunc(e.Func.Name, e.Pos), true
	}
	l.list.Errorf(e.Pos, "the function '%s' is called but has no body in this program", e.Func.Name)
	return 0, false
}

// callArgs flattens arguments; records are passed as a pointer to a copy.
func (l *funcLowerer) callArgs(list []ast.Expr, args []ir.ValueID) []ir.ValueID {
	for _, arg := range list {
		if arg.ExprType().IsRecord() {
			copied := l.temporary(arg.ExprType())
			l.copyRecord(copied, l.place(arg))
			args = append(args, copied.addr)
			continue
		}
		args = append(args, l.expr(arg)...)
	}
	return args
}
