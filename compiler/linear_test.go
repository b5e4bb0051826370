package compiler

import (
	"fmt"
	"strings"
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

// largePrograms are sources of n functions or kernels.
var largePrograms = map[string]func(n int) string{
	"chain of functions": func(n int) string {
		text := strings.Builder{}
		text.WriteString("int f0(int x) { return x * 3; }\n")
		for i := 1; i < n; i++ {
			fmt.Fprintf(&text, "int f%d(int x) { return f%d(x) * 3 + %d; }\n", i, i-1, i)
		}
		fmt.Fprintf(&text, "kernel void k(global int *p) { p[get_global_id(0)] = f%d(p[0]); }\n", n-1)
		return text.String()
	},
	"kernels": func(n int) string {
		text := strings.Builder{}
		for i := range n {
			fmt.Fprintf(&text, "kernel void k%d(global int *p) { p[get_global_id(0)] = %d; }\n", i, i)
		}
		return text.String()
	},
}

// TestLargeProgramsTakeTimeInProportion is the same for builds of programs of many functions.
func TestLargeProgramsTakeTimeInProportion(t *testing.T) {
	for name, source := range largePrograms {
		t.Run(name, func(t *testing.T) {
			const short, long = 2_000, 16_000
			few, many := buildTime(t, source(short)), buildTime(t, source(long))
			few = min(few, buildTime(t, source(short)))
			t.Logf("%d: %v, %d: %v", short, few, long, many)
			if many > mostTimes*few {
				t.Errorf("%d take %v, %d take %v", short, few, long, many)
			}
		})
	}
}

// TestChainOfFunctionsIsShort: functions that hold all functions below them stay within a limit, all together.
func TestChainOfFunctionsIsShort(t *testing.T) {
	const most = 5 * time.Second // 29 s without the limit
	if took := buildTime(t, largePrograms["chain of functions"](8_000)); took > most {
		t.Errorf("it took %v", took)
	}
}

// buildTime is the processor time of a build to IR.
func buildTime(t *testing.T, source string) time.Duration {
	start := cpuTime()
	object, log, ok := Compile([]byte(source), nil, Options{Version: DefaultVersion})
	if !ok {
		t.Fatal(log)
	}
	if _, log, ok := Link([]*Object{object}, Options{}); !ok {
		t.Fatal(log)
	}
	return cpuTime() - start
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
