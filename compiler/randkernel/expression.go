package randkernel

import (
	"fmt"
	"math"
	"strings"
)

// scalar chooses a scalar type, those of 32 bits more often.
func (g *generator) scalar() Type {
	for {
		i := g.IntN(len(scalars) + 6)
		switch {
		case len(g.likes) > 0 && g.chance(2):
			i = g.likes[g.IntN(len(g.likes))]
		case i >= len(scalars):
			i = []int{4, 5, 5, 5, 8, 8}[i-len(scalars)]
		}
		if t := (Type{&scalars[i], 1}); g.uses(t) {
			return t
		}
	}
}

// uses reports whether the kernel may have values of a type.
func (g *generator) uses(t Type) bool {
	switch t.Name {
	case "double":
		return g.useDouble
	case "half":
		return g.useHalf
	}
	return true
}

func (g *generator) anyType() Type {
	t := g.scalar()
	if g.IntN(4) == 0 {
		t.Lanes = []int{2, 2, 3, 4, 4, 4, 8, 16}[g.IntN(8)]
	}
	return t
}

func (g *generator) integerType() Type {
	for {
		if t := g.scalar(); t.isInteger() {
			return t
		}
	}
}

// chance is true with probability 1/n.
func (g *generator) chance(n int) bool { return g.IntN(n) == 0 }

// choose selects one of several makers, by weight; those that return nil are not asked again.
type maker struct {
	weight int
	make   func(t Type, depth int) *Node
}

func (g *generator) pick(makers []maker, t Type, depth int) *Node {
	total := 0
	for i := range makers {
		total += makers[i].weight
	}
	for range 10 {
		n := g.IntN(total)
		for i := range makers {
			if n -= makers[i].weight; n < 0 {
				if e := makers[i].make(t, depth-1); e != nil {
					return e
				}
				break
			}
		}
	}
	return g.literal(t)
}

// expression makes an expression of a type.
func (g *generator) expression(t Type, depth int) *Node {
	g.budget--
	if depth <= 0 || g.budget < 0 {
		return g.leaf(t)
	}
	switch {
	case t.isVector() && t.isInteger():
		return g.pick([]maker{{3, g.leafAt}, {6, g.vectorInteger}, {2, g.vectorBuilt}, {2, g.integerBuiltin},
			{1, g.vectorCompare}, {2, g.vectorChoice}, {2, g.converted}, {1, g.shuffled},
			{2, g.imageRead}}, t, depth)
	case t.isVector():
		return g.pick([]maker{{3, g.leafAt}, {5, g.floatArithmetic}, {2, g.vectorBuilt}, {3, g.floatBuiltin},
			{2, g.vectorChoice}, {2, g.converted}, {1, g.shuffled}, {3, g.imageRead}}, t, depth)
	case t.isInteger():
		return g.pick([]maker{{3, g.leafAt}, {7, g.arithmetic}, {2, g.compared}, {2, g.chosen}, {3, g.integerBuiltin},
			{2, g.converted}, {2, g.loaded}, {1, g.elementOf}, {1, g.called}, {1, g.placed},
			{1, g.imageRead}}, t, depth)
	}
	return g.pick([]maker{{3, g.leafAt}, {6, g.floatArithmetic}, {2, g.chosen}, {4, g.floatBuiltin}, {2, g.converted},
		{2, g.loaded}, {1, g.elementOf}, {1, g.called}, {1, g.reduced},
		{1, g.imageRead}}, t, depth)
}

func (g *generator) leafAt(t Type, _ int) *Node { return g.leaf(t) }

// leaf is a variable, a constant, or a value at a simple place.
func (g *generator) leaf(t Type) *Node {
	switch g.IntN(7) {
	case 0:
		return g.literal(t)
	case 1, 2:
		if g.budget > 0 {
			if n := g.loaded(t, 0); n != nil {
				return n
			}
		}
	}
	var fit []string
	for _, v := range g.variables {
		if v.t == t && v.array == 0 && (v.uniform || !g.uniform) {
			fit = append(fit, v.name)
		}
	}
	if !g.uniform {
		for _, r := range g.records {
			for _, f := range r.fields {
				if f.t == t {
					fit = append(fit, r.name+"."+f.name)
				}
			}
		}
	}
	if len(fit) == 0 {
		return g.otherLeaf(t)
	}
	return value(t, fit[g.IntN(len(fit))])
}

