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

// vectorBits are those of the longest vectors that tests use.
func vectorBits() int { return min(code.VectorBits(), *bitsFlag) }

// runsVectors reports whether machine code with vectors of so many bits runs here. What a test leaves out without them it
// says.
func runsVectors(t testing.TB, bits int) bool {
	if bits <= vectorBits() {
		return true
	}
	t.Logf("LEFT OUT: this processor has no vectors of %d bits", bits)
	return false
}

// planned is a kernel whose bundles the test chooses.
type planned struct {
	object.Kernel
	plan object.Plan
}

func (p *planned) Plan(int) object.Plan { return p.plan }

func (p *planned) NoAlias() (object.Kernel, []object.Pair) { return nil, nil }
func (p *planned) Interchanged() (object.Kernel, int)      { return nil, 0 }

// interchangedWith is a kernel that is interchanged whether that pays or not, where the sizes allow it, in bundles that the test
// chooses.
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

// failing fails a test that something is reported to.
type failing struct{ t testing.TB }

func (f failing) Write(text []byte) (int, error) {
	f.t.Errorf("%s", text)
	return len(text), nil
}
