package exec

import (
	"slices"
	"testing"

	"heddle/exec/native"
)

// TestWhichLaunchesAreSeparated wants the no-alias version for launches whose written memory overlaps no other.
// Launches with overlaps must compute what sums in memory give.
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
		c, a, b uintptr // where the arguments point, in words
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
			l := kernelLaunch(k, nil, 200, 200,
				uint64(b.address+test.c*4), uint64(b.address+test.a*4), uint64(b.address+test.b*4), 9)
			l.Memory = test.memory
			if machineBits > 0 {
				d = strictDevice(t, 1, machineBits)
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
