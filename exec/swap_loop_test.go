package exec

import (
	"strings"
	"testing"
)

// swapLoops goes round until nobody came between, in many forms, under all kinds of masks. What comes out does not depend
// on the order: sums of whole numbers, also as floats, extremes, and numbers that each work-item gets one of.
const swapLoops = `
void addf(volatile global float *p, float v) {
	union { uint u; float f; } old, fresh;
	do { old.f = *p; fresh.f = old.f + v; } while (atomic_cmpxchg((volatile global uint *)p, old.u, fresh.u) != old.u);
}
void addAssumed(volatile global uint *p, float v) {
	uint old = *p, assumed;
	do { assumed = old; old = atomic_cmpxchg(p, assumed, as_uint(v + as_float(assumed))); } while (assumed != old);
}
void addGuessed(volatile global int *p, int v) {
	int old = 12345, next;
	while ((next = atomic_cmpxchg(p, old, old + v)) != old) old = next;
}
uint most(volatile global uint *p, uint v) {
	uint old;
	do { old = *p; if (old >= v) return 1; } while (atomic_cmpxchg(p, old, v) != old);
	return 2;
}
uint leastAssumed(volatile global uint *p, uint v, uint *rounds) {
	uint old = *p, found;
	while (old > v) {
		if ((found = atomic_cmpxchg(p, old, v)) == old) return 1;
		old = found;
		++*rounds;
	}
	return 0;
}
ulong take(volatile global ulong *p, ulong step) {
	ulong old;
	do old = *p; while (atom_cmpxchg(p, old, old * 2 - old + step) != old);
	return old;
}
kernel void k(global uint *y, global uint *x, ulong a) {
	local uint n, h[8];
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), v = x[i], l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	if (l < 8) h[l] = l;
	if (l == 0) n = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	addf((global float *)&y[v & 7], (float)(v >> 8 & 15));
	if (v & 16) addAssumed(&y[8 + (v & 3)], 2.0f); else addGuessed((global int *)&y[12 + (v & 1)], (int)(v >> 20) - 1000);
	uint rounds = 0;
	for (uint j = 0; j < (v >> 5 & 3); j++) {
		if (!most(&y[14 + j], v ^ j)) break;
		leastAssumed(&y[18 + (j & a)], v + j, &rounds);
	}
	if (rounds > 100000) y[22] = 1;
	global ulong *w = (global ulong *)&y[24];
	ulong mine = take(w, 3);
	atom_xor(w + 1, mine);
	volatile local uint *p = &h[v & 7];
	uint old;
	while (1) {
		old = *p;
		if ((old ^ v) == 0x12345) break;
		if (atomic_cmpxchg(p, old, old + (x[i] & 255)) == old) break;
	}
	old = n;
	do v = old; while ((old = atomic_cmpxchg(&n, v, v + 3)) != v);
	barrier(CLK_LOCAL_MEM_FENCE);
	if (l < 8) y[32 + i] = h[l] + n;
	addf((global float *)y + 28, 1.0f);
}`

func TestSwapLoops(t *testing.T) {
	hash := func(i, j int) uint32 {
		if i == 0 && j < 32 {
			return 0
		}
		x := uint32(i*7919+j) * 2654435761
		return x ^ x>>15
	}
	for _, a := range []uint64{0, 3} {
		(&comparison{source: swapLoops, words: []int{8192, 8192}, values: []uint64{a}, fill: hash,
			ranges: [][2][3]uint64{{{1000, 1, 1}, {64, 1, 1}}, {{37, 1, 1}, {37, 1, 1}}, {{64, 32, 1}, {32, 8, 1}}, {{300, 1, 1}, {100, 1, 1}}}}).run(t)
	}
}

// TestSwapLoopsWithoutBarriers runs them in bundles of another size.
func TestSwapLoopsWithoutBarriers(t *testing.T) {
	source := swapLoops[:strings.Index(swapLoops, "kernel void")] + `
kernel void k(global uint *y, global uint *x, ulong a) {
	uint i = get_global_id(0), v = x[i], rounds = 0;
	if (v & 32) addf((global float *)&y[v & 7], (float)(v >> 8 & 15));
	addAssumed(&y[8], 2.0f);
	for (uint j = 0; j < (v >> 5 & 3); j++) most(&y[14 + j], v ^ j);
	if (!leastAssumed(&y[18], v, &rounds)) addGuessed((global int *)&y[12 + (v & 1)], 1);
	y[32 + i] = most(&y[20], 7);
}`
	fill := func(i, j int) uint32 { return uint32(i) * uint32(i*7919+j) * 2654435761 }
	(&comparison{source: source, words: []int{2048, 2048}, values: []uint64{0}, fill: fill,
		ranges: [][2][3]uint64{{{999, 1, 1}, {999, 1, 1}}, {{128, 1, 1}, {16, 1, 1}}}}).run(t)
}

