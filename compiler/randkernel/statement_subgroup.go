package randkernel

import (
	"fmt"
	"strings"
)

// Functions of sub-groups: of all types, in sub-groups of all sizes, also partial ones. Where only some work-items of a
// sub-group may be, only functions that the language allows there are called. What a work-item gives that does not take
// part is not defined, so a value is replaced where its source is not among those who voted just before.

// subGroupSizes are those that kernels ask for; 0 asks for none.
var subGroupSizes = []int{0, 4, 8, 16, 16, 32, 32, 64}

// subGroupAttribute is what stands before a kernel that asks for a size of sub-groups.
func (g *generator) subGroupAttribute() string {
	if size := subGroupSizes[g.IntN(len(subGroupSizes))]; g.subGroups && size > 0 {
		return fmt.Sprintf("__attribute__((intel_reqd_sub_group_size(%d))) ", size)
	}
	return ""
}

const (
	subGroupLane = "get_sub_group_local_id()"
	subGroupLast = "(get_max_sub_group_size() - 1u)"
)

// ofSubGroup are statements with functions of sub-groups.
func (g *generator) ofSubGroup() []statementMaker {
	list := []statementMaker{{"shuffle", 4, g.shuffleAcross}, {"fold", 4, g.fold}, {"vote", 2, g.vote},
		{"ballot", 2, g.ballot}, {"subGroupPlace", 1, g.subGroupPlace}}
	if g.joined {
		list = append(list, statementMaker{"readBlock", 1, g.readBlock})
	}
	if g.joined && g.together && g.barriers {
		list = append(list, statementMaker{"subGroupExchange", 1, g.subGroupExchange})
	}
	return list
}

// isSubGroupKind reports whether a kind of statements has functions of sub-groups.
func isSubGroupKind(kind string) bool {
	return strings.Contains(" shuffle fold vote ballot subGroupPlace readBlock subGroupExchange ifVote whileVote ",
		" "+kind+" ")
}

// acrossType is the type of a value that passes between work-items.
func (g *generator) acrossType() Type {
	t := g.scalar()
	if g.chance(6) {
		t.Lanes = []int{2, 3, 4, 8, 16}[g.IntN(5)]
	}
	return t
}

// newVariable is a variable that the statement under construction declares.
func (g *generator) newVariable(t Type) variable {
	v := variable{name: g.name("v"), t: t}
	g.variables = append(g.variables, v)
	return v
}

// sources are the forms of shuffles of x by k, with the work-item that each reads.
var sources = []struct {
	call, from string
	sameAmount bool // k must be the same for all
	oneElement bool // for scalars only
}{
	{"sub_group_shuffle(x, k)", "k", false, false},
	{"intel_sub_group_shuffle(x, k)", "k", false, false},
	{"sub_group_shuffle_xor(x, k)", "LANE ^ k", false, false},
	{"intel_sub_group_shuffle_xor(x, k)", "LANE ^ k", false, false},
	{"sub_group_shuffle_up(x, k)", "LANE - k", false, true},
	{"sub_group_shuffle_down(x, k)", "LANE + k", false, true},
	{"sub_group_rotate(x, (int)k)", "LANE + k & LAST", true, true},
	{"sub_group_rotate(x, -(int)k)", "LANE - k & LAST", true, true},
	{"sub_group_clustered_rotate(x, (int)k, CLUSTERu)", "LANE & -CLUSTERu | LANE + k & CLUSTERu - 1u", true, true},
	{"sub_group_broadcast(x, k)", "k", true, false},
	{"sub_group_non_uniform_broadcast(x, k)", "k", true, false},
	{"intel_sub_group_shuffle_down(x, z, k)", "LANE + k & LAST", true, false},
	{"intel_sub_group_shuffle_up(x, z, k)", "LANE - k & LAST", true, false},
}

// shuffleAcross declares a variable with the value of another work-item.
func (g *generator) shuffleAcross(int) *Node {
	form := sources[g.IntN(len(sources))]
	t := g.acrossType()
	if form.oneElement {
		t = t.element()
	}
	if g.chance(6) {
		return g.broadcastFirst(t)
	}
	x, z := g.expression(t, exprDepth), g.expression(t, 1)
	amount := g.amount(form.sameAmount)
	v := g.newVariable(t)
	names := strings.NewReplacer("LANE", subGroupLane, "LAST", subGroupLast, "CLUSTER",
		[]string{"1", "2", "4"}[g.IntN(3)])
	call := replaceWord(replaceWord(replaceWord(names.Replace(form.call), "x", "x"+v.name), "z", "z"+v.name), "k",
		"k"+v.name)
	from := replaceWord(names.Replace(form.from), "k", "k"+v.name)
	is := fmt.Sprintf("sub_group_ballot_bit_extract(b%s, (%s) & %s) && (%s) <= %s", v.name, from, subGroupLast, from,
		subGroupLast)
	return statement(fmt.Sprintf("%[1]s x%[2]s = $0, z%[2]s = $1; uint k%[2]s = $2 & %[3]s; uint4 b%[2]s = "+
		"sub_group_ballot(1); %[1]s %[2]s = %[4]s; if (!(%[5]s)) %[2]s = z%[2]s;", t, v.name, subGroupLast, call, is),
		x, z, amount)
}

