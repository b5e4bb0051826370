package exec

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"heddle/compiler"
	"heddle/compiler/amd64/object"
)

// endlessKernels are bodies of kernels that never end by themselves, each with another form of loop. x[0] stays 0.
var endlessKernels = map[string]string{
	"nothing":        `while (1) ;`,
	"condition":      `while (x[0] == 0) x[1] = l;`,
	"hoisted":        `uint v = x[0]; while (v == 0) ; x[2] = v;`,
	"do":             `uint v = l; do { v = v * 3 + 1; } while (x[0] == 0); x[2] = v;`,
	"goto":           `uint v = l; again: v += x[0] + 1; if (v & 1) goto again; if (v != 2) goto again; goto again;`,
	"one work-item":  `uint v = 5; while (l == 37 || v < 100) v += 7; x[1] = v;`,
	"for work-items": `for (uint v = 0; v != l * 2 + 1; v += 2) x[1] = v;`,
	"nested":         `for (uint a = 0; ; a++) for (uint b = 0; b < a; b++) { if (b == l) break; x[1] += b; }`,
	"switched": `for (uint a = l; ; ) switch (a % 3) {
		case 0: a++; continue;
		case 1: a += 4; break;
		default: a = x[0]; }`,
	"barriers": `while (1) barrier(CLK_LOCAL_MEM_FENCE);`,
	"after barrier": `t[l] = l; barrier(CLK_LOCAL_MEM_FENCE);
		while (t[(l + 1) & 63] != 1000) ;
		barrier(CLK_LOCAL_MEM_FENCE); x[1] = 2;`,
	"with barriers": `for (uint r = 0; ; r++) {
		barrier(CLK_LOCAL_MEM_FENCE); if (l == r) t[l]++;
		barrier(CLK_LOCAL_MEM_FENCE); if (t[l] == 1000) break; }`,
	"some wait": `if (l < 5) while (x[0] == 0) ; barrier(CLK_LOCAL_MEM_FENCE); x[1] = 2;`,
	"atomic":    `while (atomic_add(&x[0], 0) == 0) ;`,
	"lock":      `if (l == 0) while (atomic_cmpxchg(&x[0], 1, 0) != 1) ;`,
	"printing":  `while (x[0] == 0) if (x[0]) printf("%d", l);`,
	"private": `uint w[16]; for (uint i = 0; i < 16; i++) w[i] = i;
		for (uint i = l; ; i = w[i & 15] + 1) { w[i & 15] = i & 7; if (w[3] == 99) break; }
		x[1] = w[2];`,
	"wide":                 `ulong s = l; while (s != 1ul << 40 | 1) s = s * 6364136223846793005ul & ~1ul; x[1] = s;`,
	"counted":              `for (ulong i = x[0]; i != 5; i += 2) x[1] = i;`,
	"counted in strides":   `for (uint i = x[0] + 1; i != 5; i += 48) x[1] = i;`,
	"counted down":         `for (int i = x[0]; i != 5; i -= 4) x[1] = i;`,
	"counted in wide ones": `for (ulong i = x[0] + l; i != ~0ul; i += 1ul << 20) x[1] = i;`,
	"counted both ways":    `for (int i = x[0]; i != -9; ) if (x[0]) { i += 3; } else { i += 1; i &= 1023; }`,
	"nest of short loops": `uint n = x[0] + 15;
		for (uint a = 0; a < n; a++) for (uint b = 0; b < n; b++) for (uint c = 0; c < n; c++) for (uint d = 0; d < n; d++)
		for (uint e = 0; e < n; e++) for (uint f = 0; f < n; f++) for (uint g = 0; g < n; g++) for (uint h = 0; h < n; h++)
		for (uint i = 0; i < n; i++) for (uint j = 0; j < n; j++) for (uint k = 0; k < n; k++) for (uint m = 0; m < n; m++)
			x[1] = m;`,
	"many rows": `if (get_global_id(0) == 0x7fffffff00000000ul) x[1] = 1;`,
}

// TestEndlessKernelsEndWhenCancelled launches each kernel on both engines, in bundles of several shapes and sizes.
func TestEndlessKernelsEndWhenCancelled(t *testing.T) {
	plans := []object.Plan{
		{Rows: 1, Packed: 1}, {Rows: 4, Packed: 2}, {Rows: 16, Packed: 16, HasBarriers: true},
		{Rows: 1, Packed: 1, Columns: 4},
		{}, // the kernel's own
	}
	for name, body := range endlessKernels {
		const head = "kernel void k(global volatile uint *x) { local uint t[64]; uint l = get_local_id(0);\n"
		k := compileWith(t, head+body+"\n}", func(*compiler.Options) {}).Kernels[0]
		t.Run(name+", interpreted", func(t *testing.T) {
			mustEndWhenCancelled(t, NewDevice(Goroutines(2)), k, nil, name)
		})
		for _, bits := range []int{512, 256} {
			if !runsVectors(t, bits) {
				continue
			}
			d := strictDevice(t, 2, bits)
			for _, plan := range plans {
				m := object.Kernel(k.Machine)
				if plan.Rows > 0 {
					m = &planned{k.Machine, plan}
				}
				t.Run(fmt.Sprintf("%s, %d bits, %+v", name, bits, plan), func(t *testing.T) {
					mustEndWhenCancelled(t, d, k, m, name)
				})
			}
		}
	}
}

func mustEndWhenCancelled(t *testing.T, d *Device, k *compiler.Kernel, m object.Kernel, name string) {
	b := newBuffer(t, 16)
	l := &Launch{Program: k.Lane, Machine: m, Args: arguments(uint64(b.address)), WorkDim: 3,
		Global: [3]uint64{256, 4, 1}, Group: [3]uint64{64, 1, 1}, Local: k.LocalBytes, Name: k.Name,
		Cancel: new(Cancel)}
	if name == "many rows" {
		l.Global, l.Group = [3]uint64{1 << 60, 1, 1}, [3]uint64{1 << 12, 1, 1}
	}
	cancelled := *l
	cancelled.Cancel.Set()
	// This launch has the code made, so that the next one starts at once.
	if err := d.Run(&cancelled); !errors.Is(err, ErrCancelled) {
		t.Errorf("the error is %v", err)
	}
	mustEndCancelled(t, d, l, func() { time.Sleep(2 * time.Millisecond) })
}

// mustEndCancelled begins a launch, calls meanwhile, cancels the launch and waits for its end.
func mustEndCancelled(t *testing.T, d *Device, l *Launch, meanwhile func()) {
	t.Helper()
	l.Cancel = new(Cancel)
	done := make(chan error)
	go func() { done <- d.Run(l) }()
	meanwhile()
	l.Cancel.Set()
	select {
	case err := <-done:
		if !errors.Is(err, ErrCancelled) {
			t.Fatalf("the error is %v", err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("the launch goes on")
	}
}
