package randkernel

import "fmt"

// Cooperation of groups in local memory: tiles, scans, sorts, collective functions. All of it is valid for groups of
// any size and shape, also remainder groups.

// tile multiplies pieces of matrices that the group loads into local memory.
func (g *generator) tile(int) *Node {
	g.tiles = true
	v := variable{name: g.name("v"), t: tUInt}
	pad, k, t := g.IntN(2), g.name("k"), g.name("t")
	count := []string{"few", "3u", "1u", "size2 >> 4"}[g.IntN(4)]
	inner := []string{"tile_wx", "min(tile_wx, 8u)", "min(tile_wx, tile_wy)"}[g.IntN(3)]
	x := []string{"in_uint[gid * 4 + %[1]s]", "$1 + %[1]s", "in_uint[tile_y * 40 + %[1]s * tile_wx + tile_x]",
		"in_uint[(gid + %[1]s * 77) & 4095]"}[g.IntN(4)]
	y := []string{"in_ushort[gid + %[1]s]", "$2 ^ %[1]s",
		"in_ushort[(%[1]s * tile_wy + tile_y) * 32 + tile_x]"}[g.IntN(3)]
	row := fmt.Sprintf("tile_a[tile_y * (tile_wx + %du) + %s]", pad, k)
	column := fmt.Sprintf("tile_b[%s * (tile_wy + %du) + tile_y]", k, pad)
	if g.chance(3) {
		inner = "tile_wy"
		row = fmt.Sprintf("tile_a[%s * (tile_wx + %du) + tile_x]", k, pad)
		column = fmt.Sprintf("tile_b[tile_x * (tile_wy + %du) + %s]", pad, k)
	}
	x, y = fmt.Sprintf(x, t), fmt.Sprintf(y, t)
	text := fmt.Sprintf("uint %[1]s = $0; barrier(CLK_LOCAL_MEM_FENCE); for (uint %[2]s = 0; %[2]s < %[3]s; "+
		"%[2]s++) { uint x = %[4]s, y = %[5]s; tile_a[tile_y * (tile_wx + %[6]du) + tile_x] = x; tile_b[tile_x * "+
		"(tile_wy + %[6]du) + tile_y] = y; barrier(CLK_LOCAL_MEM_FENCE); for (uint %[7]s = 0; %[7]s < %[8]s; "+
		"%[7]s++) %[1]s += %[9]s * %[10]s; barrier(CLK_LOCAL_MEM_FENCE); }",
		v.name, t, count, x, y, pad, k, inner, row, column)
	n := statement(text, g.expression(tUInt, 1), g.expression(tUInt, 2), g.expression(tUInt, 2))
	g.variables = append(g.variables, v)
	return n
}

// tileArrays declares the arrays of tiles.
const tileArrays = "local uint tile_a[544], tile_b[544];\nconst uint tile_x = (uint)get_local_id(0), tile_y = " +
	"(uint)(get_local_id(1) + get_local_size(1) * get_local_id(2)), tile_wx = (uint)get_local_size(0), tile_wy = " +
	"(uint)(get_local_size(1) * get_local_size(2));\n"

// scans are halving and doubling loops over lm_uint; most trip counts are known only at the launch.
var scans = []string{
	"for (uint S = 1; S < lsz; S <<= 1) { uint y = lid >= S ? lm_uint[lid - S] : 0u; barrier(CLK_LOCAL_MEM_FENCE); " +
		"lm_uint[lid] += y; barrier(CLK_LOCAL_MEM_FENCE); }",
	"for (uint S = 1; S < size2; S <<= 1) { uint y = 0; if (lid >= S) y = lm_uint[lid - S]; " +
		"barrier(CLK_LOCAL_MEM_FENCE); lm_uint[lid] ^= y * 3u; barrier(CLK_LOCAL_MEM_FENCE); }",
	"for (uint S = size2 >> 1; S > 0; S >>= 1) { if (lid < S && lid + S < lsz) lm_uint[lid] += lm_uint[lid + S]; " +
		"barrier(CLK_LOCAL_MEM_FENCE); }",
	"for (uint S = (uint)get_local_size(0) / 2u; S > 0; S >>= 1) { if (lid < S) lm_uint[lid] += lm_uint[lid + S]; " +
		"barrier(CLK_LOCAL_MEM_FENCE); }",
	"for (uint S = 1; S < lsz; S *= 2) { if (lid % (2u * S) == 0u && lid + S < lsz) lm_uint[lid] += lm_uint[lid + " +
		"S]; barrier(CLK_LOCAL_MEM_FENCE); }",
	"for (uint S = 1; S < lsz; S *= 2) { uint at = 2u * S * lid; if (at + S < lsz) lm_uint[at] += lm_uint[at + S]; " +
		"barrier(CLK_LOCAL_MEM_FENCE); }",
	"for (uint S = 1; S < 256u; S <<= 1) { uint at = (lid + 1u) * S * 2u - 1u; if (at < lsz) lm_uint[at] += " +
		"lm_uint[at - S]; barrier(CLK_LOCAL_MEM_FENCE); }",
	"for (uint S = 32; S > 0; S >>= 1) { if (lid >= S && lid < 2u * S && lid < lsz) lm_uint[lid - S] ^= " +
		"lm_uint[lid] * 3u; barrier(CLK_LOCAL_MEM_FENCE); }",
	"for (uint S = 0; S < 5u; S++) { uint y = 0; if (lid == S * 16u) y = lm_uint[0] + S; if (lid > 40u) y += 7u; " +
		"if (lid <= 17u) y ^= 3u; if (S >= 2u && lid < 64u >> S) y += lm_uint[(lid + (1u << S)) % lsz]; " +
		"barrier(CLK_LOCAL_MEM_FENCE); lm_uint[lid] += y; barrier(CLK_LOCAL_MEM_FENCE); }",
	"for (uint S = 64; S > 0; S >>= 1) { if (lid < S) { if (lid + S < lsz) lm_uint[lid] = max(lm_uint[lid], " +
		"lm_uint[lid + S]); } barrier(CLK_LOCAL_MEM_FENCE); }",
}