// TestSwapLoopThatEndsByWhatWasReadBefore has loops that end without a swap for what the place held once, and no longer
// holds, or that others have seen it hold.
func TestSwapLoopThatEndsByWhatWasReadBefore(t *testing.T) {
	const loop = "while (old < 5) { uint found = atomic_cmpxchg(p, old, old + 1); if (found == old) break; old = found; }"
	source := ""
	for name, before := range map[string]string{
		"written":   "uint old = *p; *p = 0;",
		"exchanged": "uint old = *p; atomic_xchg(p, 0);",
		"added":     "uint old = *p; atomic_add(p, 7);",
		"branched":  "uint old = *p; if (i & 1) *p = 0;",
		"other":     "uint old = *p; y[i + a] = 0;",
		"copied":    "uint old = *p; z[i + 1000] = old; if (old == 7) *p = 0;",
		"waited":    "uint old = *p; barrier(CLK_GLOBAL_MEM_FENCE); y[i ^ 1] = 0; barrier(CLK_GLOBAL_MEM_FENCE);",
		"not":       "uint old = *p;",
	} {
		source += "kernel void " + name + "(global uint *y, global uint *z, ulong a) { uint i = get_global_id(0); volatile global uint *p = y + i;\n" + before + loop + "}\n"
	}
	fill := func(i, j int) uint32 { return uint32(j * 7 % 9) }
	for _, k := range compileProgram(t, source).Kernels {
		c := &comparison{source: source, words: []int{1000, 2000}, values: []uint64{0}, fill: fill}
		for _, r := range [][2][3]uint64{{{1000, 1, 1}, {100, 1, 1}}, {{64, 1, 1}, {64, 1, 1}}} {
			c.compare(t, k, k, r)
		}
	}
}

// TestSwapLoopThatLeavesByWhatTheSwapFound has loops that begin with a guess, and end without a swap if a swap that failed
// found something else: they must find it, as where the guess is wrong, and not swap what was read meanwhile.
func TestSwapLoopThatLeavesByWhatTheSwapFound(t *testing.T) {
	source := `
kernel void compared(global uint *y, global uint *x) {
	uint i = get_global_id(0), old = 5, found;
	volatile global uint *p = y + i;
	for (;;) { found = atomic_cmpxchg(p, old, old + 1); if (found > 100) break; if (found == old) break; old = found; }
	x[i] = found;
}
kernel void returning(global uint *y, global uint *x) {
	uint i = get_global_id(0), old = 5, found;
	volatile global uint *p = y + i;
	do { found = atomic_cmpxchg(p, old, old + 1); if (found == 77) return; if (found == old) break; old = found; } while (1);
	x[i] = found;
}
kernel void lookedUp(global uint *y, global uint *x) {
	uint i = get_global_id(0), old = x[i], found;
	volatile global uint *p = y + i;
	for (;;) { found = atomic_cmpxchg(p, old, old + 1); if (x[found & 255] & 1) break; if (found == old) break; old = found; }
	x[i + 256] = found;
}`
	fill := func(i, j int) uint32 { return uint32(j*7919+i*31) * 2654435761 >> 25 }
	(&comparison{source: source, words: []int{256, 512}, fill: fill,
		ranges: [][2][3]uint64{{{256, 1, 1}, {64, 1, 1}}, {{101, 1, 1}, {101, 1, 1}}}}).run(t)
}

// TestSwapLoopsWithTablesOfTheirOwn read memory at places that a round finds out.
func TestSwapLoopsWithTablesOfTheirOwn(t *testing.T) {
	(&comparison{source: `
kernel void k(global uint *y, global uint *x, ulong a) {
	uint i = get_global_id(0), v = x[i], old, more;
	volatile global uint *p = y + i;
	do {
		old = *p;
		more = x[(old + v) & 1023] + ((global uchar *)x)[(old & 1023) + i * 4] + ((global ushort *)x)[(int)(old & 511) - (int)(i & 1) + 1];
		more += ((global ulong *)(x + (old & 3) * 2))[a + (i & 7)] + ((global uint *)((global uchar *)x + 4 * (old & 63)))[i & 255];
	} while (atomic_cmpxchg(p, old, old + more) != old);
	y[i + 1024] = more;
}`, words: []int{2048, 2048}, values: []uint64{3}, fill: hashed,
		ranges: [][2][3]uint64{{{1000, 1, 1}, {64, 1, 1}}, {{37, 1, 1}, {37, 1, 1}}}}).run(t)
}
