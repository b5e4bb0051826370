package exec

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"heddle/compiler/amd64/object"
	"heddle/compiler/ceil"
	"heddle/exec/launch"
	"heddle/exec/native"
)

// improving is a kernel whose plan becomes known during a launch. Bundles of several sub-groups run the code of another
// kernel, so that results tell which code ran.
type improving struct {
	object.Kernel
	better object.Kernel
	plan   object.Plan
	asked  atomic.Int32 // number of questions for the plan
	after  int32        // the number of questions to which the plan is not known
}

func (k *improving) LoneItems(uint64) object.Copy            { return nil }
func (k *improving) UnitSteps() object.UnitSteps             { return nil }
func (k *improving) Groups() object.Groups                   { return nil }
func (k *improving) NoAlias() (object.Kernel, []object.Pair) { return nil, nil }
func (k *improving) Interchanged() (object.Kernel, int)      { return nil, 0 }
func (k *improving) Plan(int) object.Plan                    { return k.plan }

func (k *improving) Planned(bits int) (object.Plan, bool) {
	if k.asked.Add(1) > k.after {
		return k.plan, true
	}
	return object.Plan{Rows: 1, Packed: 1, HasBarriers: true}, false
}

func (k *improving) of(v object.Version) object.Kernel {
	if v.Count > 1 {
		return k.better
	}
	return k.Kernel
}

func (k *improving) Version(bits int, v object.Version) (*object.Code, error) {
	return k.of(v).Version(bits, v)
}

func (k *improving) Ready(bits int, v object.Version) *object.Code {
	if v.Count == 1 {
		return k.Kernel.Ready(bits, v)
	}
	code, err := k.better.Version(bits, v)
	if err != nil {
		panic(err)
	}
	return code
}

// tierUpSource is a kernel with a barrier, private memory and a loop of unknown trip count. ADD distinguishes its
// versions.
const tierUpSource = `
kernel void k(global uint *out, global const uint *rounds, ulong bad) {
	local uint all[64];
	uint own[5];
	uint n = get_local_size(0) * get_local_size(1), id = get_local_id(1) * get_local_size(0) + get_local_id(0);
	uint at = get_global_id(1) * get_global_size(0) + get_global_id(0);
	for (uint i = 0; i < 5; i++) own[i] = at + i;
	for (uint i = 0; i < *rounds; i++) own[i % 5] += i;
	all[id] = own[at % 5];
	barrier(CLK_LOCAL_MEM_FENCE);
	out[at == bad ? 1ul << 59 : at] = all[n - 1 - id] + ADD;
}`

// tierUpLaunch is a launch of tierUpSource, for one worker: the chunk at which the code is better does not depend on
// chance then.
func tierUpLaunch(t *testing.T, global, group [3]uint64, bad uint64) (*Launch, *improving, *buffer) {
	t.Helper()
	early := compileKernel(t, "#define ADD 0\n"+tierUpSource)
	better := compileKernel(t, "#define ADD 1000000\n"+tierUpSource)
	b, rounds := newBuffer(t, int(global[0]*global[1])), newBuffer(t, 1)
	rounds.set(0, 7)
	k := &improving{Kernel: early.Machine, better: better.Machine,
		plan: object.Plan{Rows: 4, Packed: 2, Columns: 4, HasBarriers: true}}
	return &Launch{Program: early.Lane, Machine: k, WorkDim: 2, Global: global, Group: group, Name: "k",
		Args: arguments(uint64(b.address), uint64(rounds.address), bad), Local: early.LocalBytes}, k, b
}

// tierUpResult is the result of a work-item of tierUpSource without ADD.
func tierUpResult(x, y int, global, group [3]uint64) uint32 {
	width, height := int(group[0]), int(group[1])
	left, top := x/width*width, y/height*height
	width, height = min(width, int(global[0])-left), min(height, int(global[1])-top)
	id := width*height - 1 - ((y-top)*width + x - left)
	at := uint32((top+id/width)*int(global[0]) + left + id%width)
	own := at%5 + at
	for i := range uint32(7) {
		if i%5 == at%5 {
			own += i
		}
	}
	return own
}

