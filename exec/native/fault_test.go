package native

import (
	"errors"
	"testing"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/object"
	"heddle/exec/launch"
	"heddle/exec/printf"
)

// TestReportOfAStringNotInMemory wants the report to name the work-item, although the worker has released the frame
// that identifies it.
func TestReportOfAStringNotInMemory(t *testing.T) {
	shared, err := launch.NewRun()
	if err != nil {
		t.Fatal(err)
	}
	r := &Run{choice: Choice{interchanged: 1}}
	r.Init(New(Settings{}, nil), shared)
	r.Begin(&launch.Launch{Name: "k"})
	w := &Worker{pair: codePair{any: &loadedCode{code: &object.Code{Services: make([]object.Service, 1)}}}}
	w.Init(r, new(launch.WorkerMemory))
	if err := errors.Join(w.contextMem.Grow(abi.ContextBytes), w.frames.Grow(keptFrameBytes+1)); err != nil {
		t.Fatal(err)
	}
	w.loop.Width, w.loop.Count, w.loop.Shape = 8, 2, uint32(abi.Rows)
	w.frame().first = [3]uint64{100, 7, 0}
	w.context().origin = [3]uint64{1000, 70, 0}
	var fault *launch.Fault
	if err := w.Finish(&printf.BadString{Item: 9, Address: 64}); !errors.As(err, &fault) {
		t.Fatalf("the error is %v", err)
	}
	if fault.GlobalID != [3]uint64{77, 1109, 0} || fault.Reason != "read from a null pointer" || fault.Address != 64 {
		t.Errorf("the report is %v", fault)
	}
	if w.frames.SizeBytes != 0 {
		t.Error("large frames are kept")
	}
	w.contextMem.Free()
}
