package randkernel

import (
	"fmt"
	"strings"
)

// Bytes and halves that are stored side by side, each computed by itself as C has it: in int, or by functions of their
// own type. Passes pack such elements into words.

// elementForms are the expressions of one element. T is its type, C to E are constants; A, B and S are operands.
var elementForms = []string{
	"A", "A", "(T)(A + B)", "(T)(A - B)", "(T)((A + B + 1) >> 1)", "(T)((A + B) / 2)",
	"(T)((A * C + B * (256 - C)) >> 8)", "(T)((A * C) >> D)", "A > B ? A : B", "(T)clamp((int)A + B - C, 0, 127)",
	"(T)clamp((int)A - B, -C, C)", "(T)min((int)A + B, 255)", "(T)max((int)A - B, 0)",
	"(T)abs((int)A - (int)B)", "abs_diff(A, B)", "(T)((uint)A * (uint)B >> D)", "(T)(A >> D)", "(T)(A << D)",
	"(T)((A ^ B) & C)", "(T)(-A)", "(T)(~A)", "A > (T)C ? B : (T)C", "A < B ? (T)1 : (T)0", "(T)(A / 3)",
	"(T)((uint)A / 10u)", "(T)(A % 7)", "add_sat(A, B)", "sub_sat(A, B)", "hadd(A, B)",
	"rhadd(A, B)", "mul_hi(A, B)", "(T)(A == B)", "(T)(-(A < B))", "min(A, B)", "max(A, B)", "clamp(A, (T)D, (T)100)",
	"rotate(A, (T)D)", "popcount(A)", "convert_T_sat((int)A * 2 - B)", "(T)((A + 2 * B + A) >> 2)", "(T)(A | B << D)",
	"(T)(!A)", "(T)(A && B)", "SHARED ? A : B", "SHARED ? (T)(A + B) : (T)(A - B)",
	"(T)(A + (T)(B * (T)C))", "(T)((short)A * (short)C + (short)B >> 4)", "(T)(((int)A - C) * ((int)A - C) >> D)",
	"(T)(A * 0.5f + B * 0.25f)", "select(A, B, (T)(A > (T)C ? -1 : 0))", "(T)((B & 1) ? A : 0)",
	"(T)(A & B) == (T)0 ? A : B",
}

// elementSources are operands for place K of the elements; O is a constant.
var elementSources = []string{
	"a[K]", "a[K]", "a[K]", "a[K + O]", "a[N - 1 - K]", "a[O]", "a[K * 2]", "d[K]", "d[N - 1 - K]", "d[0]", "u[K]",
	"u[O]", "x", "y", "(T)C", "a_T", "a[(K + O) & (N - 1)]",
}

// elements writes two to eight of them.
func (g *generator) elements(int) *Node {
	t := Type{&scalars[g.IntN(4)], 1}
	n := []int{4, 4, 4, 8}[g.IntN(4)]
	if t.Bits == 16 {
		n = []int{2, 2, 4, 4, 8}[g.IntN(5)]
	}
	s := g.stride[t.Name]
	to := fmt.Sprintf("own_%s + gid * %d", t, s)
	if s < n {
		to = fmt.Sprintf("(global %s *)mix_%s + gid * %d + %d", t, []string{"a", "b"}[g.IntN(2)], MixBytes*8/t.Bits,
			n*g.IntN(mixHalf*8/t.Bits/n))
		if t.Bits == 8 && g.chance(3) {
			to = fmt.Sprintf("(global %s *)mix_c + gid * %d + %d", t, MixBytes, g.IntN(mixHalf-n+1))
		}
	}
	from := []string{"gid * 4", fmt.Sprintf("gid * %d", n), "gid * 4 + 1", "(gid & ~3)", "($2 & 1023) * 4",
		"($2 & 2047)", "few * 4"}[g.IntN(7)]
	form, other := g.elementForm(t, n), g.elementForm(t, n)
	var lines []string
	for k := range n {
		f := form
		if k == n-1 && g.chance(4) { // the last is copied, as the alpha of a pixel is
			f = "a[K]"
		} else if g.chance(12) {
			f = other
		}
		lines = append(lines, strings.ReplaceAll(f, "K", fmt.Sprint(k)))
	}
	text := g.elementLoop(t, lines)
	if g.chance(5) {
		text = "if ($4) { " + text + " }"
	}
	start := fmt.Sprintf("{ %[1]s x = $0, y = $1; global %[1]s *d = %[2]s; global const %[1]s *a = in_%[1]s + "+
		"%[3]s, *u = in_%[1]s + few; ", t, to, from)
	return statement(start+text+" }", g.expression(t, 2), g.expression(t, 2), g.sharedIndex(2), g.condition(2),
		g.condition(2))
}

