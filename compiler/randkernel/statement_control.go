package randkernel

import (
	"fmt"
	"strings"
)

// divides decides whether a condition under construction may differ between work-items that are together.
func (g *generator) divides() bool { return !g.together || !g.chance(3) }

func (g *generator) decide(divides bool, depth int) *Node {
	var c *Node
	g.same(!divides, func() { c = g.condition(depth) })
	return c
}

func (g *generator) ifElse(depth int) *Node {
	divides := g.divides()
	c := g.decide(divides, exprDepth)
	var yes, no *Node
	g.apart(divides, func() {
		yes = g.block(depth, 1+g.IntN(3))
		no = g.block(depth, 1+g.IntN(3))
	})
	if g.chance(2) {
		return statement("if ($0) {\n$1}", c, yes)
	}
	return statement("if ($0) {\n$1} else {\n$2}", c, yes, no)
}

func (g *generator) bare(depth int) *Node { return statement("{\n$0}", g.block(depth, 1+g.IntN(3))) }

// inLoop makes the body of a loop.
func (g *generator) inLoop(divides bool, depth int) *Node {
	g.loops = append(g.loops, loop{uniform: !divides && g.keepsTogether()})
	var body *Node
	g.apart(divides, func() { body = g.block(depth, 1+g.IntN(4)) })
	g.loops = g.loops[:len(g.loops)-1]
	return body
}

// counted are the forms of counting loops, with the bounds of their variables.
var counted = []struct {
	form  string
	below int
}{
	{"for (TYPE i = 0; i < ($0 & 7); i++) {\n$1}", 7},
	{"for (TYPE i = 5; i > ($0 & 3); i--) {\n$1}", 6},
	{"for (TYPE i = ($0 & 3); i < 12; i += 3) {\n$1}", 12},
	{"for (TYPE i = 0; i < 4; i++) {\n$1}", 4},
	{"for (TYPE i = 0; i < 40; i++) {\n$1}", 40},
	{"for (TYPE i = 0; i < few; i++) {\n$1}", 6},
}

const longLoop = 4

func (g *generator) forLoop(depth int) *Node {
	divides := g.divides()
	v := variable{name: g.name("i"), t: []Type{tInt, tUInt, tULong}[g.IntN(3)], constant: true, uniform: !divides}
	var bound *Node
	g.same(!divides, func() { bound = g.expression(v.t, 2) })
	form := g.IntN(g.forms(len(counted)))
	if len(g.loops) > 0 && form == longLoop {
		form = 0
	}
	v.below = counted[form].below
	s := g.openScope()
	g.variables = append(g.variables, v)
	body := g.inLoop(divides, depth)
	g.close(s)
	hint := ""
	if g.chance(8) {
		hint = "__attribute__((opencl_unroll_hint(4))) "
	}
	text := strings.NewReplacer("TYPE", v.t.String(), " i ", " "+v.name+" ", " i+", " "+v.name+"+", " i-",
		" "+v.name+"-").Replace(counted[form].form)
	return statement(hint+text, bound, body)
}

// forms is how many of n forms may be used here: the last one only in kernels.
func (g *generator) forms(n int) int {
	if g.inKernel {
		return n
	}
	return n - 1
}

func (g *generator) whileLoop(depth int) *Node {
	divides := g.divides()
	c := g.decide(divides, exprDepth)
	left := g.name("left")
	body := g.inLoop(divides, depth)
	form := []string{
		"for (uint %[1]s = %[2]d; $0 && %[1]s-- > 0u; ) {\n$1}",
		"{ uint %[1]s = %[2]d; while (%[1]s-- > 0u && $0) {\n$1} }",
		"{ uint %[1]s = %[2]d; do {\n$1} while (%[1]s-- > 0u && $0); }",
		"{ uint %[1]s = %[2]d; for (;;) { if (!(%[1]s-- > 0u && $0)) break;\n$1} }",
	}[g.IntN(4)]
	return statement(fmt.Sprintf(form, left, 1+g.IntN(6)), c, body)
}

func (g *generator) switchOver(depth int) *Node {
	divides := g.divides()
	var on *Node
	t := []Type{tInt, tUInt, tULong, {&scalars[1], 1}}[g.IntN(4)]
	g.same(!divides, func() { on = g.expression(t, 2) })
	form, kids := "switch ($0 & 7) {\n", []*Node{on}
	if g.chance(3) {
		form = "switch ($0) {\n"
	}
	g.loops = append(g.loops, loop{isSwitch: true, uniform: !divides && g.keepsTogether()})
	defer func() { g.loops = g.loops[:len(g.loops)-1] }()
	g.apart(divides, func() {
		cases := g.Perm(9)[:1+g.IntN(4)]
		for _, c := range cases {
			label := fmt.Sprintf("case %d: ", c)
			if c == 8 {
				label = "default: "
			} else if g.chance(4) && c < 7 {
				label = fmt.Sprintf("case %d: case %d: ", c, 100+c)
			}
			form += fmt.Sprintf("%s{\n$%d} ", label, len(kids))
			kids = append(kids, g.block(depth, 1+g.IntN(2)))
			if !g.chance(3) {
				form += "break;"
			}
			form += "\n"
		}
	})
	return statement(form+"}", kids...)
}

// leave ends a loop, an iteration or the work-item, on a condition.
func (g *generator) leave(int) *Node {
	if g.chance(3) {
		return g.leaveAll()
	}
	if len(g.loops) == 0 {
		return nil
	}
	last := g.loops[len(g.loops)-1]
	word := "break"
	if g.chance(2) {
		word = "continue"
		for last.isSwitch {
			i := len(g.loops) - 2
			for i >= 0 && g.loops[i].isSwitch {
				i--
			}
			if i < 0 {
				return nil
			}
			// All enclosing loops have to be left by all or by any.
			for _, l := range g.loops[i:] {
				last.uniform = last.uniform || l.uniform
			}
			last.isSwitch = false
		}
	}
	return g.leaveBy(word+";", last.uniform)
}

