package randkernel

import (
	"fmt"
	"strings"
)

// Loops that work-items leave in widely different iterations: searches, walks along lists, numbers that are divided
// until they are small. The values they carry, an index, a sum, pointers into a buffer, are read after them, and
// addresses are computed from them.

// mostIterations bounds the trip count of such loops.
const mostIterations = 127

// searching is a loop of that kind under construction.
type searching struct {
	*generator
	t                              Type // of the elements of its buffer
	acc, idx, at, before           string
	left, iterations, found, label string
	kids                           []*Node
	moves, isGoto, isJumping       bool // the pointer moves already; the loop is made by goto; a jump leads to its end
}

// hole adds a child and returns its placeholder.
func (s *searching) hole(n *Node) string {
	s.kids = append(s.kids, n)
	return "$" + string(holes[len(s.kids)-1])
}

func (g *generator) search(depth int) *Node {
	s := &searching{generator: g, t: g.scalar(), acc: g.name("v"), idx: g.name("v"), at: g.name("p"),
		before: g.name("p"), left: g.name("left"), iterations: g.name("v"), found: g.name("v"), label: g.name("O")}
	indexType := []Type{tUInt, tUInt, tInt, tULong}[g.IntN(4)]
	text := fmt.Sprintf("%s %s = %s; %s %s = %s; ", s.t, s.acc, s.hole(g.expression(s.t, 2)), indexType, s.idx,
		s.hole(g.expression(indexType, 2)))
	text += fmt.Sprintf("global const %[1]s *%[2]s = in_%[1]s + 1 + (%[3]s & 4095), *%[4]s = %[2]s; ", s.t, s.at,
		s.hole(g.expression(tUInt, 2)), s.before)
	text += fmt.Sprintf("uint %s = %s, %s = 0; int %s = -1;\n", s.left, s.uneven(), s.iterations, s.found)
	g.apart(true, func() { text += s.loop(depth) })
	if s.isJumping {
		text += " " + s.label + ": ;"
	}
	g.variables = append(g.variables, variable{name: s.acc, t: s.t}, variable{name: s.idx, t: indexType},
		variable{name: s.iterations, t: tUInt}, variable{name: s.found, t: tInt})
	g.pointers = append(g.pointers, variable{name: s.at, t: s.t}, variable{name: s.before, t: s.t})
	text += s.after()
	return statement(text, s.kids...)
}

// uneven is a trip count that is much larger for a few work-items than for the others.
func (s *searching) uneven() string {
	most := mostIterations
	if len(s.loops) > 0 {
		most = 15
	}
	x := s.hole(s.expression(tUInt, 2))
	switch s.IntN(6) {
	case 0:
		return fmt.Sprintf("%s & %d", x, most)
	case 1:
		return fmt.Sprintf("gid %% 13 == %d ? %du : %s & 3u", s.IntN(13), most, x)
	case 2:
		return fmt.Sprintf("(uint)gid & %du", most>>s.IntN(3))
	case 3:
		return fmt.Sprintf("min(few * 5u, %du)", most)
	case 4:
		return fmt.Sprintf("%du", s.IntN(most))
	}
	w := fmt.Sprintf("in_uint[gid + %d]", s.IntN(64))
	return fmt.Sprintf("((%[1]s & 7u) == 1u ? %[1]s >> 3 & %[2]du : %[1]s >> 3 & 7u)", w, most)
}

// loop is the loop around its body.
func (s *searching) loop(depth int) string {
	form := s.IntN(8)
	s.isGoto = form == 6
	if !s.isGoto {
		s.loops = append(s.loops, loop{})
		defer func() { s.loops = s.loops[:len(s.loops)-1] }()
	}
	first := s.body(depth, 1+s.IntN(4))
	switch form {
	case 0:
		return fmt.Sprintf("while (%s-- > 0u) {\n%s}", s.left, first)
	case 1:
		return fmt.Sprintf("do {\n%s} while (%s-- > 0u);", first, s.left)
	case 2:
		return fmt.Sprintf("for (;;) { if (%s-- == 0u) break;\n%s}", s.left, first)
	case 3:
		i := s.name("i")
		return fmt.Sprintf("for (uint %[1]s = 0; %[1]s < %[2]s; %[1]s++) {\n%[3]s}", i, s.left, first)
	case 4:
		i := s.name("i")
		return fmt.Sprintf("for (uint %[1]s = 0; %[1]s < %[2]du; %[1]s++) {\n%[3]s if (%[1]s >= %[4]s) break;\n%[5]s}",
			i, mostIterations, first, s.left, s.body(depth, 1+s.IntN(2)))
	case 5:
		return fmt.Sprintf("while (%s && %s-- > 0u) {\n%s}", s.asked(), s.left, first)
	case 6:
		again := s.name("M")
		return fmt.Sprintf("%s: ;\n%s if (%s-- > 0u) goto %[1]s;", again, first, s.left)
	}
	return fmt.Sprintf("for (; %s-- > 0u; %s) {\n%s}", s.left,
		strings.ReplaceAll(strings.TrimSuffix(s.changed(), ";"), ";", ","), first)
}

