package randkernel

import "fmt"

// stepped reads elements as far apart as an argument says.
func (g *generator) stepped(int) *Node {
	t := g.scalar()
	v := variable{name: g.name("v"), t: t}
	place := []string{"gid * lane_step + %d", "(int)gid * (int)lane_step + %d", "%d + lane_step * (ulong)gid",
		"(gid + %d) * lane_step",
		"(get_global_id(0) - get_global_offset(0)) * lane_step + (get_global_id(1) & 3) * lane_step * 100u + %d",
	}[g.IntN(5)]
	place = fmt.Sprintf(place, g.IntN(600))
	combine := fmt.Sprintf("%s = (%s)(%[1]s ^ in_%[2]s[%[3]s]);", v.name, t, "%s")
	if t.Kind == Float {
		combine = fmt.Sprintf("%s += in_%s[%%s];", v.name, t)
	}
	text := fmt.Sprintf(combine, place)
	if g.chance(2) {
		p, i := g.name("p"), g.name("i")
		text = fmt.Sprintf("{ %s %s = %s; for (uint %s = 0; %[4]s < %d; %[4]s++) { if (%[2]s >= 4096) break; %[6]s "+
			"%[2]s += %[7]d * lane_step; } }", []string{"ulong", "uint", "int"}[g.IntN(3)], p, place, i, 1+g.IntN(6),
			fmt.Sprintf(combine, p), 1+g.IntN(500))
	}
	first := g.expression(t, 1)
	g.variables = append(g.variables, v)
	return statement(fmt.Sprintf("%s %s = $0; %s", t, v.name, text), first)
}
