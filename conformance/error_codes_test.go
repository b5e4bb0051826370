package conformance

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// docs/error-codes.md: which program gets which error code of which function, found by tracing the programs that are
// named errors*.c, and why the others cannot be had.

const errorCodes = "../docs/error-codes.md"

var updateCodes = flag.Bool("update-codes", false,
	"write the tables of docs/error-codes.md; with OPENCL_DOCS, from the specification's lists")

var (
	entryPointRow = regexp.MustCompile(`\{Name: "(cl\w+)"`)
	failedCall    = regexp.MustCompile(`(?m)^heddle: \[\d+\] (cl\w+)\(.*?\) = (?:NULL |0x[0-9a-f]+ )?(CL_\w+)`)
	codesRow      = regexp.MustCompile("(?m)^\\| `(cl\\w+)` \\| (.*) \\| (.*) \\|$")
	codeInRow     = regexp.MustCompile(`[A-Z][A-Z0-9_]+[A-Z0-9]`)
)

// everywhere are the codes that nearly every function has; host/process/refused.c gets both of all functions.
var everywhere = []string{"CL_OUT_OF_RESOURCES", "CL_OUT_OF_HOST_MEMORY"}

// alsoTraced are programs with error codes among other things.
var alsoTraced = []string{"buffers/extensions", "command_buffer/mutable", "context/terminate", "device/extensions",
	"device/missing", "device/queries", "device_queue/objects", "events/semaphores", "external/memory",
	"external/semaphores", "host/discovery", "images/arguments", "images/commands", "images/requirements",
	"images/samplers", "pipes/pipes", "platform/info", "queue/queues", "spirv/programs_from_modules",
	"sub_devices/division", "sub_devices/programs", "subgroups/queries", "svm/unified"}

// sameAs are functions whose errors are those of another one.
var sameAs = map[string]string{
	"clCreateFromGLTexture2D":              "clCreateFromGLTexture",
	"clCreateFromGLTexture3D":              "clCreateFromGLTexture",
	"clCreateProgramWithILKHR":             "clCreateProgramWithIL",
	"clGetKernelSubGroupInfoKHR":           "clGetKernelSubGroupInfo",
	"clGetKernelSuggestedLocalWorkSizeKHR": "clGetKernelSuggestedLocalWorkSize",
	"clMemBlockingFreeINTEL":               "clMemFreeINTEL",
	"clReleaseDeviceEXT":                   "clReleaseDevice",
	"clRetainDeviceEXT":                    "clRetainDevice",
}

// unlisted are the codes of functions for which the specification has no list, or a wrong one.
var unlisted = codesOf{
	"clCreateSubDevicesEXT": {"CL_INVALID_DEVICE", "CL_INVALID_VALUE", "CL_INVALID_PROPERTY",
		"CL_DEVICE_PARTITION_FAILED_EXT", "CL_INVALID_PARTITION_COUNT_EXT", "CL_INVALID_PARTITION_NAME_EXT"},
	"clGetHostTimer": {"CL_INVALID_DEVICE", "CL_INVALID_VALUE"},
	"clImportMemoryARM": {"CL_INVALID_CONTEXT", "CL_INVALID_PROPERTY", "CL_INVALID_VALUE",
		"CL_INVALID_OPERATION"},
	"clGetSVMPointerInfoKHR":        {"CL_INVALID_CONTEXT", "CL_INVALID_DEVICE", "CL_INVALID_VALUE"},
	"clGetSVMSuggestedTypeIndexKHR": {"CL_INVALID_CONTEXT", "CL_INVALID_VALUE"},
	"clSVMAllocWithPropertiesKHR":   {"CL_INVALID_CONTEXT", "CL_INVALID_PROPERTY", "CL_INVALID_VALUE"},
	"clSVMFreeWithPropertiesKHR":    {"CL_INVALID_CONTEXT", "CL_INVALID_VALUE"},
	"clSVMAlloc":                    {}, // it returns no code: what looks like one is a flag
}

// listed are the codes of every function without those of everywhere: of the specification where it is at hand,
// otherwise those that the document has.
func listed(t *testing.T) codesOf {
	t.Helper()
	var all codesOf
	if folder := os.Getenv("OPENCL_DOCS"); folder != "" {
		all = specification(t, folder)
		for name, other := range sameAs {
			all[name] = all[other]
		}
		maps.Copy(all, unlisted)
	} else {
		all = documented(t)
	}
	codes := codesOf{}
	for _, name := range entryPoints(t) {
		codes[name] = slices.DeleteFunc(slices.Sorted(slices.Values(all[name])), func(code string) bool {
			return slices.Contains(everywhere, code)
		})
	}
	return codes
}

// entryPoints are the names of all functions.
func entryPoints(t *testing.T) (names []string) {
	t.Helper()
	text, err := os.ReadFile("../clapi/cl/entry_points_gen.go")
	require.NoError(t, err)
	for _, row := range entryPointRow.FindAllStringSubmatch(string(text), -1) {
		names = append(names, row[1])
	}
	require.Greater(t, len(names), 150)
	return names
}

// documented are the codes in the rows of the document.
func documented(t *testing.T) codesOf {
	t.Helper()
	text, err := os.ReadFile(errorCodes)
	require.NoError(t, err)
	codes := codesOf{}
	for _, row := range codesRow.FindAllStringSubmatch(string(text), -1) {
		for _, code := range codeInRow.FindAllString(row[2]+" "+row[3], -1) {
			codes.add(row[1], "CL_"+code)
		}
	}
	require.NotEmpty(t, codes)
	return codes
}