// otherLeaf is computed from a leaf of another type.
func (g *generator) otherLeaf(t Type) *Node {
	if g.inKernel && g.chance(3) {
		return g.literal(t)
	}
	if g.inKernel && g.chance(3) {
		if n := g.loaded(t, 0); n != nil {
			return n
		}
	}
	for _, i := range g.Perm(len(g.variables)) {
		v := g.variables[i]
		if v.array > 0 || g.uniform && !v.uniform {
			continue
		}
		if v.t.Lanes == t.Lanes {
			return value(t, fmt.Sprintf("convert_%s(%s)", t, v.name))
		}
		if v.t.Lanes > t.Lanes && v.t.Scalar == t.Scalar {
			return value(t, v.name+"."+g.swizzle(v.t, t.Lanes))
		}
		if v.t.Lanes == 1 {
			return value(t, fmt.Sprintf("((%s)(%s)%s)", t, t.element(), v.name))
		}
	}
	return g.literal(t)
}

var integerLiterals = []int64{0, 1, 2, 3, 5, 7, 8, 15, 16, 31, 32, 63, 100, 127, 128, 255, 256, 32767, 65535, 65536,
	1 << 20, math.MaxInt32, 1 << 31, math.MaxUint32, 1 << 40, math.MaxInt64, -1, -2, -3, -8, -128, -32768,
	math.MinInt32 + 1}

var floatLiterals = []string{"0", "1", "-1", "2", "0.5", "-0.0", "3.25", "1e-3", "-7.75", "100", "1e10", "1e30",
	"-1e-30", "0.1", "123456.789", "16777216", "2147483648", "1e-40"}

func (g *generator) literalText(t Type) string {
	if t.Kind == Float {
		text := floatLiterals[g.IntN(len(floatLiterals))]
		if !strings.ContainsAny(text, ".e") {
			text += ".0"
		}
		return text + map[int]string{16: "h", 32: "f"}[t.Bits]
	}
	x := integerLiterals[g.IntN(len(integerLiterals))]
	if g.chance(4) {
		x = int64(g.Uint64())
	}
	suffix := ""
	switch {
	case t.Kind == Unsigned:
		x &= int64(1)<<(t.Bits-1)<<1 - 1
		return fmt.Sprint(uint64(x), "u", map[bool]string{true: "l"}[t.Bits == 64])
	case t.Bits == 64:
		suffix = "l"
	}
	x = x << (64 - t.Bits) >> (64 - t.Bits)
	if x == math.MinInt64>>(64-t.Bits) {
		x++
	}
	return fmt.Sprint(x, suffix)
}

func (g *generator) literal(t Type) *Node {
	if t.isVector() && g.chance(2) {
		values := make([]string, t.Lanes)
		for i := range values {
			values[i] = g.literalText(t.element())
		}
		return value(t, fmt.Sprintf("((%s)(%s))", t, strings.Join(values, ", ")))
	}
	return value(t, fmt.Sprintf("((%s)(%s))", t, g.literalText(t.element())))
}

