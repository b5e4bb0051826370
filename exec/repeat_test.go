package exec

import (
	"errors"
	"testing"
)

func TestFaultsBehindTheFirstBundle(t *testing.T) {
	k := compileKernel(t, `kernel void f(global uint *y, ulong bad) {
	size_t i = get_global_id(0) + 512 * get_global_id(1);
	global uint *p = i == bad ? (global uint *)0 : y + i;
	*p = i;
}`)
	b := newBuffer(t, 2048)
	for _, bad := range []uint64{0, 17, 200, 511, 512 + 300, 2047} {
		d := strictDevice(t, 1, vectorBits())
		l := &Launch{Program: k.Lane, Machine: k.Machine, Args: arguments(uint64(b.address), bad), WorkDim: 2,
			Global: [3]uint64{512, 4, 1}, Group: [3]uint64{512, 4, 1}, Name: k.Name}
		var fault *Fault
		if err := d.Run(l); !errors.As(err, &fault) {
			t.Fatalf("the error is %v", err)
		}
		if fault.GlobalID != [3]uint64{bad % 512, bad / 512, 0} {
			t.Errorf("work-item %d: the report is %v", bad, fault)
		}
	}
}
