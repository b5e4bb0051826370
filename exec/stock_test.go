package exec

import (
	"slices"
	"sync"
	"testing"

	"heddle/compiler/amd64/object"
)

// A stock is code for whole bundles and for others. Nothing is prepared for a kernel whose code was read.
func TestStock(t *testing.T) {
	var mu sync.Mutex
	var made []bool
	note := func(v object.Version) {
		mu.Lock()
		defer mu.Unlock()
		made = append(made, v.FullBundles)
	}
	device := machineDevice(1, 256)
	device.Stock(&handKernel{text: codeCount, plan: object.Plan{Rows: 2, Packed: 1}, during: note}, "hand")
	if !slices.Equal(made, []bool{true, false}) {
		t.Errorf("code for whole bundles: %v", made)
	}
	read := &handKernel{text: codeCount, plan: object.Plan{Rows: 2, Packed: 1}, during: note}
	device.Prepare(readKernel{read}, "read")
	device.native.Wait()
	if len(made) != 2 {
		t.Errorf("%d versions were made", len(made))
	}
	NewDevice(Goroutines(1)).Stock(&handKernel{during: note}, "interpreted")
	if len(made) != 2 {
		t.Error("the interpreter has a stock of code")
	}
}

// readKernel is a kernel that came with code.
type readKernel struct{ *handKernel }

func (readKernel) IsRead() bool { return true }
