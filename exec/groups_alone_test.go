package exec

import "testing"

// latticeSource walks a lattice back in local memory, as prices of options do: a loop of barriers with floats around it.
const latticeSource = `kernel void lattice(global const float *s, global const float *x, global float *out) {
	local float t[257];
	int o = get_group_id(0), l = get_local_id(0), n = 255;
	float d = 1.0f / n, v = 0.3f * sqrt(d), r = exp(0.02f * d), u = exp(v), w = 1 / u, p = (r - w) / (u - w), a = p / r, b = (1 - p) / r;
	t[l] = fmax(s[o] * exp(v * (2.0f * l - n)) - x[o], 0.0f);
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int j = n; j > 0; j--) {
		float c = 0;
		if (l < j) c = fmax(a * t[l + 1] + b * t[l], 0.0f);
		barrier(CLK_LOCAL_MEM_FENCE);
		if (l < j) t[l] = c;
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (l == 0) out[o] = t[0];
}`

// A kernel of which 16 sub-groups of 16 lanes make a bundle has bundles of as many work-items with 8 lanes.
func TestAGroupIsOneBundleWithVectorsOfBothSizes(t *testing.T) {
	k := compileKernel(t, latticeSource)
	for bits, want := range map[int]int{512: 256 / 16, 256: 256 / 8} {
		p := k.Machine.Plan(bits)
		if got := max(p.Rows, p.Most); got < want {
			t.Errorf("%d bits: bundles of %d sub-groups", bits, got)
		}
	}
	(&comparison{source: latticeSource, words: []int{64, 64, 64}, fill: func(i, j int) uint32 { return 0x41000000 + uint32(i*7919+j)&0xffff },
		ranges: [][2][3]uint64{{{512, 1, 1}, {256, 1, 1}}, {{75, 1, 1}, {25, 1, 1}}, {{128, 1, 1}, {64, 1, 1}}}}).run(t)
}
