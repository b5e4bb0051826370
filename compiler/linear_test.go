package compiler

import (
	"testing"
	"time"

	"heddle/compiler/amd64"
	"heddle/compiler/bundle"
)

// TestLongKernelsTakeTimeInProportion builds kernels of some kinds, to machine code, eight times as long as others, and
// wants them to take no more than 24 times the processor's time: less could be noise, a step that takes quadratic time
// shows.
func TestLongKernelsTakeTimeInProportion(t *testing.T) {
	for _, name := range []string{"straight", "branches", "returns", "continues", "functions", "nests", "stores",
		"bytes", "variables", "cases", "breaks", "pressure"} {
		t.Run(name, func(t *testing.T) {
			const short, long = 1_000, 8_000
			few := codeTime(t, longKernels[name](short))
			for range 2 {
				few = min(few, codeTime(t, longKernels[name](short)))
			}
			many := codeTime(t, longKernels[name](long))
			for try := 1; try < 3 && many > mostTimes*few; try++ { // once is enough as a rule, and these take long
				many = min(many, codeTime(t, longKernels[name](long)))
			}
			t.Logf("%d lines: %v, %d lines: %v", short, few, long, many)
			if many > mostTimes*few {
				t.Errorf("%d lines take %v, %d take %v", short, few, long, many)
			}
		})
	}
}

// mostTimes is how many times as long eight times the lines may take.
const mostTimes = 24

// codeTime is the processor's time for a build to machine code of one version.
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
