package randkernel

import (
	"fmt"
	"strings"
)

// Atomic operations whose results are read, though their order must not be visible.

// ranked takes numbers from a counter of its own. It is undetermined which work-item gets which, but the set of numbers
// is known, so a function of the number alone may be summed up by a commutative operation.
func (g *generator) ranked(int) *Node {
	if g.ranks == RankWords {
		return nil
	}
	at, x := g.ranks, g.name("x")
	g.ranks++
	take := []string{"atomic_inc(&ranks[%d])", "atomic_dec(&ranks[%d])", "atomic_add(&ranks[%d], 3u)",
		"atomic_sub(&ranks[%d], 5u)", "atomic_add(&ranks[%d], a_uint)", "atomic_add(&ranks[%d], few)"}[g.IntN(6)]
	if g.version3 && g.chance(3) {
		take = "atomic_fetch_add_explicit((volatile global atomic_uint *)&ranks[%d], 2u, memory_order_relaxed, " +
			"memory_scope_device)"
	}
	i := g.IntN(len(atomicOps))
	use := fmt.Sprintf("atomic_%s(&atom[%d], %s * %s * 7u + a_uint);", atomicOps[i], i*8, x, x)
	if g.chance(2) {
		use = fmt.Sprintf("atomic_%s(&atom[%d + (%s & 7u)], %[3]s ^ 0x55u);", atomicOps[i], i*8, x)
	}
	return statement(fmt.Sprintf("{ uint %s = "+take+"; %s }", x, at, use))
}

// atomicOwn changes a word of the work-item's own and reads its old value.
func (g *generator) atomicOwn(int) *Node {
	t := []Type{tInt, tUInt, tULong, {&scalars[6], 1}}[g.IntN(4)]
	v := variable{name: g.name("v"), t: t}
	prefix := "atomic"
	if t.Bits == 64 {
		prefix = "atom"
	}
	s := g.stride[t.Name]
	at := fmt.Sprintf("&own_%s[gid * %d + %d]", t, s, g.IntN(s))
	x, y := g.expression(t, 2), g.expression(t, 2)
	g.variables = append(g.variables, v)
	switch op := []string{"add", "and", "or", "xor", "min", "max", "sub", "xchg", "inc", "dec",
		"cmpxchg"}[g.IntN(11)]; op {
	case "inc", "dec":
		return statement(fmt.Sprintf("%s %s = %s_%s(%s);", t, v.name, prefix, op, at))
	case "cmpxchg":
		return statement(fmt.Sprintf("%s %s = %s_cmpxchg(%s, $0, $1);", t, v.name, prefix, at), x, y)
	default:
		return statement(fmt.Sprintf("%s %s = %s_%s(%s, $0);", t, v.name, prefix, op, at), x)
	}
}

// atomicLong changes numbers of other types that work-items share.
func (g *generator) atomicLong(int) *Node {
	i := g.IntN(len(atomicOps))
	t := []Type{tULong, {&scalars[6], 1}, tInt}[g.IntN(3)]
	place := i * 8
	if t.Kind == Signed && (atomicOps[i] == "min" || atomicOps[i] == "max") {
		place += 4 // not where others compare without a sign
	}
	at, prefix := fmt.Sprintf("(volatile global %s *)&atom_long[%d + ($0 & 3)]", t, place), "atom"
	if t == tInt {
		at, prefix = fmt.Sprintf("(volatile global int *)&atom_long[%d + ($0 & 3)]", i*8), "atomic"
		if atomicOps[i] == "min" || atomicOps[i] == "max" || atomicOps[i] == "add" || atomicOps[i] == "sub" {
			return nil // carries go into the upper half
		}
	}
	return statement(fmt.Sprintf("%s_%s(%s, $1);", prefix, atomicOps[i], at), g.sharedIndex(2), g.expression(t, 2))
}

// swapOwn changes a word of the work-item's own by comparing and swapping, and reads the value that the loop found.
func (g *generator) swapOwn(int) *Node {
	v, x, p := variable{name: g.name("v"), t: tUInt}, g.name("x"), g.name("p")
	fresh := []string{"%[1]s + $0", "max(%[1]s, $0)", "as_uint(nfloat(as_float(%[1]s & 0x4fffffffu) + 1.5f))",
		"%[1]s ^ %[1]s >> 3"}[g.IntN(4)]
	fresh = fmt.Sprintf(fresh, x)
	if !strings.Contains(fresh, "$0") {
		fresh += " + 0u * $0"
	}
	form := []string{
		"uint %[1]s = *%[3]s, %[2]s; do { %[2]s = %[1]s; %[1]s = atomic_cmpxchg(%[3]s, %[2]s, %[4]s); } while " +
			"(%[1]s != %[2]s);",
		"uint %[1]s, %[2]s; do { %[2]s = *%[3]s; %[1]s = %[4]s; } while (atomic_cmpxchg(%[3]s, %[2]s, %[1]s) != " +
			"%[2]s); %[1]s ^= %[2]s;",
		"uint %[1]s = 0, %[2]s; for (;;) { %[2]s = *%[3]s; if (atomic_cmpxchg(%[3]s, %[2]s, %[4]s) == %[2]s) " +
			"break; %[1]s++; } %[1]s += %[2]s;",
	}[g.IntN(3)]
	at := fmt.Sprintf("volatile global uint *%s = &out[gid * %d + %d]; ", p, OutWords, g.IntN(OutWords))
	n := statement(at+fmt.Sprintf(form, v.name, x, p, fresh), g.expression(tUInt, 2))
	g.variables = append(g.variables, v)
	return n
}