// condition is a scalar that is compared with zero.
func (g *generator) condition(depth int) *Node {
	g.budget--
	t := g.scalar()
	x := func() *Node { return g.expression(t, depth-1) }
	operator := []string{"<", ">", "<=", ">=", "==", "!="}[g.IntN(6)]
	if depth <= 0 {
		return value(tInt, "($0 "+operator+" $1)", g.leaf(t), g.leaf(t))
	}
	if g.chance(6) {
		if n := g.truth(depth - 1); n != nil {
			return n
		}
	}
	switch g.IntN(12) {
	case 10:
		joint := []string{"==", "!=", "^", "&", "|", "<", ">="}[g.IntN(7)]
		return value(tInt, "($0 "+joint+" $1)", g.condition(depth-1), g.condition(depth-1))
	case 11:
		return value(tInt, "($0 ? $1 : $2)", g.condition(depth-1), g.condition(depth-1), g.condition(depth-1))
	case 0:
		return value(tInt, "($0 && $1)", g.condition(depth-1), g.condition(depth-1))
	case 1:
		return value(tInt, "($0 || $1)", g.condition(depth-1), g.condition(depth-1))
	case 2:
		return value(tInt, "(!$0)", g.condition(depth-1))
	case 3:
		i := g.integerType()
		return value(tInt, "(($0 & 1) != 0)", g.expression(i, depth-1))
	case 4:
		v := g.anyType().with([]int{2, 3, 4, 8}[g.IntN(4)])
		test := []string{"any", "all"}[g.IntN(2)]
		return value(tInt, test+"($0 "+operator+" $1)", g.expression(v, depth-1), g.expression(v, depth-1))
	case 5:
		test := []string{"isnan", "isinf", "isfinite", "isnormal"}[g.IntN(4)]
		return value(tInt, test+"($0)", g.expression(tFloat, depth-1))
	case 6:
		two := []string{"isless", "isgreater", "islessgreater", "isunordered", "isequal", "isnotequal"}[g.IntN(6)]
		return value(tInt, two+"($0, $1)", g.expression(tFloat, depth-1), g.expression(tFloat, depth-1))
	}
	return value(tInt, "($0 "+operator+" $1)", x(), x())
}

// arithmetic is an operation of scalar integers. Signed ones are computed as unsigned ones, or with small numbers.
func (g *generator) arithmetic(t Type, depth int) *Node {
	x, y := g.expression(t, depth), g.expression(t, depth)
	u := t.unsigned()
	if u.Bits < 32 {
		u = tUInt
	}
	switch g.IntN(16) {
	case 12:
		return value(t, fmt.Sprintf("((%s)($0 %s %s))", t, []string{"/", "%"}[g.IntN(2)], g.divisor(t)), x)
	case 13:
		if t.Bits >= 32 { // counts above the width wrap
			return value(t, fmt.Sprintf("((%s)($0 %s $1))", t, []string{"<<", ">>"}[g.IntN(2)]), x, y)
		}
		return g.turnedWord(t, x)
	case 14, 15:
		return g.turnedWord(t, x)
	case 0, 1, 2:
		operator := []string{"+", "-", "*"}[g.IntN(3)]
		return value(t, fmt.Sprintf("((%s)((%s)$0 %s (%s)$1))", t, u, operator, u), x, y)
	case 3:
		operator := []string{"+", "-", "*"}[g.IntN(3)]
		return value(t, fmt.Sprintf("((%s)(($0 & 63) %s ($1 & 127)))", t, operator), x, y)
	case 4, 5:
		operator := []string{"&", "|", "^"}[g.IntN(3)]
		return value(t, fmt.Sprintf("((%s)($0 %s $1))", t, operator), x, y)
	case 6:
		operator := []string{"<<", ">>"}[g.IntN(2)]
		return value(t, fmt.Sprintf("((%s)($0 %s ($1 & %d)))", t, operator, t.Bits-1), x, y)
	case 7:
		operator := []string{"<<", ">>"}[g.IntN(2)]
		return value(t, fmt.Sprintf("((%s)($0 %s %d))", t, operator, g.IntN(t.Bits)), x)
	case 8:
		operator := []string{"/", "%"}[g.IntN(2)]
		return value(t, fmt.Sprintf("((%s)($0 %s (%s)(($1 & 63) + 1)))", t, operator, t), x, y)
	case 9:
		operator := []string{"/", "%"}[g.IntN(2)]
		return value(t, fmt.Sprintf("((%s)($0 %s %d))", t, operator, []int{2, 3, 7, 10, 16, 100}[g.IntN(6)]), x)
	case 10:
		return value(t, fmt.Sprintf("((%s)-(%s)$0)", t, u), x)
	}
	return value(t, fmt.Sprintf("((%s)~$0)", t), x)
}

func (g *generator) compared(t Type, depth int) *Node {
	return value(t, fmt.Sprintf("((%s)$0)", t), g.condition(depth))
}

func (g *generator) chosen(t Type, depth int) *Node {
	if t.isInteger() && g.chance(4) {
		return value(t, fmt.Sprintf("select($0, $1, (%s)$2)", t.integer([]Kind{Signed, Unsigned}[g.IntN(2)])),
			g.expression(t, depth), g.expression(t, depth), g.condition(depth))
	}
	return value(t, fmt.Sprintf("((%s)($2 ? $0 : $1))", t), g.expression(t, depth), g.expression(t, depth),
		g.condition(depth))
}

