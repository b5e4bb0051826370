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

// The same of 64 bits, of numbers of which the code knows that they are small, and by constants.
func TestLongDivisionByAUniformNumber(t *testing.T) {
	numbers := []uint64{0, 1, 2, 3, 7, 640, 65535, 65537, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 32, 1<<32 + 1, 1<<40 + 3, 1<<62 + 1, 1<<63 - 1, 1 << 63, 1<<63 + 1, ^uint64(6), ^uint64(1), ^uint64(0)}
	fill := func(_, j int) uint32 {
		x := numbers[j/2%len(numbers)]
		switch j / 2 / len(numbers) % 4 {
		case 1:
			x *= numbers[j/(8*len(numbers))%len(numbers)]
		case 2:
			x = x*numbers[j/(8*len(numbers))%len(numbers)] - 1
		case 3:
			x = uint64(j/2) * 0x9e3779b97f4a7c15
		}
		return uint32(x >> (j % 2 * 32))
	}
	source := `
kernel void divide(global ulong4 *y, global ulong *x, ulong d) {
	size_t i = get_global_id(0);
	y[i] = (ulong4)(x[i] / d, x[i] % d, (long)x[i] / (long)d, (long)x[i] % (long)d);
}
kernel void small(global ulong4 *y, global uint *x, ulong d) {
	size_t i = get_global_id(0);
	ulong v = x[i], w = x[i] >> 1, u = x[i] & 0xffff;
	long n = (int)x[i];
	y[i] = (ulong4)(v / d * 3 + v % d, w / d * 5 + w % d, n / (long)d * 7 + n % (long)d, u / d * 5 + u % d + (long)w / (int)d + (long)u % (long)(d & 0xffff));
}
kernel void places(global ulong4 *y, global uint *x, ulong d) {
	size_t i = get_global_id(0), n = get_global_size(0);
	y[i] = (ulong4)(i / d, i % d, i % n + i / (d & 0xffffffff), (i * n) / d + (i * n) % d);
}
kernel void constants(global ulong4 *y, global uint *x, ulong d) {
	size_t i = get_global_id(0);
	uint b = x[i] & 255, w = x[i] & 0xffff;
	int s = (int)(x[i] & 255) + (int)(x[i] >> 24) * 255;
	ulong v = x[i], u = (ulong)x[i] * 3;
	y[i] = (ulong4)(i / 10 + i % 10 * 100, b / 7 + b % 7 + w / 255 + w % 255 + w / 7 + w % 7 + b % 300 + b / 256, s / 255 + s % 9 + (s - 77) / 9 + (s - 77) % 9,
		v / 1000 + v % 1000 + u / 1000 + u % 1000 + v / 5000000000 + v % 5000000000);
}
kernel void inLoop(global ulong4 *y, global ulong *x, ulong d) {
	size_t i = get_global_id(0);
	ulong v = x[i], s = 0;
	for (ulong n = d - 2; n != d + 3; n++) {
		if (v % 7 == 3 && n > 2) break;
		s = s * 31 + v / n + 7 * ((long)v / (long)n) + 11 * (v % n) + i % n + (uint)v / n;
	}
	y[i] = s;
}
kernel void withBarriers(global ulong4 *y, global ulong *x, ulong d) {
	local ulong t[256];
	size_t i = get_global_id(0), l = get_local_id(0);
	ulong v = x[i], s = 1;
	t[l] = v + d;
	barrier(CLK_LOCAL_MEM_FENCE);
	if (v & 1) {
		ulong n = t[7];
		s = v / n;
		if (v & 2) s += v % (t[9] | 1) + l / t[3];
		s += v / n * 3 + (long)v % (long)t[5];
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	t[l] = s;
	barrier(CLK_LOCAL_MEM_FENCE);
	y[i] = s + t[l ^ 1] / t[3];
}`
	for _, d := range numbers {
		t.Run(fmt.Sprint(d), (&comparison{source: source, words: []int{8 * 700, 1400}, values: []uint64{d}, fill: fill,
			ranges: [][2][3]uint64{{{672, 1, 1}, {48, 1, 1}}, {{512, 1, 1}, {256, 1, 1}}}}).run)
	}
}
