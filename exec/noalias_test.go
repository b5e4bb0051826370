package exec

import (
	"fmt"
	"slices"
	"testing"

	"heddle/compiler/amd64/object"
	"heddle/exec/native"
)

// separable are kernels that sum up in memory, and need not.
var separable = map[string]string{
	"stored before": `kernel void k(global uint *c, global uint *a, global uint *b, uint n) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1); c[i] = 7; for (uint k = 0; k < n; k++) c[i] += a[k] * b[i + k]; }`,
	"asked before": `kernel void k(global uint *c, global uint *a, global uint *b, uint n) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1); for (uint k = 0; k < n; k++) c[i] += a[k] * b[i + k]; }`,
	"rounds of each": `kernel void k(global uint *c, global uint *a, global uint *b, uint n) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1); for (uint k = 0; k < a[i] % 7; k++) c[i] += a[k] * b[i + k]; }`,
	"do": `kernel void k(global uint *c, global uint *a, global uint *b, uint n) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), k = 0; do c[i] = c[i] * 3 + a[k] * b[i + k]; while (++k < b[i] % 9); }`,
	"break": `kernel void k(global uint *c, global uint *a, global uint *b, uint n) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1); c[i] = 1; for (uint k = 0; k < n; k++) { c[i] += a[k + i]; if (b[i + k] % 5 == 0) break; c[i] *= 3; if (c[i] % 11 == 3) continue; c[i] ^= k; } }`,
	"stored in some rounds": `kernel void k(global uint *c, global uint *a, global uint *b, uint n) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1); c[i] = 1; for (uint k = 0; k < n; k++) if (b[i + k] & 1) c[i] += a[k + i]; }`,
	"nest": `kernel void k(global uint *c, global uint *a, global uint *b, uint n) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1); c[i] = i; for (uint j = 0; j < n % 5; j++) { for (uint k = 0; k < b[j] % 6; k++) c[i] += a[k + j] * b[i + k]; c[i] ^= j; } }`,
	"triangle": `kernel void k(global uint *c, global uint *a, global uint *b, uint n) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1); for (uint j = i; j < 16; j++) { c[i * 32 + j] = 0; for (uint k = 0; k < n; k++) c[i * 32 + j] += a[k * 16 + i] * b[k * 16 + j]; c[8192 + i * 32 + j] = c[i * 32 + j]; } }`,
	"vectors": `kernel void k(global float4 *c, global float *a, global float4 *b, uint n) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1); c[i] = 0.5f; for (uint k = 0; k < n; k++) c[i] += a[k] * b[i + k]; }`,
	"bytes": `kernel void k(global uchar *c, global short *a, global char *b, uint n) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1); for (uint k = 0; k < n; k++) c[i] += a[k] * b[i + k]; }`,
	"two": `kernel void k(global ulong *c, global uint *a, global uint *b, uint n) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1); a[i] = 0; for (uint k = 0; k < n; k++) { c[i] += b[i + k]; a[i] += c[i] >> 5; } }`,
	"asked of the place": `kernel void k(global uint *c, global uint *a, global uint *b, uint n) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), k = 0; while (c[i] < n * 100) { c[i] += a[k] + b[i + k] + 1; k++; } }`,
	"asked of the place and counted": `kernel void k(global uint *c, global uint *a, global uint *b, uint n) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), k = 0; while (c[i] < n * 100) { c[i] += a[k] + b[i + k] + 1; k++; } c[8192 + i] = k; }`,
	"read behind the loop": `kernel void k(global uint *c, global uint *a, global uint *b, uint n) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), k = 0, x; while ((x = c[i]) < n * 100 && k < 9) { c[i] += a[k] + b[i + k] + 1; k++; } c[8192 + i] = x; }`,
	"turned question": `kernel void k(global uint *c, global uint *a, global uint *b, uint n) {
		uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), k = 0; for (;;) { if (k >= n) break; c[i] += a[k] * b[i + k]; k++; } }`,
}

