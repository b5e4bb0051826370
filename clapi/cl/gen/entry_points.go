package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"

	"modernc.org/cc/v4"
)

// entryPoint is one function of the C interface.
type entryPoint struct {
	name       string
	version    version
	slot       int    // in the ICD dispatch table, -1 for none
	result     string // C type: int32_t, uintptr_t or void
	declared   string // the result's type in the headers
	parameters []parameter
}

// version is the version that introduced a function, or, for a deprecated one, the last version before the deprecation.
type version struct {
	since, lastIn string // "1.0" to "3.1"; both are empty for extensions
}

// parameter is reduced to the calling convention: handles and pointers are uintptr_t. The trace prints it as the
// headers have it.
type parameter struct {
	name       string
	cType      string
	called     string // its name in the headers
	declared   string // its type in the headers
	handle     string // "Context" for cl_context, and so on; empty for other types
	isErrorRet bool   // the cl_int *errcode_ret that ends every call that makes something
}

// handleKinds maps the handle types to the names of the kinds in package handles.
var handleKinds = map[string]string{
	"cl_platform_id": "Platform", "cl_device_id": "Device", "cl_context": "Context", "cl_command_queue": "CommandQueue",
	"cl_mem": "MemObject", "cl_program": "Program", "cl_kernel": "Kernel", "cl_event": "Event", "cl_sampler": "Sampler",
	"cl_command_buffer_khr": "CommandBuffer", "cl_mutable_command_khr": "MutableCommand",
	"cl_semaphore_khr": "Semaphore",
}

// entryPoints returns every function of cl.h, of the ICD dispatch table, of cl_khr_icd and of extensionFunctions, by
// name.
func (h *headers) entryPoints() ([]entryPoint, error) {
	slots, err := h.dispatchSlots()
	if err != nil {
		return nil, err
	}
	slotOf := map[string]int{}
	for i, name := range slots {
		slotOf[name] = i
	}
	versions, err := sinceVersions()
	if err != nil {
		return nil, err
	}
	var list []entryPoint
	for name, nodes := range h.ast.Scope.Nodes {
		function, ok := declaredFunction(nodes)
		slot, isDispatched := slotOf[name]
		if !ok || !strings.HasPrefix(name, "cl") ||
			!isDispatched && versions[name] == (version{}) && name != "clIcdGetPlatformIDsKHR" &&
				!slices.Contains(extensionFunctions, name) {
			continue
		}
		if !isDispatched {
			slot = -1
		}
		point, err := describe(name, function)
		if err != nil {
			return nil, err
		}
		point.version, point.slot = versions[name], slot
		list = append(list, point)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].name < list[j].name })
	return list, nil
}

func declaredFunction(nodes []cc.Node) (*cc.FunctionType, bool) {
	for _, node := range nodes {
		if declarator, ok := node.(*cc.Declarator); ok {
			function, ok := declarator.Type().(*cc.FunctionType)
			return function, ok
		}
	}
	return nil, false
}

// dispatchSlots names the members of struct _cl_icd_dispatch in order.
func (h *headers) dispatchSlots() ([]string, error) {
	for _, node := range h.ast.Scope.Nodes["cl_icd_dispatch"] {
		declarator, ok := node.(*cc.Declarator)
		if !ok {
			continue
		}
		table, ok := declarator.Type().(*cc.StructType)
		if !ok {
			continue
		}
		names := make([]string, table.NumFields())
		for i := range names {
			names[i] = table.FieldByIndex(i).Name()
		}
		for _, name := range newerSlots {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		return names, nil
	}
	return nil, fmt.Errorf("cl_icd.h has no struct cl_icd_dispatch")
}

var versionNote = regexp.MustCompile(`\b(cl[A-Z]\w+)\([^;]*?CL_API_SUFFIX__VERSION_(\d)_(\d)(_DEPRECATED)?`)

// sinceVersions gives for each function of cl.h and of version31 the version that introduced it. The note is a macro
// that leaves no trace in the syntax tree, so the text is searched.
func sinceVersions() (map[string]version, error) {
	text, err := os.ReadFile(filepath.Join(headerDir, "CL/cl.h"))
	if err != nil {
		return nil, err
	}
	versions := map[string]version{}
	for _, match := range versionNote.FindAllSubmatch(append(text, version31...), -1) {
		number := string(match[2]) + "." + string(match[3])
		if len(match[4]) > 0 {
			versions[string(match[1])] = version{lastIn: number}
			continue
		}
		versions[string(match[1])] = version{since: number}
	}
	return versions, nil
}

func describe(name string, function *cc.FunctionType) (entryPoint, error) {
	point := entryPoint{name: name}
	result, err := conventionType(function.Result())
	if err != nil {
		return point, fmt.Errorf("result of %s: %w", name, err)
	}
	point.result, point.declared = result, declared(function.Result())
	for i, p := range function.Parameters() {
		cType, err := conventionType(p.Type())
		if err != nil {
			return point, fmt.Errorf("parameter %d of %s: %w", i, name, err)
		}
		if cType == "void" {
			continue // f(void)
		}
		point.parameters = append(point.parameters, parameter{
			name:       fmt.Sprintf("p%d", i),
			cType:      cType,
			called:     p.Name(),
			declared:   declared(p.Type()),
			handle:     handleKinds[typedefName(p.Type())],
			isErrorRet: p.Name() == "errcode_ret",
		})
	}
	return point, nil
}

func typedefName(t cc.Type) string {
	if d := t.Typedef(); d != nil {
		return d.Name()
	}
	return ""
}

// conventionType reduces a C type to the one that is passed in the same register.
func conventionType(t cc.Type) (string, error) {
	switch kind := t.Kind(); {
	case kind == cc.Void:
		return "void", nil
	case kind == cc.Ptr || kind == cc.Function || kind == cc.Array:
		return "uintptr_t", nil
	case !cc.IsIntegerType(t):
		return "", fmt.Errorf("type %s is not passed in an integer register", t)
	case t.Size() == 8:
		return "uint64_t", nil
	case t.Size() == 4 && cc.IsSignedInteger(t):
		return "int32_t", nil
	case t.Size() == 4:
		return "uint32_t", nil
	}
	return "", fmt.Errorf("type %s of %d bytes", t, t.Size())
}

// writeEntryPoints makes the Go table.
func writeEntryPoints(list []entryPoint, slots []string) []byte {
	var b bytes.Buffer
	b.WriteString(generatedNote + "\npackage cl\n\n")
	b.WriteString("// EntryPoints is every function of OpenCL 1.0 to 3.1, of the ICD dispatch table, of " +
		"cl_khr_icd and of\n// extensions, by name.\n")
	b.WriteString("var EntryPoints = []EntryPoint{\n")
	for _, p := range list {
		fmt.Fprintf(&b, "\t{Name: %q, Since: %q, LastIn: %q, Slot: %d},\n", p.name, p.version.since, p.version.lastIn,
			p.slot)
	}
	b.WriteString("}\n\n// DispatchSlots names the slots of the ICD dispatch table in order.\n" +
		"var DispatchSlots = []string{\n")
	for _, name := range slots {
		fmt.Fprintf(&b, "\t%q,\n", name)
	}
	b.WriteString("}\n")
	return b.Bytes()
}