// scan adds up the values of a group.
func (g *generator) scan(int) *Node { return g.inLocal(scans) }

// sorts are networks over lm_uint.
var sorts = []string{
	"for (uint K = 2; K <= size2; K <<= 1) for (uint S = K >> 1; S > 0; S >>= 1) { uint o = lid ^ S; if (o > lid " +
		"&& o < lsz) { uint a = lm_uint[lid], b = lm_uint[o]; if ((a > b) == ((lid & K) == 0u)) { lm_uint[lid] = " +
		"b; lm_uint[o] = a; } } barrier(CLK_LOCAL_MEM_FENCE); }",
	"for (uint K = 2; K <= 64u; K <<= 1) for (uint S = K >> 1; S > 0; S >>= 1) { uint o = lid ^ S, a = " +
		"lm_uint[lid], b = lm_uint[o < lsz ? o : lid]; barrier(CLK_LOCAL_MEM_FENCE); lm_uint[lid] = ((lid & S) == " +
		"0u) == ((lid & K) == 0u) ? min(a, b) : max(a, b); barrier(CLK_LOCAL_MEM_FENCE); }",
	"for (uint S = 0; S < lsz; S++) { uint i = 2u * lid + (S & 1u); if (i + 1u < lsz) { uint a = lm_uint[i], b = " +
		"lm_uint[i + 1u]; lm_uint[i] = min(a, b); lm_uint[i + 1u] = max(a, b); } barrier(CLK_LOCAL_MEM_FENCE); }",
	"{ uint a = lm_uint[lid], S = 0; for (uint K = 0; K < lsz; K++) S += lm_uint[K] < a || lm_uint[K] == a && K < " +
		"lid; barrier(CLK_LOCAL_MEM_FENCE); lm_uint[S] = a; barrier(CLK_LOCAL_MEM_FENCE); }",
}

// sort puts the values of a group in order.
func (g *generator) sort(int) *Node { return g.inLocal(sorts) }

// inLocal operates on the values of a group in lm_uint.
func (g *generator) inLocal(forms []string) *Node {
	v := variable{name: g.name("v"), t: tUInt}
	x := g.name("x")
	read := []string{"lid", "0", "lsz - 1u", "lsz - 1u - lid"}[g.IntN(4)]
	form := forms[g.IntN(len(forms))]
	n := statement(fmt.Sprintf("uint %[1]s = $0; barrier(CLK_LOCAL_MEM_FENCE); lm_uint[lid] = %[1]s; "+
		"barrier(CLK_LOCAL_MEM_FENCE); %[2]s uint %[3]s = lm_uint[%[4]s];", x, form, v.name, read), g.expression(tUInt,
		exprDepth))
	g.variables = append(g.variables, v)
	return n
}

