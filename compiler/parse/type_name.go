package parse

import (
	"strconv"
	"strings"

	"heddle/compiler/ast"
)

var kindNames = map[ast.Kind]string{
	ast.Void: "void", ast.Bool: "bool", ast.Sampler: "sampler_t", ast.Event: "event_t", ast.Queue: "queue_t",
	ast.ClkEvent: "clk_event_t", ast.ReserveID: "reserve_id_t", ast.NamedBarrier: "NamedBarrier_t",
	ast.Invalid: "invalid type",
}

func init() {
	for _, s := range scalarNames {
		kindNames[s.kind] = s.name
	}
}

// typeName is a type as messages show it.
func typeName(t *ast.Type) string {
	switch t.Kind {
	case ast.Block:
		result, params, _ := strings.Cut(typeName(t.Elem), " (")
		return result + " (^)(" + params
	case ast.Vector:
		return typeName(t.Elem) + strconv.FormatInt(t.Len, 10)
	case ast.Pointer:
		return pointerName(t)
	case ast.Array:
		if t.Len < 0 {
			return typeName(t.Elem) + "[]"
		}
		return typeName(t.Elem) + "[" + strconv.FormatInt(t.Len, 10) + "]"
	case ast.Struct:
		if t == ast.NDRange {
			return t.Record.Name
		}
		return taggedName("struct", t.Record.Name)
	case ast.Union:
		return taggedName("union", t.Record.Name)
	case ast.Enum:
		return taggedName("enum", t.EnumName)
	case ast.Func:
		return funcName(t)
	case ast.Image:
		return accessNames[t.Access] + t.Image
	case ast.Pipe:
		return accessNames[t.Access] + "pipe " + typeName(t.Elem)
	}
	return kindNames[t.Kind]
}

// accessNames are the access qualifiers before the name of an image type.
var accessNames = [...]string{ast.NoAccess: "", ast.ReadOnly: "read_only ", ast.WriteOnly: "write_only ",
	ast.ReadWrite: "read_write "}

func taggedName(keyword, name string) string {
	if name == "" {
		return "unnamed " + keyword
	}
	return keyword + " " + name
}

func pointerName(t *ast.Type) string {
	name := qualName(t.ElemQual, t.Space) + typeName(t.Elem)
	if strings.HasSuffix(name, "*") {
		return name + "*"
	}
	return name + " *"
}

func qualName(q ast.Qual, s ast.Space) string {
	name := [...]string{"", "private ", "local ", "global ", "constant ", "generic "}[s]
	if q&ast.Const != 0 {
		name += "const "
	}
	if q&ast.Volatile != 0 {
		name += "volatile "
	}
	return name
}

func funcName(t *ast.Type) string {
	var params []string
	for _, param := range t.Params {
		params = append(params, typeName(param))
	}
	if t.Variadic {
		params = append(params, "...")
	}
	return typeName(t.Result) + " (" + strings.Join(params, ", ") + ")"
}

// TypeName is a type as messages spell it.
func TypeName(t *ast.Type) string { return typeName(t) }

// LinkName identifies a function of a program: overloadable ones by their parameters too.
func LinkName(f *ast.Function) string {
	name := f.Name
	if f.Attrs.Overloadable {
		for _, p := range f.Type.Params {
			name += "," + typeName(p)
		}
	}
	return name
}
