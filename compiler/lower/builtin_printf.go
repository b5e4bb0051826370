package lower

import (
	"heddle/compiler/ast"
	"heddle/compiler/ir"
)

// printf takes a format known at compile time.
func (l *funcLowerer) printf(e *ast.BuiltinCall) []ir.ValueID {
	text, ok := l.formatText(e.Args[0])
	if !ok {
		l.list.Errorf(e.Args[0].ExprPos(), "the format of printf must be a string literal")
		return l.undefs(e.Type)
	}
	in := ir.Instr{Op: ir.OpPrintf, Type: ir.I32, Imm: l.format(text)}
	for _, arg := range e.Args[1:] {
		in.Args = append(in.Args, l.expr(arg)...)
	}
	l.at(e.Pos)
	return one(l.Emit(in))
}

// formatText is the string a constant address points to.
func (l *funcLowerer) formatText(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.Cast:
		return l.formatText(e.X)
	case *ast.AddrOf:
		return l.formatText(e.X)
	case *ast.Load:
		return l.formatText(e.X)
	case *ast.StringLit:
		return e.Value, true
	case *ast.VarRef:
		return l.constantString(e.Var)
	}
	return "", false
}

func (l *funcLowerer) constantString(v *ast.Var) (string, bool) {
	if v.Space != ast.Constant || v.Init == nil || v.Type.Kind != ast.Array {
		return "", false
	}
	image := constImage{bytes: make([]byte, v.Type.Size())}
	if !l.constInit(&image, v.Type, v.Init) {
		return "", false
	}
	for i, c := range image.bytes {
		if c == 0 {
			return string(image.bytes[:i]), true
		}
	}
	return string(image.bytes), true
}
