package exec

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"heddle/compiler"
)

// TestCalls runs functions that are not inlined against the same kernels with all inlined, on all engines.
func TestCalls(t *testing.T) {
	for name, source := range map[string]string{
		"scalar": `uint f(uint a, uint b) { return a * 3 + b; }
			kernel void k(global uint *y, global uint *x, ulong a) {
				size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
				y[i] = f(x[i], (uint)a) + f(y[i], 5);
			}`,
		"divergent": `uint f(uint a) { uint n = 0; while (a > 1) { if (n > 40) return n * 7; a = a & 1 ? a * 3 + 1 : a / 2; n++; } return n; }
			uint g(uint a, bool b) { if (b) return f(a) + 1; return f(a + 1) ^ f(a ^ 5); }
			kernel void k(global uint *y, global uint *x, ulong a) {
				size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
				uint v = x[i], s = 0;
				for (uint j = 0; j < (v & 7); j++) { if ((v >> j) & 1) s += g(v + j, v & 2); else s ^= f(j); if (s > 1000) break; }
				y[i] = s;
			}`,
		"memory": `void f(uint *t, uint n, global uint *x) { uint w[4]; for (uint j = 0; j < n; j++) { w[j & 3] = t[j] * 2; t[j] += x[j] + w[(j + 3) & 3 & j]; } }
			void swap(float4 *a, float4 *b) { float4 t = *a; *a = *b; *b = t; }
			float4 h(float4 a, double d, long l, char c) { return a.yzwx * (float)d + (float)l + c; }
			kernel void k(global uint *y, global uint *x, ulong a) {
				size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
				uint t[8]; for (uint j = 0; j < 8; j++) t[j] = x[i] >> j;
				f(t, x[i] & 7, x + i);
				float4 p = (float4)(t[0], t[1], 3, 4) / 1e9f, q = p.wzyx;
				if (x[i] & 1) swap(&p, &q);
				q = h(p, 0.5, x[i], t[1]);
				f(t, 3, x);
				y[i] = t[0] + t[7] * t[x[i] & 7] + (uint)q.x + (uint)q.w;
			}`,
		"ids": `size_t f(uint d) { return get_global_id(0) * 7 + get_global_id(d) + get_group_id(0) + get_local_id(0); }
			kernel void k(global uint *y, global uint *x, ulong a) {
				size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
				if (x[i] & 1) y[i] = f(x[i] & 1); else y[i] = f(2);
			}`,
		"barrier": `uint total(local uint *t, uint l, uint v) { t[l] = v; barrier(CLK_LOCAL_MEM_FENCE); uint s = t[0] + t[l / 2]; barrier(CLK_LOCAL_MEM_FENCE); return s; }
			uint twice(local uint *t, uint l, uint v) { return total(t, l, v) + total(t, l, v * 3); }
			kernel void k(global uint *y, global uint *x, ulong a) {
				local uint t[1024];
				size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
				y[i] = twice(t, get_local_id(0) + get_local_size(0) * get_local_id(1), x[i]);
			}`,
	} {
		t.Run(name, func(t *testing.T) {
			hash := func(i, j int) uint32 { x := uint32(i*7919+j) * 2654435761; return x ^ x>>15 }
			inlined := compileProgram(t, source).Kernels[0]
			called := compileWith(t, source, func(o *compiler.Options) { o.PassesOff = []string{"inline"} }).Kernels[0]
			c := &comparison{source: source, words: []int{8192, 8192}, values: []uint64{12345}, fill: hash}
			for _, r := range [][2][3]uint64{{{1000, 1, 1}, {64, 1, 1}}, {{37, 1, 1}, {37, 1, 1}}, {{64, 64, 1}, {32, 8, 1}}} {
				c.compare(t, inlined, called, r)
			}
		})
	}
}

// notInlined compiles a kernel whose calls stay, and gives a launch of it on each engine.
func notInlined(t *testing.T, source string, try func(t *testing.T, d *Device, l *Launch)) {
	k := compileWith(t, source, func(o *compiler.Options) { o.PassesOff = []string{"inline"} }).Kernels[0]
	launch := func() *Launch {
		b := newBuffer(t, 200)
		return &Launch{Program: k.Lane, Machine: k.Machine, Args: arguments(uint64(b.address)), WorkDim: 1, Name: "k",
			Global: [3]uint64{200, 1, 1}, Group: [3]uint64{50, 1, 1}}
	}
	t.Run("interpreter", func(t *testing.T) { try(t, NewDevice(Goroutines(2)), launch()) })
	for _, bits := range []int{512, 256} {
		if !runsVectors(t, bits) {
			continue
		}
		t.Run(fmt.Sprint(bits), func(t *testing.T) {
			try(t, NewDeviceWith(Goroutines(2), Engine{Machine: &machine, VectorBits: bits, Mode: ModeMachine, Report: failing{t}}), launch())
		})
	}
}

func TestFaultInACallNamesTheWorkItem(t *testing.T) {
	notInlined(t, `void put(global uint *p, uint v)
{
	if (v == 77)
		p = 0;
	*p = v;
}
kernel void k(global uint *y) { put(y + get_global_id(0), get_global_id(0)); }`, func(t *testing.T, d *Device, l *Launch) {
		err := d.Run(l)
		var fault *Fault
		if !errors.As(err, &fault) {
			t.Fatalf("the error is %v", err)
		}
		if fault.GlobalID != [3]uint64{77, 0, 0} || fault.Line != 5 {
			t.Errorf("the report is %v", err)
		}
	})
}

func TestEndlessLoopInACallCanBeCancelled(t *testing.T) {
	notInlined(t, `uint wait(global uint *p) { uint n = 0; while (1) n += atomic_add(p, 1); return n; }
uint through(global uint *p) { return wait(p) + 1; }
kernel void k(global uint *y) { y[get_global_id(0)] = through(y); }`, func(t *testing.T, d *Device, l *Launch) {
		l.Cancel = new(Cancel)
		done := make(chan error)
		go func() { done <- d.Run(l) }()
		time.Sleep(20 * time.Millisecond)
		l.Cancel.Set()
		select {
		case err := <-done:
			if !errors.Is(err, ErrCancelled) {
				t.Fatalf("the error is %v", err)
			}
		case <-time.After(10 * time.Second):
			t.Fatal("the launch goes on")
		}
	})
}
