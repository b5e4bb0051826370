package lower

import (
	"strings"

	"heddle/compiler/ast"
	"heddle/compiler/ir"
)

// printf takes a format known at compile time, or one in constant memory.
func (l *funcLowerer) printf(e *ast.BuiltinCall) []ir.ValueID {
	in := ir.Instr{Op: ir.OpPrintf, Type: ir.I32}
	text, ok := l.formatText(e.Args[0])
	if ok {
		text, _, _ = strings.Cut(text, "\x00")
		in.Imm = l.format(text)
	} else {
		in.Imm = l.format(ir.FormatInMemory)
		in.Args = append(in.Args, l.scalar(e.Args[0]))
	}
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