// inseparable are kernels whose loops must go on storing.
var inseparable = map[string]string{
	"the same argument": `kernel void k(global uint *c, global uint *a, uint n) {
		uint i = get_global_id(0); c[i] = 7; for (uint k = 0; k < n; k++) c[i] += c[a[k]]; }`,
	"volatile": `kernel void k(global volatile uint *c, global uint *a, uint n) {
		uint i = get_global_id(0); c[i] = 7; for (uint k = 0; k < n; k++) c[i] += a[k]; }`,
	"atomic": `kernel void k(global uint *c, global uint *a, uint n) {
		uint i = get_global_id(0); c[i] = 7; for (uint k = 0; k < n; k++) { c[i] += a[k]; atomic_inc(a + i); } }`,
	"barrier": `kernel void k(global uint *c, global uint *a, uint n) {
		uint i = get_global_id(0); c[i] = 7; for (uint k = 0; k < n; k++) { c[i] += a[k]; barrier(CLK_GLOBAL_MEM_FENCE); } }`,
	"handed over": `kernel void k(global uint *c, global uint *a, uint n) {
		uint i = get_global_id(0); c[i] = 7; barrier(CLK_GLOBAL_MEM_FENCE); for (uint k = 0; k < n; k++) if (a[k] == i) c[i] += a[k]; }`,
	"perhaps never stored": `kernel void k(global uint *c, global uint *a, uint n) {
		uint i = get_global_id(0); for (uint k = 0; k < n; k++) if (a[k] == i) c[i] += a[k]; }`,
	"perhaps left before": `kernel void k(global uint *c, global uint *a, uint n) {
		uint i = get_global_id(0); for (uint k = 0; k < n; k++) { if (a[k] == i) break; c[i] += a[k]; } }`,
	"other each round": `kernel void k(global uint *c, global uint *a, uint n) {
		uint i = get_global_id(0); for (uint k = 0; k < n; k++) c[i + k] += a[k]; }`,
	"chosen pointer": `kernel void k(global uint *c, global uint *a, uint n) {
		uint i = get_global_id(0); global uint *p = n > 4 ? c : a; p[i] = 1; for (uint k = 0; k < n; k++) p[i] += a[k]; }`,
	"endless": `kernel void k(global uint *c, global uint *a, uint n) {
		uint i = get_global_id(0); c[i] = 1; if (n == 77) for (;;) c[i] += a[i]; }`,
}

func TestWhatIsSeparated(t *testing.T) {
	for name, source := range separable {
		if separated, pairs := compileKernel(t, source).Machine.Separated(); separated == nil || len(pairs) == 0 {
			t.Errorf("%s: not separated", name)
		}
	}
	for name, source := range inseparable {
		if separated, _ := compileKernel(t, source).Machine.Separated(); separated != nil {
			t.Errorf("%s: separated", name)
		}
	}
}

// TestSeparatedKernels: they do what the interpreter does with the kernel as it was, in bundles of all kinds.
func TestSeparatedKernels(t *testing.T) {
	for name, source := range separable {
		for _, rounds := range []uint64{0, 1, 13} {
			t.Run(fmt.Sprintf("%s %d", name, rounds), func(t *testing.T) {
				c := comparison{source: source, words: []int{16384, 8192, 8192}, values: []uint64{rounds},
					fill: func(i, j int) uint32 { return uint32(i*31+j*7) % 251 }, ranges: [][2][3]uint64{{{100, 1, 1}, {100, 1, 1}}, {{16, 2, 1}, {16, 2, 1}}}}
				c.run(t)
			})
		}
	}
}

