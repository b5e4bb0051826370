package main

import (
	"fmt"
	"strings"
)

// rows are the operations that have loops of their own; runEval runs the others.
func rows() []row {
	var list []row
	for _, bits := range []int{1, 8, 16, 32, 64} {
		list = append(list, logicRows(bits)...)
		if bits > 1 {
			list = append(list, integerRows(bits)...)
		}
	}
	list = append(list, floatRows("F32", "f32", "32")...)
	list = append(list, floatRows("F64", "f64", "64")...)
	list = append(list, conversionRows()...)
	for _, bits := range []int{32, 64} {
		v := fmt.Sprintf("w%d", bits)
		t := fmt.Sprintf("I%d", bits)
		list = append(list, row{op: "Select", typ: t, from: t, out: v, in: []string{"w32", v, v},
			expr: fmt.Sprintf("choose%d(x, y, z)", bits)})
	}
	return list
}

func viewOf(bits int) string {
	if bits == 64 {
		return "w64"
	}
	return "w32"
}

// comparisons are Go's operators by the predicate's name without its sign.
var comparisons = map[string]string{"EQ": "==", "NE": "!=", "LT": "<", "LE": "<=", "GT": ">", "GE": ">="}

func logicRows(bits int) []row {
	t, v := fmt.Sprintf("I%d", bits), viewOf(bits)
	two := []string{v, v}
	list := []row{
		{op: "And", typ: t, from: t, out: v, in: two, expr: "x & y"},
		{op: "Or", typ: t, from: t, out: v, in: two, expr: "x | y"},
		{op: "Xor", typ: t, from: t, out: v, in: two, expr: "x ^ y"},
	}
	for _, pred := range []string{"EQ", "NE", "ULT", "ULE", "UGT", "UGE", "SLT", "SLE", "SGT", "SGE"} {
		operator := comparisons[pred[len(pred)-2:]]
		expr := fmt.Sprintf("truth(x %s y)", operator)
		if pred[0] == 'S' {
			expr = fmt.Sprintf("truth(%s %s %s)", signed(bits, "x"), operator, signed(bits, "y"))
		}
		list = append(list, row{op: "ICmp", kind: pred, typ: "I1", from: t, out: "w32", in: two, expr: expr})
	}
	return list
}

// signed reads a register as a signed number.
func signed(bits int, x string) string {
	if bits == 1 {
		return "-int32(" + x + ")"
	}
	return fmt.Sprintf("int%d(%s)", bits, x)
}

// cut drops what is beyond the width.
func cut(bits int, expr string) string {
	if bits >= 32 {
		return expr
	}
	return fmt.Sprintf("(%s) & %#x", expr, 1<<bits-1)
}

// back turns a signed expression of the width into the register's form.
func back(bits int, expr string) string {
	if bits >= 32 {
		return fmt.Sprintf("uint%d(%s)", bits, expr)
	}
	return fmt.Sprintf("uint32(uint%d(%s))", bits, expr)
}

