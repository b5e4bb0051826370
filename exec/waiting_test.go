package exec

import (
	"fmt"
	"testing"

	"heddle/compiler/amd64/object"
)

// Kernels with barriers run in large bundles, their ifs sub-group by sub-group, and in groups of one bundle without
// waiting. These kernels are of the kinds that people write, over groups of all sizes: whole, partial, of one bundle and
// of several.

// waitingRanges are the sizes of launches: whole bundles, partial ones, groups cut off at the end.
var waitingRanges = [][2][3]uint64{
	{{512, 1, 1}, {256, 1, 1}}, {{512, 1, 1}, {512, 1, 1}}, {{300, 1, 1}, {100, 1, 1}}, {{250, 1, 1}, {128, 1, 1}}, {{96, 1, 1}, {17, 1, 1}},
	{{64, 1, 1}, {64, 1, 1}}, {{5, 1, 1}, {5, 1, 1}}, {{32, 32, 1}, {16, 16, 1}}, {{40, 20, 1}, {16, 8, 1}}, {{16, 8, 4}, {8, 4, 2}},
}

// waitingPlans are bundles of all kinds; no rows: the kernel's own.
var waitingPlans = []object.Plan{{}, {Rows: 1, Packed: 1, Waits: true}, {Rows: 4, Packed: 4, Waits: true}, {Rows: 8, Packed: 1},
	{Rows: 16, Packed: 16, Waits: true}, {Rows: 16, Packed: 16}, {Rows: 16, Packed: 4, Waits: true, Most: 32}, {Rows: 4, Packed: 4, Columns: 4, Waits: true}, {Rows: 4, Packed: 2, Columns: 16, Waits: true}}

const waitingHead = `kernel void k(global uint *y, global const uint *x, ulong a) {
	local uint t[1024], o[1024];
	uint i = get_global_id(0) + get_global_size(0) * (get_global_id(1) + get_global_size(1) * get_global_id(2));
	uint n = get_local_size(0) * get_local_size(1) * get_local_size(2);
	uint l = get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2));
	uint m = 1; while (m < n) m *= 2;
	t[l] = x[i]; o[l] = l; barrier(CLK_LOCAL_MEM_FENCE);
`