// amount is by how much, or to whom, a shuffle goes.
func (g *generator) amount(same bool) *Node {
	if g.chance(2) || same && !g.together {
		return value(tUInt, fmt.Sprintf("%du", []int{0, 1, 1, 2, 3, 4, 5, 7, 8, 16, 31, 32, 63}[g.IntN(13)]))
	}
	var n *Node
	g.same(same, func() { n = g.expression(tUInt, 1) })
	return n
}

// broadcastFirst declares a variable with the value of the first or last work-item that is here.
func (g *generator) broadcastFirst(t Type) *Node {
	call := []string{"sub_group_broadcast_first($0)",
		"sub_group_shuffle($0, sub_group_ballot_find_msb(sub_group_ballot(1)))",
		"sub_group_non_uniform_broadcast($0, sub_group_ballot_find_lsb(sub_group_ballot(1)))"}[g.IntN(3)]
	x := g.expression(t.element(), exprDepth)
	v := g.newVariable(t.element())
	return statement(fmt.Sprintf("%s %s = %s;", v.t, v.name, call), x)
}

// fold declares a variable with a reduction or a scan.
func (g *generator) fold(int) *Node {
	t := g.scalar()
	ops := []string{"add", "add", "min", "max", "mul"}
	joins := g.joined && g.chance(2)
	if !joins && t.isInteger() {
		ops = append(ops, "and", "or", "xor")
	}
	if joins {
		ops = ops[:4]
	}
	op := ops[g.IntN(len(ops))]
	if !joins && g.chance(8) {
		t, op = tInt, "logical_"+[]string{"and", "or", "xor"}[g.IntN(3)]
	}
	kind := []string{"reduce", "scan_inclusive", "scan_exclusive"}[g.IntN(3)]
	call := fmt.Sprintf("sub_group_%s_%s($0)", kind, op)
	switch {
	case !joins && g.chance(3):
		call = fmt.Sprintf("sub_group_clustered_reduce_%s($0, %du)", op, 1<<g.IntN(3))
	case !joins:
		call = fmt.Sprintf("sub_group_non_uniform_%s_%s($0)", kind, op)
	}
	return g.folded(t, call, op)
}

// folded declares the variable of a fold. Of minima of floats it is open which zero and which NaN they give.
func (g *generator) folded(t Type, call, op string) *Node {
	x := g.expression(t, exprDepth)
	if t.Kind == Float && (op == "min" || op == "max") {
		call = strings.Replace(call, "$0", fmt.Sprintf("clamp($0, (%s)-1000, (%[1]s)1000) + (%[1]s)0", t), 1)
		call = strings.Replace(call, "clamp($0", fmt.Sprintf("clamp(fmax($0, (%s)-2000)", t), 1)
	}
	v := g.newVariable(t)
	return statement(fmt.Sprintf("%s %s = %s;", t, v.name, call), x)
}

// vote declares a variable with what work-items agree about.
func (g *generator) vote(int) *Node {
	calls := []string{"sub_group_non_uniform_all((int)$0)", "sub_group_non_uniform_any((int)$0)", "sub_group_elect()"}
	if g.joined {
		calls = append(calls, "sub_group_all((int)$0)", "sub_group_any((int)$0)")
	}
	call, x := calls[g.IntN(len(calls))], g.condition(exprDepth)
	if g.chance(4) {
		call, x = "sub_group_non_uniform_all_equal($0)", g.expression(g.scalar(), exprDepth)
	}
	v := g.newVariable(tInt)
	return statement(fmt.Sprintf("int %s = %s != 0;", v.name, call), x)
}

// ballot declares a variable with what is made of a ballot.
func (g *generator) ballot(int) *Node {
	forms := []string{"sub_group_ballot_bit_count(b)", "sub_group_ballot_inclusive_scan(b)",
		"sub_group_ballot_exclusive_scan(b)", "(uint)(sub_group_inverse_ballot(b) != 0)",
		"(uint)(sub_group_ballot_bit_extract(b, $1 & LAST) != 0)", "sub_group_ballot_find_lsb(b | c)",
		"sub_group_ballot_find_msb(b | c)", "b.x", "b.x ^ b.y", "popcount(b.x) + popcount(b.y) + b.z + b.w",
		"sub_group_ballot_bit_count(b & get_sub_group_lt_mask())",
		"popcount(b.x & get_sub_group_ge_mask().x) + popcount(b.y & get_sub_group_ge_mask().y)",
		"sub_group_ballot_bit_count(c & ~b & get_sub_group_gt_mask())", "get_sub_group_eq_mask().x",
		"get_sub_group_le_mask().x ^ get_sub_group_le_mask().y"}
	form := strings.ReplaceAll(forms[g.IntN(len(forms))], "LAST", subGroupLast)
	c, at := g.condition(exprDepth), g.expression(tUInt, 1)
	v := g.newVariable(tUInt)
	form = replaceWord(replaceWord(form, "b", "b"+v.name), "c", "c"+v.name)
	return statement(fmt.Sprintf("uint4 b%[1]s = sub_group_ballot((int)$0), c%[1]s = sub_group_ballot(1); uint %[1]s "+
		"= %[2]s;", v.name, form), c, at)
}