// integerBuiltin calls a built-in function of integers, scalars or vectors.
func (g *generator) integerBuiltin(t Type, depth int) *Node {
	x := func() *Node { return g.expression(t, depth) }
	switch g.IntN(16) {
	case 0:
		return value(t, "clz($0)", x())
	case 1:
		return value(t, "popcount($0)", x())
	case 2:
		return value(t, "rotate($0, $1)", x(), x())
	case 3:
		return value(t, "bitselect($0, $1, $2)", x(), x(), x())
	case 13:
		return value(t, fmt.Sprintf("rotate($0, (%s)%d)", t, g.IntN(t.Bits)), x())
	case 14:
		if g.version3 {
			return value(t, "ctz($0)", x())
		}
		return value(t, "min($0, max($1, $2))", x(), x(), x())
	case 15:
		if t.Bits == 32 && t.Kind == Unsigned {
			return value(t, "mad24($0 & 0xfffffu, $1 & 0xfffffu, $2)", x(), x(), x())
		}
	case 4:
		if t.Kind == Unsigned {
			return value(t, "abs($0)", g.expression(t.signed(), depth))
		}
		return value(t, fmt.Sprintf("as_%s(abs($0))", t), x())
	case 5:
		return value(t, fmt.Sprintf("as_%s(abs_diff($0, $1))", t), x(), x())
	case 6:
		return value(t, "mad_sat($0, $1, $2)", x(), x(), x())
	case 7:
		return value(t, "mad_hi($0, $1, $2)", x(), x(), x())
	case 8:
		if t.Kind == Signed {
			return value(t, fmt.Sprintf("clamp($0, (%s)-100, (%s)99)", t, t), x())
		}
		return value(t, fmt.Sprintf("clamp($0, (%s)3, (%s)99)", t, t), x())
	case 9:
		if t.Bits == 32 && t.Kind == Unsigned {
			return value(t, "mul24($0 & 0xffffffu, $1 & 0xffffffu)", x(), x())
		}
	case 10:
		if t.Bits > 8 {
			half := t
			for i := range scalars {
				if scalars[i].Kind == t.Kind && scalars[i].Bits == t.Bits/2 {
					half.Scalar = &scalars[i]
				}
			}
			return value(t, "upsample($0, $1)", g.expression(half, depth), g.expression(half.unsigned(), depth))
		}
	}
	two := []string{"mul_hi", "add_sat", "sub_sat", "hadd", "rhadd", "min", "max"}[g.IntN(7)]
	return value(t, two+"($0, $1)", x(), x())
}

// converted comes from another type.
func (g *generator) converted(t Type, depth int) *Node {
	from := g.scalar().with(t.Lanes)
	if from == t {
		return nil
	}
	x := g.expression(from, depth)
	if from.Bits == t.Bits && g.chance(2) {
		if from.Kind == Float {
			return value(t, fmt.Sprintf("as_%s(n%s($0))", t, from), x)
		}
		if t.Kind == Float && !g.chance(3) {
			return nil // NaNs come often enough
		}
		return value(t, fmt.Sprintf("as_%s($0)", t), x)
	}
	suffix := ""
	if t.isInteger() && g.chance(2) {
		suffix = "_sat"
	}
	if g.chance(3) {
		suffix += []string{"_rte", "_rtz", "_rtp", "_rtn"}[g.IntN(4)]
	}
	if suffix == "" && !t.isVector() && g.chance(2) {
		return value(t, fmt.Sprintf("((%s)$0)", t), x)
	}
	return value(t, fmt.Sprintf("convert_%s%s($0)", t, suffix), x)
}

