package shortage

import (
	"errors"
	"testing"
)

// TestRequire: small steps do not ask, and large ones end the build where the memory is not there.
func TestRequire(t *testing.T) {
	defer process.Store(process.Load())
	require := func(bytes uint64) error { return Of(func() error { Require(bytes); return nil }) }
	if err := require(1 << 40); err != nil {
		t.Errorf("without a process: %v", err)
	}
	var word uint32
	asked := uint64(0)
	Watch(&word, func(bytes uint64) bool { asked = bytes; return bytes < 1<<30 })
	for _, test := range []struct {
		bytes, asked uint64
		isShort      bool
	}{{Large - 1, 0, false}, {Large, Large, false}, {1 << 30, 1 << 30, true}} {
		asked = 0
		if err := require(test.bytes); errors.Is(err, Error{}) != test.isShort || asked != test.asked {
			t.Errorf("%d bytes: %v, asked for %d", test.bytes, err, asked)
		}
	}
	word = 1
	if err := require(0); !errors.Is(err, Error{}) {
		t.Errorf("while memory is short: %v", err)
	}
}

// TestOf: other errors and panics pass.
func TestOf(t *testing.T) {
	other := errors.New("other")
	if err := Of(func() error { return other }); err != other {
		t.Error(err)
	}
	defer func() {
		if recover() != other {
			t.Error("the panic was lost")
		}
	}()
	_ = Of(func() error { panic(other) })
}
