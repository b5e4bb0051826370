package exec

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"heddle/compiler/randinit"
)

// knownInits are declarations of x with the values of some expressions. Constant ones are tested in all address spaces.
var knownInits = []struct {
	x      string // the declaration, up to the semicolon
	values string // the expressions
	want   []int64
}{
	// A string in braces of its own inside of an aggregate, and the string without.
	{`struct {int id; char n[7];} x = {5, {"abc"}}`, "x.id, x.n[0], x.n[2], x.n[3]", []int64{5, 'a', 'c', 0}},
	{`struct {int id; char n[7];} x = {5, "abc"}`, "x.id, x.n[0], x.n[2], x.n[3]", []int64{5, 'a', 'c', 0}},
	{`char x[3][7] = {{"abc"}, {"defg"}, {"hijk"}}`, "x[0][0], x[0][3], x[1][3], x[2][0]", []int64{'a', 0, 'g', 'h'}},
	{`char x[3][7] = {"abc", "defg", "hijk"}`, "x[0][0], x[0][3], x[1][3], x[2][0]", []int64{'a', 0, 'g', 'h'}},
	{`uchar x[] = {("ab" "c"),}`, "sizeof(x), x[2], x[3]", []int64{4, 'c', 0}},
	{`char x[3] = "abc"`, "sizeof(x), x[2]", []int64{3, 'c'}},
	{`char x[2] = "abc"`, "sizeof(x), x[1]", []int64{2, 'b'}},
	{`struct {char n[4]; int k;} x[2] = {[1].n = "abc", 7, [1].n[0] = 'x'}`, "x[1].n[0], x[1].n[1], x[1].k",
		[]int64{'x', 'b', 7}},

	// A scalar in place of a vector inside of an aggregate, and the vector.
	{`int4 x[2] = {1, 2}`, "x[0].x, x[0].w, x[1].x, x[1].w", []int64{1, 1, 2, 2}},
	{`int4 x[2] = {{1, 2, 3, 4}, {5, 6, 7, 8}}`, "x[0].x, x[0].w, x[1].x, x[1].w", []int64{1, 4, 5, 8}},
	{`int4 x[] = {1, 2, 3}`, "sizeof(x) / 16, x[2].y", []int64{3, 3}},
	{`struct {float4 p, c; float r;} x = {0, 1, 2}`, "x.p.y, x.c.w, x.r", []int64{0, 1, 2}},
	{`float4 x[2] = {1.0f, (float4)(2, 3, 4, 5)}`, "x[0].w, x[1].x, x[1].w", []int64{1, 2, 5}},
	{`struct {int2 a; int b;} x = {1, {2}}`, "x.a.y, x.b", []int64{1, 2}},
	{`struct {struct {int3 v[2];} s; int k;} x = {.s.v[1] = 4, 5}`, "x.s.v[0].x, x.s.v[1].z, x.k", []int64{0, 4, 5}},
	{`struct {int4 v; int k;} x[2] = {r1, 3, {.k = r0}}`, "x[0].v.w, x[0].k, x[1].v.x, x[1].k", []int64{9, 3, 0, 3}},
	{`int4 x = {{1}, {2}, {3}, {4}}`, "x.x, x.y, x.z, x.w", []int64{1, 2, 3, 4}},
	{`int4 x = {(int2)(1, 2), 3, 4}`, "x.x, x.y, x.z, x.w", []int64{1, 2, 3, 4}},
	{`int4 x = {}`, "x.x, x.w", []int64{0, 0}},
	{`int4 x = {rv}`, "x.x, x.y", []int64{3, 9}},

	// A later initializer overrides an earlier one.
	{`struct {struct {int a, b;} s; int c;} x = {.s.a = 1, .s = {.b = 2}, 3}`, "x.s.a, x.s.b, x.c", []int64{0, 2, 3}},
	{`struct {struct {int a, b;} s; int c;} x = {.s = {.b = 2}, .s.a = 1, 4, 3}`, "x.s.a, x.s.b, x.c",
		[]int64{1, 4, 3}},
	{`union {int i; uchar b[4];} x = {.i = -1, .b[1] = 2}`, "x.b[0], x.b[1]", []int64{0, 2}},
	{`union {uchar b[4]; int i;} x = {.b[0] = 7, .b[1] = 2}`, "x.b[0], x.b[1]", []int64{7, 2}},
	{`struct {struct {int a, b;}; int c;} x = {.a = 1, 2, 3}`, "x.a, x.b, x.c", []int64{1, 2, 3}},
	{`int x[] = {[4] = 1, 2, [1] = 3, 4}`, "sizeof(x) / 4, x[1], x[2], x[3], x[4], x[5]", []int64{6, 3, 4, 0, 1, 2}},
	{`int x[2] = {1, 2, 3, [0] = 9}`, "x[0], x[1]", []int64{1, 2}},
	{`struct {struct pair p; int k;} x[2] = {{(struct pair){1, 2}, 3}, (struct pair){.b = 4}}`,
		"x[0].p.b, x[0].k, x[1].p.a, x[1].p.b", []int64{2, 3, 0, 4}},
	{`struct pair x[3] = {[0 ... 2] = (struct pair){1, 2}, [1].b = 5}`, "x[0].b, x[1].a, x[1].b, x[2].b",
		[]int64{2, 1, 5, 2}},
	// Braces and strings initialize the whole object, even if some member of it had a value.
	{`struct pair x[1] = {(struct pair){1, 2}, [0] = {.b = 5}}`, "x[0].a, x[0].b", []int64{0, 5}},
	{`struct pair x[1] = {(struct pair){1, 2}, [0].b = 5}`, "x[0].a, x[0].b", []int64{1, 5}},
	{`struct pair {int a[2]; char c[4];} x[2] = {(struct pair){{1, 2}, "abc"}, [0].a = {[1] = r1}, [0].c = "x"}`,
		"x[0].a[0], x[0].a[1], x[0].c[0], x[0].c[1], x[0].c[2]", []int64{0, 9, 'x', 0, 0}},
	{`struct pair {int a[2]; char c[4];} x[2] = {(struct pair){{1, 2}, "abc"}, [0].a[1] = r1, [0].c[0] = 'x'}`,
		"x[0].a[0], x[0].a[1], x[0].c[0], x[0].c[1], x[0].c[2]", []int64{1, 9, 'x', 'b', 'c'}},

	// Ranges of indices.
	{`int x[9] = {[1 ... 5] = 7, 8, [3] = 9}`, "x[0], x[1], x[3], x[5], x[6], x[7]", []int64{0, 7, 9, 7, 8, 0}},
	{`int x[][2] = {[2 ... 3][0] = 1, 5}`, "sizeof(x) / 8, x[2][0], x[2][1], x[3][0], x[3][1]", []int64{4, 1, 0, 1, 5}},
	{`struct {int a[3], b;} x[3] = {[0 ... 1].a[1] = 7, 8, 9}`,
		"x[0].a[1], x[0].a[2], x[0].b, x[1].a[2], x[1].b, x[2].a[0]",
		[]int64{7, 0, 0, 8, 9, 0}},
	{`struct {int a, b;} x[3] = {[0 ... 1] = 1, 2, 3}`, "x[0].a, x[0].b, x[1].a, x[1].b, x[2].a",
		[]int64{1, 2, 1, 2, 3}},
	{`int x[400][3] = {[7 ... 399][1 ... 2] = 5, [8][1] = 6}`, "x[6][1], x[7][0], x[7][1], x[8][1], x[8][2], x[399][2]",
		[]int64{0, 0, 5, 6, 5, 5}},
	{`int x[200] = {[1 ... 198] = r1, [5] = r0}`, "x[0], x[1], x[5], x[6], x[198], x[199]", []int64{0, 9, 3, 9, 9, 0}},
	{`struct {char c; int2 v;} x[50] = {[1 ... 48] = {1, r1}, [9].c = r0}`,
		"x[1].c, x[1].v.y, x[9].c, x[9].v.x, x[48].v.x, x[49].c", []int64{1, 9, 3, 9, 9, 0}},
	{`int x[3] = {[0 ... 2] = step(&n)}`, "x[0], x[1], x[2], n", []int64{103, 103, 103, 103}},
	{`int x[2] = {step(&n), [0] = 4, 5}`, "x[0], x[1], n", []int64{4, 5, 100}},
}

