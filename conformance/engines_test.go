package conformance

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// engines are the environments in which kernels run otherwise than by default.
var engines = []struct{ name, value string }{
	{"HEDDLE_EXEC", "interp"},
	{"HEDDLE_ISA", "avx2"},
	{"HEDDLE_EXEC", "verify"},
}

// Faults are survived and reported in the same way on all engines.
func TestFaultsOnEveryEngine(t *testing.T) { runOnEveryEngine(t, "faults/*.c") }

// TestKernelsOnEveryEngine runs the programs of the kernels area on the engines that TestPrograms does not choose.
func TestKernelsOnEveryEngine(t *testing.T) { runOnEveryEngine(t, "kernels/*.c") }

// TestSharedMemoryOnEveryEngine: host and kernels share memory, and meet in it while kernels run.
func TestSharedMemoryOnEveryEngine(t *testing.T) { runOnEveryEngine(t, "svm/*.c") }

// TestImagesOnEveryEngine: reads and writes of images mean the same wherever they run.
func TestImagesOnEveryEngine(t *testing.T) { runOnEveryEngine(t, "images/*.c") }

// TestModulesOnEveryEngine: programs from SPIR-V mean the same wherever they run.
func TestModulesOnEveryEngine(t *testing.T) { runOnEveryEngine(t, "spirv/*.c") }

// TestPipesOnEveryEngine: packets pass between kernels, each once.
func TestPipesOnEveryEngine(t *testing.T) { runOnEveryEngine(t, "pipes/*.c") }

// TestCommandsBesideLaunches: a launch that is verified does not undo what other commands write, nor take it for its
// own.
func TestCommandsBesideLaunches(t *testing.T) {
	t.Setenv("HEDDLE_EXEC", "verify")
	require.NotContains(t, run(t, driver(t), compile(t, "events/beside.c")), "differ")
}

func runOnEveryEngine(t *testing.T, pattern string) {
	t.Helper()
	icd := driver(t)
	sources, err := filepath.Glob(pattern)
	require.NoError(t, err)
	require.NotEmpty(t, sources)
	for _, source := range sources {
		program := compile(t, source)
		for _, engine := range engines {
			t.Run(filepath.Base(source)+"/"+engine.name+"="+engine.value, func(t *testing.T) {
				t.Setenv(engine.name, engine.value)
				t.Log(run(t, icd, program))
			})
		}
	}
}
