package exec

import (
	"testing"
)

// sharing are two workers that record how many each launch asks for.
type sharing struct{ wanted []int }

func (s *sharing) Count() int { return 2 }

func (s *sharing) Run(n, _ int, body func(int) bool) {
	s.wanted = append(s.wanted, n)
	body(0)
}

func (s *sharing) Yield(int, int) bool { return false }

// TestWhatWakesTheSecondWorker runs a kernel with a long loop over one work-group and over several, and a short kernel.
func TestWhatWakesTheSecondWorker(t *testing.T) {
	const source = `
kernel void seen(global uint *out, uint n) {
	uint x = get_local_id(0);
	for (uint i = 0; i < n; i++) x = x * 5 + i;
	out[get_global_id(0)] = x;
}
kernel void unseen(global uint *out, uint n) {
	uint x = get_global_id(0);
	for (uint i = 0; i < n; i++) x = x * 5 + i;
	out[get_global_id(0)] = x;
}
kernel void brief(global uint *out, uint n) { out[get_global_id(0)] = n; }`
	kernels := map[string]int{"seen": 0, "unseen": 1, "brief": 2}
	program := compileProgram(t, source)
	out := newBuffer(t, 1<<16)
	for _, bits := range []int{0, 256} {
		if !runsVectors(t, bits) {
			continue
		}
		for _, test := range []struct {
			kernel        string
			global, group uint64
			wakes         bool
		}{
			{"seen", 64, 64, false},
			{"seen", 1024, 1024, false},
			{"seen", 8192, 64, true},
			{"unseen", 64, 64, false},
			{"unseen", 1 << 16, 256, true},
			{"brief", 64, 64, false},
			{"brief", 128, 64, false},
		} {
			threads := &sharing{}
			engine := Engine{}
			if bits > 0 {
				engine = strictEngine(t, bits)
			}
			k := program.Kernels[kernels[test.kernel]]
			l := oneD(k.Lane, test.global, test.group, uint64(out.address), 50)
			l.Machine = k.Machine
			if err := NewDeviceWith(threads, engine).Run(l); err != nil {
				t.Fatal(err)
			}
			woke := len(threads.wanted) == 1 && threads.wanted[0] == 2
			if woke != test.wakes || len(threads.wanted) > 1 {
				t.Errorf("%d bits, %s over %d items in groups of %d: workers wanted %v",
					bits, test.kernel, test.global, test.group, threads.wanted)
			}
		}
	}
}
