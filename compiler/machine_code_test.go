package compiler

import (
	"os"
	"path/filepath"
	"testing"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/object"
)

// TestEveryKernelHasMachineCode holds the list of kernels that only the interpreter runs empty, over the kernels of the
// benchmark and of the tests.
func TestEveryKernelHasMachineCode(t *testing.T) {
	count := 0
	for _, pattern := range []string{"../bench/kernels/*.cl", "testdata/*.cl", "../exec/testdata/randkernel/*.cl"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if filepath.Base(file) == "faulty.cl" { // its errors are what it is for
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			count += mustHaveMachineCode(t, file, text)
		}
	}
	if count < 40 {
		t.Errorf("only %d kernels were found", count)
	}
}

// mustHaveMachineCode compiles the kernels of a source for all shapes and instruction sets, and counts them.
func mustHaveMachineCode(t *testing.T, file string, text []byte) int {
	o, err := ParseOptions("")
	if err != nil {
		t.Fatal(err)
	}
	unit, log, ok := Compile(text, nil, o)
	if !ok {
		t.Fatalf("%s: %s", file, log)
	}
	program, log, ok := Link([]*Object{unit}, o)
	if !ok {
		t.Fatalf("%s: %s", file, log)
	}
	for _, k := range program.Kernels {
		for _, bits := range []int{512, 256} {
			for _, shape := range []abi.Shape{abi.Rows, abi.Columns, abi.Packed} {
				if _, err := k.Machine.Version(bits, object.Version{Shape: shape, Count: 1}); err != nil {
					t.Errorf("%s, %d bits, shape %d: %v", file, bits, shape, err)
				}
			}
		}
	}
	return len(program.Kernels)
}
