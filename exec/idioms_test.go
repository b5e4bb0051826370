package exec

import "testing"

// TestAddressIdioms runs kernels that compute addresses in the ways of programs, on all engines.
func TestAddressIdioms(t *testing.T) {
	ranges := [][2][3]uint64{{{61, 5, 1}, {61, 1, 1}}, {{32, 4, 1}, {16, 2, 1}}, {{128, 3, 1}, {64, 1, 1}}, {{6, 12, 1}, {3, 4, 1}}}
	hash := func(i, j int) uint32 { x := uint32(i*7919+j) * 2654435761; return x ^ x>>15 }
	for name, source := range map[string]string{
		"bytes": `int i = mad24(y, step, x + off); y0[i] = y0[i] * 3 + x0[i + 1];`,
		"shorts": `int i = mad24(y, step, mad24(x, (int)sizeof(short), off)); *(global short *)(y0 + i) += *(global const short *)(x0 + i + 2);
			*(global ushort *)(y0 + i + 32768) = *(global const uchar *)(x0 + mad24(y, step, x));`,
		"floats": `int i = mad24(y, step, mad24(x, (int)sizeof(float), off)), j = mad24(y + 1, step, mad24(x + 1, 4, off));
			*(global float *)(y0 + i) = (*(global const int *)(x0 + i) & 0xffff) + (*(global const int *)(x0 + j) & 0xff) * 0.5f;`,
		"uchar4": `int i = mad24(y, step, 4 * x + off); *(global uchar4 *)(y0 + i) = *(global const uchar4 *)(x0 + i) + (uchar4)(1, 2, 3, 4);
			vstore4(vload4(0, x0 + i) ^ (uchar4)(y), 0, y0 + i + 32768);`,
		"three bytes":  `int i = mad24(y, step, mad24(x, 3, off)); vstore3(vload3(0, x0 + i).zxy, 0, y0 + i); y0[i + 32768] = x0[mad24(x, 3, off)];`,
		"three shorts": `int i = mad24(y, step, mad24(x, 6, off)); vstore3(vload3(0, (global const short *)(x0 + i)).zxy, 0, (global short *)(y0 + i));`,
		"float4":       `int i = mad24(y, step, mad24(x, 16, off)); *(global int4 *)(y0 + i) = (*(global const int4 *)(x0 + i)).wzyx;`,
		"rows": `int i = mad24(3 * y, step, mad24(x, 4, off)); for (int r = 3 * y; r < min(3 * y + 3, 31); r++, i += step)
			*(global int *)(y0 + i) = *(global const int *)(x0 + i + 4) + *(global const int *)(x0 + mad24(r, step, off));`,
		"unsigned": `uint i = mad24((uint)y, (uint)step, mad24((uint)x, 4u, (uint)off)), j = mad24((uint)y, (uint)step, 4u * ((uint)x - 1u));
			*(global int *)(y0 + i + 4) = *(global const int *)(x0 + i); if (x > 0 || y > 0) *(global int *)(y0 + j + 32768) = x;`,
		"mirrored": `int i = mad24(y, step, mad24(x, -4, 1020 + off)), m = mul24(x, step); *(global int *)(y0 + i) = *(global const int *)(x0 + i) + m;
			*(global int *)(y0 + 32768 + mad24(x, step, 4 * y)) = m;`,
		"clamped": `int i = mad24(min(y + 1, 3), step, mul24(max(x - 1, 0), 4)); *(global int *)(y0 + mad24(y, step, 4 * x)) = *(global const int *)(x0 + i) + i;`,
	} {
		t.Run(name, func(t *testing.T) {
			(&comparison{source: `kernel void k(global uchar *y0, global const uchar *x0, ulong steps, ulong offs) {
				int x = get_global_id(0), y = get_global_id(1), step = steps, off = offs;` + source + "}",
				words: []int{131072, 131072}, values: []uint64{2048, 64}, ranges: ranges, fill: hash}).run(t)
		})
	}
}

// TestWrappingMul24 computes products and sums that wrap, of operands of more than 24 bits too, and reads their extension:
// it is that of the lower half, the same as unsigned arithmetic gives.
func TestWrappingMul24(t *testing.T) {
	const kernels = `
		kernel void k(global long *y, global const int *x, ulong a) {
			int i = get_global_id(0), n = a;
			size_t at = 8 * (i + get_global_size(0) * get_global_id(1));
			int p = MUL(i + 100, n), s = MAD(i, 100, 0x7fffff00), u = MAD(x[i], x[i + 1], i);
			y[at] = p; y[at + 1] = s; y[at + 2] = u; y[at + 3] = (long)s + i; y[at + 4] = (long)s < (long)p;
			y[at + 5] = (ulong)UMUL((uint)i, (uint)n); y[at + 6] = (long)MAD(i, 65536 * 64, n) * 3; y[at + 7] = x[s & 1023] + (long)MUL(i, 0x1000000);
		}`
	c := comparison{words: []int{32768, 32768}, values: []uint64{0x7fffff}, ranges: [][2][3]uint64{{{1000, 1, 1}, {100, 1, 1}}, {{32, 4, 1}, {16, 2, 1}}},
		fill: func(i, j int) uint32 { return uint32(i+j) * 2654435761 }}
	builtin := compileProgram(t, "#define MUL mul24\n#define UMUL mul24\n#define MAD mad24\n"+kernels).Kernels[0]
	plain := compileProgram(t, "#define MUL(x, y) (int)((uint)(x) * (uint)(y))\n#define UMUL(x, y) ((x) * (y))\n"+
		"#define MAD(x, y, z) (int)((uint)(x) * (uint)(y) + (uint)(z))\n"+kernels).Kernels[0]
	for _, r := range c.ranges {
		c.compare(t, plain, builtin, r)
	}
}