// objectX matches the object's name, but not a field x of a vector.
var objectX = regexp.MustCompile(`(^|[ (])x\b`)

// initLine writes a declaration as package randinit does.
func initLine(outside, inside, values string) randinit.Declaration {
	var b strings.Builder
	list := strings.Split(values, ", ")
	for _, v := range list {
		fmt.Fprintf(&b, "O L (%s); ", v)
	}
	if strings.Contains(outside+inside, "struct pair") {
		if !strings.Contains(outside+inside, "struct pair {") {
			outside = "struct pair {int a, b;}; " + outside
		}
		outside = strings.ReplaceAll(outside, "struct pair", "struct pair@")
		inside = strings.ReplaceAll(inside, "struct pair", "struct pair@")
	}
	return randinit.Declaration{Line: fmt.Sprintf("%s void f@(ARGS) {VALUES %s %s}", outside, inside, b.String()),
		Values: len(list)}
}

func TestKnownInitialisers(t *testing.T) {
	var cases []initCase
	for _, k := range knownInits {
		want := make([]uint64, len(k.want))
		for i, v := range k.want {
			want[i] = uint64(v)
		}
		add := func(d randinit.Declaration) { cases = append(cases, initCase{Declaration: d, values: want}) }
		add(initLine("", k.x+";", k.values))
		add(initLine("", "const "+k.x+";", k.values))
		if strings.Contains(k.x, "r0") || strings.Contains(k.x, "r1") || strings.Contains(k.x, "rv") ||
			strings.Contains(k.x, "step") {
			continue
		}
		add(initLine("", "static "+k.x+";", k.values))
		x, values := objectX.ReplaceAllString(k.x, "${1}x@"), objectX.ReplaceAllString(k.values, "${1}x@")
		add(initLine("constant "+x+";", "", values))
		add(initLine("global "+x+";", "", values))
	}
	r := newInitRunner(t)
	for batch := range slices.Chunk(cases, initBatch) {
		r.check(batch)
	}
	askClang(t, cases)
}

// askClang compares the expected values with clang's, if clang is installed.
func askClang(t *testing.T, cases []initCase) {
	c := newClang(t)
	if c == nil {
		t.Log("LEFT OUT: there is no clang to ask")
		return
	}
	var list []randinit.Declaration
	want := map[string][]uint64{}
	for _, d := range cases {
		if strings.Contains(d.Line, "... 2] = step") {
			continue // clang has no answer: it crashes or evaluates an expression twice
		}
		list = append(list, d.Declaration)
		want[d.Line] = d.values
	}
	for _, d := range c.judge(list) {
		if d.rejected || !slices.Equal(d.values, want[d.Line]) {
			t.Errorf("clang says (rejected %v) %x, not %x:\n%s", d.rejected, d.values, want[d.Line], d.Line)
		}
	}
}
