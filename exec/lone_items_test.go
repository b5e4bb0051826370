package exec

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"heddle/compiler"
	"heddle/exec/native"
)

// loneKernels see how work-items are grouped in many ways. Each work-item changes element i of a buffer of 4096 words.
var loneKernels = map[string]string{
	"ids": `size_t i = get_group_id(0) + get_num_groups(0) * (get_group_id(1) + get_num_groups(1) * get_group_id(2));
		a[i] = get_local_id(0) + 3 * get_local_size(0) + 5 * get_enqueued_local_size(1) + 7 * get_num_groups(0)
			+ 11 * get_global_id(0) + 13 * get_local_linear_id() + 17 * get_global_offset(1);`,
	"local": `local uint tile[40]; size_t i = get_global_linear_id();
		for (uint j = get_local_id(0); j < 40; j += get_local_size(0)) tile[j] = a[i] * j + 1;
		barrier(CLK_LOCAL_MEM_FENCE);
		uint sum = 0;
		for (uint j = 0; j < 200; j++) sum = sum * 31 + tile[(sum >> 7) % 40];
		barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
		a[i] = sum;`,
	"structures": `local struct { float x; uchar b; ulong y[3]; } s[5]; size_t i = get_global_linear_id();
		uint w = a[i] % 5;
		s[w].x = w; s[w].b = a[i]; s[w].y[w % 3] = a[i] * 3ul; s[(w + 1) % 5] = s[w];
		barrier(CLK_LOCAL_MEM_FENCE);
		local uint *p = (local uint *)&s[(w + 1) % 5]; uint h = s[(w + 1) % 5].b;
		a[i] = h + p[0] + (uint)s[(w + 1) % 5].y[w % 3];`,
	"divergent": `local int depth; local int stack[16]; size_t i = get_global_linear_id(); uint n = a[i] % 1000;
		depth = 0;
		while (n > 1) {
			if (depth < 16) stack[depth++] = n; else depth = 0;
			n = n & 1 ? 3 * n + 1 : n / 2;
			barrier(CLK_LOCAL_MEM_FENCE);
		}
		for (int j = 0; j < depth; j++) n = n * 7 + stack[j];
		if (i % 3 == 1) return;
		a[i] = n;`,
	"collectives": `size_t i = get_global_linear_id();
		a[i] = work_group_reduce_add(a[i]) + work_group_scan_exclusive_add(3u) + work_group_broadcast(a[i], 0)
			+ work_group_any(a[i] & 1);`,
	"atomics": `local uint c; size_t i = get_global_linear_id(); c = a[i]; atomic_inc(&c); a[i] = c;
		atomic_add(&a[4095], get_group_id(0) + 1);`,
	"waiting": `size_t i = get_global_linear_id(); local uint t[2]; t[0] = a[i];
		volatile global uint *f = a;
		barrier(CLK_LOCAL_MEM_FENCE);
		while (f[i] == 0x12345678) ;
		a[i] = t[0] + 1;`,
	"required": `size_t i = get_global_linear_id(); local uint t[2]; t[get_local_id(0)] = a[i];
		barrier(CLK_LOCAL_MEM_FENCE);
		a[i] = t[0] + get_local_size(0);`,
}

// TestLoneItems launches kernels in groups of one work-item on several devices, and compares with the interpreter.
func TestLoneItems(t *testing.T) {
	copied := map[string]bool{"ids": true, "local": true, "structures": true, "divergent": true, "required": true}
	for name, body := range loneKernels {
		required := ""
		if name == "required" {
			required = "__attribute__((reqd_work_group_size(1, 1, 1))) "
		}
		k := compileKernel(t, "kernel "+required+"void k(global uint *a) { "+body+" }")
		var devices []*Device
		for _, bits := range []int{256, vectorBits()} {
			devices = append(devices, strictDevice(t, 1, bits), strictDevice(t, 3, bits), backgroundDevice(2, bits))
		}
		sizes := [][3]uint64{{1, 1, 1}, {2, 1, 1}, {12, 1, 1}, {67, 1, 1}, {2049, 1, 1}, {3, 5, 7}, {40, 30, 1},
			{1, 1, 19}}
		for _, size := range sizes {
			compareLone(t, fmt.Sprintf("%s, %v", name, size), k, size, devices, copied[name])
		}
	}
}