// floatArithmetic is an operation of floats, scalars or vectors.
func (g *generator) floatArithmetic(t Type, depth int) *Node {
	x, y := g.expression(t, depth), g.expression(t, depth)
	switch g.IntN(8) {
	case 0:
		return value(t, "(-$0)", x)
	case 1:
		return value(t, "($0 / $1)", x, y)
	case 2:
		if g.contracts && g.chance(3) { // by a reciprocal root
			form := []string{"($0 / sqrt($1))", "($0 / (sqrt($1) * $1))", "($0 / (sqrt($1) * sqrt($1) * sqrt($1)))",
				"((T)1 / sqrt($1))"}[g.IntN(4)]
			return value(t, strings.Replace(form, "T", t.String(), 1), x, g.expression(t, min(depth, 1)))
		}
		return value(t, "($0 * $1 + $2)", x, y, g.expression(t, depth))
	case 3:
		return value(t, "fma($0, $1, $2)", x, y, g.expression(t, depth))
	}
	return value(t, "($0 "+[]string{"+", "-", "*"}[g.IntN(3)]+" $1)", x, y)
}

// floatBuiltin calls a built-in function of floats. Those with long code are rare.
func (g *generator) floatBuiltin(t Type, depth int) *Node {
	x := func() *Node { return g.expression(t, depth) }
	if g.calls > 0 && t.Lanes <= 4 && g.chance(5) {
		g.calls--
		if g.chance(3) {
			return value(t, []string{"pow", "atan2", "hypot", "fmod", "remainder", "nextafter", "fdim",
				"powr"}[g.IntN(8)]+"($0, $1)", x(), x())
		}
		one := []string{"exp", "exp2", "log", "log2", "sin", "cos", "tan", "atan", "asin", "tanh", "cbrt", "erf",
			"expm1", "log1p", "exp10", "sinh", "acosh", "logb", "rsqrt"}
		return value(t, one[g.IntN(len(one))]+"($0)", x())
	}
	switch g.IntN(11) {
	case 9:
		return value(t, []string{"radians", "fabs"}[g.IntN(2)]+"($0)", x())
	case 10:
		return value(t, fmt.Sprintf("smoothstep((%s)-1, (%s)3, $0)", t, t), x())
	case 0:
		return value(t, "sqrt($0)", x())
	case 1:
		return value(t, []string{"fmin", "fmax"}[g.IntN(2)]+"($0, $1)", x(), x())
	case 2:
		return value(t, fmt.Sprintf("copysign($0, n%s($1))", t), x(), x())
	case 3:
		return value(t, fmt.Sprintf("mix($0, $1, (%s)0.25f)", t), x(), x())
	case 4:
		return value(t, fmt.Sprintf("clamp($0, (%s)-1, (%s)2)", t, t), x())
	case 5:
		return value(t, fmt.Sprintf("ldexp($0, $1 & (%s)15)", tInt.with(t.Lanes)), x(),
			g.expression(tInt.with(t.Lanes), depth))
	case 6:
		return value(t, "step($0, $1)", x(), x())
	}
	return value(t, []string{"fabs", "floor", "ceil", "trunc", "rint", "round", "sign", "degrees"}[g.IntN(8)]+"($0)",
		x())
}

// called calls a function made before.
func (g *generator) called(t Type, depth int) *Node {
	if g.uniform {
		return nil
	}
	for _, f := range g.functions {
		if f.result != t {
			continue
		}
		form, kids := f.name+"(", []*Node{}
		for i, p := range f.params {
			if i > 0 {
				form += ", "
			}
			form += fmt.Sprint("$", i)
			kids = append(kids, g.expression(p.t, min(depth, 1)))
		}
		return value(t, form+")", kids...)
	}
	return nil
}

// placed is a query of the work-item's place.
func (g *generator) placed(t Type, _ int) *Node {
	d := g.IntN(3)
	same := []string{"get_global_size(%d)", "get_global_offset(%d)", "get_work_dim()"}
	if g.sees {
		same = append(same, "get_group_id(%d)", "get_num_groups(%d)", "get_local_size(%d)")
	}
	if !g.uniform && g.inKernel {
		same = append(same, "get_global_id(%d)", "gid", "get_global_id(0)")
		if g.sees {
			same = append(same, "get_local_id(%d)", "lid", "get_local_id(0)")
		}
	}
	name := same[g.IntN(len(same))]
	if strings.Contains(name, "%d") {
		name = fmt.Sprintf(name, d)
	}
	return value(t, fmt.Sprintf("((%s)%s)", t, name))
}
