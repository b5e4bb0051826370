package randkernel

import "fmt"

// stripForms are loops along a row of strip in which each work-item takes words at a fixed distance; those that count
// down begin at the end. The first operand is the type of the counter, the second its name, the third the body.
var stripForms = []string{
	"for (int %[2]s = (int)last - 1 - (int)first; %[2]s >= 0; %[2]s -= (int)pace) {\n%[3]s }",
	"for (uint %[2]s = last - 1u - first; %[2]s < last; %[2]s -= pace) {\n%[3]s }", // until it wraps
	"for (%[1]s %[2]s = first; %[2]s < (%[1]s)last; %[2]s += get_global_size(0)) {\n%[3]s }",
	"for (%[1]s %[2]s = first; %[2]s < (%[1]s)last; %[2]s += pace) {\n%[3]s }",
	"for (%[1]s %[2]s = first; (%[1]s)last > %[2]s; %[2]s = %[2]s + (%[1]s)get_global_size(0)) {\n%[3]s }",
	"for (%[1]s %[2]s = first; %[2]s + (%[1]s)1 <= (%[1]s)last; %[2]s += pace) {\n%[3]s }",
	"__attribute__((opencl_unroll_hint(3))) for (%[1]s %[2]s = first; %[2]s < (%[1]s)last; %[2]s += pace) {\n%[3]s }",
	"{ %[1]s %[2]s = first; while (%[2]s < (%[1]s)last) {\n%[3]s %[2]s += get_global_size(0); } }",
	"{ %[1]s %[2]s = first; if (%[2]s < (%[1]s)last) do {\n%[3]s %[2]s += pace; } while (%[2]s < (%[1]s)last); }",
}

// stripsDown is how many of them count down.
const stripsDown = 2

// strips goes along a row in steps of the row's work-items, each of which owns the words it visits. Their sum and the
// last place are read after the loop.
func (g *generator) strips(depth int) *Node {
	i, sum, at := g.name("i"), g.name("sum"), g.name("at")
	t := []Type{tInt, tUInt, tULong}[g.IntN(3)]
	form, leaves := g.IntN(len(stripForms)), g.chance(4)
	s := g.openScope()
	g.variables = append(g.variables, variable{name: i, t: t, constant: true})
	value, condition := g.expression(tUInt, 2), g.condition(2)
	body := &Node{Role: List}
	// a continue in the others would skip their step
	if depth > 0 && !leaves && form < len(stripForms)-2 && g.chance(2) {
		body = g.inLoop(true, depth)
	}
	g.close(s)
	access := fmt.Sprintf("uint at%[1]s = row * w + (uint)%[1]s; strip[at%[1]s] = strip[at%[1]s] * 3u + "+
		"in_uint[%[1]s] + in_uchar[%[1]s + 1] + $1;", i)
	way := g.IntN(4)
	if form < stripsDown {
		way = 1 // the words are those of others
	}
	switch way {
	case 0:
		access = fmt.Sprintf("if ($3) { %s }", access)
	case 1:
		access = fmt.Sprintf("%s += in_uint[%s] ^ $1;", sum, i)
	case 2:
		access += fmt.Sprintf(" %s += in_ushort[%s];", sum, i)
	}
	if leaves {
		access += " if ($3) break;"
	}
	if g.chance(3) {
		access += fmt.Sprintf(" %s = (uint)%s;", at, i)
	}
	limit := []string{"w", "w - min(w, 3u)", "min(w, few * 50u)", "min(w, ($0 & 255u))", "0u", "min(w, 7u)"}[g.IntN(6)]
	g.variables = append(g.variables, variable{name: sum, t: tUInt}, variable{name: at, t: tUInt})
	return statement(fmt.Sprintf("uint %[1]s = 0, %[2]s = 1; { uint pace = get_global_size(0), w = %[3]du / "+
		"(uint)(get_global_size(1) * get_global_size(2)), last = %[4]s;\n"+
		"uint first = get_global_id(0) - get_global_offset(0), row = (uint)(get_global_id(1) - "+
		"get_global_offset(1)) + (uint)(get_global_id(2) - get_global_offset(2)) * (uint)get_global_size(1);\n%[5]s }",
		sum, at, StripWords, limit, fmt.Sprintf(stripForms[form], t, i, access+"\n$2")), g.expression(tUInt,
		1), value, body, condition)
}
