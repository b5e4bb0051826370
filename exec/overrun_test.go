package exec

import (
	"errors"
	"testing"
)

// overruns access x[0] words after their local or private memory, or x[2] words before it: outside of it, but within
// the guard around it.
var overruns = map[string]string{
	"after local memory": `
		local uint t[64];
		t[l] = l; barrier(CLK_LOCAL_MEM_FENCE);
		if (l == 3) t[l + x[0]] = 7;
		barrier(CLK_LOCAL_MEM_FENCE); x[4 + l] = t[63 - l];`,
	"before local memory": `
		local uint t[64];
		t[l] = l; barrier(CLK_LOCAL_MEM_FENCE);
		if (l == 3) t[(int)l - (int)x[2]] = 7;
		barrier(CLK_LOCAL_MEM_FENCE); x[4 + l] = t[63 - l];`,
	"read after local memory": `
		local uint t[64];
		t[l] = l; barrier(CLK_LOCAL_MEM_FENCE); x[4 + l] = t[l * x[1] + x[0]];`,
	"after private memory": `
		uint t[16];
		for (uint i = 0; i < 16; i++) t[i] = i * x[1];
		t[l + x[0]] = 5; x[4 + l] = t[x[1] & 15];`,
	"before private memory": `
		uint t[16];
		for (uint i = 0; i < 16; i++) t[i] = i * x[1];
		t[(int)l - (int)x[2]] = 5; x[4 + l] = t[x[1] & 15];`,
}

// TestOverruns wants a fault of each, on both engines, and no effect on the next launch of another kernel.
func TestOverruns(t *testing.T) {
	after := compileKernel(t, `kernel void k(global uint *x) {
		local uint t[64];
		uint l = get_local_id(0);
		t[l] = l; barrier(CLK_LOCAL_MEM_FENCE); x[4 + l] = t[63 - l]; }`)
	for name, body := range overruns {
		k := compileKernel(t, "kernel void k(global uint *x) { uint l = get_local_id(0); "+body+" }")
		t.Run(name, func(t *testing.T) {
			for _, bits := range []int{0, 256, 512} {
				if !runsVectors(t, bits) {
					continue
				}
				d := strictDevice(t, 2, bits)
				b := newBuffer(t, 80)
				b.set(0, 900)
				b.set(1, 1)
				b.set(2, 2000)
				l := kernelLaunch(k, k.Machine, 64, 64, uint64(b.address))
				var fault *Fault
				if err := d.Run(l); !errors.As(err, &fault) {
					t.Errorf("%d bits: the error is %v", bits, err)
				}
				l.Program, l.Machine, l.Local = after.Lane, after.Machine, after.LocalBytes
				if err := d.Run(l); err != nil || b.get(4) != 63 || b.get(67) != 0 {
					t.Errorf("%d bits: afterwards the error is %v, the results %d and %d", bits, err, b.get(4),
						b.get(67))
				}
			}
		})
	}
}