// leaveBy jumps away on a condition that is uniform if it has to be.
func (g *generator) leaveBy(word string, mustBeTogether bool) *Node {
	if mustBeTogether && !g.together {
		return nil
	}
	c := g.decide(!mustBeTogether, 2)
	if g.chance(2) {
		return statement("if ($0) "+word, c)
	}
	var before *Node
	g.apart(!mustBeTogether, func() { before = g.block(0, 1+g.IntN(2)) })
	return statement("if ($0) {\n$1 "+word+" }", c, before)
}

func (g *generator) leaveAll() *Node {
	if g.result == &tTruth {
		return statement("if ($0) return $1;", g.condition(2), g.condition(2))
	}
	if g.result != nil {
		return statement("if ($0) return $1;", g.condition(2), g.expression(*g.result, 2))
	}
	if !g.inKernel {
		return statement("if ($0) return p0;", g.condition(2))
	}
	if g.keepsTogether() && !g.chance(4) {
		return nil
	}
	return g.leaveBy("return;", g.keepsTogether())
}

// gotoForward is a block with jumps to its end.
func (g *generator) gotoForward(depth int) *Node {
	divides := g.divides()
	label := variable{name: g.name("L"), uniform: !divides && g.keepsTogether()}
	c := g.decide(divides, 2)
	g.labels = append(g.labels, label)
	var body *Node
	g.apart(divides, func() { body = g.block(depth, 2+g.IntN(3)) })
	g.labels = g.labels[:len(g.labels)-1]
	return statement(fmt.Sprintf("{ if ($0) goto %[1]s;\n$1 %[1]s: ; }", label.name), c, body)
}

// jumpOut jumps to one of the labels around, out of any number of loops.
func (g *generator) jumpOut(int) *Node {
	if len(g.labels) == 0 {
		return nil
	}
	l := g.labels[g.IntN(len(g.labels))]
	mustBeTogether := l.uniform
	for _, around := range g.loops {
		mustBeTogether = mustBeTogether || around.uniform
	}
	return g.leaveBy("goto "+l.name+";", mustBeTogether)
}

// exchange passes values between the work-items of a group through local memory.
func (g *generator) exchange(int) *Node {
	t := g.shared[g.IntN(len(g.shared))]
	v, ok := g.target()
	if !ok || v.t != t || v.uniform {
		v = variable{name: g.name("v"), t: t}
		n := g.exchangeInto(t, t.String()+" "+v.name)
		g.variables = append(g.variables, v)
		return n
	}
	return g.exchangeInto(t, v.name)
}

func (g *generator) exchangeInto(t Type, target string) *Node {
	fence := []string{"CLK_LOCAL_MEM_FENCE", "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE"}[g.IntN(2)]
	read := []string{"(lid + $1) % lsz", "lsz - 1u - lid", "(lid ^ 1u) % lsz", "$1 % lsz",
		"(lid + 1u) % lsz"}[g.IntN(5)]
	write := "lid"
	if g.chance(4) {
		write = "lsz - 1u - lid"
	}
	// The value is made before the first barrier, because it may read what others write after that.
	return statement(fmt.Sprintf("%[2]s %[6]s = $0; barrier(%[1]s); lm_%[2]s[%[3]s] = %[6]s; barrier(%[1]s); %[4]s "+
		"= lm_%[2]s[%[5]s];", fence, t, write, target, read, g.name("x")), g.expression(t, exprDepth), g.sharedIndex(2))
}

// sums combines values of a group by atomics or by halving.
func (g *generator) sums(depth int) *Node {
	v := variable{name: g.name("v"), t: tUInt}
	defer func() { g.variables = append(g.variables, v) }()
	if g.chance(2) {
		op := []string{"+=", "^=", "|="}[g.IntN(3)]
		s := g.name("s")
		return statement(fmt.Sprintf("uint x%[1]s = $0; barrier(CLK_LOCAL_MEM_FENCE); lm_uint[lid] = x%[1]s; for "+
			"(uint %[1]s = 128; %[1]s > 0; %[1]s >>= 1) { barrier(CLK_LOCAL_MEM_FENCE); if (lid < %[1]s && lid + "+
			"%[1]s < lsz) lm_uint[lid] %[2]s lm_uint[lid + %[1]s]; } barrier(CLK_LOCAL_MEM_FENCE); uint %[3]s = "+
			"lm_uint[0];", s, op, v.name), g.expression(tUInt, exprDepth))
	}
	i := g.name("i")
	g.localOp = atomicOps[g.IntN(len(atomicOps))]
	var body *Node
	g.apart(true, func() {
		list := []*Node{g.atomic(0)}
		body = g.block(depth, 1+g.IntN(3))
		if list[0] != nil {
			body.Kids = append(body.Kids, list[0])
		}
	})
	op := g.localOp
	g.localOp = ""
	return statement(fmt.Sprintf("barrier(CLK_LOCAL_MEM_FENCE); for (uint %[1]s = lid; %[1]s < 8u; %[1]s += lsz) "+
		"few_sums[%[1]s] = 100u; barrier(CLK_LOCAL_MEM_FENCE);\n{ atomic_%[2]s(&few_sums[$0 & 7], $1);\n"+
		"$2} barrier(CLK_LOCAL_MEM_FENCE); uint %[3]s = few_sums[$3 & 7];", i, op,
		v.name), g.sharedIndex(2), g.expression(tUInt, 2), body, g.sharedIndex(2))
}
