package exec

import "testing"

// TestAddressesBehindLoops: work-items leave a loop in different rounds and then use an address of their last one, of whose
// parts nothing else is used behind the loop.
func TestAddressesBehindLoops(t *testing.T) {
	const head = `kernel void k(global uint *y, global uint *x, ulong a) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1); global char *b = (global char *)x; uint k = 0; `
	for name, body := range map[string]string{
		"index of the header": `for (; k < (x[(b[i] & 255)] & 7); k++) ; y[i] = x[4096 + (b[i] & 255)] + k; `,
		"index by all":        `global uint *q; for (;; k++) { q = x + k * 64 + (x[i] & 63); if (*q % 5 == i % 5 || k > 20) break; } y[i] = q[1] * 3 + k; `,
		"row by all":          `global uint *q; for (;; k++) { q = x + k + i; if (*q % 5 == i % 5 || k > 20) break; } y[i] = q[1] * 3 + q[7]; `,
		"row written":         `global uint *q; for (;; k++) { q = y + k * 128 + i; if (x[k + i] % 5 == 0 || k > 9) break; } *q = i; `,
		"long index":          `ulong j = 0; for (;; k++) { j = (ulong)k * 100 + i; if (x[j] % 7 == i % 7 || k > 20) break; } y[i] = x[j + 1] + x[j * 2]; `,
		"narrow index":        `uchar j = 0; for (;; k++) { j = x[k + i]; if (x[j] % 7 == i % 7 || k > 20) break; } y[i] = x[j + 1] + x[j * 2] + x[j]; `,
		"two loops":           `uint s = 0; for (uint n = 0; n < 3 + (i & 1); n++) { global uint *q; for (;; k++) { q = x + n * 200 + k + (i & 7); if (*q % 5 == i % 5 || k > 20) break; } s += q[1] * 3; } y[i] = s; `,
		"pairs":               `global uint2 *q; for (;; k++) { q = (global uint2 *)x + k + i; if (q->x % 5 == i % 5 || k > 20) break; } y[i] = q[0].y + q[1].x; `,
	} {
		t.Run(name, func(t *testing.T) {
			c := comparison{source: head + body + "}", words: []int{8192, 16384}, values: []uint64{5},
				fill:   func(i, j int) uint32 { x := uint32(i*7919+j) * 2654435761; return x ^ x>>15 },
				ranges: [][2][3]uint64{{{100, 1, 1}, {100, 1, 1}}, {{32, 2, 1}, {32, 2, 1}}, {{5, 1, 1}, {1, 1, 1}}}}
			c.run(t)
		})
	}
}
