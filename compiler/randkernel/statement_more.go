package randkernel

import "fmt"

// Statements that look like people's, and so like the ones that passes are made for.

// accumulate sums products over a row and a column, as multiplications of matrices do.
func (g *generator) accumulate(int) *Node {
	t := []Type{tFloat, tFloat, tUInt, tInt}[g.IntN(4)]
	count, i := 1+g.IntN(4), g.name("i")
	row := []string{"(get_global_id(1) - get_global_offset(1))", "(get_global_id(0) - get_global_offset(0))",
		"(uint)gid"}
	declared, body := "", ""
	for range count {
		v := variable{name: g.name("v"), t: t}
		g.variables = append(g.variables, v)
		a := fmt.Sprintf("in_%s[%s * 4 + %s]", t, row[g.IntN(3)], i)
		b := fmt.Sprintf("in_%s[%s * %d + %s]", t, i, 1+g.IntN(40), row[g.IntN(3)])
		declared += fmt.Sprintf("%s %s = %d; ", t, v.name, g.IntN(3))
		if t == tInt {
			body += fmt.Sprintf("%s = (int)((uint)%[1]s + (uint)(%s & 255) * (uint)(%s & 1023)); ", v.name, a, b)
			continue
		}
		body += fmt.Sprintf("%s += %s * %s; ", v.name, a, b)
	}
	hint := ""
	if g.chance(3) {
		hint = "__attribute__((opencl_unroll_hint(4))) "
	}
	bound := []string{"40", "12", "7", "few", "few * 6"}[g.IntN(5)]
	return statement(fmt.Sprintf("%s%sfor (uint %[3]s = 0; %[3]s < %[4]s; %[3]s++) { %[5]s}", declared, hint, i, bound,
		body))
}

// walk moves a pointer along a buffer.
func (g *generator) walk(int) *Node {
	t := g.scalar()
	v := variable{name: g.name("v"), t: t}
	p, i := g.name("p"), g.name("i")
	start := []string{"gid", "gid * 4", "few", "($1 & 1023)"}[g.IntN(4)]
	step := []string{"1", "3", "few", "8", "($1 & 15)"}[g.IntN(5)]
	combine := fmt.Sprintf("%s = (%s)(%[1]s ^ *%[3]s)", v.name, t, p)
	if t.Kind == Float {
		combine = fmt.Sprintf("%s += *%s", v.name, p)
	}
	n := statement(fmt.Sprintf("%s %s = $0; { global const %[1]s *%[3]s = in_%[1]s + %[4]s; for (int %[5]s = 0; "+
		"%[5]s < %[6]d; %[5]s++) { %[7]s; %[3]s += %[8]s; } }", t, v.name, p, start, i, 1+g.IntN(16), combine,
		step), g.expression(t, 1), g.expression(tUInt, 2))
	g.variables = append(g.variables, v)
	return n
}

// intoLoop jumps into a loop, which so has two entries.
func (g *generator) intoLoop(depth int) *Node {
	divides := g.divides() || !g.keepsTogether()
	c, again := g.decide(divides, 2), g.decide(divides, 2)
	label, left := g.name("M"), g.name("left")
	g.loops = append(g.loops, loop{uniform: !divides && g.keepsTogether()})
	var first, second *Node
	g.apart(divides, func() { first, second = g.block(depth, 1+g.IntN(2)), g.block(depth, 1+g.IntN(2)) })
	g.loops = g.loops[:len(g.loops)-1]
	return statement(fmt.Sprintf("{ uint %[2]s = %[3]d; if ($0) goto %[1]s; for (;;) {\nif (%[2]s-- == 0u) break;\n"+
		"$1 %[1]s: ;\n$2 if (%[2]s == 0u || !$3) break; } }", label, left, 1+g.IntN(5)), c, first, second, again)
}

// vectorInArray reads or writes a vector in a private array.
func (g *generator) vectorInArray(int) *Node {
	for _, i := range g.Perm(len(g.variables)) {
		v := g.variables[i]
		if v.array < 4 || v.t.isVector() {
			continue
		}
		lanes := 2
		if v.array > 4 && g.chance(2) {
			lanes = 4
		}
		mask := v.array/lanes - 1
		if g.chance(2) {
			return statement(fmt.Sprintf("vstore%d($0, $1 & %d, %s);", lanes, mask, v.name),
				g.expression(v.t.with(lanes), 2), g.sharedIndex(2))
		}
		x := variable{name: g.name("v"), t: v.t.with(lanes)}
		n := statement(fmt.Sprintf("%s %s = vload%d($0 & %d, %s);", x.t, x.name, lanes, mask, v.name), g.sharedIndex(2))
		g.variables = append(g.variables, x)
		return n
	}
	return nil
}

// twoPlaces reads through one of two pointers.
func (g *generator) twoPlaces(int) *Node {
	t := g.integerType()
	v := variable{name: g.name("v"), t: t}
	form, kids := g.index(4096, 2)
	other := fmt.Sprintf("own_%s + gid * %d", t, g.stride[t.Name])
	n := statement(fmt.Sprintf("%[1]s %[2]s; { global const %[1]s *%[3]s = $%[4]d ? in_%[1]s + %[5]s : %[6]s; "+
		"%[2]s = *%[3]s; }", t, v.name, g.name("p"), len(kids), form, other), append(kids, g.condition(2))...)
	g.variables = append(g.variables, v)
	return n
}

// fenced orders memory.
func (g *generator) fenced(int) *Node {
	return statement([]string{"mem_fence(CLK_GLOBAL_MEM_FENCE);", "read_mem_fence(CLK_LOCAL_MEM_FENCE);",
		"write_mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"}[g.IntN(3)])
}

// copied loads a piece of a buffer into local memory by the whole group.
func (g *generator) copied(int) *Node {
	v := variable{name: g.name("v"), t: tUInt}
	n := statement(fmt.Sprintf("uint %[1]s; { barrier(CLK_LOCAL_MEM_FENCE); event_t %[2]s = "+
		"async_work_group_copy(few_sums, in_uint + %[3]d, (size_t)8, 0); wait_group_events(1, &%[2]s); %[1]s = "+
		"few_sums[$0 & 7]; }", v.name, g.name("e"), g.IntN(5000)), g.sharedIndex(2))
	g.variables = append(g.variables, v)
	return n
}

// recordFunction takes and gives a struct by value.
func (g *generator) recordFunction() *Node {
	s := g.structs[g.IntN(len(g.structs))]
	name := g.name("g")
	g.variables = []variable{{name: "p1", t: tUInt}}
	g.records = []record{{name: "p0", fields: s.fields}}
	body := &Node{Role: List, Kids: g.statements(2, 1+g.IntN(3))}
	g.endFunction()
	g.recordFunctions = append(g.recordFunctions, record{name: name, fields: s.fields})
	return statement(fmt.Sprintf("static %s %s(%[1]s p0, uint p1)\n{\n$0 return p0;\n}", s.name, name), body)
}

// recordCalled gives a struct to a function and takes its result.
func (g *generator) recordCalled(int) *Node {
	for _, f := range g.recordFunctions {
		for _, r := range g.records {
			if &r.fields[0] == &f.fields[0] && g.chance(2) {
				return statement(fmt.Sprintf("%s = %s(%[1]s, $0);", r.name, f.name), g.expression(tUInt, 2))
			}
		}
	}
	return nil
}
