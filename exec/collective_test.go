package exec

import (
	"math"
	"strings"
	"testing"

	"heddle/compiler/amd64/object"
)

// collectiveSource calls all collective functions for one type, one behind the other and in a loop. ADD and ANY make a value of
// the bits of a word, ADD none that is no number.
const collectiveSource = `
#define ITEM (get_global_id(0) + get_global_size(0) * (get_global_id(1) + get_global_size(1) * get_global_id(2)))
kernel void k(global T *y, global const uint *x) {
	size_t i = ITEM, n = get_global_size(0) * get_global_size(1) * get_global_size(2);
	uint w = x[i];
	T a = ADD(w), m = ANY(w);
	y[i] = work_group_reduce_add(a); y[i + n] = work_group_reduce_min(m); y[i + 2 * n] = work_group_reduce_max(m);
	y[i + 3 * n] = work_group_scan_inclusive_add(a); y[i + 4 * n] = work_group_scan_inclusive_min(m); y[i + 5 * n] = work_group_scan_inclusive_max(m);
	y[i + 6 * n] = work_group_scan_exclusive_add(a); y[i + 7 * n] = work_group_scan_exclusive_min(m); y[i + 8 * n] = work_group_scan_exclusive_max(m);
	T s = 0;
	for (uint j = 0; j < (x[get_group_id(0)] & 3) + 2; j++) {
		T b = work_group_broadcast(a, j % get_local_size(0), get_local_size(1) - 1, get_local_size(2) - 1);
		s += work_group_scan_exclusive_add(a * (T)(j + 1)) + b;
		s += work_group_reduce_max(a) * (T)work_group_any(w % 64 == j) - (T)work_group_all(w % 64 != j);
	}
	y[i + 9 * n] = s;
}`

// collectiveRanges are groups of one work-item, of a part of a vector, of a bundle and of several, and those at the edges.
var collectiveRanges = [][2][3]uint64{
	{{3, 1, 1}, {1, 1, 1}}, {{14, 1, 1}, {5, 1, 1}}, {{24, 1, 1}, {8, 1, 1}}, {{40, 1, 1}, {16, 1, 1}}, {{96, 1, 1}, {32, 1, 1}},
	{{128, 1, 1}, {64, 1, 1}}, {{450, 1, 1}, {100, 1, 1}}, {{300, 1, 1}, {128, 1, 1}},
	{{512, 1, 1}, {256, 1, 1}}, {{1024, 1, 1}, {512, 1, 1}}, {{1500, 1, 1}, {1000, 1, 1}}, {{2048, 1, 1}, {1024, 1, 1}},
	{{37, 19, 1}, {16, 16, 1}}, {{64, 16, 1}, {32, 8, 1}}, {{16, 16, 1}, {8, 8, 1}}, {{10, 7, 6}, {5, 7, 3}}}

// collectivePlans are of bundles that are all of a group, or large parts of it.
var collectivePlans = []object.Plan{
	{Rows: 8, Packed: 8, Waits: true, Most: 128}, {Rows: 32, Packed: 2, Waits: true}, {Rows: 4, Packed: 1, Columns: 8, Waits: true}}

func collectives(typ, add, any string) *comparison {
	define := strings.NewReplacer("T ", typ+" ", "(T)", "("+typ+")", "ADD(w)", add, "ANY(w)", any)
	return &comparison{source: define.Replace(collectiveSource), words: []int{2048 * 10 * 2, 2048}, plans: collectivePlans, ranges: collectiveRanges,
		fill: func(i, j int) uint32 { h := uint32(i*7919+j+1) * 2654435761; return h ^ h>>15 }}
}

func TestCollectivesAgree(t *testing.T) {
	for _, c := range []struct{ typ, add, any string }{
		{"int", "(int)w", "(int)w"}, {"uint", "w", "w"},
		{"long", "(long)((ulong)w * w << 7)", "(long)((ulong)w * w << 9)"}, {"ulong", "(ulong)w * w", "(ulong)w * w << 9"},
		{"float", "as_float(w & 0x8fffffff | 0x30000000)", "w % 7 == 0 ? NAN : w % 11 == 0 ? -0.0f : w % 13 == 0 ? 0.0f : as_float(w & 0xbfffffff)"},
		{"double", "as_double((ulong)w << 32 & 0x83ffffff00000000 | 0x3000000000000001)",
			"w % 7 == 0 ? NAN : w % 11 == 0 ? -0.0 : w % 13 == 0 ? INFINITY : as_double((ulong)w << 32 & 0xbfffffff00000000)"},
	} {
		t.Run(c.typ, func(t *testing.T) { collectives(c.typ, c.add, c.any).run(t) })
	}
}

// Collective functions of groups of some size, against sums of the test.
func TestCollectivesAreRight(t *testing.T) {
	c := collectives("long", "(long)w", "(long)w")
	k := compileKernel(t, c.source)
	for _, n := range []int{1, 2, 7, 8, 9, 31, 64, 65, 200, 256, 1024} {
		memory := c.launch(t, k, nil, NewDevice(Goroutines(1)), [2][3]uint64{{uint64(n), 1, 1}, {uint64(n), 1, 1}})
		at := func(row, i int) int64 { return int64(wordsOf(memory[0])[row*n+i]) }
		before, least, most := int64(0), int64(math.MaxInt64), int64(math.MinInt64)
		for i := range n {
			x := int64(c.fill(1, i))
			if got := at(6, i); got != before {
				t.Fatalf("%d: sum before %d is %d, not %d", n, i, got, before)
			}
			before, least, most = before+x, min(least, x), max(most, x)
			for row, want := range map[int]int64{3: before, 4: least, 5: most} {
				if got := at(row, i); got != want {
					t.Fatalf("%d: row %d of %d is %d, not %d", n, row, i, got, want)
				}
			}
		}
		for row, want := range []int64{before, least, most} {
			if got := at(row, n/2); got != want {
				t.Fatalf("%d: row %d is %d, not %d", n, row, got, want)
			}
		}
	}
}

func wordsOf(b []byte) []uint64 {
	words := make([]uint64, len(b)/8)
	for i := range words {
		for j := range 8 {
			words[i] |= uint64(b[8*i+j]) << (8 * j)
		}
	}
	return words
}