// subGroupPlace declares a variable with the work-item's place.
func (g *generator) subGroupPlace(int) *Node {
	names := []string{"get_sub_group_size", "get_max_sub_group_size", "get_num_sub_groups",
		"get_enqueued_num_sub_groups", "get_sub_group_id", "get_sub_group_local_id", "get_sub_group_local_id"}
	v := g.newVariable(tUInt)
	return statement(fmt.Sprintf("uint %s = %s();", v.name, names[g.IntN(len(names))]))
}

// readBlock declares a variable with the work-item's word of a block that its sub-group reads.
func (g *generator) readBlock(int) *Node {
	i := g.IntN(4)
	t := []Type{{&scalars[1], 1}, {&scalars[3], 1}, tUInt, tULong}[i]
	suffix := []string{"_uc", "_us", "", "_ul"}[i]
	if g.chance(2) {
		t.Lanes = []int{2, 4, 8}[g.IntN(3)]
		suffix += fmt.Sprint(t.Lanes)
	}
	at := g.IntN(1000) * 16 / (t.Bits / 8)
	v := g.newVariable(t)
	return statement(fmt.Sprintf("%s %s = intel_sub_group_block_read%s(in_%s + %d);", t, v.name, suffix, t.element(),
		at%2000))
}

// subGroupExchange passes values through local memory, with a barrier of sub-groups in between.
func (g *generator) subGroupExchange(int) *Node {
	x := g.expression(tUInt, exprDepth)
	v := g.newVariable(tUInt)
	from := []string{"LANE ^ 1u", "LANE + 1u", "get_sub_group_size() - 1u - LANE", "LANE + 3u"}[g.IntN(4)]
	return statement(fmt.Sprintf("uint x%[1]s = $0; barrier(CLK_LOCAL_MEM_FENCE); lm_uint[lid] = x%[1]s; "+
		"sub_group_barrier(CLK_LOCAL_MEM_FENCE); uint %[1]s = lm_uint[lid - %[2]s + (%[3]s) %% get_sub_group_size()]; "+
		"barrier(CLK_LOCAL_MEM_FENCE);", v.name, subGroupLane, strings.ReplaceAll(from, "LANE", subGroupLane)), x)
}

// votes are conditions that are the same for a sub-group.
var votes = []string{"sub_group_any((int)$0)", "sub_group_all((int)$0)", "sub_group_any((int)$0)",
	"sub_group_ballot_bit_count(sub_group_ballot((int)$0)) > few", "(get_sub_group_id() & 1u) == 0u",
	"sub_group_reduce_add((int)$0) > 3", "sub_group_broadcast((int)$0, 0u) != 0"}

// ifVote is a branch that all work-items of a sub-group take together.
func (g *generator) ifVote(depth int) *Node {
	c := g.condition(exprDepth)
	vote := votes[g.IntN(len(votes))]
	var yes, no *Node
	g.byVote(func() { yes, no = g.block(depth, 1+g.IntN(3)), g.block(depth, 1+g.IntN(3)) })
	if g.chance(2) {
		return statement("if ("+vote+") {\n$1}", c, yes)
	}
	return statement("if ("+vote+") {\n$1} else {\n$2}", c, yes, no)
}

// whileVote is a loop that all work-items of a sub-group leave together.
func (g *generator) whileVote(depth int) *Node {
	c, left := g.condition(exprDepth), g.name("left")
	vote := votes[g.IntN(len(votes))]
	g.loops = append(g.loops, loop{uniform: true}) // so none leaves alone
	var body *Node
	g.byVote(func() { body = g.block(depth, 1+g.IntN(3)) })
	g.loops = g.loops[:len(g.loops)-1]
	form := "for (uint %[1]s = %[2]d; %[1]s-- > 0u; ) {\n$1 if (!(%[3]s)) break; }"
	return statement(fmt.Sprintf(form, left, 1+g.IntN(6), vote), c, body)
}

// byVote makes statements to which only some sub-groups of a group may come.
func (g *generator) byVote(make func()) {
	together, joined := g.together, g.joined
	g.together = false
	make()
	g.together, g.joined = together, joined
}
