package randkernel

import (
	"fmt"
	"strings"
)

// Phases over one array, L, with an element for each work-item of the group.

// source is an element of src that work-items load.
func (g *grouper) source() string {
	k := g.IntN(64)
	forms := []string{"src[gid]", "src[gid]", fmt.Sprintf("src[gid + %d]", k), g.replaced("src[GROUP * N + lid]"),
		fmt.Sprintf("src[clamp((int)gid - %d, 0, n - 1)]", k%9), fmt.Sprintf("src[min((long)gid + %d, (long)n - 1)]",
			k),
		fmt.Sprintf("src[(gid * 7 + %d) & 1023]", k), fmt.Sprintf("src[n - 1 > (int)gid ? n - 1 - (int)gid : %d]", k),
		"src[(long)gid < n ? (long)gid : (long)n - 1]"}
	if !g.is2D {
		forms = append(forms, "src[gid * lane_step]", "src[gid * 2 + 1]", "src[gid * 3]")
	}
	return forms[g.IntN(len(forms))]
}

// replaced is a text with the names of the group.
func (g *grouper) replaced(text string) string { return g.words(replaceWord(text, "GROUP", g.group)) }

// load fills L.
func (g *grouper) load() *Node {
	forms := []string{
		"L[lid] = SRC; BAR", "L[lid] = SRC; BAR", "if (gid < n) L[lid] = SRC; else L[lid] = ZERO; BAR",
		"L[lid] = gid < n ? SRC : ZERO; BAR", "{ E a = SRC, b = SRC; {{a|a|b}} L[lid] = a; } BAR",
		"{ E s = ZERO; for (int i = gid; i < n * 2; i += (int)(get_global_size(0) * get_global_size(1) * " +
			"get_global_size(2))) {{s|s|src[i]}} L[lid] = s; } BAR",
		"for (T p = lid; p < N; p += N) L[p] = src[GROUP * N + p]; BAR",
		"{ E v = SRC; {{acc|v|SRC}} L[lid] = v; } BAR",
		"{ E r[4]; for (int i = 0; i < 4; i++) r[i] = src[(gid + i * 5) & 2047]; for (int i = 1; i < 4; i++) " +
			"{{r[0]|r[0]|r[i]}} L[lid] = r[0]; } BAR",
		"L[N - 1 - lid] = SRC; BAR",
	}
	form := forms[g.IntN(len(forms))]
	switch {
	case g.element.isStruct() && g.chance(3):
		form = ""
		for _, m := range g.element.members {
			form += fmt.Sprintf("L[lid].%[1]s = %[2]s.%[1]s; ", m.name, g.source())
		}
		form += "BAR"
	case !g.element.isStruct() && g.chance(8):
		form = "{ event_t e = async_work_group_copy(L, src + GROUP * N, (size_t)N, 0); wait_group_events(1, &e); }"
	}
	for strings.Contains(form, "SRC") {
		form = strings.Replace(form, "SRC", g.source(), 1)
	}
	return g.filled(replaceWord(form, "GROUP", g.group))
}

// store writes the results.
func (g *grouper) store() *Node {
	forms := []string{
		"{{acc|acc|L[lid]}} dst[gid] = acc;", "{{acc|acc|L[N - 1 - lid]}} dst[gid] = acc;",
		"{{acc|acc|L[lid]}} if (gid < n) dst[gid] = acc;",
		"if (lid == 0) ((global E *)found)[GROUP] = L[0]; if (gid >= n) return; {{acc|acc|L[lid]}} dst[gid] = acc;",
		"if (lid == N - 1) ((global E *)found)[GROUP] = L[lid]; {{acc|acc|L[0]}} dst[gid] = acc;",
		"if (lid < 4) { {{acc|acc|L[(lid + 7) % N]}} } dst[gid] = acc; if (lid == 0) ((global E *)found)[GROUP] = " +
			"acc;",
		"dst[gid] = L[(lid + 1) % N]; if (lid < 1) { {{acc|acc|L[0]}} ((global E *)found)[GROUP] = acc; }",
		"if (lid >= n) return; {{acc|acc|L[lid]}} dst[gid] = acc;",
	}
	if g.element.isStruct() {
		form := ""
		for _, m := range g.element.members {
			form += fmt.Sprintf("dst[gid].%[1]s = L[lid].%[1]s; ", m.name)
		}
		forms = append(forms, form)
	}
	form := forms[g.IntN(len(forms))]
	form = fmt.Sprintf("found[%d + gid] = hash ^ WORD(acc);\n", GroupElements*4) + form
	return g.filled(replaceWord(form, "GROUP", g.group))
}