// collective calls one of the functions of work-groups, of all types; floats may be of any size, as the order of sums
// is fixed.
func (g *generator) collective(int) *Node {
	if !g.version3 {
		return nil
	}
	v := variable{name: g.name("v"), t: []Type{tInt, tUInt, tULong, {&scalars[6], 1}}[g.IntN(4)]}
	x := g.expression(v.t, 2)
	function := fmt.Sprintf("work_group_%s_%s", []string{"reduce", "scan_inclusive", "scan_exclusive"}[g.IntN(3)],
		[]string{"add", "min", "max"}[g.IntN(3)])
	call := function + "($0)"
	switch g.IntN(6) {
	case 2:
		v.t = tFloat
		call = fmt.Sprintf("%s(%s)", function, []string{"(float)((int)$0 & 0xffff)", "(float)(int)$0 * 0.37f",
			"as_float((uint)$0 & 0x8fffffff)"}[g.IntN(3)])
	case 0:
		call = "work_group_broadcast($0, get_local_size(0) - 1)"
	case 1:
		v.t = tInt
		call = []string{"work_group_all", "work_group_any"}[g.IntN(2)] + "((int)$0)"
	}
	g.variables = append(g.variables, v)
	return statement(fmt.Sprintf("%s %s = %s;", v.t, v.name, call), x)
}

// copiedApart loads words that lie apart into local memory.
func (g *generator) copiedApart(int) *Node {
	v := variable{name: g.name("v"), t: tUInt}
	n := statement(fmt.Sprintf("uint %[1]s; { barrier(CLK_LOCAL_MEM_FENCE); event_t %[2]s = "+
		"async_work_group_strided_copy(few_sums, in_uint + %[3]d, (size_t)8, (size_t)%[4]d, 0); "+
		"wait_group_events(1, &%[2]s); %[1]s = few_sums[$0 & 7]; }", v.name, g.name("e"), g.IntN(4000),
		1+g.IntN(20)), g.sharedIndex(2))
	g.variables = append(g.variables, v)
	return n
}

// groupNumber numbers the groups from 0.
const groupNumber = "(get_group_id(0) + get_num_groups(0) * (get_group_id(1) + get_num_groups(1) * get_group_id(2)))"

// fewItems lets some work-items, mostly the first, combine the group's values in local memory: at places that are the
// same for all of them, and their own.
func (g *generator) fewItems(int) *Node {
	t := g.shared[g.IntN(len(g.shared))]
	who := g.IntN(8)
	asked := []string{"lid == 0u", "lid == 0u", "lid == 5u", "lid + 1u >= lsz", "lid < 2u", "lid < 8u", "lid < 16u",
		"lid % 16u == 0u"}[who]
	forms := []string{"(T)(a ^ b)", "max(a, b)", "(T)(a < b ? a : c)", "(T)(a / (T)((b & 7) | 1))", "(T)(a & c | b)",
		"(T)((float)(a >> 1) * 0.5f)", "select(a, c, b)", "(T)$0 ^ a"}
	canonical, bounded := "", "%s"
	if t.Kind == Float { // small numbers, which yield no NaN, so that no canonical form is needed
		forms = []string{"a + b", "a * b - c", "fmax(a, b)", "a < b ? a : c", "(a + c) * b", "(T)(int)a + b",
			"sqrt(fabs(a)) + c", "$0 + a * b"}
		bounded = fmt.Sprintf("clamp(%%s, (%s)-9, (%[1]s)9)", t)
	}
	form := replaceWord(forms[g.IntN(len(forms))], "T", t.Name)
	if t.Kind == Float && form[0] == '$' {
		canonical = "n" + t.Name
	}
	places := []string{"0", "lsz > 1u ? 1u : 0u", "lsz > 9u ? 9u : 0u", "lsz - 1u", "lid", "(lid + 3u) % lsz",
		"few % lsz", "lsz > 40u ? lid + 32u & 31u : lid"}
	read := ""
	for _, name := range []string{"a", "b", "c"} {
		read += fmt.Sprintf("%s %s = %s; ", t, name,
			fmt.Sprintf(bounded, fmt.Sprintf("lm_%s[%s]", t, places[g.IntN(len(places))])))
	}
	s := g.stride[t.Name]
	to := fmt.Sprintf("own_%s[gid * %d + %d]", t, s, g.IntN(s))
	if n := GroupWords * 32 / t.Bits; who < 4 && !g.chance(3) { // one of them
		to = fmt.Sprintf("((global %s *)by_group)[%s * %d + %d]", t, groupNumber, n, g.IntN(n))
	}
	text := fmt.Sprintf("barrier(CLK_LOCAL_MEM_FENCE); if (%s) { %s%s = %s(%s); }", asked, read, to, canonical, form)
	if g.chance(3) { // between the two, values of others are not read
		text = fmt.Sprintf("%s x; barrier(CLK_LOCAL_MEM_FENCE); { %sx = %s(%s); } barrier(CLK_LOCAL_MEM_FENCE); if "+
			"(%s) lm_%[1]s[lid] = x; barrier(CLK_LOCAL_MEM_FENCE);", t, read, canonical, form, asked)
		text = "{ " + text + " }"
	}
	return statement(text, g.expression(t, 1))
}
