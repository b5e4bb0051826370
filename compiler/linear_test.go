package compiler

import (
	"testing"
	"time"

	"heddle/compiler/amd64"
	"heddle/compiler/bundle"
)

// TestLongKernelsTakeTimeInProportion builds kernels of several kinds, to machine code, eight times as long as others,
// and allows 24 times the processor time: less could be noise, and a step that takes quadratic time takes more.
func TestLongKernelsTakeTimeInProportion(t *testing.T) {
	for _, name := range []string{"straight", "branches", "returns", "continues", "functions", "nests", "stores",
		"bytes", "variables", "cases", "breaks", "pressure", "atomics", "swaps"} {
		t.Run(name, func(t *testing.T) {
			const short, long = 1_000, 8_000
			few := codeTime(t, longKernels[name](short))
			for range 2 {
				few = min(few, codeTime(t, longKernels[name](short)))
			}
			many := codeTime(t, longKernels[name](long))
			for try := 1; try < 3 && many > mostTimes*few; try++ { // once usually suffices, and these take long
				many = min(many, codeTime(t, longKernels[name](long)))
			}
			t.Logf("%d lines: %v, %d lines: %v", short, few, long, many)
			if many > mostTimes*few {
				t.Errorf("%d lines take %v, %d take %v", short, few, long, many)
			}
		})
	}
}

// mostTimes is the factor allowed for eight times the lines.
const mostTimes = 24

// codeTime is the processor time of a build to machine code of one version.
func codeTime(t *testing.T, source string) time.Duration {
	start := cpuTime()
	object, log, ok := Compile([]byte(source), nil, Options{Version: DefaultVersion})
	if !ok {
		t.Fatal(log)
	}
	program, log, ok := Link([]*Object{object}, Options{})
	if !ok {
		t.Fatal(log)
	}
	for _, k := range program.Kernels {
		v := amd64.Version{Shape: bundle.Rows, Count: 1, SmallIDs: true}
		if _, err := k.Machine.Version(512, v); err != nil {
			t.Fatal(err)
		}
	}
	return cpuTime() - start
}