// phases are the phases of a kernel or of a block in it.
func (g *grouper) phases() (list []*Node) {
	for g.most > 0 {
		g.most--
		list = append(list, g.phase())
		if g.chance(3) {
			break
		}
	}
	return list
}

// phase makes one.
func (g *grouper) phase() *Node {
	if g.most > 1 && g.chance(6) {
		return g.around()
	}
	switch g.IntN(8) {
	case 0, 1, 2:
		return g.tree()
	case 3:
		return g.filled(g.scanned())
	case 4:
		if g.localBytes < 1<<15 {
			return g.tiled()
		}
	case 5:
		return g.ownElements()
	}
	return g.filled(g.shared())
}

// around is a loop or a condition that is the same for all of a group, around phases.
func (g *grouper) around() *Node {
	i := g.name("i")
	heads := []string{
		"for (int I = 0; I < 3; I++)", "for (uint I = 0; I < few; I++)", "for (int I = n & 3; I > 0; I--)",
		"if (few > 2)", "if (get_group_id(0) & 1)", "if (n > 40)", "for (int I = (int)get_group_id(0); I < 3; I++)",
		"if (N > 40)",
	}
	head := g.words(replaceWord(heads[g.IntN(len(heads))], "I", i))
	body := &Node{Role: List, Kids: g.phases()}
	if head[0] == 'f' && g.chance(3) { // left by all at once
		stop := "{ uint stop = WORD(L[0]) & 3; " + barrierText + " if (stop == 1) break; }"
		return statement(head+" {\n$0"+stop+"\n}", body)
	}
	if head[0] == 'i' && g.chance(2) {
		return statement(head+" {\n$0} else {\n$1}", body, &Node{Role: List, Kids: g.phases()})
	}
	return statement(head+" {\n$0}", body)
}

// trees are loops that combine more and more of an array.
var trees = []string{
	"for (T s = N / 2; s > 0; s >>= 1) { if (lid < s) { {{L[lid]|L[lid]|L[lid + s]}} } BAR }",
	"for (T s = N / 2; s > 0; s >>= 1) { if (lid < s) { E a = L[lid], b = L[lid + s]; if (KEY(a) < KEY(b)) L[lid] " +
		"= b; } BAR }",
	"for (T s = N / 2; s > 0; s /= 2) { if (lid < s) L[lid] = KEY(L[lid]) > KEY(L[lid + s]) ? L[lid] : L[lid + " +
		"s]; BAR }",
	"for (T s = N / 2; s > 4; s >>= 1) { if (lid < s) { {{L[lid]|L[lid]|L[lid + s]}} } BAR } if (lid == 0) { E s " +
		"= L[0]; for (T i = 1; i < min(N, (T)5); i++) {{s|s|L[i]}} L[0] = s; } BAR",
	"for (T s = 1; s < N; s <<= 1) { if ((lid & (2 * s - 1)) == 0 && lid + s < N) { {{L[lid]|L[lid]|L[lid + s]}} " +
		"} BAR }",
	"for (T s = 1; s < N; s *= 2) { if (lid % (2 * s) == 0) if (lid + s < N) { {{L[lid]|L[lid]|L[lid + s]}} } BAR }",
	"for (T s = 1; s < N; s *= 2) { T i = 2 * s * lid; if (i + s < N) { {{L[i]|L[i]|L[i + s]}} } BAR }",
	"for (T s = (N + 1) / 2, m = N; m > 1; m = s, s = (s + 1) / 2) { if (lid + s < m) { {{L[lid]|L[lid]|L[lid + " +
		"s]}} } BAR }",
	"for (T s = N / 4; s > 0; s >>= 2) { if (lid < s) { E a = L[lid]; {{a|a|L[lid + s]}} {{a|a|L[lid + 2 * s]}} " +
		"{{L[lid]|a|L[lid + 3 * s]}} } BAR }",
	"for (T s = (T)size2; s > 0; s >>= 1) { if (lid < s && lid + s < N) { {{L[lid]|L[lid]|L[lid + s]}} } BAR }",
	"for (T d = 1; d < (T)size2; d <<= 1) { E v = ZERO; if (lid >= d) v = L[lid - d]; BAR {{L[lid]|L[lid]|v}} BAR }",
	"for (T s = N >> 1; s > 0; s >>= 1) { if (lid >= s && lid < 2 * s) { {{L[lid - s]|L[lid - s]|L[lid]}} } BAR }",
	"for (T s = N / 2; s > 0; s >>= 1) { if (lid < s) { {{L[lid]|L[lid]|L[lid + s]}} } else if (lid >= 2 * s) { " +
		"{{L[lid]|L[lid]|acc}} } BAR }",
	"for (T s = N / 2; s > 0; s >>= 1) { if (lid >= s) { {{acc|acc|L[lid - s]}} BARLESS } BAR if (lid < s) { " +
		"{{L[lid]|L[lid]|L[lid + s]}} } BAR }",
}

