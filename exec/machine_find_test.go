package exec

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/object"
)

// codeCountDown is codeCount that subtracts, and so shows which work-items it ran.
var codeCountDown = strings.ReplaceAll(codeCount, "f0ff0497 ", "f0ff0c97 ")

// isInWhole says whether a work-item is in a whole bundle of this size.
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

// TestWholeBundlesRunTheirOwnCode: each bundle that has all lanes runs the code that needs no masks, the others the other.
func TestWholeBundlesRunTheirOwnCode(t *testing.T) {
	const lanes = 8
	for _, test := range []struct {
		plan           object.Plan
		sees           bool
		global, group  [3]uint64
		bundle, really [3]uint64 // really: the groups that are made of it
	}{
		{object.Plan{Rows: 2, Packed: 1}, true, [3]uint64{1000, 3, 1}, [3]uint64{100, 2, 1}, [3]uint64{16, 1, 1}, [3]uint64{100, 2, 1}},
		{object.Plan{Rows: 2, Packed: 1}, false, [3]uint64{1000003, 1, 1}, [3]uint64{1000, 1, 1}, [3]uint64{16, 1, 1}, [3]uint64{15632, 1, 1}},
		{object.Plan{Rows: 2, Packed: 1}, false, [3]uint64{1, 1, 1}, [3]uint64{1, 1, 1}, [3]uint64{16, 1, 1}, [3]uint64{1, 1, 1}},
		{object.Plan{Rows: 1, Packed: 1, Columns: 4}, true, [3]uint64{51, 35, 2}, [3]uint64{16, 8, 1}, [3]uint64{lanes, 4, 1}, [3]uint64{16, 8, 1}},
		{object.Plan{Rows: 1, Packed: 1, Columns: 4}, false, [3]uint64{51, 35, 2}, [3]uint64{3, 5, 1}, [3]uint64{lanes, 4, 1}, [3]uint64{56, 4, 1}},
		{object.Plan{Rows: 1, Packed: 1, Columns: 4}, false, [3]uint64{1009, 1009, 1}, [3]uint64{1, 1, 1}, [3]uint64{lanes, 4, 1}, [3]uint64{128, 124, 1}},
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

// backgroundDevice compiles in the background.
func backgroundDevice() *Device {
	return NewDeviceWith(Goroutines(2), Engine{Machine: &machine, VectorBits: 256, Background: true})
}

// A launch that finds nothing compiles one version, takes what is there from then on, and gets the best in the end.
func TestLaunchesDoNotWaitForTheBest(t *testing.T) {
	release := make(chan bool)
	k := &handKernel{text: codeCount, packed: codeCountPacked, plan: object.Plan{Rows: 2, Packed: 1}, seesGroups: true}
	k.during = func(v object.Version) {
		if v.Full || v.Shape == abi.Packed {
			<-release
		}
	}
	device, b := backgroundDevice(), newBuffer(t, 1001)
	run := func(group [3]uint64) {
		t.Helper()
		if err := device.Run(machineLaunch(k, [3]uint64{1000, 1, 1}, group, b)); err != nil {
			t.Fatal(err)
		}
		checkCounts(t, b, fmt.Sprint(group))
	}
	masked := object.Version{Shape: abi.Rows, Count: 2, SmallIDs: true}
	full := masked
	full.Full = true
	run([3]uint64{1000, 1, 1})
	run([3]uint64{1000, 1, 1})
	run([3]uint64{40, 1, 1})                                                                           // other sizes, the same code
	if err := device.Run(machineLaunch(k, [3]uint64{10, 100, 1}, [3]uint64{5, 4, 1}, b)); err != nil { // wants Packed
		t.Fatal(err)
	}
	checkCounts(t, b, "short rows")
	if want := []object.Version{masked}; !slices.Equal(k.compiled, want) {
		t.Errorf("compiled %+v", k.compiled)
	}
	close(release)
	device.background.wait()
	if len(k.compiled) < 3 || k.Ready(256, full) == nil {
		t.Errorf("compiled in the background: %+v", k.compiled)
	}
	n := len(k.compiled)
	k.whole = "must not be compiled again"
	run([3]uint64{1000, 1, 1})
	if device.background.wait(); len(k.compiled) != n {
		t.Errorf("compiled again: %+v", k.compiled)
	}
}

func TestPrepareAndForget(t *testing.T) {
	device, b := backgroundDevice(), newBuffer(t, 1025)
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
	device.background.wait()
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

func TestBackgroundIsBounded(t *testing.T) {
	device := backgroundDevice()
	release := make(chan bool)
	k := &handKernel{text: codeCount, during: func(object.Version) { <-release }}
	for i := range 2 * maxBackground {
		device.background.add(compileJob{device, k, "hand", object.Version{Count: i + 1}})
	}
	device.background.mu.Lock()
	n := len(device.background.jobs)
	device.background.mu.Unlock()
	if n > maxBackground {
		t.Errorf("%d versions wait", n)
	}
	device.Forget(k)
	close(release)
	device.background.wait()
}
