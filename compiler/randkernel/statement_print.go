package randkernel

import (
	"fmt"
	"strings"
)

// printed are conversions by type; NaNs among results of floats are made the same first.
var printed = map[string][]string{
	"char": {"%hhd"}, "uchar": {"%hhu", "%hhx"}, "short": {"%hd"}, "ushort": {"%hu", "%5ho"}, "int": {"%d", "%+8d"},
	"uint": {"%u", "%08x"},
	"long": {"%ld"}, "ulong": {"%lu", "%#lx"}, "float": {"%a", "%.3e"}, "half": {"%a"}, "double": {"%a"},
}

// print writes a line for some work-items.
func (g *generator) print(int) *Node {
	if len(g.loops) > 1 {
		return nil
	}
	format, arguments, kids := "%u", "(uint)gid", []*Node{g.condition(1)}
	for range 1 + g.IntN(3) {
		t := g.anyType()
		list := printed[t.Name]
		conversion := list[g.IntN(len(list))]
		if t.isVector() {
			length := map[int]string{8: "hh", 16: "h", 32: "hl", 64: "l"}[t.Bits]
			verb := map[Kind]string{Signed: "d", Unsigned: "x", Float: "a"}[t.Kind]
			conversion = fmt.Sprintf("%%v%d%s%s", t.Lanes, length, verb)
		}
		argument := fmt.Sprintf("$%d", len(kids))
		if t.Kind == Float {
			argument = "n" + t.String() + "(" + argument + ")"
		}
		format += " " + conversion
		arguments += ", " + argument
		kids = append(kids, g.expression(t, 2))
	}
	ask := fmt.Sprintf("((uint)gid & %du) == %du && $0", []int{63, 31, 7}[g.IntN(3)], g.IntN(8))
	text := fmt.Sprintf("if (%s) printf(\"%s\\n\", %s);", ask, format, arguments)
	if g.chance(4) {
		v := variable{name: g.name("v"), t: tInt}
		text = fmt.Sprintf("int %s = 5; ", v.name) + strings.Replace(text, "printf", v.name+" = printf", 1)
		g.variables = append(g.variables, v)
	}
	return statement(text, kids...)
}