// TestWhichLaunchesAreSeparated: those in which no memory that is written overlaps other memory. The others must give what
// comes of summing up in memory too.
func TestWhichLaunchesAreSeparated(t *testing.T) {
	k := compileKernel(t, `kernel void k(global uint *c, global uint *a, global uint *b, uint n) {
		uint i = get_global_id(0); c[i] = 7; for (uint k = 0; k < n; k++) c[i] += a[i] * b[i + k]; }`)
	b := newBuffer(t, 4096)
	whole := Memory{Address: b.address, SizeBytes: 4096 * 4}
	part := func(from, to uintptr) Memory {
		return Memory{Address: b.address + from*4, SizeBytes: uint64(to-from) * 4}
	}
	for _, test := range []struct {
		name    string
		c, a, b uintptr // where they point, in words
		memory  []Memory
		want    bool
	}{
		{"parts", 0, 1024, 2048, []Memory{part(0, 1024), part(1024, 2048), part(2048, 4096)}, true},
		{"read twice", 0, 1024, 1024, []Memory{part(0, 1024), part(1024, 2048), part(1024, 2048)}, true},
		{"inside of parts", 100, 1030, 2050, []Memory{part(0, 1024), part(1024, 2048), part(2048, 4096)}, true},
		{"the same", 0, 0, 2048, []Memory{part(0, 1024), part(0, 1024), part(2048, 4096)}, false},
		{"one buffer", 0, 1024, 2048, []Memory{whole}, false},
		{"a part and the whole", 0, 1024, 2048, []Memory{part(0, 1024), whole, part(2048, 4096)}, false},
		{"overlapping by a word", 0, 1024, 2048, []Memory{part(0, 1025), part(1024, 2048), part(2048, 4096)}, false},
		{"overlapping from below", 1024, 0, 2048, []Memory{part(1024, 2048), part(0, 1025), part(2048, 4096)}, false},
		{"unknown", 0, 1024, 2048, []Memory{part(1024, 2048), part(2048, 4096)}, false},
		{"nothing known", 0, 1024, 2048, nil, false},
	} {
		results := make([][]byte, 0, 3)
		for _, machineBits := range []int{0, 256, vectorBits()} {
			for i := range 4096 {
				b.set(i, uint32(i)*2654435761>>8)
			}
			d := NewDevice(Goroutines(1))
			l := &Launch{Program: k.Lane, Args: arguments(uint64(b.address+test.c*4), uint64(b.address+test.a*4), uint64(b.address+test.b*4), 9),
				WorkDim: 1, Global: [3]uint64{200, 1, 1}, Group: [3]uint64{200, 1, 1}, Name: k.Name, Memory: test.memory}
			if machineBits > 0 {
				d = NewDeviceWith(Goroutines(1), Engine{Machine: &machine, VectorBits: machineBits, Mode: ModeMachine, Report: failing{t}})
				l.Machine = k.Machine
				if s, ok := native.NoAlias(l); ok != test.want || ok && s.Machine == l.Machine {
					t.Errorf("%s: separated is %v", test.name, ok)
				}
			}
			if err := d.Run(l); err != nil {
				t.Fatal(err)
			}
			results = append(results, slices.Clone(b.bytes))
		}
		if !slices.Equal(results[0], results[1]) || !slices.Equal(results[0], results[2]) {
			t.Errorf("%s: the engines differ", test.name)
		}
	}
}

// TestSeparatedKernelsTouchNothingElse: work-items without a round neither load nor store, for the place may not exist.
func TestSeparatedKernelsTouchNothingElse(t *testing.T) {
	k := compileKernel(t, `kernel void k(global uint *c, global uint *a, uint n) {
		uint i = get_global_id(0); global uint *p = c + (i % 3 ? (ulong)i : 1ul << 45); for (uint k = 0; k < a[i]; k++) *p += a[k]; }`)
	separated, _ := k.Machine.Separated()
	if separated == nil {
		t.Fatal("not separated")
	}
	for _, bits := range []int{256, vectorBits()} {
		c, a := newBuffer(t, 100), newBuffer(t, 100)
		for i := range 100 {
			a.set(i, uint32(i%3)*5)
		}
		d := NewDeviceWith(Goroutines(1), Engine{Machine: &machine, VectorBits: bits, Mode: ModeMachine, Report: failing{t}})
		l := &Launch{Program: k.Lane, Machine: &planned{separated, object.Plan{Rows: 2, Packed: 1}}, Args: arguments(uint64(c.address), uint64(a.address), 0),
			WorkDim: 1, Global: [3]uint64{100, 1, 1}, Group: [3]uint64{100, 1, 1}, Name: k.Name}
		if err := d.Run(l); err != nil {
			t.Fatal(err)
		}
		for i := range 100 {
			sum := uint32(0)
			for j := range i % 3 * 5 {
				sum += uint32(j%3) * 5
			}
			if c.get(i) != sum {
				t.Errorf("work-item %d summed up to %d, not %d", i, c.get(i), sum)
			}
		}
	}
}