// TestLaunchesSwitchToBetterCode wants launches that began without a plan to switch to better code between groups.
func TestLaunchesSwitchToBetterCode(t *testing.T) {
	for _, bits := range []int{256, 512} {
		for _, group := range [][3]uint64{{64, 1, 1}, {8, 8, 1}, {3, 2, 1}, {1, 1, 1}} {
			for _, after := range []int32{1, 3, 1000} {
				t.Run(fmt.Sprint(bits, group, after), func(t *testing.T) {
					if vectorBits() < bits {
						t.Skip("this processor has no vectors of so many bits")
					}
					global := [3]uint64{group[0]*13 - group[0]/3, group[1]*12 - group[1]/2, 1}
					for global[0]*global[1] <= native.InterpretedItems {
						global[1] += 12 * group[1]
					}
					l, k, b := tierUpLaunch(t, global, group, ^uint64(0))
					k.after = after
					device := backgroundDevice(1, bits)
					if err := device.Run(l); err != nil {
						t.Fatal(err)
					}
					device.native.Wait()
					chunks := int(after) - 1
					if group[0]*group[1] < 8 { // smaller than a vector: there is no better code
						chunks = 1 << 20
					}
					checkSwitched(t, b, global, group, chunks)
				})
			}
		}
	}
}

// checkSwitched wants the groups of the first chunks to come from the early code, and all others from the better.
func checkSwitched(t *testing.T, b *buffer, global, group [3]uint64, chunks int) {
	t.Helper()
	columns, rows := ceil.Div(global[0], group[0]), ceil.Div(global[1], group[1])
	chunk := max(1, min(columns*rows/launch.ChunksPerWorker, 1+native.ChunkItems/(group[0]*group[1])))
	for i := range int(global[0] * global[1]) {
		x, y := i%int(global[0]), i/int(global[0])
		want := tierUpResult(x, y, global, group)
		if number := uint64(y)/group[1]*columns + uint64(x)/group[0]; number >= uint64(chunks)*chunk {
			want += 1000000
		}
		if got := b.get(i); got != want {
			t.Fatalf("work-item (%d, %d): %d, not %d", x, y, got, want)
		}
	}
}

// ownGroupsSource is a kernel that does not see its groups, so that the engine chooses them. A work-item that runs
// twice is seen in the result.
const ownGroupsSource = `
kernel void k(global uint *out, uint width) {
	uint own[5];
	for (uint i = 0; i < 5; i++) own[i] = i;
	uint at = get_global_id(1) * width + get_global_id(0);
	out[at] += own[at % 5] + 1 + ADD;
}`

// TestOwnGroupsStayWhenCodeIsSwitched wants the groups that the engine chose to stay, even if the better code would
// have got others.
func TestOwnGroupsStayWhenCodeIsSwitched(t *testing.T) {
	ranges := [][3]uint64{
		{native.InterpretedItems + 1, 1, 1}, {10007, 1, 1}, {native.BriefItems, 1, 1},
		{251, 257, 1}, {24, 1000, 2}, {3, 20000, 1},
	}
	plans := []object.Plan{
		{Rows: 2, Packed: 1}, {Rows: 8, Packed: 1}, {Rows: 4, Packed: 1, Columns: 4},
		{Rows: 8, Packed: 1, Tiled: true},
	}
	for _, bits := range []int{256, 512} {
		for _, global := range ranges {
			for _, plan := range plans {
				t.Run(fmt.Sprint(bits, global, plan), func(t *testing.T) {
					if vectorBits() < bits {
						t.Skip("this processor has no vectors of so many bits")
					}
					early := compileKernel(t, "#define ADD 0\n"+ownGroupsSource)
					better := compileKernel(t, "#define ADD 1000\n"+ownGroupsSource)
					k := &improving{Kernel: early.Machine, better: better.Machine, plan: plan, after: 3}
					b := newBuffer(t, int(global[0]*global[1]))
					l := &Launch{Program: early.Lane, Machine: k, WorkDim: 3, Global: global, Group: [3]uint64{1, 1, 1},
						Name: "k", Args: arguments(uint64(b.address), global[0])}
					device := backgroundDevice(1, bits)
					if err := device.Run(l); err != nil {
						t.Fatal(err)
					}
					device.native.Wait()
					runs, gone := uint32(global[2]), 0
					for i := range int(global[0] * global[1]) {
						got, base := b.get(i), runs*(uint32(i)%5+1)
						if got%1000 != base || got/1000 > runs {
							t.Fatalf("work-item %d: %d, not %d and some thousands", i, got, base)
						}
						gone += int(got / 1000)
					}
					isShort := global[0] < 8 // all rows are one bundle of one sub-group
					if items := int(global[0] * global[1] * global[2]); gone == 0 != isShort || gone == items {
						t.Errorf("%d of %d work-items ran in the better code", gone, items)
					}
				})
			}
		}
	}
}

