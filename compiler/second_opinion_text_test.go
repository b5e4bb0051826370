package compiler

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// macroText writes random texts full of macros. White space stands between all tokens that are not meant to touch,
// because cc's output joins some that its input does not.
type macroText struct {
	strings.Builder
	random *rand.Rand
	macros []macroShape
}

type macroShape struct {
	name     string
	function bool
	params   int
	variadic bool
}

func pick[T any](random *rand.Rand, list ...T) T { return list[random.IntN(len(list))] }

func randomMacros(random *rand.Rand) string {
	m := &macroText{random: random}
	for range 3 + random.IntN(8) {
		switch random.IntN(10) {
		case 0:
			m.condition()
		case 1:
			m.undefine()
		case 2, 3:
			m.use()
		default:
			m.define()
		}
	}
	m.use()
	m.use()
	return m.String()
}

// pasted is the parameter that ## joins with another token; its arguments are such that a token results.
const pasted = "z"

func (m *macroText) define() {
	shape := macroShape{name: pick(m.random, "A", "B", "C", "D", "E", "F", "G"), function: m.random.IntN(3) > 0}
	if shape.function {
		shape.params = m.random.IntN(4)
		shape.variadic = m.random.IntN(4) == 0
	}
	m.forget(shape.name)
	m.macros = append(m.macros, shape)
	fmt.Fprintf(m, "#undef %s\n#define %s", shape.name, shape.name)
	params := []string{"x", "y", pasted}[:shape.params]
	if shape.function {
		list := params
		if shape.variadic {
			list = append(list[:len(list):len(list)], "...")
		}
		fmt.Fprintf(m, "(%s)", strings.Join(list, ", "))
	}
	if shape.variadic {
		params = append(params[:len(params):len(params)], "__VA_ARGS__")
	}
	for range m.random.IntN(8) {
		m.bodyPiece(params, shape.function)
	}
	m.WriteByte('\n')
}

func (m *macroText) bodyPiece(params []string, function bool) {
	m.WriteByte(' ')
	switch n := m.random.IntN(9); {
	case n < 3 && len(params) > 0:
		m.WriteString(pick(m.random, params...))
	case n == 3 && len(params) > 0:
		m.WriteString("# " + pick(m.random, params...))
	case n == 4 && len(params) > 2:
		fmt.Fprintf(m, pick(m.random, "n ## %s", "n1 ## %s", "n ## %s ## 1"), pasted)
	case n == 5:
		m.WriteString(pick(m.random, "a ## 1", "1 ## 2", "A ## B", "- ## >", "< ## <"))
	case n == 6:
		m.call(1)
	default:
		m.atom()
	}
}

func (m *macroText) forget(name string) {
	for i, s := range m.macros {
		if s.name == name {
			m.macros = append(m.macros[:i:i], m.macros[i+1:]...)
			return
		}
	}
}

func (m *macroText) undefine() {
	name := pick(m.random, "A", "B", "C", "D", "E", "F", "G")
	m.forget(name)
	fmt.Fprintf(m, "#undef %s\n", name)
}

func (m *macroText) atom() {
	m.WriteString(pick(m.random, "a", "b", "A", "B", "C", "D", "E", "F", "G", "1", "0x2u", "3.5f", "+", "*", "->", ";",
		`"s\"t"`, "'c'", "[ a ]", "( b )", "( A , 1 )", "<<="))
}

// use writes a line of text.
func (m *macroText) use() {
	m.WriteByte('\n')
	for range 1 + m.random.IntN(6) {
		if m.random.IntN(2) == 0 {
			m.call(0)
		} else {
			m.atom()
		}
		m.WriteString(pick(m.random, " ", "  ", " /* c */ ", "\n", " \\\n ", " // c\n"))
	}
	m.WriteByte('\n')
}