// body is some of the statements of an iteration. Each may be removed.
func (s *searching) body(depth, count int) string {
	text := ""
	for range count {
		text += s.hole(&Node{Role: List, Kids: []*Node{s.piece(depth)}}) + "\n"
	}
	return text
}

// piece is a statement of the body, with children of its own.
func (s *searching) piece(depth int) *Node {
	inner := *s
	inner.kids = nil
	text := inner.pieceText(depth)
	s.moves, s.isJumping = inner.moves, inner.isJumping
	return statement(text, inner.kids...)
}

func (s *searching) pieceText(depth int) string {
	switch s.IntN(14) {
	case 0:
		if !s.isGoto {
			return fmt.Sprintf("if (%s) break;", s.asked())
		}
	case 1:
		if !s.isGoto {
			return fmt.Sprintf("if (%s) { %s continue; }", s.asked(), s.changed())
		}
	case 2:
		if !s.isGoto {
			return fmt.Sprintf("if (%s) { %s = (int)%s; %s break; }", s.asked(), s.found, s.idx, s.changed())
		}
	case 3:
		s.isJumping = true
		return fmt.Sprintf("if (%s) { %s goto %s; }", s.asked(), s.changed(), s.label)
	case 4:
		return s.innerLoop()
	case 5:
		if depth > 1 && s.budget > 0 && !s.isGoto {
			return s.hole(s.block(depth-1, 1))
		}
	case 6:
		return fmt.Sprintf("if (%s) { %s } else { %s }", s.asked(), s.changed(), s.changed())
	case 7:
		return fmt.Sprintf("switch (%s & 3) { case 0: %s case 2: %s break; case 1: %s }", s.idx, s.changed(),
			s.changed(), s.changed())
	case 8:
		if !s.barriers && s.chance(3) {
			return fmt.Sprintf("if (%s) return;", s.asked())
		}
	case 9:
		n := s.stride[s.t.Name]
		canonical := ""
		if s.t.Kind == Float {
			canonical = "n" + s.t.Name
		}
		return fmt.Sprintf("own_%s[gid * %d + %d] = %s(%s);", s.t, n, s.IntN(n), canonical, s.acc)
	}
	return s.changed()
}

// innerLoop is a short loop within an iteration.
func (s *searching) innerLoop() string {
	j := s.name("j")
	bound := []string{"(uint)" + s.idx + " & 3u", "few", "3u"}[s.IntN(3)]
	leave := ""
	switch s.IntN(4) {
	case 0:
		leave = fmt.Sprintf("if (%s) break;", s.asked())
	case 1:
		leave = fmt.Sprintf("if (%s) continue;", s.asked())
	case 2:
		s.isJumping = true
		leave = fmt.Sprintf("if (%s) goto %s;", s.asked(), s.label)
	}
	was := s.moves
	s.moves = true
	defer func() { s.moves = was }()
	return fmt.Sprintf("for (uint %[1]s = 0; %[1]s < (%[2]s); %[1]s++) { %[3]s %[4]s %[5]s }", j, bound, s.changed(),
		leave, s.changed())
}