// tree sums up the array or a part of it: in a loop, or unrolled.
func (g *grouper) tree() *Node {
	if g.chance(2) {
		return g.filled("{ " + strings.ReplaceAll(trees[g.IntN(len(trees))], "BARLESS", "") + " }")
	}
	top := []int{256, 128, 64, 32}[g.IntN(4)]
	var b strings.Builder
	form := []string{
		"if (lid < S) { {{L[lid]|L[lid]|L[lid + S]}} } BAR\n",
		"if (lid < S) { E a = L[lid], b = L[lid + S]; {{L[lid]|a|b}} } BAR\n",
		"if (N >= D) { if (lid < S) { {{L[lid]|L[lid]|L[lid + S]}} } BAR }\n",
		"if (lid >= S && lid < D) { {{L[lid - S]|L[lid - S]|L[lid]}} } BAR\n",
		"if (lid < S) { E b = L[lid + S]; if (KEY(b) < KEY(L[lid])) L[lid] = b; } BAR\n",
		"if (lid < S) { {{L[lid]|L[lid]|L[lid + S]}} } else { {{acc|acc|acc}} } BAR\n",
		"if (lid < S) { if (WORD(L[lid + S]) & 1) { {{L[lid]|L[lid]|L[lid + S]}} } else L[lid] = L[lid + S]; } BAR\n",
	}[g.IntN(7)]
	for s := top; s > 0; s /= []int{2, 2, 2, 4}[g.IntN(4)] {
		step := form
		if !g.isFixed || 2*s > g.shape.items() {
			if g.isFixed && !strings.Contains(form, "N >=") && !g.chance(3) {
				continue
			}
			step = strings.ReplaceAll(step, "(lid < S)", "(lid < S && lid + S < N)")
			step = strings.ReplaceAll(step, "lid < D)", "lid < D && lid < N)")
		}
		b.WriteString(replaceWord(replaceWord(step, "S", fmt.Sprint(s)), "D", fmt.Sprint(2*s)))
	}
	return g.filled("{ " + b.String() + " }")
}