func integerRows(bits int) []row {
	t, v := fmt.Sprintf("I%d", bits), viewOf(bits)
	sx, sy := signed(bits, "x"), signed(bits, "y")
	count := fmt.Sprintf("(y & %d)", bits-1)
	unsigned := strings.Replace(v, "w", "uint", 1)
	expressions := [][2]string{
		{"Add", cut(bits, "x + y")}, {"Sub", cut(bits, "x - y")}, {"Mul", cut(bits, "x * y")},
		{"Shl", cut(bits, "x << "+count)}, {"LShr", "x >> " + count}, {"AShr", back(bits, sx+" >> "+count)},
		{"SMin", back(bits, "min("+sx+", "+sy+")")}, {"SMax", back(bits, "max("+sx+", "+sy+")")},
		{"UMin", "min(x, y)"}, {"UMax", "max(x, y)"},
		{"UDiv", "divide(x, y)"}, {"URem", "remainder(x, y)"},
		{"SDiv", back(bits, "divide("+sx+", "+sy+")")}, {"SRem", back(bits, "remainder("+sx+", "+sy+")")},
	}
	if bits == 32 {
		expressions = append(expressions, [2]string{"MulHiU", "uint32(uint64(x) * uint64(y) >> 32)"},
			[2]string{"MulHiS", "uint32(int64(int32(x)) * int64(int32(y)) >> 32)"})
	}
	if bits >= 32 {
		expressions = append(expressions, [2]string{"Rotl", fmt.Sprintf("bits.RotateLeft%d(x, int(y))", bits)})
	}
	if bits <= 32 {
		expressions = append(expressions, saturating(bits)...)
	}
	var list []row
	for _, e := range expressions {
		list = append(list, row{op: e[0], typ: t, from: t, out: v, in: []string{v, v}, expr: e[1]})
	}
	ctz := fmt.Sprintf("%s(bits.TrailingZeros64(uint64(x) | 1<<%d))", unsigned, bits)
	if bits == 64 {
		ctz = "uint64(bits.TrailingZeros64(x))"
	}
	one := [][2]string{{"Ctz", ctz},
		{"BSwap", fmt.Sprintf("%s(bits.ReverseBytes64(uint64(x)) >> %d)", unsigned, 64-bits)},
		{"PopCount", unsigned + "(bits.OnesCount64(uint64(x)))"},
		{"Clz", fmt.Sprintf("%s(bits.LeadingZeros64(uint64(x)) - %d)", unsigned, 64-bits)}}
	for _, e := range one {
		list = append(list, row{op: e[0], typ: t, from: t, out: v, in: []string{v}, expr: e[1]})
	}
	return list
}

// saturating are the operations of up to 32 bits that clamp; 64 bits hold the exact sum.
func saturating(bits int) [][2]string {
	sx, sy := "int64("+signed(bits, "x")+")", "int64("+signed(bits, "y")+")"
	clamp := func(expr string) string {
		return cut(bits, fmt.Sprintf("uint32(max(min(%s, %d), %d))", expr, int64(1)<<(bits-1)-1, -int64(1)<<(bits-1)))
	}
	return [][2]string{{"AddSatS", clamp(sx + " + " + sy)}, {"SubSatS", clamp(sx + " - " + sy)},
		{"AddSatU", fmt.Sprintf("uint32(min(uint64(x) + uint64(y), %d))", int64(1)<<bits-1)},
		{"SubSatU", "x - min(x, y)"}}
}

func floatRows(t, v, bits string) []row {
	two, one := []string{v, v}, []string{v}
	raw := "w" + bits
	wide := func(name string) string { return goType[v] + "(math." + name + "(float64(x)))" }
	var list []row
	binary := [][2]string{{"FAdd", "x + y"}, {"FSub", "x - y"}, {"FMul", "x * y"}, {"FDiv", "x / y"},
		{"FMin", "numeric.Min" + bits + "(x, y)"}, {"FMax", "numeric.Max" + bits + "(x, y)"}}
	for _, e := range binary {
		list = append(list, row{op: e[0], typ: t, from: t, out: v, in: two, expr: e[1]})
	}
	unary := [][2]string{{"FSqrt", wide("Sqrt")}, {"FFloor", wide("Floor")}, {"FCeil", wide("Ceil")},
		{"FTrunc", wide("Trunc")}, {"FRint", wide("RoundToEven")}, {"FRcp", "1 / x"},
		{"FRsqrt", "1 / " + wide("Sqrt")}}
	for _, e := range unary {
		list = append(list, row{op: e[0], typ: t, from: t, out: v, in: one, expr: e[1]})
	}
	sign := "1 << " + fmt.Sprint(map[string]int{"32": 31, "64": 63}[bits])
	list = append(list,
		row{op: "FNeg", typ: t, from: t, out: raw, in: []string{raw}, expr: "x ^ (" + sign + ")"},
		row{op: "FAbs", typ: t, from: t, out: raw, in: []string{raw}, expr: "x &^ (" + sign + ")"},
		row{op: "FCopySign", typ: t, from: t, out: raw, in: []string{raw, raw},
			expr: "x &^ (" + sign + ") | y & (" + sign + ")"},
		fmaRow(t, v))
	for _, c := range [][2]string{{"OEQ", "x == y"}, {"ONE", "x < y || x > y"}, {"OLT", "x < y"}, {"OLE", "x <= y"},
		{"OGT", "x > y"}, {"OGE", "x >= y"}, {"ORD", "x == x && y == y"}, {"UNO", "x != x || y != y"},
		{"UEQ", "!(x < y || x > y)"}, {"UNE", "x != y"}} {
		list = append(list, row{op: "FCmp", kind: c[0], typ: "I1", from: t, out: "w32", in: two,
			expr: "truth(" + c[1] + ")"})
	}
	return list
}