// elementForm chooses a form and its operands, for any place K.
func (g *generator) elementForm(t Type, n int) string {
	form := elementForms[g.IntN(len(elementForms))]
	if g.chance(3) { // of another one's result
		form = replaceWord(form, "A", "((T)("+elementForms[g.IntN(len(elementForms))]+"))")
	}
	for _, operand := range []string{"A", "B"} {
		source := elementSources[g.IntN(len(elementSources))]
		form = replaceWord(form, operand, replaceWord(source, "O", fmt.Sprint(g.IntN(4))))
	}
	for word, text := range map[string]string{"C": fmt.Sprint(1 + g.IntN(126)), "D": fmt.Sprint(1 + g.IntN(7)),
		"N": fmt.Sprint(n), "SHARED": "($3)", "T": t.String()} {
		form = replaceWord(form, word, text)
	}
	for word, text := range map[string]string{"a_T": "a_" + t.String(),
		"convert_T_sat": "convert_" + t.String() + "_sat"} {
		form = replaceWord(form, word, text)
	}
	return form
}

// replaceWord replaces a word by a text.
func replaceWord(text, word, by string) string {
	var b strings.Builder
	for rest := text; ; {
		i := strings.Index(rest, word)
		if i < 0 {
			b.WriteString(rest)
			return b.String()
		}
		end := i + len(word)
		isWhole := (i == 0 || !isWord(rest[i-1])) && (end == len(rest) || !isWord(rest[end]))
		b.WriteString(rest[:i])
		if isWhole {
			b.WriteString(by)
		} else {
			b.WriteString(word)
		}
		rest = rest[end:]
	}
}

// elementLoop stores the elements: at once, after all are computed, or after a loop has carried them.
func (g *generator) elementLoop(t Type, lines []string) string {
	var compute, store, carry, begin []string
	i := g.name("i")
	joint := []string{"%s = (%s)(%[1]s + (%[3]s));", "%s = max(%[1]s, (%s)(%[3]s));",
		"%s = add_sat(%[1]s, (%s)(%[3]s));", "%s = (%s)(%[1]s * 3 ^ (%[3]s));"}[g.IntN(4)]
	for k, line := range lines {
		r := fmt.Sprint("r", k)
		compute = append(compute, fmt.Sprintf("%s %s = (%[1]s)(%[3]s);", t, r, line))
		store = append(store, fmt.Sprintf("d[%d] = %s;", k, r))
		begin = append(begin, fmt.Sprintf("%s %s = %s;", t, r,
			[]string{"x", "0", fmt.Sprintf("a[%d]", k), "y"}[g.IntN(4)]))
		carry = append(carry, fmt.Sprintf(joint, r, t, line))
	}
	if g.chance(4) {
		g.Shuffle(len(store), func(i, j int) { store[i], store[j] = store[j], store[i] })
	}
	if g.chance(6) {
		store = store[1:]
	}
	all := strings.Join(store, " ")
	if g.chance(8) {
		all += fmt.Sprintf(" d[0] = (%s)(d[%d] ^ r0);", t, g.IntN(len(lines)))
	}
	switch g.IntN(5) {
	case 0:
		for k, line := range lines {
			lines[k] = fmt.Sprintf("d[%d] = (%s)(%s);", k, t, line)
		}
		return strings.Join(lines, " ")
	case 1:
		bound := []string{"few", "3u", "($2 & 7u)"}[g.IntN(3)]
		return fmt.Sprintf("%s for (uint %[2]s = 0; %[2]s < %[3]s; %[2]s++, a += 4) { %[4]s } %[5]s",
			strings.Join(begin, " "), i, bound, strings.Join(carry, " "), all)
	}
	return strings.Join(compute, " ") + " " + all
}

// ownWords reads and writes all adjacent words that belong to the work-item.
func (g *generator) ownWords(int) *Node {
	t := []Type{tUInt, tInt, tFloat}[g.IntN(3)]
	n := g.stride[t.Name]
	if n < 2 || n > 4 {
		return nil
	}
	var loads, stores []string
	order := g.Perm(n)
	for k := range n {
		loads = append(loads, fmt.Sprintf("%s w%d = own_%[1]s[o + %d], z%[2]d = in_%[1]s[o + %[3]d];", t, k, k))
		if t == tFloat {
			stores = append(stores, fmt.Sprintf("own_float[o + %d] = nfloat(w%d - z%[1]d * $0);", k, order[k]))
			continue
		}
		stores = append(stores, fmt.Sprintf("own_%s[o + %d] = w%d ^ z%[2]d ^ $0;", t, k, order[k]))
	}
	if g.chance(3) {
		g.Shuffle(n, func(i, j int) { stores[i], stores[j] = stores[j], stores[i] })
	}
	text := fmt.Sprintf("{ size_t o = gid * %d; %s %s }", n, strings.Join(loads, " "), strings.Join(stores, " "))
	if g.chance(4) {
		text = "if ($1) " + text
	}
	return statement(text, g.expression(t, 1), g.condition(1))
}
