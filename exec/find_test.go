package exec

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/object"
)

// codeCountDown is codeCount with a subtraction, so that the results tell which of the two ran a work-item.
var codeCountDown = strings.ReplaceAll(codeCount, "f0ff0497 ", "f0ff0c97 ")

// isInWhole reports whether a work-item is in a bundle of the given size that is whole.
func isInWhole(id, global, group, bundle [3]uint64) bool {
	for i := range id {
		start := id[i] / group[i] * group[i]
		end := min(start+group[i], global[i])
		if first := start + (id[i]-start)/bundle[i]*bundle[i]; first+bundle[i] > end {
			return false
		}
	}
	return true
}

// TestWholeBundlesRunTheirOwnCode wants whole bundles to run the code without masks, and partial bundles the code with
// masks.
func TestWholeBundlesRunTheirOwnCode(t *testing.T) {
	const lanes = 8
	for _, test := range []struct {
		plan           object.Plan
		sees           bool
		global, group  [3]uint64
		bundle, really [3]uint64 // really: the groups that the engine makes
	}{
		{object.Plan{Rows: 2, Packed: 1}, true, [3]uint64{1000, 3, 1}, [3]uint64{100, 2, 1}, [3]uint64{16, 1, 1},
			[3]uint64{100, 2, 1}},
		{object.Plan{Rows: 2, Packed: 1}, false, [3]uint64{1000003, 1, 1}, [3]uint64{1000, 1, 1}, [3]uint64{16, 1, 1},
			[3]uint64{15632, 1, 1}},
		{object.Plan{Rows: 2, Packed: 1}, false, [3]uint64{1, 1, 1}, [3]uint64{1, 1, 1}, [3]uint64{16, 1, 1},
			[3]uint64{1, 1, 1}},
		{object.Plan{Rows: 1, Packed: 1, Columns: 4}, true, [3]uint64{51, 35, 2}, [3]uint64{16, 8, 1},
			[3]uint64{lanes, 4, 1}, [3]uint64{16, 8, 1}},
		{object.Plan{Rows: 1, Packed: 1, Columns: 4}, false, [3]uint64{51, 35, 2}, [3]uint64{3, 5, 1},
			[3]uint64{lanes, 4, 1}, [3]uint64{56, 4, 1}},
		{object.Plan{Rows: 1, Packed: 1, Columns: 4}, false, [3]uint64{1009, 1009, 1}, [3]uint64{1, 1, 1},
			[3]uint64{lanes, 4, 1}, [3]uint64{128, 124, 1}},
	} {
		k := &handKernel{text: codeCount, whole: codeCountDown, plan: test.plan, seesGroups: test.sees}
		b := newBuffer(t, int(test.global[0]*test.global[1]*test.global[2])+1)
		device := machineDevice(2, 32*lanes)
		for range 2 {
			if err := device.Run(machineLaunch(k, test.global, test.group, b)); err != nil {
				t.Fatal(err)
			}
			i := 0
			for z := range test.global[2] {
				for y := range test.global[1] {
					for x := range test.global[0] {
						want := uint32(1)
						if isInWhole([3]uint64{x, y, z}, test.global, test.really, test.bundle) {
							want = ^uint32(0)
						}
						if got := b.get(i); got != want {
							t.Fatalf("%+v: work-item (%d, %d, %d): %d, not %d", test, x, y, z, int32(got), int32(want))
						}
						i++
					}
				}
			}
			clear(b.bytes)
		}
	}
}

// TestLaunchesDoNotWaitForTheBest launches a kernel without code: the first launch compiles one version, the next ones
// take what is ready, and in the end they get the best version.
func TestLaunchesDoNotWaitForTheBest(t *testing.T) {
	release := make(chan bool)
	k := &handKernel{text: codeCount, packed: codeCountPacked, plan: object.Plan{Rows: 2, Packed: 1}, seesGroups: true}
	k.during = func(v object.Version) {
		if v.FullBundles || v.Shape == abi.Packed {
			<-release
		}
	}
	device, b := backgroundDevice(2, 256), newBuffer(t, 1001)
	run := func(group [3]uint64) {
		t.Helper()
		if err := device.Run(machineLaunch(k, [3]uint64{1000, 1, 1}, group, b)); err != nil {
			t.Fatal(err)
		}
		checkCounts(t, b, fmt.Sprint(group))
	}
	masked := object.Version{Shape: abi.Rows, Count: 2, SmallIDs: true}
	full := masked
	full.FullBundles = true
	run([3]uint64{1000, 1, 1})
	run([3]uint64{1000, 1, 1})
	// other sizes, the same code
	run([3]uint64{40, 1, 1})
	if err := device.Run(machineLaunch(k, [3]uint64{10, 100, 1}, [3]uint64{5, 4, 1}, b)); err != nil { // wants Packed
		t.Fatal(err)
	}
	checkCounts(t, b, "short rows")
	if want := []object.Version{masked}; !slices.Equal(k.compiled, want) {
		t.Errorf("compiled %+v", k.compiled)
	}
	close(release)
	device.native.Wait()
	if len(k.compiled) < 3 || k.Ready(256, full) == nil {
		t.Errorf("compiled in the background: %+v", k.compiled)
	}
	n := len(k.compiled)
	k.whole = "must not be compiled again"
	run([3]uint64{1000, 1, 1})
	if device.native.Wait(); len(k.compiled) != n {
		t.Errorf("compiled again: %+v", k.compiled)
	}
}