func compareLone(t *testing.T, what string, k *compiler.Kernel, size [3]uint64, devices []*Device, isCopied bool) {
	t.Helper()
	b := newBuffer(t, 4096)
	l := kernelLaunch(k, k.Machine, 1, 1, uint64(b.address))
	l.WorkDim, l.Global, l.Group = 3, size, [3]uint64{1, 1, 1}
	for _, l.Offset = range [][3]uint64{{}, {5, 0, 1}} {
		if _, ok := native.LoneItems(l); ok != (isCopied && l.Items() > 1) {
			t.Errorf("%s: it is not %v that a copy runs", what, isCopied)
		}
		var want []byte
		for i, d := range append([]*Device{NewDevice(Goroutines(1))}, devices...) {
			for range 2 { // then there may be better code
				for j := range 4096 {
					b.set(j, uint32(j+1)*2654435761>>8)
				}
				if err := d.Run(l); err != nil {
					t.Fatal(what, err)
				}
				if want == nil {
					want = slices.Clone(b.bytes)
				} else if !slices.Equal(want, b.bytes) {
					t.Fatalf("%s, offset %v: device %d differs", what, l.Offset, i)
				}
			}
		}
	}
}

// What faults is told by its own ids also where it ran beside others.
func TestLoneItemFaults(t *testing.T) {
	k := compileKernel(t, `kernel void k(global uint *a) { local uint t[4]; t[0] = get_group_id(0);
		if (t[0] == 37) a = 0;
		a[get_local_id(0) + t[0]] = 1; }`)
	b := newBuffer(t, 4096)
	l := kernelLaunch(k, k.Machine, 100, 1, uint64(b.address))
	if _, ok := native.LoneItems(l); !ok {
		t.Fatal("no copy runs")
	}
	var fault *Fault
	err := strictDevice(t, 2, 256).Run(l)
	if !errors.As(err, &fault) || fault.GlobalID != [3]uint64{37, 0, 0} || fault.Line == 0 {
		t.Errorf("%v", err)
	}
}

// Local memory of arguments stays that of a group.
func TestLoneItemsWithLocalArguments(t *testing.T) {
	k := compileKernel(t, `kernel void k(global uint *a, local uint *t) { t[get_local_id(0)] = a[get_group_id(0)];
		a[get_group_id(0)] = t[0] + 1; }`)
	l := kernelLaunch(k, k.Machine, 100, 1, uint64(newBuffer(t, 4096).address), 0)
	l.Local += 4
	if _, ok := native.LoneItems(l); ok {
		t.Error("a copy runs that has no local arguments")
	}
}

// A launch whose local argument has memory does not run what was chosen for one whose argument had none.
func TestChoicesOfLoneItemsKnowLocalMemory(t *testing.T) {
	k := compileKernel(t, `kernel void k(global uint *a, local uint *t, uint n) {
		local uint own;
		own = get_group_id(0);
		for (uint i = 0; i < n; i++) t[i] = own * 3 + i;
		uint sum = own;
		for (uint i = 0; i < n; i++) sum += t[i];
		a[own] = sum;
	}`)
	b, device := newBuffer(t, 4096), strictDevice(t, 1, 256)
	for _, n := range []uint64{0, 50, 0, 3} {
		l := kernelLaunch(k, k.Machine, 100, 1, uint64(b.address), 128, n)
		if n > 0 {
			l.Local = 128 + 4*n
		}
		if _, ok := native.LoneItems(l); ok != (n == 0) {
			t.Fatalf("%d words: it is %v that a copy runs", n, ok)
		}
		if err := device.Run(l); err != nil {
			t.Fatal(err)
		}
		for i := range 100 {
			if want := uint32(i + int(n)*3*i + int(n*n-n)/2); b.get(i) != want {
				t.Fatalf("%d words: a[%d] is %d, not %d", n, i, b.get(i), want)
			}
		}
	}
}
