package exec

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"heddle/compiler"
	"heddle/compiler/randkernel"
)

// Random kernels launched as applications do: many times in turn, over ranges of several sizes, with arguments that
// change and buffers that may overlap. Two goroutines launch on a device that keeps state from one launch to the next,
// and that compiles better code in the background. Some launches are cancelled. The interpreter's results are the
// reference.

// randomVariant is a launch of a kernel, and its expected result.
type randomVariant struct {
	geometry randkernel.Geometry
	seed     uint64 // of the arguments
	want     []byte
}

// randomLauncher is the memory of one goroutine.
type randomLauncher struct {
	*randomRunner
	variants []randomVariant // with the results for this memory
	rng      *rand.Rand
}

// variants computes the results of some launches of a kernel, with ranges of other kernels too.
func (r *randomRunner) variants(k *randkernel.Kernel, program *compiler.Program) (list []randomVariant, err error) {
	geometries := append(append([]randkernel.Geometry{}, k.Geometries...), randkernel.New(k.Seed + 1).Geometries[0])
	for _, g := range geometries {
		for seed := range uint64(3) {
			v := randomVariant{geometry: g, seed: k.Seed + seed}
			if v.want, err = r.launchOn(r.devices[0], program, &v, nil); err != nil {
				return nil, err
			}
			list = append(list, v)
		}
	}
	return list, nil
}

// launchOn runs a variant on a device and returns the memory afterwards. prepare may change the launch.
func (r *randomRunner) launchOn(
	d *Device, program *compiler.Program, v *randomVariant, prepare func(*Launch),
) (got []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	r.fill(program)
	l := r.launchOf(program, v.geometry, v.seed)
	var printed bytes.Buffer
	l.Printf = &printed
	if prepare != nil {
		prepare(l)
	}
	timer := time.AfterFunc(randomTimeout, l.Cancel.Set)
	defer timer.Stop()
	if err := d.Run(l); err != nil {
		return nil, err
	}
	return append(bytes.Clone(r.memory), sortedLines(printed.Bytes())...), nil
}

// inTurn runs some launches on a device and returns an error for the first that differs.
func (r *randomLauncher) inTurn(d *Device, program *compiler.Program, count int) error {
	for i := range count {
		v := &r.variants[r.rng.IntN(len(r.variants))]
		isCancelled := r.rng.IntN(12) == 0
		got, err := r.launchOn(d, program, v, func(l *Launch) {
			l.Machine, l.Memory = program.Kernels[0].Machine, r.buffers(v.seed)
			if isCancelled {
				time.AfterFunc(time.Duration(r.rng.IntN(200))*time.Microsecond, l.Cancel.Set)
			}
		})
		switch {
		case isCancelled:
		case err != nil:
			return fmt.Errorf("launch %d, %+v, arguments of %d: %w", i, v.geometry, v.seed, err)
		case !bytes.Equal(got, v.want):
			return fmt.Errorf("launch %d, %+v, arguments of %d: %s", i, v.geometry, v.seed, r.difference(got, v.want))
		}
	}
	return nil
}

// lookInTurn launches a kernel on a device from one goroutine for each runner.
func lookInTurn(runners []*randomRunner, d *Device, k *randkernel.Kernel) error {
	program, _, err := runners[0].build(k, randomConfig{})
	if err != nil {
		return err
	}
	launchers := make([]*randomLauncher, len(runners))
	for i, r := range runners {
		launchers[i] = &randomLauncher{randomRunner: r, rng: rand.New(rand.NewPCG(k.Seed, uint64(i)))}
		if launchers[i].variants, err = r.variants(k, program); err != nil {
			return fmt.Errorf("interpreter: %w", err)
		}
	}
	errs := make([]error, len(runners))
	var all sync.WaitGroup
	for i, l := range launchers {
		all.Go(func() { errs[i] = l.inTurn(d, program, 16) })
	}
	all.Wait()
	d.native.Wait()
	if errs[0] == nil { // once more, with the best code
		errs[0] = launchers[0].inTurn(d, program, 8)
	}
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func TestRandomLaunches(t *testing.T) {
	seed := *randomSeed
	if seed == 0 {
		seed = uint64(time.Now().Unix())/86400*1000 + 500
	}
	t.Logf("first seed %d", seed)
	runners := []*randomRunner{newRandomRunner(t), newRandomRunner(t)}
	var devices []*Device
	for _, bits := range []int{256, 512} {
		if runsVectors(t, bits) {
			devices = append(devices, backgroundDevice(2, bits))
		}
	}
	start, found := time.Now(), 0
	n := uint64(0)
	for ; *randomTime == 0 && n < uint64(*randomCount)/4 || time.Since(start) < *randomTime; n++ {
		k := randkernel.NewOf(seed+n, kindsWanted()...)
		d := devices[n%uint64(len(devices))]
		if err := lookInTurn(runners, d, k); err != nil {
			found++
			tellInTurn(t, k, d, err)
		}
	}
	t.Logf("%d kernels in %v, %d faults", n, time.Since(start), found)
}

// tellInTurn prints a kernel with a wrong result in some launch. It is not reduced: the launches differ from run to
// run.
func tellInTurn(t *testing.T, k *randkernel.Kernel, d *Device, err error) {
	kind := fmt.Sprintf("launches in turn with %d bits", d.native.VectorBits)
	f := &finding{kind: kind, text: err.Error()}
	f.print(t, k, "turn")
}
