package exec

import (
	"fmt"
	"strings"
	"testing"

	"heddle/compiler/amd64/object"
)

// Where one bundle is all of a group, the code knows the lanes of `if (l < d)` and the places of `t[o * l + 7]`. These are
// kernels in which it does, in groups for which it knows all, some and nothing.

var knownRanges = [][2][3]uint64{
	{{512, 1, 1}, {256, 1, 1}}, {{512, 1, 1}, {512, 1, 1}}, {{256, 1, 1}, {128, 1, 1}}, {{192, 1, 1}, {64, 1, 1}}, {{64, 1, 1}, {32, 1, 1}},
	{{300, 1, 1}, {256, 1, 1}}, {{300, 1, 1}, {100, 1, 1}}, {{40, 1, 1}, {64, 1, 1}}, {{64, 2, 1}, {64, 1, 1}}, {{64, 2, 1}, {64, 2, 1}},
	{{1024, 1, 1}, {1024, 1, 1}},
}

var knownPlans = []object.Plan{{}, {Rows: 4, Packed: 4, Waits: true}, {Rows: 8, Packed: 1, Waits: true}, {Rows: 16, Packed: 16, Waits: true}, {Rows: 32, Packed: 16, Waits: true},
	{Rows: 16, Packed: 4, Waits: true, Most: 32}, {Rows: 32, Packed: 16, Waits: true, Most: 128}}

const knownHead = `kernel void k(global uint *y, global const uint *x, ulong a) {
	local uint t[2048]; local float f[2048]; local uchar c[1024]; local ulong w[1024]; local ushort h[1024];
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	uint n = get_local_size(0) * get_local_size(1), m = 1; while (2 * m <= n) m *= 2;
	int q = l; uint o = 1;
	t[l] = x[i]; f[l] = (int)x[i] * 0x1p-20f; c[l] = x[i]; w[l] = (ulong)x[i] << 9; h[l] = x[i]; for (uint z = n + l; z < 2048; z += n) { t[z] = z; f[z] = z; } barrier(CLK_LOCAL_MEM_FENCE);
`

