package compiler

import (
	"encoding/binary"
	"testing"
)

// workOf builds a kernel `k(global int *p, int n, int m)` and asks for its work.
func workOf(t *testing.T, body string, n, m int32, limit uint64) (uint64, bool) {
	t.Helper()
	o, _ := ParseOptions("")
	object, log, ok := Compile([]byte("kernel void k(global int *p, int n, int m) { int i = get_global_id(0), s = 0;\n"+
		body+"\np[i] = s; }"), nil, o)
	if !ok {
		t.Fatal(log)
	}
	program, log, ok := Link([]*Object{object}, o)
	if !ok {
		t.Fatal(log)
	}
	args := binary.LittleEndian.AppendUint64(nil, 0)
	args = binary.LittleEndian.AppendUint32(args, uint32(n))
	args = binary.LittleEndian.AppendUint32(args, uint32(m))
	return program.Kernels[0].Lane.Work(args, limit)
}

// The bound of work grows with the trip counts of loops that constants and arguments decide.
func TestWorkIsCounted(t *testing.T) {
	const limit = 1 << 20
	for body, iterations := range map[string]func(n, m int32) int{
		"": func(n, m int32) int { return 0 },
		"for (int j = 0; j < n; j++) s = s * 5 + j;": func(n,
			m int32) int {
			return int(n)
		},
		"for (int j = n; j > 0; j--) s = s * 5 + j;": func(n,
			m int32) int {
			return int(n)
		},
		"for (int j = 0; j < n; j++) for (int k = 0; k < m; k++) s = s * 5 + k;": func(n,
			m int32) int {
			return int(n * m)
		},
		"for (int j = 0; j < n + m; j += 2) s = s * 5 + j;": func(n,
			m int32) int {
			return int(n+m) / 2
		},
		"for (int j = 0; j < 1000; j++) { s = s * 5 + p[j]; if (s == 3) break; }": func(n,
			m int32) int {
			return 1000
		},
		"for (int j = 0; j < 500; j++) { s = s * 5 + p[j]; for (int k = 0; k < n; k++) s ^= p[k]; }": func(n,
			m int32) int {
			return 500 * int(n)
		},
		"for (uint j = 1; j < (uint)n; j <<= 1) s = s * 5 + j;": func(n, m int32) int { return 3 },
	} {
		const n, m = 12, 30
		work, ok := workOf(t, body, n, m, limit)
		if want := uint64(iterations(n, m)); !ok || work < want || work > 60*(want+10) {
			t.Errorf("%s: %d, %v for %d iterations", body, work, ok, want)
		}
	}
}

// No bound is known for loops that memory or ids decide, or with very large trip counts.
func TestWorkIsNotKnown(t *testing.T) {
	const limit = 1 << 16
	for _, body := range []string{
		"for (int j = 0; j < p[0]; j++) s = s * 5 + j;",
		"for (int j = 0; j < i; j++) s = s * 5 + j;",
		"while (s != 1) s = s * 5 + 3;",
		"for (;;) p[i] = s++;",
		"for (int j = 0; j < n; j++) for (int k = 0; k < p[j]; k++) s = s * 5 + k;",
		"for (int j = 0; j < n; j++) for (int k = 0; k < n; k++) s = s * 5 + k;",
		"for (int j = n; j != 0; j++) s = s * 5 + j;",
		"for (int j = 0; j < 1000; j++) { s = s * 5 + p[j]; if (s == 3) j = 0; }",
		"if (n & p[0]) goto b; a: s += p[1]; if (s < 0) goto end; b: s += p[2]; if (s < 7) goto a; end: ;",
	} {
		if work, ok := workOf(t, body, 100000, 1, limit); ok {
			t.Errorf("%s: %d", body, work)
		}
	}
	if _, ok := workOf(t, "for (int j = 0; j < n; j++) s = s * 5 + j;", 100, 1, 100); ok {
		t.Error("work beyond the limit is known")
	}
	if _, ok := workOf(t, "for (int j = 0; j < n; j++) s = s * 5 + j;", 100, 1, 2000); !ok {
		t.Error("work below the limit is not known")
	}
}