// call uses a macro with arguments, about as many as it wants, in the text or in a replacement list.
func (m *macroText) call(depth int) {
	if len(m.macros) == 0 {
		m.atom()
		return
	}
	shape := pick(m.random, m.macros...)
	m.WriteString(shape.name)
	if !shape.function || m.random.IntN(12) == 0 {
		return
	}
	count := shape.params
	if shape.variadic {
		count += 1 + m.random.IntN(3)
	}
	m.WriteString(pick(m.random, "(", " (", "( "))
	for i := range count {
		if i > 0 {
			m.WriteString(pick(m.random, ",", " , "))
		}
		if i == 2 {
			m.WriteString(pick(m.random, "", "a", "1", "B", "A 1", "2 A", "_"))
			continue
		}
		m.argument(depth)
	}
	m.WriteByte(')')
}

func (m *macroText) argument(depth int) {
	for i := range m.random.IntN(3) {
		if i > 0 {
			m.WriteByte(' ')
		}
		if depth < 3 && m.random.IntN(4) == 0 {
			m.call(depth + 1)
		} else {
			m.WriteString(pick(m.random, "a", "b", "A", "B", "C", "1", "2.5", "( a , b )", `"q\n"`, "'\\''", "@"))
		}
	}
}

func (m *macroText) condition() {
	fmt.Fprintf(m, "#%s\n", m.guard())
	m.use()
	for range m.random.IntN(3) {
		fmt.Fprintf(m, "#elif %s\n", m.number(0))
		m.use()
	}
	if m.random.IntN(2) == 0 {
		m.WriteString("# else\n")
		m.use()
	}
	m.WriteString("#endif\n")
}

func (m *macroText) guard() string {
	name := pick(m.random, "A", "B", "C", "D")
	return pick(m.random, "ifdef "+name, "ifndef "+name, "if "+m.number(0), "if "+m.number(0), "if "+m.number(0))
}

// number is a random expression of #if.
func (m *macroText) number(depth int) string {
	if depth > 3 || m.random.IntN(5) == 0 {
		return pick(m.random, "0", "1", "2", "3u", "-1", "0x7fff", "0xffffffffffffffffu", "'\\377'", "07", "'a'",
			"'\\n'", "(defined A)", "defined(B)", "unknown", "!defined C", "10L", "4LL")
	}
	a, b := m.number(depth+1), m.number(depth+1)
	switch op := pick(m.random, "+", "-", "*", "<", ">", "<=", ">=", "==", "!=", "&", "|", "^", "&&", "||", "%",
		"?"); op {
	case "<<", ">>":
		return fmt.Sprintf("(%s %s (%s & 63))", a, op, b)
	case "/", "%":
		return fmt.Sprintf("(%s %s ((%s & 15) + 1))", a, op, b)
	case "?":
		return fmt.Sprintf("(%s ? %s : %s)", m.number(depth+1), a, b)
	case "~", "!":
		return fmt.Sprintf("(%s %s)", op, a)
	case "-1":
		return fmt.Sprintf("(- %s)", a)
	default:
		return fmt.Sprintf("(%s %s %s)", a, op, b)
	}
}

// damage changes one or two tokens of a unit: it removes one, doubles it, exchanges it with the next, or puts another
// of the unit's tokens in its place or before it.
func damage(random *rand.Rand, tokens []string) string {
	for range 1 + random.IntN(2) {
		i := random.IntN(len(tokens) - 1)
		other := pick(random, tokens...)
		switch random.IntN(5) {
		case 0:
			tokens = slices.Delete(tokens, i, i+1)
		case 1:
			tokens = slices.Insert(tokens, i, tokens[i])
		case 2:
			tokens[i], tokens[i+1] = tokens[i+1], tokens[i]
		case 3:
			tokens[i] = other
		case 4:
			tokens = slices.Insert(tokens, i, other)
		}
	}
	return lines(tokens)
}

// lines joins tokens to text with a new line after each statement, so that messages show where they mean.
func lines(tokens []string) string {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteString(t)
		b.WriteString(map[bool]string{true: "\n", false: " "}[t == ";" || t == "{" || t == "}"])
	}
	return b.String()
}