// waitingKernels are bodies by name; each ends with a value for y[i] in t[l].
var waitingKernels = map[string]string{
	"reduction": `for (uint s = m / 2; s > 0; s >>= 1) { if (l < s && l + s < n) t[l] += t[l + s]; barrier(CLK_LOCAL_MEM_FENCE); }`,
	"scan":      `for (uint d = 1; d < n; d <<= 1) { uint v = l >= d ? t[l - d] : 0; barrier(CLK_LOCAL_MEM_FENCE); t[l] += v; barrier(CLK_LOCAL_MEM_FENCE); }`,
	"scan by neighbours": `for (uint d = 1; d < n; d++) { uint v = t[l]; if (l > 0) v = t[l - 1] * 3 + v; barrier(CLK_LOCAL_MEM_FENCE);
		t[l] = v; barrier(CLK_LOCAL_MEM_FENCE); if (d == 9) break; }`,
	"segmented scan": `bool head = (x[i] & 7) == 0 || l == 0; for (uint d = 1; d < n; d *= 2) { uint v = 0, f = 0;
		if (l >= d) { v = t[l - d]; f = o[l - d] >> 16; } barrier(CLK_LOCAL_MEM_FENCE);
		if (!head) { t[l] += v; head = f != 0; } o[l] = (o[l] & 0xffff) | (uint)head << 16; barrier(CLK_LOCAL_MEM_FENCE); }`,
	"tree": `uint p = 1; for (uint d = m / 2; d > 0; d >>= 1) { barrier(CLK_LOCAL_MEM_FENCE); if (l < d) { uint z = p * (2 * l + 2) - 1; if (z < n) t[z] += t[p * (2 * l + 1) - 1]; } p *= 2; }
		barrier(CLK_LOCAL_MEM_FENCE); if (l == 0) t[n - 1] = 0; for (uint d = 1; d < m; d *= 2) { p >>= 1; barrier(CLK_LOCAL_MEM_FENCE);
		if (l < d) { uint z = p * (2 * l + 2) - 1, w = p * (2 * l + 1) - 1; if (z < n) { uint v = t[w]; t[w] = t[z]; t[z] += v; } } } barrier(CLK_LOCAL_MEM_FENCE);`,
	"sort": `for (uint k = 2; k <= m; k *= 2) for (uint j = k / 2; j > 0; j /= 2) { uint e = l ^ j; barrier(CLK_LOCAL_MEM_FENCE);
		if (e > l && e < n) { uint u = t[l], v = t[e]; if (((l & k) == 0) == (u > v)) { t[l] = v; t[e] = u; } } } barrier(CLK_LOCAL_MEM_FENCE);`,
	"least": `for (uint s = m / 2; s > 0; s >>= 1) { if (l < s && l + s < n) { uint u = t[l], v = t[l + s]; if (v < u || v == u && o[l + s] < o[l]) { t[l] = v; o[l] = o[l + s]; } }
		barrier(CLK_LOCAL_MEM_FENCE); } t[l] = l == 0 ? t[0] ^ o[0] : t[l];`,
	"warp": `for (uint s = m / 2; s > 8; s >>= 1) { if (l < s && l + s < n) t[l] += t[l + s]; barrier(CLK_LOCAL_MEM_FENCE); }
		if (l < 8) { volatile local uint *w = t; for (uint s = 8; s > 0; s >>= 1) { uint v = l < s && l + s < n ? w[l + s] : 0; w[l] += v; } } barrier(CLK_LOCAL_MEM_FENCE);`,
	"switch": `for (uint r = 0; r < 5; r++) { uint v; switch ((l + r) % 5) { case 0: v = t[l]; break; case 1: v = t[(l + 1) % n]; case 2: v = o[l]; break; default: v = r; if (l % 3 == 0) v += t[n - 1 - l]; }
		barrier(CLK_LOCAL_MEM_FENCE); t[l] += v; barrier(CLK_LOCAL_MEM_FENCE); }`,
	"leave early": `if (x[i] % 3 == 0) { y[i] = 5; return; } t[l] = 3; barrier(CLK_LOCAL_MEM_FENCE); if (l > 20) { if (l & 1) { y[i] = t[l] + 1; return; } t[l] = 4; } barrier(CLK_LOCAL_MEM_FENCE); if (l == 4) return; t[l] += l;`,
	"histogram": `barrier(CLK_LOCAL_MEM_FENCE); for (uint b = l; b < 64; b += n) o[b] = 0; barrier(CLK_LOCAL_MEM_FENCE); atomic_add(&o[t[l] & 63], l);
		if (t[l] & 64) atomic_inc(&o[t[l] & 31]); barrier(CLK_LOCAL_MEM_FENCE); t[l] += o[l & 63];`,
	"neighbours": `uint s = t[l]; if (l > 0 && l < n - 1) s += t[l - 1] + t[l + 1]; else if (l == 0) s *= 3; barrier(CLK_LOCAL_MEM_FENCE); t[l] = s; for (uint r = 0; r < 3; r++) {
		barrier(CLK_LOCAL_MEM_FENCE); uint v = 0; for (uint q = 0; q < (l & 3); q++) v += t[(l + q) % n]; barrier(CLK_LOCAL_MEM_FENCE); if (v) t[l] ^= v; }`,
	"same place": `if (l == 3) o[5] = t[0]; if (l == n - 1) o[0] = 77; barrier(CLK_LOCAL_MEM_FENCE); if (o[0] == 77) { uint v = o[5] + t[n - 1]; barrier(CLK_LOCAL_MEM_FENCE); t[l] += v; if (l & 1) o[l] = l; } barrier(CLK_LOCAL_MEM_FENCE); if (l < 2) t[l] += o[0];`,
	"serial":     `if (l == n / 2) { o[0] = 1; for (uint q = 1; q < n; q++) { o[q] = o[q - 1] * 3 + t[q]; o[600] = q; } } barrier(CLK_LOCAL_MEM_FENCE); t[l] += o[l] ^ o[n > 1 ? 600 : 0];`,
	"one place": `t[l] ^= 3; t[n / 2] = 7; barrier(CLK_LOCAL_MEM_FENCE); for (uint q = l; q < 8; q += n) o[512 + q] = 9; barrier(CLK_LOCAL_MEM_FENCE); for (uint q = 0; q < t[l] % 5; q++) { o[512 + q] = q * n; t[l] += 5; if (t[l] & 64) break; }
		barrier(CLK_LOCAL_MEM_FENCE); t[l] += o[512 + l % 8] + 3 * o[512];`,
	"all left": `if ((x[i] | 1) * (get_group_id(0) & 1)) return; o[700] = n; barrier(CLK_LOCAL_MEM_FENCE); y[1020] = 5; t[l] += o[700]; y[1022] = o[700]; barrier(CLK_LOCAL_MEM_FENCE);
		if (x[i] != 1) return; y[1023] = 99; barrier(CLK_LOCAL_MEM_FENCE); for (uint q = 0; q < n; q++) y[1016 + (q & 3)] = q;`,
	"all but few": `if (l > 2) return; for (uint q = 0; q < 3; q++) { barrier(CLK_LOCAL_MEM_FENCE); if (x[i] + l == 1) { y[1021] = q; y[1019] = n; } if (t[l] & 1) return; y[1018] = 4; }`,
	"wide": `ulong w = (ulong)t[l] << 20; char c = t[l]; for (uint s = m / 2; s > 0; s >>= 1) { if (l < s) { w += (ulong)t[l] * 77; if (l + s < n) { w ^= t[l + s]; c += (char)w; } }
		barrier(CLK_LOCAL_MEM_FENCE); t[l] = (uint)(w >> 7); barrier(CLK_LOCAL_MEM_FENCE); } t[l] += c;`,
}

