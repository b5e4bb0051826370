package parse_test

import (
	"fmt"
	"strings"

	"heddle/compiler/ast"
)

// dump writes an expression as a list for tests.
func dump(e ast.Expr) string {
	switch n := e.(type) {
	case *ast.IntLit:
		return fmt.Sprint(int64(n.Value))
	case *ast.FloatLit:
		return fmt.Sprint(n.Value)
	case *ast.StringLit:
		return fmt.Sprintf("%q", n.Value)
	case *ast.VarRef:
		return n.Var.Name
	case *ast.Load:
		return list("load", n.X)
	case *ast.AddrOf:
		return list("addr", n.X)
	case *ast.Deref:
		return list("deref", n.X)
	case *ast.Member:
		return list(fmt.Sprintf("member+%d", n.Offset), n.X)
	case *ast.Swizzle:
		return list(fmt.Sprintf("swizzle%d", n.Elems), n.X)
	case *ast.VectorIndex:
		return list("index", n.X, n.Index)
	case *ast.Cast:
		return list("cast "+shortType(n.Type), n.X)
	case *ast.VectorLit:
		return list("vector", n.Elems...)
	case *ast.Call:
		return list("call "+n.Func.Name, n.Args...)
	case *ast.BuiltinCall:
		return list("builtin "+n.Name, n.Args...)
	}
	return dumpOperation(e)
}

func dumpOperation(e ast.Expr) string {
	switch n := e.(type) {
	case *ast.Unary:
		return list([]string{"-", "~", "!"}[n.Op], n.X)
	case *ast.IncDec:
		return list("incdec", n.X)
	case *ast.Binary:
		return list(binaryWords[n.Op], n.X, n.Y)
	case *ast.Compare:
		return list([]string{"==", "!=", "<", "<=", ">", ">="}[n.Op], n.X, n.Y)
	case *ast.Logic:
		return list("logic", n.X, n.Y)
	case *ast.Cond:
		return list("cond", n.C, n.X, n.Y)
	case *ast.VectorSelect:
		return list("select", n.C, n.X, n.Y)
	case *ast.Assign:
		return list("=", n.X, n.Y)
	case *ast.CompoundAssign:
		return list(binaryWords[n.Op]+"= "+shortType(n.OpType), n.X, n.Y)
	case *ast.Comma:
		return list(",", n.X, n.Y)
	}
	return fmt.Sprintf("%T", e)
}

var binaryWords = []string{"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "ptradd", "ptrsub", "ptrdiff"}

func list(head string, args ...ast.Expr) string {
	parts := []string{head}
	for _, a := range args {
		parts = append(parts, dump(a))
	}
	return "(" + strings.Join(parts, " ") + ")"
}

var kindWords = map[ast.Kind]string{
	ast.Void: "void", ast.Bool: "bool", ast.Char: "char", ast.UChar: "uchar", ast.Short: "short", ast.UShort: "ushort",
	ast.Int: "int", ast.UInt: "uint", ast.Long: "long", ast.ULong: "ulong", ast.Half: "half", ast.Float: "float",
	ast.Double: "double", ast.Pointer: "pointer",
}

func shortType(t *ast.Type) string {
	if t.Kind == ast.Vector {
		return fmt.Sprint(shortType(t.Elem), t.Len)
	}
	return kindWords[t.Kind]
}