// scanned is a scan, a sort or a permutation.
func (g *grouper) scanned() string {
	forms := []string{
		"for (T d = 1; d < N; d <<= 1) { E v = L[lid]; if (lid >= d) { {{v|v|L[lid - d]}} } BAR L[lid] = v; BAR }",
		"for (T d = 1; d < N; d <<= 1) { E v = lid >= d ? L[lid - d] : ZERO; BAR {{L[lid]|L[lid]|v}} BAR }",
		"for (T d = 1; d < N; d *= 2) { E v = ZERO; if (lid >= d) v = L[lid - d]; BAR if (lid >= d) { " +
			"{{L[lid]|L[lid]|v}} } BAR }",
		"local E *p = L, *q = M; for (T d = 1; d < N; d <<= 1) { if (lid >= d) { q[lid] = p[lid]; " +
			"{{q[lid]|p[lid]|p[lid - d]}} } else q[lid] = p[lid]; BAR local E *t = p; p = q; q = t; } " +
			"{{acc|acc|p[lid]}} BAR",
		"for (T k = 2; k < 2 * N; k <<= 1) for (T j = k >> 1; j > 0; j >>= 1) { T o = lid ^ j; if (o > lid && o < " +
			"N) { E a = L[lid], b = L[o]; if ((KEY(a) > KEY(b)) == ((lid & k) == 0)) { L[lid] = b; L[o] = a; } } " +
			"BAR }",
		"for (T s = 0; s < N; s++) { T i = 2 * lid + (s & 1); if (i + 1 < N) { E a = L[i], b = L[i + 1]; if " +
			"(KEY(b) < KEY(a)) { L[i] = b; L[i + 1] = a; } } BAR }",
		"E v = L[N - 1 - lid]; BAR {{L[lid]|v|acc}} BAR",
		"E v = L[(lid + K) % N]; BAR {{L[lid]|v|L[lid]}} BAR",
		"E v = L[(lid ^ K) < N ? (lid ^ K) : lid]; BAR L[lid] = v; BAR",
		"M[lid] = L[N - 1 - lid]; BAR {{L[lid]|L[lid]|M[(lid + 1) % N]}} BAR",
		"E carry = ZERO; for (T c = 0; c < 3; c++) { M[lid] = src[(c * N + lid) & 2047]; BAR for (T d = 1; d < N; " +
			"d <<= 1) { E v = M[lid]; if (lid >= d) { {{v|v|M[lid - d]}} } BAR M[lid] = v; BAR } " +
			"{{acc|carry|M[lid]}} {{carry|carry|M[N - 1]}} BAR }",
	}
	n := g.shape.items()
	if g.isFixed && n&(n-1) == 0 && n > 1 {
		forms = append(forms, "T o = 1; for (T d = N >> 1; d > 0; d >>= 1) { BAR if (lid < d) { T i = o * (2 * "+
			"lid + 1) - 1, j = o * (2 * lid + 2) - 1; {{L[j]|L[j]|L[i]}} } o *= 2; } BAR if (lid == 0) L[N - 1] = "+
			"ZERO; for (T d = 1; d < N; d *= 2) { o >>= 1; BAR if (lid < d) { T i = o * (2 * lid + 1) - 1, j = o "+
			"* (2 * lid + 2) - 1; E t = L[i]; L[i] = L[j]; {{L[j]|L[j]|t}} } } BAR",
			"P[PAD(lid)] = L[lid]; T o = 1; for (T d = N >> 1; d > 0; d >>= 1) { BAR if (lid < d) { T i = o * (2 "+
				"* lid + 1) - 1, j = o * (2 * lid + 2) - 1; {{P[PAD(j)]|P[PAD(j)]|P[PAD(i)]}} } o *= 2; } BAR "+
				"{{acc|acc|P[PAD(N - 1)]}} L[lid] = P[PAD(lid)]; BAR",
			"E v = L[lid ^ (K & (N - 1))]; BAR {{L[lid]|L[lid]|v}} BAR",
			"E v = L[(lid + K) & (N - 1)]; BAR L[lid] = v; BAR",
			"for (T m = N / 2; m > 0; m >>= 1) { E v = L[lid ^ m]; BAR {{L[lid]|L[lid]|v}} BAR }")
	}
	if g.isFixed && n%8 == 0 {
		forms = append(forms, "E v = L[(lid & 7) * (N / 8) + lid / 8]; BAR {{L[lid]|v|acc}} BAR",
			"M[lid % (N / 8) * 8 + lid / (N / 8)] = L[lid]; BAR {{L[lid]|L[lid]|M[lid]}} BAR")
	}
	return g.complete(forms[g.IntN(len(forms))])
}

