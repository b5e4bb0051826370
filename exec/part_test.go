package exec

import "testing"

// TestParts runs a kernel on parts of a device one after the other: they share its code, and the memory of those before
// that had as many workers.
func TestParts(t *testing.T) {
	program := compileProgram(t, `kernel void add(global uint *out, uint n) { out[get_global_id(0)] += n; }`)
	out := newBuffer(t, 4096)
	k := program.Kernels[0]
	whole := NewDeviceWith(Goroutines(3), Engine{})
	for round := range 3 {
		one, two := whole.Part(Goroutines(1)), whole.Part(Goroutines(2))
		for _, part := range []*Device{one, two, whole} {
			l := oneD(k.Lane, 1024, 64, uint64(out.address), 1)
			l.Machine = k.Machine
			if err := part.Run(l); err != nil {
				t.Fatal(err)
			}
		}
		one.Close()
		two.Close()
		if len(whole.spare[1]) != 1 || len(whole.spare[2]) != 1 {
			t.Errorf("round %d: memory for %d and %d parts is kept", round, len(whole.spare[1]), len(whole.spare[2]))
		}
	}
	if got := out.get(1023); got != 9 {
		t.Errorf("%d launches of 9 were counted", got)
	}
}