// TestFaultsAfterCodeIsSwitched wants faults to be reported and cancelling to work after a launch has switched its
// code.
func TestFaultsAfterCodeIsSwitched(t *testing.T) {
	if vectorBits() < 256 {
		t.Skip("this processor runs no machine code")
	}
	for _, items := range []uint64{100, native.BriefItems - 70} {
		l, k, _ := tierUpLaunch(t, [3]uint64{native.BriefItems, 1, 1}, [3]uint64{64, 1, 1}, items)
		k.after = 3
		device := backgroundDevice(2, 256)
		var fault *Fault
		if err := device.Run(l); !errors.As(err, &fault) || fault.GlobalID != [3]uint64{items, 0, 0} {
			t.Errorf("the report is %v", err)
		}
		l.Cancel = new(Cancel)
		l.Cancel.Set()
		k.asked.Store(0)
		if err := device.Run(l); !errors.Is(err, ErrCancelled) {
			t.Errorf("the cancelled launch ends with %v", err)
		}
		device.native.Wait()
	}
}

// TestBarriersDoNotWaitForThePlan wants short launches of kernels with barriers to begin in the smallest bundles.
func TestBarriersDoNotWaitForThePlan(t *testing.T) {
	if vectorBits() < 256 {
		t.Skip("this processor runs no machine code")
	}
	for _, items := range []uint64{native.InterpretedItems + 50, native.BriefItems - 1, native.BriefItems} {
		k := compileKernel(t, "#define ADD 0\n"+tierUpSource) // compiled anew, without any code
		u := &unplanned{k.Machine, make(chan bool), make(chan object.Version, 10)}
		device, b, rounds := backgroundDevice(2, 256), newBuffer(t, int(items)), newBuffer(t, 1)
		rounds.set(0, 7)
		l := kernelLaunch(k, u, items, 50, uint64(b.address), uint64(rounds.address), ^uint64(0))
		if err := device.Run(l); err != nil {
			t.Fatal(err)
		}
		for i := range int(items) {
			if want := tierUpResult(i, 0, l.Global, l.Group); b.get(i) != want {
				t.Fatalf("%d: work-item %d: %d, not %d", items, i, b.get(i), want)
			}
		}
		if v := <-u.compiled; v.Count != 1 {
			t.Errorf("%v was compiled without a plan", v)
		}
		close(u.release)
		device.native.Wait()
	}
}

// TestBetterCodeComes wants later launches to get the code of the plan that the background makes.
func TestBetterCodeComes(t *testing.T) {
	if vectorBits() < 256 {
		t.Skip("this processor runs no machine code")
	}
	k := compileKernel(t, "#define ADD 0\n"+tierUpSource)
	device, b, rounds := backgroundDevice(2, 256), newBuffer(t, native.BriefItems), newBuffer(t, 1)
	rounds.set(0, 7)
	l := kernelLaunch(k, k.Machine, native.BriefItems, 64, uint64(b.address), uint64(rounds.address), ^uint64(0))
	early, isFinal := device.native.Choose(l)
	if !early.IsEarly() || early.Code().Count != 1 || isFinal {
		t.Errorf("the first launch gets %d sub-groups in a bundle", early.Code().Count)
	}
	best, isFinal := early, false
	for range 10 { // a copy for the size of groups comes after a few launches, and the last version after that
		device.native.Wait()
		if best, isFinal = device.native.Choose(l); isFinal {
			break
		}
	}
	if !isFinal || best.IsEarly() || best.Code().Count < 2 || !best.Code().WholeGroup {
		t.Errorf("in the end launches get %d sub-groups in a bundle; final: %v", best.Code().Count, isFinal)
	}
}

// TestLaunchesWhileKernelsComeAndGo launches thousands of kernels that are forgotten while the background plans and
// compiles.
func TestLaunchesWhileKernelsComeAndGo(t *testing.T) {
	if vectorBits() < 256 {
		t.Skip("this processor runs no machine code")
	}
	const threads, kernels, launches = 3, 40, 84
	device := backgroundDevice(2, 256)
	global, group := [3]uint64{native.InterpretedItems + 70, 1, 1}, [3]uint64{64, 1, 1}
	var threadsLeft sync.WaitGroup
	for range threads {
		b, rounds := newBuffer(t, int(global[0])), newBuffer(t, 1)
		rounds.set(0, 7)
		threadsLeft.Go(func() {
			for range kernels {
				k := compileKernel(t, "#define ADD 0\n"+tierUpSource)
				l := &Launch{Program: k.Lane, Machine: k.Machine, WorkDim: 1, Global: global, Group: group,
					Name: k.Name, Args: arguments(uint64(b.address), uint64(rounds.address), ^uint64(0)),
					Local: k.LocalBytes}
				for n := range launches {
					clear(b.bytes)
					if err := device.Run(l); err != nil {
						t.Error(err)
						return
					}
					for i := n % 7; i < int(global[0]); i += 7 {
						if want := tierUpResult(i, 0, global, group); b.get(i) != want {
							t.Errorf("launch %d, work-item %d: %d, not %d", n, i, b.get(i), want)
							return
						}
					}
				}
				device.Forget(k.Machine)
			}
		})
	}
	threadsLeft.Wait()
	device.native.Wait()
}
