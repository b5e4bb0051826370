package conformance

import (
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// python is the system's, the one that Debian's python3-pyopencl belongs to.
const python = "/usr/bin/python3"

// examples is where Debian's python-pyopencl-doc puts pyopencl's demo programs.
const examples = "/usr/share/doc/python-pyopencl-doc/examples/"

// pythonEnvironment picks the first device without asking and keeps no compiled programs.
func pythonEnvironment(t *testing.T) []string {
	t.Helper()
	return append(vendors(t), "PYOPENCL_CTX=0", "PYOPENCL_NO_CACHE=1", "PYTHONDONTWRITEBYTECODE=1",
		"XDG_CACHE_HOME="+t.TempDir())
}

// TestFaulthandler: Python's handler for faults and the driver coexist, whichever came first, and a fault of the host
// still gets Python's report and ends the process.
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

// TestPyopenclDemos runs the demo programs, which compare with numpy themselves where they compute. Left out are those
// that need OpenGL, and those that measure for minutes.
func TestPyopenclDemos(t *testing.T) {
	for _, demo := range []string{
		"demo.py", "demo_array.py", "demo_array_svm.py", "demo_elementwise.py", "demo_elementwise_complex.py",
		"demo-struct-reduce.py", "demo_meta_template.py", "dump-properties.py", "narray.py", "svm.py",
	} {
		t.Run(demo, func(t *testing.T) {
			requireEnd(t, finish(t, pythonEnvironment(t), python, examples+demo), 0, 0)
		})
	}
}

// TestPyopenclSuite runs pyopencl's own tests. What takes minutes on the interpreter is left out here: sums over
// millions of random numbers in every type, and most of the parallel algorithms at their largest sizes.
func TestPyopenclSuite(t *testing.T) {
	const suiteLimit = 5 * time.Minute
	for file, selection := range map[string]string{
		"test_wrapper.py": "", "test_enqueue_copy.py": "", "test_arrays_in_structs.py": "", "test_clmath.py": "",
		"test_clrandom.py": "", "test_array.py": "not random and not absrealimag",
		"test_algorithm.py": "not segmented and not test_scan and not copy_if and not unique and not partition and " +
			"not index_pres and not test_sort",
	} {
		t.Run(file, func(t *testing.T) {
			ended := finishWithin(t, suiteLimit, pythonEnvironment(t), python, "-m", "pytest", "-q", "-p",
				"no:cacheprovider", "-k", selection, examples+file)
			requireEnd(t, ended, 0, 0)
			require.Contains(t, ended.output, " passed")
			require.NotContains(t, ended.output, " failed")
		})
	}
}