// changed changes one of the values that the loop carries.
func (s *searching) changed() string {
	switch s.IntN(9) {
	case 0:
		return fmt.Sprintf("%s++;", s.iterations)
	case 1:
		return fmt.Sprintf("%s = (%[1]s & 4095) + 1;", s.idx)
	case 2:
		return fmt.Sprintf("%s = in_%s[%[1]s & 4095];", s.idx, []string{"ushort", "uint", "uchar"}[s.IntN(3)])
	case 3:
		return fmt.Sprintf("%s = (%[1]s & 0xfff) * 5 + (int)%s;", s.idx, s.iterations)
	case 4, 5:
		if !s.moves {
			s.moves = true
			step := []string{"1", "1", "3", "few", fmt.Sprintf("1 + (%s & 3)", s.idx),
				fmt.Sprintf("(%s & 7)", s.iterations)}[s.IntN(6)]
			return fmt.Sprintf("%s = %s; %[2]s += %s;", s.before, s.at, step)
		}
		return fmt.Sprintf("%s = %s;", s.before, s.at)
	}
	if s.t.Kind == Float {
		return fmt.Sprintf("%s = %[1]s * 0.5f + %s;", s.acc, s.read())
	}
	return fmt.Sprintf("%[1]s = (%[2]s)((uint)%[1]s * 31u ^ (uint)%[3]s);", s.acc, s.t, s.read())
}

// read reads at the loop's present place.
func (s *searching) read() string {
	switch s.IntN(4) {
	case 0:
		return "*" + s.at
	case 1:
		return s.at + "[-1]"
	case 2:
		return "*" + s.before
	}
	return fmt.Sprintf("in_%s[%s & 4095]", s.t, s.idx)
}

// asked is a condition that differs between work-items and iterations.
func (s *searching) asked() string {
	switch s.IntN(7) {
	case 0:
		return fmt.Sprintf("(%s & %d) == 0", s.idx, []int{1, 3, 7, 15, 63}[s.IntN(5)])
	case 1:
		return fmt.Sprintf("%s > in_%s[%s & 4095]", s.read(), s.t, s.idx)
	case 2:
		return fmt.Sprintf("%s == few", s.iterations)
	case 3:
		return fmt.Sprintf("in_uchar[%s & 4095] > %d", s.idx, []int{30, 128, 200, 250}[s.IntN(4)])
	case 4:
		return fmt.Sprintf("%s >= 0", s.found)
	case 5:
		return fmt.Sprintf("++%s > %du", s.iterations, s.IntN(40))
	}
	return s.hole(s.condition(1))
}

// after reads the values that the loop left.
func (s *searching) after() string {
	v := variable{name: s.name("v"), t: s.t}
	s.variables = append(s.variables, v)
	s.keepPlace(fmt.Sprintf("(%s & 4095)", s.idx), nil, 4096)
	return fmt.Sprintf(" %s %s = %s;", v.t, v.name,
		[]string{"*" + s.at, s.before + "[-1]", fmt.Sprintf("in_%s[%s & 4095]", s.t, s.idx),
			"*(" + s.found + " >= 0 ? " + s.before + " : " + s.at + ")"}[s.IntN(4)])
}

// pointInto makes a pointer that is one of several, or changes one.
func (g *generator) pointInto(int) *Node {
	t := g.scalar()
	form, kids := g.index(4096, 2)
	if len(g.pointers) > 0 && g.chance(2) {
		p := g.pointers[g.IntN(len(g.pointers))]
		q := g.pointers[g.IntN(len(g.pointers))]
		n := len(kids)
		if q.t == p.t && g.chance(2) {
			return statement(fmt.Sprintf("if ($0) %s = %s;", p.name, q.name), g.condition(2))
		}
		return statement(fmt.Sprintf("%s = $%d ? %[1]s : in_%[3]s + 1 + %s;", p.name, n, p.t, form),
			append(kids, g.condition(2))...)
	}
	p := variable{name: g.name("p"), t: t}
	defer func() { g.pointers = append(g.pointers, p) }()
	if g.chance(2) {
		return statement(fmt.Sprintf("global const %[1]s *%[2]s = in_%[1]s + 1 + %[3]s;", t, p.name, form), kids...)
	}
	return statement(fmt.Sprintf("global const %[1]s *%[2]s = $%[4]d ? in_%[1]s + 1 + %[3]s : in_%[1]s + gid + %[5]d;",
		t, p.name, form, len(kids), 1+g.IntN(20)), append(kids, g.condition(2))...)
}

// pointedTo reads through one of the pointers.
func (g *generator) pointedTo(t Type, depth int) *Node {
	if g.uniform {
		return nil
	}
	for _, i := range g.Perm(len(g.pointers)) {
		p := g.pointers[i]
		if p.t != t {
			continue
		}
		switch g.IntN(4) {
		case 0:
			return value(t, p.name+"[-1]")
		case 1:
			return value(t, fmt.Sprintf("%s[$0 & 31]", p.name), g.sharedIndex(depth))
		}
		return value(t, "*"+p.name)
	}
	return nil
}
