package builtin

import (
	"strconv"
	"strings"

	"heddle/compiler/ast"
)

var scalarNames = [...]string{
	ast.Void: "void", ast.Bool: "bool", ast.Char: "char", ast.UChar: "uchar", ast.Short: "short", ast.UShort: "ushort",
	ast.Int: "int", ast.UInt: "uint", ast.Long: "long", ast.ULong: "ulong", ast.Half: "half", ast.Float: "float",
	ast.Double: "double",
}

var spaceNames = [...]string{ast.NoSpace: "", ast.Private: "__private ", ast.Local: "__local ", ast.Global: "__global ",
	ast.Constant: "__constant ", ast.Generic: ""}

var accessNames = [...]string{ast.NoAccess: "", ast.ReadOnly: "read_only ", ast.WriteOnly: "write_only ",
	ast.ReadWrite: "read_write "}

// spelling names a type for a diagnostic.
func spelling(t *ast.Type) string {
	switch t.Kind {
	case ast.Vector:
		return spelling(t.Elem) + strconv.Itoa(int(t.Len))
	case ast.Pointer:
		return spaceNames[t.Space] + qualifiers(t.ElemQual) + spelling(t.Elem) + " *"
	case ast.Block:
		return spelling(t.Elem.Result) + " (^)(" + spellings(t.Elem.Params) + ")"
	case ast.Queue:
		return "queue_t"
	case ast.ClkEvent:
		return "clk_event_t"
	case ast.Struct:
		if t == ast.NDRange {
			return t.Record.Name
		}
		return "struct " + t.Record.Name
	case ast.Union:
		return "union " + t.Record.Name
	case ast.Enum:
		return "enum " + t.EnumName
	case ast.Event:
		return "event_t"
	case ast.Sampler:
		return "sampler_t"
	case ast.ReserveID:
		return "reserve_id_t"
	case ast.NamedBarrier:
		return "NamedBarrier_t"
	case ast.Pipe:
		return accessNames[t.Access] + "pipe " + spelling(t.Elem)
	case ast.Image:
		return accessNames[t.Access] + t.Image
	}
	if int(t.Kind) < len(scalarNames) {
		return scalarNames[t.Kind]
	}
	return "?"
}

func qualifiers(q ast.Qual) string {
	s := ""
	if q&ast.Const != 0 {
		s += "const "
	}
	if q&ast.Volatile != 0 {
		s += "volatile "
	}
	return s
}

func spellings(types []*ast.Type) string {
	names := make([]string, len(types))
	for i, t := range types {
		names[i] = spelling(t)
	}
	return strings.Join(names, ", ")
}
