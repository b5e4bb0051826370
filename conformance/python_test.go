package conformance

import (
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// python is the system's, the one that Debian's python3-pyopencl belongs to.
const python = "/usr/bin/python3"

// examples is where Debian's python-pyopencl-doc puts pyopencl's demo programs.
const examples = "/usr/share/doc/python-pyopencl-doc/examples/"

// pythonEnvironment picks the first device without asking and keeps no compiled programs.
func pythonEnvironment(t *testing.T) []string {
	t.Helper()
	return append(vendors(t), "PYOPENCL_CTX=0", "PYOPENCL_NO_CACHE=1", "PYTHONDONTWRITEBYTECODE=1", "XDG_CACHE_HOME="+t.TempDir())
}

// TestFaulthandler: Python's handler for faults and the driver live together, whichever came first, and a fault of the
// host still gets Python's report and ends the process.
func TestFaulthandler(t *testing.T) {
	for _, script := range []string{"early", "late"} {
		t.Run(script, func(t *testing.T) {
			path := "host/faulthandler_" + script + ".py"
			requireEnd(t, finish(t, pythonEnvironment(t), python, path, "work"), 0, 0)
			ended := finish(t, pythonEnvironment(t), python, path, "fault")
			requireEnd(t, ended, -1, syscall.SIGSEGV)
			require.Contains(t, ended.output, "driver works")
			require.Contains(t, ended.output, "Fatal Python error: Segmentation fault")
		})
	}
}

func TestPyopencl(t *testing.T) {
	ended := finish(t, pythonEnvironment(t), python, "host/pyopencl_arrays.py")
	requireEnd(t, ended, 0, 0)
	require.Contains(t, ended.output, "passed")
}

// TestPyopenclDemos runs the demo programs, which compare with numpy themselves where they compute.
func TestPyopenclDemos(t *testing.T) {
	for _, demo := range []string{"demo.py", "demo_array.py", "demo_elementwise.py"} {
		t.Run(demo, func(t *testing.T) {
			requireEnd(t, finish(t, pythonEnvironment(t), python, examples+demo), 0, 0)
		})
	}
}
