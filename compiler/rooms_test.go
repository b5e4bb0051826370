package compiler

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"heddle/compiler/amd64/object"
	"heddle/compiler/bundle"
)

// TestMemoryUsedAgainLeavesNothing compares machine code made in fresh memory with code made, by several goroutines at
// once, in memory that other kernels have filled.
func TestMemoryUsedAgainLeavesNothing(t *testing.T) {
	files, err := filepath.Glob("../bench/kernels/[a-m]*.cl")
	if err != nil || len(files) < 20 {
		t.Fatal("no sources", err)
	}
	fresh := make([][]byte, len(files))
	for i, file := range files {
		runtime.GC() // the second one takes the memory that the first one left
		runtime.GC()
		fresh[i] = codeOf(t, file)
	}
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			for i, file := range files {
				if !bytes.Equal(codeOf(t, file), fresh[i]) {
					t.Errorf("%s: other code in memory that was used", file)
				}
			}
		})
	}
	group.Wait()
}

// codeOf is the machine code of a file's kernels, in bundles of four sub-groups, of some versions and for both
// instruction sets.
func codeOf(t *testing.T, file string) (all []byte) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
		return nil
	}
	unit, log, ok := Compile(text, nil, Options{Version: DefaultVersion})
	if !ok {
		t.Errorf("%s: %s", file, log)
		return nil
	}
	program, log, ok := Link([]*Object{unit}, Options{Version: DefaultVersion})
	if !ok {
		t.Errorf("%s: %s", file, log)
		return nil
	}
	for _, k := range program.Kernels {
		for _, bits := range []int{512, 256} {
			for _, v := range []object.Version{{Shape: bundle.Rows, Count: 4}, {Shape: bundle.Columns, Count: 4},
				{Shape: bundle.Rows, Count: 4, SmallIDs: true, FullBundles: true, WholeGroup: true}} {
				code, err := k.Machine.Version(bits, v)
				if err != nil {
					t.Errorf("%s: %v", file, err)
					return nil
				}
				all = append(all, code.Bytes...)
			}
		}
	}
	return all
}
