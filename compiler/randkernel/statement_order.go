package randkernel

import "fmt"

// Atomic operations without built-ins: sums of floats, whose order does not matter as long as all numbers are small
// integers; stores, loads and exchanges of OpenCL C 3.0.

// floatSwaps change the float at p by x, as programs do: J is the new value, computed from the old one o.
var floatSwaps = []string{
	"float o, s; do { o = *p; s = J; } while (atomic_cmpxchg((volatile SPACE uint *)p, as_uint(o), as_uint(s)) != " +
		"as_uint(o));",
	"uint o_, s_ = *(volatile SPACE uint *)p; do { o_ = s_; float o = as_float(o_); s_ = atomic_cmpxchg((volatile " +
		"SPACE uint *)p, o_, as_uint(J)); } while (s_ != o_);",
	"union { uint u; float f; } old_, new_; do { old_.f = *p; float o = old_.f; new_.f = J; } while " +
		"(atomic_cmpxchg((volatile SPACE uint *)p, old_.u, new_.u) != old_.u);",
	"float o = *p, s; while ((s = as_float(atomic_cmpxchg((volatile SPACE int *)p, as_int(o), as_int(J)))) != o) " +
		"o = s;",
}

// floatExchange is a sum by exchanges: a work-item takes the sum away and puts it back with its own value added.
const floatExchange = "float o = x; do { o = atomic_xchg(p, atomic_xchg(p, 0.0f) + o); } while (o != 0.0f);"

// Places of the buffer sums: those that are added to, those with the least number, and those with the greatest.
const floatPlaces = 8

// floatChange is text that changes the float that p points to, and the first place of its kind.
func (g *generator) floatChange(space string) (text string, place int) {
	kind := g.IntN(4)
	if kind == 3 {
		return floatExchange, 0
	}
	form := floatSwaps[g.IntN(len(floatSwaps))]
	become := []string{"o + x", "fmin(o, x)", "fmax(o, x)"}[kind]
	if kind > 0 && g.chance(2) {
		become = []string{"x < o ? x : o", "o > x ? o : x"}[kind-1]
	}
	return replaceWord(replaceWord(form, "J", become), "SPACE", space), kind * floatPlaces
}

// floatSum changes a float that work-items share.
func (g *generator) floatSum(int) *Node {
	text, place := g.floatChange("global")
	at := fmt.Sprint(place)
	if !g.chance(3) {
		at = fmt.Sprintf("%d + ($0 & %d)", place, floatPlaces-1)
	}
	return statement(fmt.Sprintf("{ volatile global float *p = sums + %s; float x = (float)($1 & 3); %s }", at, text),
		g.sharedIndex(2), g.expression(tUInt, 2))
}

// floatSumOfGroup sums up in local memory.
func (g *generator) floatSumOfGroup(int) *Node {
	v := variable{name: g.name("v"), t: tFloat}
	text, _ := g.floatChange("local")
	i := g.name("i")
	n := statement(fmt.Sprintf("barrier(CLK_LOCAL_MEM_FENCE); for (uint %[1]s = lid; %[1]s < 8u; %[1]s += lsz) "+
		"few_sums[%[1]s] = 0u; barrier(CLK_LOCAL_MEM_FENCE); { volatile local float *p = (volatile local float "+
		"*)few_sums + ($0 & 7); float x = (float)($1 & 63); %[2]s } barrier(CLK_LOCAL_MEM_FENCE); float %[3]s = "+
		"as_float(few_sums[$2 & 7]);", i, text, v.name), g.sharedIndex(2), g.expression(tUInt, 2), g.sharedIndex(2))
	g.variables = append(g.variables, v)
	return n
}

// ordered are operations on a word of the work-item's own. P is the place, V a free name, X and Y are values, T is
// their type, M and F are orders and S is a scope.
var ordered = []string{
	"atomic_store_explicit(P, X, M, S); T V = Y;",
	"atomic_store_explicit(P, X, M, S); T V = atomic_load_explicit(P, F, S);",
	"T V = atomic_load_explicit(P, F, S);",
	"T V = atomic_exchange_explicit(P, X, F, S);",
	"T V = atomic_fetch_max_explicit(P, X, F, S) ^ Y;",
	"T V = atomic_fetch_or_explicit(P, X, F, S);",
	"T V = X; if (!atomic_compare_exchange_strong_explicit(P, &V, Y, F, memory_order_relaxed, S)) V ^= Y;",
	"T V = *(volatile global T *)P; while (!atomic_compare_exchange_weak_explicit(P, &V, V ^ X, F, " +
		"memory_order_relaxed, S)) ;",
	"T V = Y; for (uint q = 0; q < few; q++) { V ^= atomic_exchange_explicit(P, V + (T)q, F, S); }",
	"T V = (T)atomic_flag_test_and_set_explicit((volatile global atomic_flag *)P, F, S); if (X & 1) " +
		"atomic_flag_clear_explicit((volatile global atomic_flag *)P, M, S);",
}

// atomicOrdered makes one of them.
func (g *generator) atomicOrdered(int) *Node {
	if !g.version3 {
		return nil
	}
	t := []Type{tUInt, tInt}[g.IntN(2)]
	v := variable{name: g.name("v"), t: t}
	s := g.stride[t.Name]
	text := ordered[g.IntN(len(ordered))]
	place := fmt.Sprintf("(volatile global atomic_%s *)&own_%[1]s[gid * %d + %d]", t, s, g.IntN(s))
	orders := map[string]string{
		"M": []string{"memory_order_relaxed", "memory_order_release", "memory_order_seq_cst"}[g.IntN(3)],
		"F": []string{"memory_order_relaxed", "memory_order_acquire", "memory_order_seq_cst"}[g.IntN(3)],
		"S": []string{"memory_scope_work_group", "memory_scope_device"}[g.IntN(2)],
		"V": v.name, "X": "$0", "Y": "$1",
	}
	for word, by := range orders {
		text = replaceWord(text, word, by)
	}
	text = replaceWord(replaceWord(text, "P", "("+place+")"), "T", t.String())
	x, y := g.expression(t, 2), g.expression(t, 2)
	g.variables = append(g.variables, v)
	return statement(text, x, y)
}

// sameForAll exchanges a word that all work-items give the same value.
func (g *generator) sameForAll(int) *Node {
	at := 56 + g.IntN(8)
	if g.version3 && g.chance(2) {
		return statement(fmt.Sprintf("atomic_store_explicit((volatile global atomic_uint *)&atom[%d], a_uint, "+
			"memory_order_relaxed, memory_scope_device);", at))
	}
	if g.version3 && g.chance(2) {
		return statement(fmt.Sprintf("if ($0) atomic_exchange_explicit((volatile global atomic_uint *)&atom[%d], "+
			"a_uint, memory_order_relaxed, memory_scope_device);", at), constant(tInt, 1))
	}
	return statement(fmt.Sprintf("atomic_xchg(&atom[%d], a_uint);", at))
}
