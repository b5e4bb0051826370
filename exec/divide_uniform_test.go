package exec

import (
	"fmt"
	"testing"
)

// Quotients and remainders by a number that is the same for all work-items, at the numbers' edges.
func TestDivisionByAUniformNumber(t *testing.T) {
	numbers := []uint32{0, 1, 2, 3, 7, 640, 65535, 65536, 65537, 1<<24 + 1, 1<<31 - 2, 1<<31 - 1, 1 << 31, 1<<31 + 1, ^uint32(6), ^uint32(2), ^uint32(1), ^uint32(0)}
	fill := func(_, j int) uint32 {
		x := numbers[j%len(numbers)]
		switch j / len(numbers) % 4 {
		case 1:
			return x * numbers[j/(4*len(numbers))%len(numbers)]
		case 2:
			return x*numbers[j/(4*len(numbers))%len(numbers)] - 1
		case 3:
			return uint32(j) * 2654435761
		}
		return x
	}
	source := `
kernel void divide(global uint4 *y, global uint *x, ulong d) {
	size_t i = get_global_id(0);
	uint v = x[i], n = d;
	y[i] = (uint4)(v / n, v % n, (int)v / (int)n, (int)v % (int)n);
}
kernel void withBarriers(global uint4 *y, global uint *x, ulong d) {
	local uint t[256];
	size_t i = get_global_id(0);
	uint l = get_local_id(0), v = x[i], s = 1;
	t[l] = v + (uint)d;
	barrier(CLK_LOCAL_MEM_FENCE);
	if (v & 1) {
		uint n = t[7];
		s = v / n;
		if (v & 2) s += v % (t[9] | 1);
		s += v / n * 3 + (int)v % (int)t[5];
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	t[l] = s;
	barrier(CLK_LOCAL_MEM_FENCE);
	y[i] = s + t[l ^ 1] / t[3];
}
kernel void inLoop(global uint4 *y, global uint *x, ulong d) {
	size_t i = get_global_id(0);
	uint v = x[i], s = 0;
	for (int n = (int)d - 2; n < (int)d + 3; n++) {
		if (v % 7 == 3 && n > 2) break;
		s = s * 31 + v / (uint)n + (int)v % n + 7 * ((int)v / n) + 11 * (v % (uint)n);
	}
	y[i] = s;
}`
	for _, d := range numbers {
		t.Run(fmt.Sprint(d), (&comparison{source: source, words: []int{4 * 1300, 1300}, values: []uint64{uint64(d)}, fill: fill,
			ranges: [][2][3]uint64{{{1296, 1, 1}, {48, 1, 1}}, {{1024, 1, 1}, {256, 1, 1}}}}).run)
	}
}