var knownKernels = map[string]string{
	"up and down": `for (uint d = m / 2; d > 0; d >>= 1) { barrier(CLK_LOCAL_MEM_FENCE); if (l < d) t[o * (2 * l + 2) - 1] += t[o * (2 * l + 1) - 1]; o *= 2; }
		if (l == 0) t[m - 1] = 0; for (uint d = 1; d < m; d *= 2) { o >>= 1; barrier(CLK_LOCAL_MEM_FENCE);
		if (l < d) { uint b = o * (2 * l + 1) - 1, e = o * (2 * l + 2) - 1, v = t[b]; t[b] = t[e]; t[e] += v; } }`,
	"floats, padded": `for (int d = m / 2; d > 0; d >>= 1) { barrier(CLK_LOCAL_MEM_FENCE); if (q < d) { int b = (int)o * (2 * q + 1) - 1, e = (int)o * (2 * q + 2) - 1;
		b += b >> 4; e += e >> 4; f[e] = f[e] * 0.75f + f[b]; } o *= 2; } barrier(CLK_LOCAL_MEM_FENCE); t[l] = as_uint(f[l + (l >> 4)]);`,
	"padded rows":      `t[l + (l >> 5)] = x[i]; barrier(CLK_LOCAL_MEM_FENCE); uint v = t[l + (l >> 5)] + t[(n - 1 - l) + ((n - 1 - l) >> 5)]; barrier(CLK_LOCAL_MEM_FENCE); t[l] = v;`,
	"modulo":           `for (uint s = 1; s < n; s *= 2) { if (l % (2 * s) == 0 && l + s < n) t[l] += t[l + s]; barrier(CLK_LOCAL_MEM_FENCE); }`,
	"modulo, else":     `for (uint s = 1; s < n; s *= 2) { if (l % (2 * s) == 0) t[l] += t[l + s]; else o += s; barrier(CLK_LOCAL_MEM_FENCE); }`,
	"interleaved":      `for (uint s = 1; s < n; s *= 2) { uint e = 2 * s * l; if (e < n) { t[e] += t[e + s] * 3 + l; f[e] = max(f[e], f[e + s]); } barrier(CLK_LOCAL_MEM_FENCE); } t[l] += (int)f[l];`,
	"from above":       `for (uint s = m / 2; s > 0; s >>= 1) { if (l >= s && l < 2 * s) t[l] += t[l - s]; barrier(CLK_LOCAL_MEM_FENCE); if (!(l < s)) { t[l] *= 5; } barrier(CLK_LOCAL_MEM_FENCE); }`,
	"exchange":         `for (uint k = 2; k <= m; k *= 2) for (uint j = k / 2; j > 0; j /= 2) { uint u = t[l], v = t[l ^ j & 2047]; bool s = ((l & k) == 0) == ((l & j) == 0); barrier(CLK_LOCAL_MEM_FENCE); t[l] = s ? min(u, v) : max(u, v); barrier(CLK_LOCAL_MEM_FENCE); }`,
	"nested":           `for (uint s = m / 2; s > 0; s >>= 1) { if (l < s) { if (t[l] & 1) t[l] += t[l + s]; else if (l & 2) { t[l] -= 7; t[l + s] = s; } else o += s; t[l] ^= o; } else { if (l == s) o++; if (l >= 2 * s) t[l] += o; } barrier(CLK_LOCAL_MEM_FENCE); }`,
	"leave early":      `for (uint s = m / 2; s > 0; s >>= 1) { if (l < s) t[l] += t[l + s]; barrier(CLK_LOCAL_MEM_FENCE); } if (l == 0) y[i] = t[0]; if (l > 40) { y[i] = 4; return; } if (l == 0) return;`,
	"values":           `uint v = t[l], e = 0; for (uint s = m / 2; s > 0; s >>= 1) { uint z = v * 3; if (l < s) { e = t[l + s] + z; v += e; } else e = s - l; if (l < 20) z += e; barrier(CLK_LOCAL_MEM_FENCE); t[l] = v ^ z; barrier(CLK_LOCAL_MEM_FENCE); } t[l] += e;`,
	"other types":      `for (uint s = m / 2; s > 0; s >>= 1) { if (l < s) { c[l] += c[l + s]; h[2 * l] ^= h[2 * l + 1]; w[l] += w[l + s]; } barrier(CLK_LOCAL_MEM_FENCE); if (l < 3) w[l] *= l; barrier(CLK_LOCAL_MEM_FENCE); } t[l] = c[l] + h[l] + (uint)(w[l] >> 8);`,
	"what is the same": `for (uint s = m / 2; s > 0; s >>= 1) { if (l < s) { uint z = s * 5 + n; t[l] = l + z; t[l + s] = s; f[l] = z; if (s == 2) t[l] = 9; } if (l == 3) t[n] = s * 3; barrier(CLK_LOCAL_MEM_FENCE); } if (l == 1) t[7] = t[n]; barrier(CLK_LOCAL_MEM_FENCE); t[l] += (uint)f[l];`,
	"volatile":         `volatile local uint *p = t; for (uint s = m / 2; s > 0; s >>= 1) { if (l < s) p[l] += p[l + s]; barrier(CLK_LOCAL_MEM_FENCE); }`,
	"wraps":            `for (uint s = 1; s < m; s *= 2) { uint v = l >= s ? t[l - s] : 0; uint e = l + 5 < n ? t[l + 5 - s * 0x40000000u * 4u] : 1; barrier(CLK_LOCAL_MEM_FENCE); t[l] += v ^ e; barrier(CLK_LOCAL_MEM_FENCE); }`,
	"atomics":          `for (uint s = m / 2; s > 0; s >>= 1) { if (l < s) { atomic_add(&t[l], t[l + s] & 15); } barrier(CLK_LOCAL_MEM_FENCE); if (l < 4) atomic_xor(&t[0], s << l); barrier(CLK_LOCAL_MEM_FENCE); }`,
	"two ways":         `for (uint d = 1; d < n; d *= 2) { uint b = o; if (l >= d) b = t[l - d]; if (l & d) b += 3; barrier(CLK_LOCAL_MEM_FENCE); if (l >= 32) { t[l] += b; if (l & 4) t[l] *= 3; } else if (l < 16) t[l] -= b; barrier(CLK_LOCAL_MEM_FENCE); }`,
}

