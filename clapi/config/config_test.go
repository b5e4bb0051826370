package config

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"heddle/compiler"
	"heddle/compiler/inspect"
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
		{"HEDDLE_TIMEOUT=2", Config{Timeout: 2 * time.Second}, ""},
		{"HEDDLE_TIMEOUT=0.25", Config{Timeout: 250 * time.Millisecond}, ""},
		{"HEDDLE_TIMEOUT=0", Config{},
			`heddle: HEDDLE_TIMEOUT: "0" is not a number of seconds of at least 0.001`},
		{"HEDDLE_TIMEOUT=NaN", Config{},
			`heddle: HEDDLE_TIMEOUT: "NaN" is not a number of seconds of at least 0.001`},
		{"HEDDLE_TIMEOUT=5s", Config{},
			`heddle: HEDDLE_TIMEOUT: "5s" is not a number of seconds of at least 0.001`},
		{"HEDDLE_FAIL_ALLOCATION=12", Config{FailAllocation: "12"}, ""},
		{"HEDDLE_FAIL_ALLOCATION=12+", Config{FailAllocation: "12+"}, ""},
		{"HEDDLE_FAIL_ALLOCATION=12*", Config{FailAllocation: "12*"}, ""},
		{"HEDDLE_FAIL_ALLOCATION=12*+", Config{}, `heddle: HEDDLE_FAIL_ALLOCATION: "12*+" is not a number of ` +
			"at least 1, with + or * behind it or not"},
		{"HEDDLE_FAIL_ALLOCATION=0", Config{}, `heddle: HEDDLE_FAIL_ALLOCATION: "0" is not a number of ` +
			"at least 1, with + or * behind it or not"},
		{"HEDDLE_TRACE=errors", Config{TraceErrors: true}, ""},
		{"HEDDLE_TRACE=errors,api", Config{TraceErrors: true, TraceCalls: true}, ""},
		{"HEDDLE_TRACE=time", Config{TraceTimes: true}, ""},
		{"HEDDLE_TRACE=leaks", Config{TraceLeaks: true}, ""},
		{"HEDDLE_MEM_LIMIT=2097152", Config{MemLimit: 2 << 20}, ""},
		{"HEDDLE_MEM_LIMIT=512M", Config{MemLimit: 512 << 20}, ""},
		{"HEDDLE_MEM_LIMIT=G", Config{}, `heddle: HEDDLE_MEM_LIMIT: "G" is not a number of bytes of at least 1M`},
		{"HEDDLE_MEM_LIMIT=100K", Config{}, `heddle: HEDDLE_MEM_LIMIT: "100K" is not a number of bytes of at least 1M`},
		{"HEDDLE_MEM_LIMIT=99999999999G", Config{},
			`heddle: HEDDLE_MEM_LIMIT: "99999999999G" is not a number of bytes of at least 1M`},
		{"HEDDLE_TRACE=error", Config{},
			`heddle: HEDDLE_TRACE: unknown word "error"; known are errors, api, leaks, time`},
		{"HEDDLE_TRACES=1", Config{},
			"heddle: HEDDLE_TRACES: unknown variable; known are " + strings.Join(Names(), ", ")},
		{"HEDDLE_EXEC=interp", Config{Exec: ExecInterp}, ""},
		{"HEDDLE_EXEC=jit", Config{Exec: ExecJIT}, ""},
		{"HEDDLE_EXEC=verify", Config{Exec: ExecVerify}, ""},
		{"HEDDLE_EXEC=machine", Config{}, `heddle: HEDDLE_EXEC: unknown word "machine"; known are interp, jit, verify`},
		{"HEDDLE_ISA=avx512", Config{ISA: ISAAVX512}, ""},
		{"HEDDLE_ISA=avx2", Config{ISA: ISAAVX2}, ""},
		{"HEDDLE_PROCESSOR=intel", Config{Processor: ProcessorIntel}, ""},
		{"HEDDLE_PROCESSOR=zen", Config{Processor: ProcessorZen}, ""},
		{"HEDDLE_PROCESSOR=sse", Config{}, `heddle: HEDDLE_PROCESSOR: unknown word "sse"; known are intel, zen`},
		{"HEDDLE_ISA=sse", Config{}, `heddle: HEDDLE_ISA: unknown word "sse"; known are avx512, avx2`},
		{"HEDDLE_DUMP=gvn,asm:mine", Config{Dump: []string{"gvn", "asm"}, DumpKernel: "mine"}, ""},
		{"HEDDLE_DUMP=all", Config{Dump: []string{"all"}}, ""},
		{"HEDDLE_DUMP=gvn,asn", Config{},
			`heddle: HEDDLE_DUMP: unknown stage "asn"; known are ` + strings.Join(inspect.StageNames(), ", ")},
		{"HEDDLE_HTML=/tmp/pages", Config{HTML: "/tmp/pages"}, ""},
		{"HEDDLE_PERF_MAP=1", Config{PerfMap: true}, ""},
		{"HEDDLE_GUARD=1", Config{Guard: true}, ""},
		{"HEDDLE_GUARD=yes", Config{}, `heddle: HEDDLE_GUARD: unknown word "yes"; known are 0, 1`},
		{"HEDDLE_PERF_MAP=0", Config{}, ""},
		{"HEDDLE_PERF_MAP=yes", Config{}, `heddle: HEDDLE_PERF_MAP: unknown word "yes"; known are 0, 1`},
		{"HEDDLE_VERIFY=passes", Config{VerifyPasses: true}, ""},
		{"HEDDLE_VERIFY=all", Config{}, `heddle: HEDDLE_VERIFY: unknown word "all"; known is passes`},
		{"HEDDLE_PASSES_OFF=licm,loadelim", Config{PassesOff: []string{"licm", "loadelim"}}, ""},
		{"HEDDLE_PASSES_OFF=strides,masks,interleave,unroll-and-jam",
			Config{PassesOff: []string{"strides", "masks", "interleave", "unroll-and-jam"}}, ""},
		{"HEDDLE_PASSES_OFF=lycm", Config{},
			`heddle: HEDDLE_PASSES_OFF: unknown pass or analysis "lycm"; known are ` +
				strings.Join(compiler.PassNames(), ", ")},
	} {
		got, problems := Parse([]string{test.environment})
		if all := strings.Join(problems, "|"); !reflect.DeepEqual(got, test.want) || all != test.problem {
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
