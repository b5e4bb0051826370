package conformance

import (
	"debug/elf"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The library as libOpenCL.so.1 itself: linked, loaded or put in the place of a loader.

// loaderName is the name by which programs want a loader.
const loaderName = "libOpenCL.so.1"

// loaderFolder is the folder that has the library under the loader's name.
func loaderFolder(t *testing.T) string {
	t.Helper()
	folder := filepath.Join(filepath.Dir(library(t)), "opencl")
	require.FileExists(t, filepath.Join(folder, loaderName))
	return folder
}

// noLoader is the environment in which the dynamic linker finds the library by the loader's name, and no loader finds a
// driver.
func noLoader(t *testing.T) []string {
	t.Helper()
	return []string{"LD_LIBRARY_PATH=" + loaderFolder(t), "OCL_ICD_VENDORS=/nonexistent"}
}

// versions gives each exported function of a library its version.
func versions(t *testing.T, path string) map[string]string {
	t.Helper()
	file, err := elf.Open(path)
	require.NoError(t, err)
	defer file.Close()
	symbols, err := file.DynamicSymbols()
	require.NoError(t, err)
	list := map[string]string{}
	for _, symbol := range symbols {
		if symbol.Section != elf.SHN_UNDEF && elf.ST_TYPE(symbol.Info) == elf.STT_FUNC {
			list[symbol.Name] = symbol.Version
		}
	}
	return list
}

// TestVersionsAreTheLoaders: what the system's loader exports the library exports with the same version.
func TestVersionsAreTheLoaders(t *testing.T) {
	loader, err := filepath.Glob("/usr/lib/*/" + loaderName)
	require.NoError(t, err)
	require.NotEmpty(t, loader)
	ours := versions(t, library(t))
	count := 0
	for name, version := range versions(t, loader[0]) {
		assert.Equal(t, version, ours[name], name)
		count++
	}
	assert.Greater(t, count, 100)
	assert.Equal(t, "OPENCL_3.0", ours["clSetContextDestructorCallback"])
	assert.Equal(t, "HEDDLE", ours["clIcdGetPlatformIDsKHR"])
}

// TestProgramOfALoader: a program that was linked to the system's loader runs on the library in its place.
func TestProgramOfALoader(t *testing.T) {
	requireEnd(t, finish(t, noLoader(t), compile(t, "host/process/no_loader.c")), 0, 0)
}

// TestProgramLinked: gcc -lOpenCL links a program to the library, under the loader's name and with versions.
func TestProgramLinked(t *testing.T) {
	program := filepath.Join(t.TempDir(), "linked")
	cc := exec.Command("gcc", "-std=gnu11", "-Wall", "-Werror", "-Wno-unused-function", "-I.", "-o", program,
		"host/process/no_loader.c", "-L"+loaderFolder(t), "-lOpenCL", "-lm")
	out, err := cc.CombinedOutput()
	require.NoError(t, err, "%s", out)

	file, err := elf.Open(program)
	require.NoError(t, err)
	defer file.Close()
	needed, err := file.ImportedLibraries()
	require.NoError(t, err)
	assert.Contains(t, needed, loaderName)
	symbols, err := file.ImportedSymbols()
	require.NoError(t, err)
	assert.True(t, slices.ContainsFunc(symbols, func(s elf.ImportedSymbol) bool {
		return s.Name == "clGetPlatformIDs" && s.Version == "OPENCL_1.0" && s.Library == loaderName
	}), "%v", symbols)

	requireEnd(t, finish(t, noLoader(t), program), 0, 0)
	ended := finish(t, vendors(t), program)
	requireEnd(t, ended, 0, 0) // the system's loader takes it too
}

// TestLoadedByName: what calls dlopen("libOpenCL.so.1") gets the library. Python's ctypes does.
func TestLoadedByName(t *testing.T) {
	const script = `
import ctypes
cl = ctypes.CDLL("libOpenCL.so.1")
count, platform, size = ctypes.c_uint(0), ctypes.c_void_p(), ctypes.c_size_t()
assert cl.clGetPlatformIDs(1, ctypes.byref(platform), ctypes.byref(count)) == 0 and count.value == 1
name = ctypes.create_string_buffer(100)
assert cl.clGetPlatformInfo(platform, 0x0902, 100, name, ctypes.byref(size)) == 0 # CL_PLATFORM_NAME
print(name.value.decode())
`
	ended := finish(t, noLoader(t), python, "-c", script)
	requireEnd(t, ended, 0, 0)
	assert.Contains(t, ended.output, "Heddle")
}

// TestPyOpenCLWithoutLoader: a module that was built for the system's loader.
func TestPyOpenCLWithoutLoader(t *testing.T) {
	requireEnd(t, finish(t, append(pythonEnvironment(t), noLoader(t)...), python, "host/pyopencl_arrays.py"), 0, 0)
}