func TestLanesThatAreKnown(t *testing.T) {
	for name, body := range knownKernels {
		t.Run(name, func(t *testing.T) {
			compareBundles(t, knownHead+body+"\nbarrier(CLK_LOCAL_MEM_FENCE); y[i] = t[l] + o; }", knownRanges, knownPlans)
		})
		if underRace {
			continue
		}
		signed := strings.NewReplacer("uint l", "int l", "uint d", "int d", "uint s", "int s", "uint n", "int n").Replace(knownHead + body)
		t.Run(name+", signed", func(t *testing.T) {
			compareBundles(t, signed+"\nbarrier(CLK_LOCAL_MEM_FENCE); y[i] = t[l] + o; }", knownRanges, knownPlans)
		})
	}
}

// An argument may say how often loops with barriers go round: the size of the groups, twice that, or anything.
func TestRoundsThatAnArgumentTells(t *testing.T) {
	source := `kernel void k(global uint *y, global const uint *x, ulong a) {
		local uint t[4096];
		uint i = get_global_id(0), l = get_local_id(0), n = a, o = 1, size = get_local_size(0);
		for (uint z = l; z < 4096; z += size) t[z] = x[(i + z) % 1024];
		for (uint d = n >> 1; d > 0; d >>= 1) { barrier(CLK_LOCAL_MEM_FENCE); if (l < d) { uint b = o * (2 * l + 1) - 1, e = o * (2 * l + 2) - 1; t[e] += t[b]; } o *= 2; }
		if (l == 0 && n > 0) t[n - 1] = 0;
		for (uint d = 1; d < n; d *= 2) { o >>= 1; barrier(CLK_LOCAL_MEM_FENCE); if (l < d) { uint b = o * (2 * l + 1) - 1, e = o * (2 * l + 2) - 1, v = t[b]; t[b] = t[e]; t[e] += v; } }
		barrier(CLK_LOCAL_MEM_FENCE);
		for (uint z = l; z < n; z += size) y[(i / size * n + z) % 8192] = t[z] + z;
	}`
	ranges := [][2][3]uint64{{{512, 1, 1}, {256, 1, 1}}, {{256, 1, 1}, {128, 1, 1}}, {{192, 1, 1}, {64, 1, 1}}, {{300, 1, 1}, {256, 1, 1}}, {{40, 1, 1}, {40, 1, 1}}}
	values := []uint64{128, 0, 1, 32, 64, 256, 512, 1024, 1 << 32}
	for _, n := range values[:fewUnderRace(len(values), 3)] {
		c := &comparison{source: source, words: []int{8192, 1024}, values: []uint64{n}, ranges: ranges, fill: hashed}
		c.runBundles(t, knownPlans)
	}
}

// One run takes launches in turn whose argument differs, so that each must find its own code.
func TestRoundsDifferFromLaunchToLaunch(t *testing.T) {
	k := compileProgram(t, `kernel void k(global uint *y, global const uint *x, ulong a) { local uint t[256]; uint l = get_local_id(0); t[l] = x[l];
		for (uint d = 1; d < (uint)a; d *= 2) { barrier(CLK_LOCAL_MEM_FENCE); uint v = l >= d ? t[l - d] : 0; barrier(CLK_LOCAL_MEM_FENCE); t[l] += v; } y[get_global_id(0)] = t[l]; }`).Kernels[0]
	c := &comparison{words: []int{512, 256}, fill: hashed}
	device := NewDeviceWith(Goroutines(1), Engine{Machine: &machine, VectorBits: 256, Mode: ModeMachine, Report: failing{t}})
	for _, n := range []uint64{128, 64, 128, 100, 256, 7, 128, 512} {
		c.values = []uint64{n}
		r := [2][3]uint64{{512, 1, 1}, {128, 1, 1}}
		want := c.launch(t, k, nil, NewDevice(Goroutines(1)), r)
		c.same(t, fmt.Sprint(n), want, c.launch(t, k, k.Machine, device, r))
	}
}