// complete declares the arrays that a phase uses, and makes it a block.
func (g *grouper) complete(form string) string {
	if g.localBytes > 1<<15 {
		return "{ {{acc|acc|L[lid]}} }"
	}
	for hasName(form, "M") {
		m := g.name("M")
		g.declare(g.element.bytes*mostMembers, fmt.Sprintf("local E %s[%s];", m, g.capacity))
		form = replaceWord(form, "M", m)
	}
	for hasName(form, "P") {
		p := g.name("P")
		g.declare(g.element.bytes*mostMembers, fmt.Sprintf("local E %s[%s + %s / 16 + 1];", p, g.capacity,
			g.capacity))
		form = replaceWord(form, "P", p)
	}
	for hasName(form, "H") {
		h := g.name("H")
		g.declared = append(g.declared, fmt.Sprintf("local uint %s[64];", h))
		form = replaceWord(form, "H", h)
	}
	for hasName(form, "B") {
		b := g.name("B")
		g.declared = append(g.declared, fmt.Sprintf("local uchar %s[%s * 4] __attribute__((aligned(16)));", b,
			g.capacity))
		form = replaceWord(form, "B", b)
	}
	return "{ " + replaceWord(form, "K", fmt.Sprint(1+g.IntN(40))) + " }"
}

// guards are conditions on the local id.
var groupGuards = []string{
	"lid < K", "lid < K", "lid < K", "lid >= K", "lid > K", "lid == K", "lid == 0", "lid != K", "(lid & 3) == 1",
	"lid % 5 == 2",
	"lid / 16 == 1", "lid < N / 2", "lid >= N / 2", "lid + K < N", "lid < n", "lid < few * 8", "lid >= K && lid < " +
		"2 * K",
	"gid < n", "lid == N - 1", "(T)few == lid", "lid <= (T)(n & 63)", "tx < 4", "ty == 0", "tx == ty", "tx >= 2 " +
		"&& ty < 5",
}

// ownElements lets work-items that a guard chooses change their own elements.
func (g *grouper) ownElements() *Node {
	guard := replaceWord(groupGuards[g.IntN(len(groupGuards))], "K", fmt.Sprint([]int{1, 2, 8, 16, 32, 64, 5, 17,
		100, 128, 256}[g.IntN(11)]))
	forms := []string{
		"if (GUARD) { {{L[lid]|L[lid]|acc}} } BAR",
		"if (GUARD) { {{L[lid]|L[lid]|acc}} } else { {{acc|acc|L[lid]}} } BAR",
		"if (GUARD) { E a = L[lid]; if (KEY(a) > KEY(acc)) { {{L[lid]|a|acc}} } else L[lid] = acc; } BAR",
		"E v = acc; if (GUARD) { {{v|L[lid]|L[(lid + 1) % N]}} } BAR L[lid] = v; BAR",
		"E v = L[lid]; if (GUARD) v = L[N - 1 - lid]; BAR {{L[lid]|v|acc}} BAR",
		"if (GUARD) { {{acc|acc|L[N - 1 - lid]}} {{acc|acc|L[lid]}} } BAR",
		"if (GUARD) { E a = L[lid], b = L[(lid + K) % N]; {{acc|a|b}} hash += WORD(a) ^ WORD(b); } BAR",
		"if (GUARD) { for (int i = 0; i < 3; i++) {{L[lid]|L[lid]|acc}} } BAR",
		"E v = GUARD ? L[lid] : L[N - 1]; BAR {{L[lid]|v|L[lid]}} BAR",
		"if (!(GUARD)) L[lid] = ZERO; BAR {{acc|acc|L[(lid + K) % N]}} BAR",
	}
	return g.filled(g.complete(strings.ReplaceAll(forms[g.IntN(len(forms))], "GUARD", guard)))
}

