package exec

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"heddle/compiler"
	"heddle/compiler/amd64"
	"heddle/compiler/amd64/object"
	lanes "heddle/compiler/bundle"
	"heddle/compiler/randkernel"
)

// Random kernels of groups (randkernel.NewGroup): around local memory, as people write them. They run on devices that
// wait for their code, in bundles of many sizes, and without the copies for the size of groups; then as an application
// gets them, until the choice of the code is final. For AVX-512 their code is made on all processors.

// groupSwitches are what is left out in one of the ways, in turn.
var groupSwitches = []string{"group-size", "scalar-guards", "group-size,scalar-guards", "inline",
	"group-size,masks", "strides", "gvn"}

// groupPlans are bundles for kernels with barriers; the last ones hold a group.
var groupPlans = []object.Plan{
	{Rows: 1, Packed: 1}, {Rows: 2, Packed: 2}, {Rows: 4, Packed: 4}, {Rows: 8, Packed: 8}, {Rows: 16, Packed: 16},
	{Rows: 2, Packed: 1, Columns: 2}, {Rows: 1, Packed: 2, Columns: 4}, {Rows: 4, Packed: 1, Columns: 8},
	{Rows: 4, Packed: 8, HasBarriers: true}, {Rows: 16, Packed: 16, HasBarriers: true},
	{Rows: 32, Packed: 32, HasBarriers: true}, {Rows: 1, Packed: 4, Columns: 16, HasBarriers: true},
}

// groupConfigs chooses some ways to run a kernel of groups. Half of them are without copies for the size of groups, as
// the first launches of all programs are, and those of groups of a third size.
func groupConfigs(k *randkernel.Kernel) []randomConfig {
	rng := rand.New(rand.NewPCG(k.Seed, 2))
	list := []randomConfig{{plain: true}}
	core := []amd64.Core{amd64.Intel, amd64.Zen}[rng.IntN(2)]
	for _, bits := range []int{256, 512} {
		plan := func() object.Plan { return groupPlans[rng.IntN(len(groupPlans))] }
		list = append(list, randomConfig{bits: bits, core: core, plan: plan()},
			randomConfig{bits: bits, core: core, plan: plan(), off: "group-size"},
			randomConfig{bits: bits, core: core, plan: plan(), off: "group-size"})
		switch g := k.Geometries[0]; {
		case rng.IntN(4) == 0:
			list = append(list, randomConfig{bits: bits, core: core})
		case rng.IntN(3) == 0:
			off := groupSwitches[rng.IntN(len(groupSwitches))]
			list = append(list, randomConfig{bits: bits, plan: plan(), off: off})
		case g.Dim == 1 && g.Group[0]%uint64(bits/32) == 0 && rng.IntN(2) == 0:
			list = append(list, wholeGroupConfig(uint64(bits), g.Group[0]))
		}
	}
	if rng.IntN(4) == 0 {
		list = append(list, withoutSome(k.Seed, k.Contracts))
	}
	return list
}

func TestRandomGroups(t *testing.T) {
	seed := *randomSeed
	if seed == 0 {
		seed = uint64(time.Now().Unix()) / 86400 * 1000
	}
	t.Logf("first seed %d", seed)
	r := newRandomRunner(t)
	background := map[amd64.Core]*Device{amd64.Intel: backgroundDevice(1, 256), amd64.Zen: backgroundDevice(2, 256)}
	start, found, logged := time.Now(), 0, time.Now()
	n := uint64(0)
	for ; *randomTime == 0 && n < max(uint64(*randomCount)/6, 1) || time.Since(start) < *randomTime; n++ {
		k := randkernel.NewGroup(seed + n)
		core := []amd64.Core{amd64.Intel, amd64.Zen}[n%2]
		if f := r.look(k, groupConfigs(k)); f != nil {
			found++
			r.tell(t, k, f)
		} else if err := r.lookUntilFinal(background[core], k, core); err != nil {
			found++
			(&finding{kind: "launches in turn", text: err.Error()}).print(t, k, "final")
		}
		if *randomLog != "" && time.Since(logged) > time.Minute {
			logged = time.Now()
			r.log(seed, n, found, start)
		}
		if n%4 > 0 {
			continue
		}
		if err := r.makeCode(k); err != nil {
			found++
			(&finding{kind: "code of 512 bits", text: err.Error()}).print(t, k, "code")
		}
	}
	t.Logf("%d kernels in %v, %d faults", n, time.Since(start), found)
	r.log(seed, n, found, start)
}

