package conformance

import "testing"

// engines are the environments in which kernels run otherwise than by default.
var engines = []struct{ name, value string }{
	{"HEDDLE_EXEC", "interp"},
	{"HEDDLE_ISA", "avx2"},
	{"HEDDLE_EXEC", "verify"},
}

// Reports of faults are the same whatever runs the kernels.
func TestFaultsOnEveryEngine(t *testing.T) {
	icd := driver(t)
	program := compile(t, "faults/reports.c")
	for _, engine := range engines {
		t.Run(engine.name+"="+engine.value, func(t *testing.T) {
			t.Setenv(engine.name, engine.value)
			t.Log(run(t, icd, program))
		})
	}
}