// shared are other ways to work together.
func (g *grouper) shared() string {
	forms := []string{
		"E v = acc; {{v|L[lid > 0 ? lid - 1 : 0]|L[lid + 1 < N ? lid + 1 : N - 1]}} BAR L[lid] = v; BAR",
		"E v = L[lid]; for (int i = -2; i <= 2; i++) {{v|v|L[clamp((int)lid + i, 0, (int)N - 1)]}} BAR L[lid] = " +
			"v; BAR",
		"if (lid == 0) { E s = L[0]; for (T i = 1; i < N; i++) {{s|s|L[i]}} L[0] = s; } BAR {{acc|acc|L[0]}} BAR",
		"if (lid == 0) { E s = L[0]; for (T i = 1; i < N; i++) { {{s|s|L[i]}} L[i] = s; } } BAR",
		"if (lid < 2) { for (T i = lid + 2; i < N; i += 2) {{L[lid]|L[lid]|L[i]}} } BAR",
		"T chunk = (N + 3) / 4; if (lid < 4) { T end = min((T)((lid + 1) * chunk), N); E s = ZERO; for (T i = lid " +
			"* chunk; i < end; i++) { {{s|s|L[i]}} L[i] = s; } } BAR",
		"E r[4]; for (int i = 0; i < 4; i++) r[i] = L[(lid + i * 3) % N]; BAR for (int i = 0; i < 4; i++) " +
			"{{acc|acc|r[i]}} {{L[lid]|r[1]|r[3]}} BAR",
		"E r[2]; r[0] = L[lid]; r[1] = acc; for (int i = 0; i < 3; i++) { BAR L[lid] = r[i & 1]; BAR {{r[i & " +
			"1]|r[i & 1]|L[(lid + 1) % N]}} } {{acc|r[0]|r[1]}} BAR",
		"E r[8]; for (int i = 0; i < 8; i++) r[i] = src[(gid + i * 64) & 2047]; for (int i = 0; i < 8; i++) { " +
			"L[lid] = r[i]; BAR {{r[i]|L[N - 1 - lid]|L[(lid + i) % N]}} BAR } for (int i = 0; i < 8; i++) " +
			"{{acc|acc|r[i]}}",
		"E v = L[(T)K % N]; BAR {{L[lid]|L[lid]|v}} BAR",
		"for (T i = lid; i < 64; i += N) H[i] = 0; BAR atomic_inc(&H[WORD(L[lid]) & 63]); BAR hash = hash * 31 + " +
			"H[lid & 63]; BAR",
		"if (lid < 64) H[lid] = 0; if (lid == 0) for (T i = N; i < 64; i++) H[i] = i; BAR " +
			"atomic_add(&H[WORD(L[lid]) >> 5 & 63], WORD(L[lid])); BAR if (lid < 16) hash += H[lid] ^ H[lid + " +
			"48]; BAR",
		"for (int i = 0; i < 4; i++) B[lid * 4 + i] = (uchar)(WORD(L[lid]) >> (8 * i)); BAR hash = hash * 31 + " +
			"((local uint *)B)[N - 1 - lid]; BAR",
		"uint v = WORD(L[lid]); for (int i = 0; i < 4; i++) B[i * N + lid] = (uchar)(v >> (8 * i)); BAR uchar4 c " +
			"= vload4(lid, B); hash = hash * 31 + as_uint(c); if (lid > 0) hash += B[lid * 4 - 1]; BAR",
		"((local uchar4 *)B)[lid] = as_uchar4(WORD(L[lid])); BAR for (int i = 0; i < 5; i++) hash = hash * 3 + " +
			"B[(lid * 3 + i) % (N * 4)]; BAR",
		"if (lid < K && K + lid < N) { {{L[lid]|L[K + lid]|acc}} } BAR",
		"E t = L[lid]; BAR L[(lid + K) % N] = t; BAR {{acc|acc|L[lid]}} BAR",
		"E t = L[lid]; if (lid + K < N) t = L[lid + K]; BAR {{L[lid]|L[lid]|t}} BAR",
		"for (T i = 0; i < N; i += K) {{acc|acc|L[i]}} BAR",
		"for (T i = 0; i < N; i++) hash += WORD(L[i]) * (i + 1); BAR",
		"for (T i = lid & 7; i < N; i += 8) {{acc|acc|L[i]}} BAR",
		"for (T i = 0; i < N; i++) {{dst[gid]|dst[gid]|L[i]}} BAR",
		"uint k = 0; while (k < 5 && (WORD(L[(lid + k) % N]) & 3) != 0) k++; hash += k; BAR",
	}
	return g.complete(forms[g.IntN(len(forms))])
}