// got are the programs that got a code from a function, by function and code.
type got map[string]map[string][]string

// trace runs a program and notes which codes it got.
func (g got) trace(t *testing.T, source string) {
	t.Helper()
	for _, call := range failedCall.FindAllStringSubmatch(calls(t, compile(t, source)), -1) {
		programs := g[call[1]]
		if programs == nil {
			programs = map[string][]string{}
			g[call[1]] = programs
		}
		name := strings.TrimSuffix(source, ".c")
		if !slices.Contains(programs[call[2]], name) {
			programs[call[2]] = append(programs[call[2]], name)
		}
	}
}

// calls is the trace of a program that ends with success.
func calls(t *testing.T, program string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), timeLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, program)
	cmd.Env = append(os.Environ(), append(vendors(t), "HEDDLE_TRACE=api")...)
	var out, trace bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &trace
	require.NoError(t, cmd.Run(), "%s", tail(out.String()))
	return trace.String()
}

// TestErrorCodes: the document tells which error codes programs get, and all others have a reason.
func TestErrorCodes(t *testing.T) {
	if runtime.NumCPU() < 2 {
		t.Skip("a device of one processor has no parts, whose codes the document has")
	}
	sources, err := filepath.Glob("*/errors*.c")
	require.NoError(t, err)
	slices.Sort(sources)
	for _, name := range alsoTraced {
		sources = append(sources, name+".c")
	}
	codes, programs := listed(t), got{}
	for _, source := range sources {
		programs.trace(t, source)
	}
	table := newCodesTable(codes, programs)
	for _, missing := range table.missing {
		assert.Fail(t, "no program gets it, and no reason says why", missing)
	}
	text, err := os.ReadFile(errorCodes)
	require.NoError(t, err)
	const mark = "<!-- made by go test ./conformance -run TestErrorCodes -update-codes -->\n"
	head, rest, found := strings.Cut(string(text), mark)
	require.True(t, found)
	if *updateCodes {
		require.NoError(t, os.WriteFile(errorCodes, []byte(head+mark+table.text), 0o644))
		return
	}
	require.Equal(t, rest, table.text)
}

// codesTable is the generated part of the document.
type codesTable struct {
	text      string
	missing   []string // pairs that nothing gets and nothing excuses
	had, left int
}

func newCodesTable(codes codesOf, programs got) codesTable {
	var table codesTable
	var rows strings.Builder
	for _, name := range slices.Sorted(maps.Keys(codes)) {
		had, left := table.programs(name, codes, programs), table.reasons(name, codes, programs)
		fmt.Fprintf(&rows, "| `%s` | %s | %s |\n", name, had, left)
	}
	var text strings.Builder
	fmt.Fprintf(&text, "\nOf %d pairs of a function and a code, programs get %d; %d cannot be had:\n\n",
		table.had+table.left, table.had, table.left)
	for _, r := range unreachable {
		if r.words != "" {
			fmt.Fprintf(&text, "- *%s*: %s\n", r.label, r.words)
		}
	}
	text.WriteString("\n| function | codes, and the programs that get them | codes that cannot be had |\n" +
		"|---|---|---|\n")
	table.text = text.String() + rows.String()
	return table
}

// programs is the cell of codes that programs get: the codes of each program together.
func (table *codesTable) programs(name string, codes codesOf, programs got) string {
	byProgram := map[string][]string{}
	for _, code := range codes[name] {
		if from := programs[name][code]; len(from) > 0 {
			byProgram[from[0]] = append(byProgram[from[0]], strings.TrimPrefix(code, "CL_"))
			table.had++
		}
	}
	var cells []string
	for _, program := range slices.Sorted(maps.Keys(byProgram)) {
		cells = append(cells, program+": "+strings.Join(byProgram[program], " "))
	}
	return strings.Join(cells, "; ")
}

// reasons is the cell of codes that nothing gets, with the labels of the reasons.
func (table *codesTable) reasons(name string, codes codesOf, programs got) string {
	byReason := map[string][]string{}
	for _, code := range codes[name] {
		if len(programs[name][code]) > 0 {
			continue
		}
		reason, found := reasonFor(name, code)
		if !found {
			table.missing = append(table.missing, name+" "+code)
		}
		byReason[reason] = append(byReason[reason], strings.TrimPrefix(code, "CL_"))
		table.left++
	}
	var cells []string
	for _, reason := range slices.Sorted(maps.Keys(byReason)) {
		cells = append(cells, "*"+reason+"*: "+strings.Join(byReason[reason], " "))
	}
	return strings.Join(cells, "; ")
}

func reasonFor(name, code string) (label string, found bool) {
	for _, r := range unreachable {
		if r.functions.MatchString(name) && r.codes.MatchString(code) {
			return r.label, true
		}
	}
	return "no reason", false
}

// TestRefusedEverywhere: every function has the codes of everywhere.
func TestRefusedEverywhere(t *testing.T) {
	program := compile(t, "host/process/refused.c")
	requireEnd(t, finish(t, vendors(t), program, append([]string{library(t)}, entryPoints(t)...)...), 0, 0)
}
