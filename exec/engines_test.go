package exec

import (
	"flag"
	"testing"

	"heddle/cbridge/code"
	"heddle/compiler/amd64"
	"heddle/compiler/amd64/object"
)

var bitsFlag = flag.Int("machine.bits", 512,
	"bits of the vectors that tests use at most, as if the processor had no more")

// vectorBits is the length of the longest vectors that tests use.
func vectorBits() int { return min(code.VectorBits(), *bitsFlag) }

// notHere names the analyses whose code this processor cannot run.
func notHere() []string {
	if vectorBits() == 512 && !code.HasVNNI() {
		return []string{amd64.VNNI}
	}
	return nil
}

// runsVectors reports whether machine code with vectors of the given length runs here. If not, it logs that a part of
// the test is left out.
func runsVectors(t testing.TB, bits int) bool {
	if bits <= vectorBits() {
		return true
	}
	t.Logf("LEFT OUT: this processor has no vectors of %d bits", bits)
	return false
}

// planned is a kernel with bundles chosen by the test, without a no-alias version and without dimension interchange.
type planned struct {
	object.Kernel
	plan object.Plan
}

func (p *planned) Plan(int) object.Plan { return p.plan }

func (p *planned) LoneItems(uint64) object.Copy            { return nil }
func (p *planned) UnitSteps() object.UnitSteps             { return nil }
func (p *planned) Groups() object.Groups                   { return nil }
func (p *planned) NoAlias() (object.Kernel, []object.Pair) { return nil, nil }
func (p *planned) Interchanged() (object.Kernel, int)      { return nil, 0 }

// interchangedWith is a kernel with interchanged dimensions, even where that does not pay, and with bundles chosen by
// the test.
type interchangedWith struct {
	object.Kernel
	dimension int
	plan      object.Plan
}

func (k *interchangedWith) Interchanged() (object.Kernel, int) {
	interchanged := k.Kernel.(*amd64.Kernel).InterchangedWith(k.dimension)
	if interchanged == nil {
		return nil, 0
	}
	return &planned{interchanged, k.plan}, k.dimension
}

// failing is a writer for reports; it fails the test with each.
type failing struct{ t testing.TB }

func (f failing) Write(text []byte) (int, error) {
	f.t.Errorf("%s", text)
	return len(text), nil
}

// strictDevice is a device for machine code with the given length of vectors, in bits. It fails the test if a kernel
// has none. A length of 0 stands for the interpreter.
func strictDevice(t testing.TB, workers, bits int) *Device {
	return NewDeviceWith(Goroutines(workers), strictEngine(t, bits))
}

// strictEngine has the settings of strictDevice.
func strictEngine(t testing.TB, bits int) Engine {
	return Engine{Machine: &machine, VectorBits: bits, Mode: ModeMachine, Report: failing{t}}
}

// backgroundDevice is a device whose launches do not wait for their best code.
func backgroundDevice(workers, bits int) *Device {
	return NewDeviceWith(Goroutines(workers), Engine{Machine: &machine, VectorBits: bits, Background: true})
}