func TestPrepareAndForget(t *testing.T) {
	device, b := backgroundDevice(2, 256), newBuffer(t, 1025)
	begun, release := make(chan bool), make(chan bool)
	first := &handKernel{text: codeCount, plan: object.Plan{Rows: 2, Packed: 1}}
	first.during = func(object.Version) { close(begun); <-release }
	forgotten := &handKernel{text: codeCount, plan: object.Plan{Rows: 2, Packed: 1}}
	broken := &handKernel{during: func(object.Version) { panic("on purpose") }, plan: object.Plan{Rows: 1}}
	for _, k := range []*handKernel{first, forgotten, broken, forgotten} {
		device.Prepare(k, "hand")
	}
	<-begun
	device.Forget(first) // too late
	device.Forget(forgotten)
	close(release)
	device.native.Wait()
	if len(first.compiled) != 1 || len(forgotten.compiled) != 0 {
		t.Errorf("compiled %+v and %+v", first.compiled, forgotten.compiled)
	}
	if err := device.Run(machineLaunch(first, [3]uint64{1024, 1, 1}, [3]uint64{64, 1, 1}, b)); err != nil {
		t.Fatal(err)
	}
	checkCounts(t, b, "prepared")
	if len(first.compiled) != 1 {
		t.Errorf("the first launch compiled %+v", first.compiled)
	}
}

// unplanned is a kernel whose plan becomes known only when the test ends.
type unplanned struct {
	object.Kernel
	release  chan bool
	compiled chan object.Version
}

func (u *unplanned) LoneItems(uint64) object.Copy            { return nil }
func (u *unplanned) UnitSteps() object.UnitSteps             { return nil }
func (u *unplanned) Groups() object.Groups                   { return nil }
func (u *unplanned) NoAlias() (object.Kernel, []object.Pair) { return nil, nil }

func (u *unplanned) Plan(bits int) object.Plan {
	<-u.release
	return u.Kernel.Plan(bits)
}

func (u *unplanned) Planned(bits int) (object.Plan, bool) {
	plan, _ := u.Kernel.Planned(bits)
	return plan, false
}

func (u *unplanned) Version(bits int, v object.Version) (*object.Code, error) {
	u.compiled <- v
	return u.Kernel.Version(bits, v)
}

// TestSmallLaunchesDoNotWaitForThePlan runs small launches of a kernel without a plan: the shortest in the interpreter,
// others in the smallest bundles.
func TestSmallLaunchesDoNotWaitForThePlan(t *testing.T) {
	if vectorBits() < 256 {
		t.Skip("this processor runs no machine code")
	}
	kernels := compileProgram(t, `
kernel void straight(global uint *out) { out[get_global_id(0)] += get_global_id(0) * 3; }
kernel void looping(global uint *out) {
	for (uint i = 0; i <= get_global_id(0) % 4; i++) out[get_global_id(0)] += i;
}
kernel void waiting(global uint *out, local uint *all) {
	uint id = get_local_id(0), n = get_local_size(0);
	all[id] = get_global_id(0);
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] += all[n - 1 - id];
}`).Kernels
	wants := map[string]func(i int) uint32{
		"straight": func(i int) uint32 { return uint32(3 * i) },
		"looping":  func(i int) uint32 { n := uint32(i % 4); return n * (n + 1) / 2 },
		"waiting":  func(i int) uint32 { return uint32(i/50*50 + 49 - i%50) },
	}
	for _, k := range kernels {
		u := &unplanned{k.Machine, make(chan bool), make(chan object.Version, 10)}
		device, b := backgroundDevice(2, 256), newBuffer(t, 1000)
		l := kernelLaunch(k, u, 1000, 50, uint64(b.address), 0)
		l.Local += 200
		for round := range 3 {
			clear(b.bytes)
			if err := device.Run(l); err != nil {
				t.Fatal(err)
			}
			for i := range 1000 {
				if want := wants[k.Name](i); b.get(i) != want {
					t.Fatalf("%s, round %d: work-item %d: %d, not %d", k.Name, round, i, b.get(i), want)
				}
			}
		}
		isCompiled := len(u.compiled) > 0
		if isCompiled != (k.Name == "looping") {
			t.Errorf("%s: compiled is %v", k.Name, isCompiled)
		}
		for range len(u.compiled) {
			if v := <-u.compiled; v.Count != 1 {
				t.Errorf("%s: %v was compiled without a plan", k.Name, v)
			}
		}
		close(u.release)
		device.native.Wait()
	}
}
