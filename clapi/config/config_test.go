package config

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, test := range []struct {
		environment string
		want        Config
		problem     string
	}{
		{"PATH=/bin", Config{}, ""},
		{"HEDDLE_MAX_COMPUTE_UNITS=3", Config{MaxComputeUnits: 3}, ""},
		{"HEDDLE_MAX_COMPUTE_UNITS=", Config{}, ""},
		{"HEDDLE_MAX_COMPUTE_UNITS=0", Config{}, `heddle: HEDDLE_MAX_COMPUTE_UNITS: "0" is not a number of at least 1`},
		{"HEDDLE_MAX_COMPUTE_UNITS=x", Config{}, `heddle: HEDDLE_MAX_COMPUTE_UNITS: "x" is not a number of at least 1`},
		{"HEDDLE_TRACE=errors", Config{Trace: true}, ""},
		{"HEDDLE_TRACE=error", Config{}, `heddle: HEDDLE_TRACE: unknown word "error"; known is errors`},
		{"HEDDLE_TRACES=1", Config{},
			"heddle: HEDDLE_TRACES: unknown variable; known are HEDDLE_EXEC, HEDDLE_ISA, HEDDLE_MAX_COMPUTE_UNITS, HEDDLE_TRACE"},
		{"HEDDLE_EXEC=interp", Config{Exec: ExecInterp}, ""},
		{"HEDDLE_EXEC=jit", Config{Exec: ExecJIT}, ""},
		{"HEDDLE_EXEC=verify", Config{Exec: ExecVerify}, ""},
		{"HEDDLE_EXEC=machine", Config{}, `heddle: HEDDLE_EXEC: unknown word "machine"; known are interp, jit, verify`},
		{"HEDDLE_ISA=avx512", Config{ISA: ISAAVX512}, ""},
		{"HEDDLE_ISA=avx2", Config{ISA: ISAAVX2}, ""},
		{"HEDDLE_ISA=sse", Config{}, `heddle: HEDDLE_ISA: unknown word "sse"; known are avx512, avx2`},
	} {
		got, problems := Parse([]string{test.environment})
		if all := strings.Join(problems, "|"); got != test.want || all != test.problem {
			t.Errorf("%s: got %+v, %q; want %+v, %q", test.environment, got, all, test.want, test.problem)
		}
	}
}

func TestEveryVariableHasHelp(t *testing.T) {
	for _, name := range Names() {
		if Help(name) == "" {
			t.Errorf("%s has no help", name)
		}
	}
}