// fmaRow is the fused multiply-add. For f32 it has a short way: the sum in f64 is within half an ulp of the exact one,
// so it rounds to the same f32 unless it lies at a tie of the f32 grid, where the bits below the f32's are 100...0, or
// is subnormal.
func fmaRow(t, v string) row {
	three := []string{v, v, v}
	if v == "f64" {
		return row{op: "FMA", typ: t, from: t, out: v, in: three, expr: "math.FMA(x, y, z)"}
	}
	before := "sum := float64(float64(x)*float64(y)) + float64(z)\n" +
		"r := float32(sum)\n" +
		"if raw := math.Float64bits(sum); raw&(1<<29-1) == 1<<28 || raw<<1>>53 <= 1023-126 {\n" +
		"r = numeric.FMA32(x, y, z)\n}\n"
	return row{op: "FMA", typ: t, from: t, out: v, in: three, expr: "r", before: before}
}

func conversionRows() []row {
	var list []row
	add := func(op, typ, from, out, in, expr string) {
		list = append(list, row{op: op, typ: typ, from: from, out: out, in: []string{in}, expr: expr})
	}
	widths := []int{1, 8, 16, 32, 64}
	for _, from := range widths {
		for _, to := range widths {
			f, t := fmt.Sprintf("I%d", from), fmt.Sprintf("I%d", to)
			word := strings.Replace(viewOf(to), "w", "uint", 1)
			if to < from {
				add("Trunc", t, f, viewOf(to), viewOf(from), cut(to, word+"(x)"))
			}
			if to > from {
				add("ZExt", t, f, viewOf(to), viewOf(from), word+"(x)")
				add("SExt", t, f, viewOf(to), viewOf(from), cut(to, word+"("+signed(from, "x")+")"))
			}
		}
	}
	for _, from := range []int{8, 16, 32, 64} {
		for _, to := range []string{"32", "64"} {
			f := fmt.Sprintf("I%d", from)
			add("SToF", "F"+to, f, "f"+to, viewOf(from), "float"+to+"("+signed(from, "x")+")")
			add("UToF", "F"+to, f, "f"+to, viewOf(from), "float"+to+"(x)")
		}
	}
	for _, from := range []string{"32", "64"} {
		add("FToS", "I32", "F"+from, "w32", "f"+from, "toInt32(float64(x))")
		add("FToU", "I32", "F"+from, "w32", "f"+from, "toUint32(float64(x))")
		add("FToF", "F16", "F"+from, "w32", "f"+from, "uint32(numeric.Float"+from+"ToHalf(ir.RoundDefault, x))")
	}
	add("FToF", "F64", "F32", "f64", "f32", "float64(x)")
	add("FToF", "F32", "F64", "f32", "f64", "float32(x)")
	add("FToF", "F32", "F16", "f32", "w32", "numeric.HalfToFloat32(uint16(x))")
	return list
}