// mostLaunches is how many launches may come before the choice of the code is final.
const mostLaunches = 60

// lookUntilFinal launches a kernel over each of its ranges until it always gets the same code.
func (r *randomRunner) lookUntilFinal(d *Device, k *randkernel.Kernel, core amd64.Core) error {
	program, _, err := r.build(k, randomConfig{core: core})
	if err != nil {
		return err
	}
	for _, g := range k.Geometries {
		v := &randomVariant{geometry: g, seed: k.Seed}
		if v.want, err = r.launchOn(r.devices[0], program, v, nil); err != nil {
			return fmt.Errorf("interpreter: %w", err)
		}
		if err := r.launchUntilFinal(d, program, v); err != nil {
			return fmt.Errorf("for %v, %+v: %w", core, g, err)
		}
	}
	d.native.Forget(program.Kernels[0].Machine)
	return nil
}

// launchUntilFinal launches until the choice is final. Now and then it lets the device make the code that it wants.
func (r *randomRunner) launchUntilFinal(d *Device, program *compiler.Program, v *randomVariant) error {
	for i := range mostLaunches {
		isFinal := false
		got, err := r.launchOn(d, program, v, func(l *Launch) {
			l.Machine, l.Memory = program.Kernels[0].Machine, r.buffers(v.seed)
			if _, isFinal = d.native.Choose(l); i%2 == 1 {
				d.native.Wait()
			}
		})
		if err != nil {
			return err
		}
		if !bytes.Equal(got, v.want) {
			return fmt.Errorf("launch %d: %s", i, r.difference(got, v.want))
		}
		if isFinal {
			return nil
		}
	}
	return nil
}

// makeCode makes code of some versions of a kernel and its copies. That for AVX-512 may not run here.
func (r *randomRunner) makeCode(k *randkernel.Kernel) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the code generator panics: %v", p)
		}
	}()
	rng := rand.New(rand.NewPCG(k.Seed, 3))
	program, _, err := r.build(k, randomConfig{core: []amd64.Core{amd64.Intel, amd64.Zen}[rng.IntN(2)]})
	if err != nil {
		return err
	}
	var kernel object.Kernel = program.Kernels[0].Machine
	if groups := kernel.Groups(); groups != nil && rng.IntN(3) > 0 {
		if copied := groups.Copy(k.Geometries[0].Group); copied != nil {
			kernel = copied.Kernel()
		}
	}
	plan := groupPlans[rng.IntN(len(groupPlans))]
	if rng.IntN(8) == 0 {
		plan = kernel.Plan(512) // which takes as long as all else
	}
	whole := plan.HasBarriers && rng.IntN(2) == 0
	versions := []object.Version{
		{Shape: lanes.Rows, Count: plan.Rows, FullBundles: true, WholeGroup: plan.HasBarriers},
		{Shape: lanes.Rows, Count: max(plan.Rows, plan.MaxWholeGroup), FullBundles: true, WholeGroup: plan.HasBarriers},
		{Shape: lanes.Packed, Count: plan.Packed},
		{Shape: lanes.Columns, Count: max(2, plan.Columns), FullBundles: rng.IntN(2) == 0},
		{Shape: lanes.Rows, Count: 1 << rng.IntN(6), FullBundles: true, WholeGroup: whole},
	}
	for _, v := range versions {
		v.SmallIDs, v.Guarded = true, kernel.Guard() != nil
		l := kernel.(*amd64.Kernel).Listing([]amd64.ISA{amd64.AVX512, amd64.AVX512, amd64.AVX2}[rng.IntN(3)], v)
		switch {
		case l.Err != nil:
			return fmt.Errorf("%v, %v: %w", l.ISA, v, l.Err)
		case l.ReadsUnwritten():
			return fmt.Errorf("%v, %v: a register is read that no instruction has written", l.ISA, v)
		}
	}
	return nil
}
