package conformance

import (
	"debug/elf"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	mostLibraryBytes = 13 << 20
	mostStaticTLS    = 100 // the loader reserves little more for libraries that are opened late
)

// mayNeed are the libraries that the driver may bring into a foreign process: all of them are glibc.
var mayNeed = map[string]bool{"libc.so.6": true, "libm.so.6": true, "libpthread.so.0": true, "libdl.so.2": true,
	"ld-linux-x86-64.so.2": true}

func openLibrary(t *testing.T) *elf.File {
	t.Helper()
	file, err := elf.Open(library(t))
	require.NoError(t, err)
	t.Cleanup(func() { file.Close() })
	return file
}

// TestExportsOnlyOpenCL: any other name could take the place of one of the host's.
func TestExportsOnlyOpenCL(t *testing.T) {
	symbols, err := openLibrary(t).DynamicSymbols()
	require.NoError(t, err)
	exported := map[string]bool{}
	for _, symbol := range symbols {
		if symbol.Section == elf.SHN_UNDEF || symbol.Section == elf.SHN_ABS { // the names of versions are numbers
			continue
		}
		exported[symbol.Name] = true
		assert.True(t, strings.HasPrefix(symbol.Name, "cl"), "%s is exported", symbol.Name)
		assert.Equal(t, elf.STT_FUNC, elf.ST_TYPE(symbol.Info), "%s is no function", symbol.Name)
	}
	for _, name := range []string{"clIcdGetPlatformIDsKHR", "clGetPlatformInfo", "clGetExtensionFunctionAddress",
		"clGetPlatformIDs", "clEnqueueNDRangeKernel", "clSetContextDestructorCallback"} {
		assert.True(t, exported[name], "%s is not exported", name)
	}
}

func TestStaticTLSIsSmall(t *testing.T) {
	for _, segment := range openLibrary(t).Progs {
		if segment.Type == elf.PT_TLS {
			assert.LessOrEqual(t, segment.Memsz, uint64(mostStaticTLS))
		}
	}
}

func TestNeedsOnlyTheCLibrary(t *testing.T) {
	needed, err := openLibrary(t).ImportedLibraries()
	require.NoError(t, err)
	require.NotEmpty(t, needed)
	for _, name := range needed {
		assert.True(t, mayNeed[name], "%s is needed", name)
	}
}

// TestCannotBeUnloaded: a Go runtime has threads that would run in unmapped code.
func TestCannotBeUnloaded(t *testing.T) {
	flags, err := openLibrary(t).DynValue(elf.DT_FLAGS_1)
	require.NoError(t, err)
	require.NotEmpty(t, flags)
	require.NotZero(t, elf.DynFlag1(flags[0])&elf.DF_1_NODELETE, "flags %#x", flags[0])
}

// TestMemoryIsNeverWritableCode: no executable stack, no segment that can be written and run, no text relocations.
func TestMemoryIsNeverWritableCode(t *testing.T) {
	file := openLibrary(t)
	stacks := 0
	for _, segment := range file.Progs {
		assert.NotEqual(t, elf.PF_W|elf.PF_X, segment.Flags&(elf.PF_W|elf.PF_X), "%v", segment.ProgHeader)
		if segment.Type == elf.PT_GNU_STACK {
			stacks++
		}
	}
	assert.Equal(t, 1, stacks, "without this segment the stack is executable")
	relocations, err := file.DynValue(elf.DT_TEXTREL)
	require.NoError(t, err)
	assert.Empty(t, relocations)
}

func TestLibrarySize(t *testing.T) {
	info, err := os.Stat(library(t))
	require.NoError(t, err)
	assert.Less(t, info.Size(), int64(mostLibraryBytes))
	assert.Nil(t, openLibrary(t).Section(".symtab"), "not stripped")
}