func TestKernelsThatWait(t *testing.T) {
	for name, body := range waitingKernels {
		t.Run(name, func(t *testing.T) { compareWaiting(t, waitingHead+body+"\ny[i] = t[l]; }") })
	}
}

// compareWaiting runs a kernel in groups and bundles of all kinds.
func compareWaiting(t *testing.T, source string) {
	compareBundles(t, source, waitingRanges, waitingPlans)
}

// hashed fills buffers with what looks like random numbers.
func hashed(i, j int) uint32 { x := uint32(i*7919+j) * 2654435761; return x ^ x>>15 }

func compareBundles(t *testing.T, source string, ranges [][2][3]uint64, plans []object.Plan) {
	t.Helper()
	c := &comparison{source: source, words: []int{1024, 1024}, values: []uint64{7}, ranges: ranges, fill: hashed}
	c.runBundles(t, plans)
}

// runBundles runs the only kernel in bundles as planned; a plan without rows is the kernel's own.
func (c *comparison) runBundles(t *testing.T, plans []object.Plan) {
	t.Helper()
	k := compileProgram(t, c.source).Kernels[0]
	plans = plans[:fewUnderRace(len(plans), 2)]
	for _, r := range c.ranges[:fewUnderRace(len(c.ranges), 3)] {
		want := c.launch(t, k, nil, NewDevice(Goroutines(1)), r)
		for _, bits := range []int{512, 256} {
			if !runsVectors(t, bits) {
				continue
			}
			for _, plan := range plans {
				device := NewDeviceWith(Goroutines(1), Engine{Machine: &machine, VectorBits: bits, Mode: ModeMachine, Report: failing{t}})
				m := object.Kernel(&planned{k.Machine, plan})
				if plan.Rows == 0 {
					m = k.Machine
				}
				c.same(t, fmt.Sprintf("%d bits, %+v, %v, %v", bits, plan, c.values, r), want, c.launch(t, k, m, device, r))
			}
		}
	}
}
