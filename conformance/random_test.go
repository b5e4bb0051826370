package conformance

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The library's own list of its functions, made from the headers, is what makes the caller call them all.
const signatures = "../icd/trace/signatures_gen.txt"

// neverCalled are functions that may wait for ever for what other random calls have made wait.
var neverCalled = map[string]bool{"clFinish": true, "clWaitForEvents": true, "clMemBlockingFreeINTEL": true}

// argumentOf maps types of parameters to the functions of bad_input/every_function.h that make random arguments. The
// first that matches "type name" is taken.
var argumentOf = []struct{ pattern, made string }{
	{`^cl_bool blocking`, "0"},
	{`\* (event_wait_list|sync_point_wait_list)$`, "below(6) ? 0 : any_list(KIND_event)"},
	{` (num_events_in_wait_list|num_sync_points_in_wait_list)$`, "below(6) ? 0 : below(3)"},
	{`\* (command_queues?|queues)$`, "any_list(KIND_command_queue)"},
	{`\* (devices|device_list|in_devices)$`, "any_list(KIND_device_id)"},
	{`\* (mem_objects|mem_list)$`, "any_list(KIND_mem)"},
	{`\* event_list$`, "any_list(KIND_event)"},
	{`\* sema_objects$`, "any_list(KIND_semaphore_khr)"},
	{`\* (input_programs|input_headers)$`, "any_list(KIND_program)"},
	{`^const cl_image_format\*`, "any_format()"},
	{`^const cl_image_desc\*`, "any_desc()"},
	{`\* (region|global_work_size|local_work_size|global_size)$`, "any_region()"},
	{`\* .*(origin|offset)$`, "any_origin()"},
	{`\* (lengths|svm_pointers_sizes|sizes)$`, "0"},
	{` (host_ptr|user_data)$`, "below(5) ? 0 : any_pointer()"},
	{` work_dim$`, "1 + below(3)"},
	{` pattern_size$`, "4"},
	{` param_value_size$`, "below(5) ? 4096 : any_size()"},
	{` param_name$`, "any_name()"},
	{`^cl_uint num_|^cl_uint count`, "below(4) ? 1 : below(4)"},
	{`flags`, "below(3) ? 0 : any_number()"},
	{`^cl_event\* event$`, "made_event()"},
	{`^cl_external_semaphore_handle_type_khr`, "any_handle_type()"},
	{`^cl_(context|command_queue|mem|program|kernel|event|sampler|platform_id|device_id|semaphore_khr|` +
		`command_buffer_khr|mutable_command_khr) `, "any(KIND_$1)"},
	{`^callback`, "any_callback()"},
	{`^int fd`, "(u64)-1"},
	{`prop(s|erties)$`, "any_properties()"},
	{`^const void\*\* configs`, "zero_list()"},
	{`^(const )?(char|void|unsigned char|cl_uchar)\*\* `, "any_texts()"},
	{`^const char\* `, "any_text()"},
	{`^(const )?void\* `, "any_pointer()"},
	{`^void\*(\*| const\*) `, "any_pointers()"},
	{`\*`, "any_words()"},
	{`^size_t `, "any_size()"},
	{``, "any_number()"},
}

// TestEveryFunctionAtRandom: threads call every function with random arguments, of the right kinds and of others.
func TestEveryFunctionAtRandom(t *testing.T) {
	text, err := os.ReadFile(signatures)
	require.NoError(t, err)
	var table strings.Builder
	table.WriteString("#include \"bad_input/every_function.h\"\n")
	var rows []string
	for line := range strings.Lines(string(text)) {
		if row, calls := callOf(t, strings.TrimSpace(line)); calls != "" {
			table.WriteString(calls)
			rows = append(rows, row)
		}
	}
	require.Greater(t, len(rows), 150)
	fmt.Fprintf(&table, "static struct function functions[] = {\n%s};\n%s", strings.Join(rows, ""),
		"int main(void) { return call_all(functions, sizeof functions / sizeof *functions); }\n")

	folder := t.TempDir()
	source, program := filepath.Join(folder, "calls.c"), filepath.Join(folder, "calls")
	require.NoError(t, os.WriteFile(source, []byte(table.String()), 0o600))
	cc := exec.Command("gcc", "-std=gnu11", "-O1", "-w", "-I.", "-o", program, source, "-L"+loaderFolder(t), "-lOpenCL",
		"-lm", "-lpthread")
	out, err := cc.CombinedOutput()
	require.NoError(t, err, "%s", out)
	for _, engine := range []string{"HEDDLE_EXEC=jit", "HEDDLE_EXEC=interp"} {
		ended := finish(t, append(noLoader(t), engine), program)
		requireEnd(t, ended, 0, 0)
	}
}

var signature = regexp.MustCompile(`^(.*?)\b(cl[A-Z]\w+)\(([^)]*)\)`)

// callOf is the row of the table for a function, and the C function that calls it.
func callOf(t *testing.T, line string) (row, code string) {
	t.Helper()
	parts := signature.FindStringSubmatch(line)
	require.NotNil(t, parts, line)
	result, name := strings.TrimSpace(parts[1]), parts[2]
	if neverCalled[name] {
		return "", ""
	}
	var arguments []string
	if parts[3] != "" && parts[3] != "void" {
		for parameter := range strings.SplitSeq(parts[3], ", ") {
			if strings.HasPrefix(name, "clCommand") && parameter == "cl_command_queue command_queue" {
				arguments = append(arguments, "below(4) ? 0 : any(KIND_command_queue)") // 0: its own
				continue
			}
			arguments = append(arguments, argument(parameter))
		}
	}
	for len(arguments) < 18 {
		arguments = append(arguments, "0")
	}
	kind := "NO_KIND"
	if match := regexp.MustCompile(`^cl_(context|command_queue|mem|program|kernel|event|sampler|semaphore_khr|` +
		`command_buffer_khr)$`).FindStringSubmatch(result); match != nil {
		kind = "KIND_" + match[1]
	}
	return fmt.Sprintf("\t{\"%s\", call_%s, %s},\n", name, name, kind),
		fmt.Sprintf("static u64 call_%s(any_function f) { return f(%s); }\n", name, strings.Join(arguments, ", "))
}

func argument(parameter string) string {
	for _, a := range argumentOf {
		if match := regexp.MustCompile(a.pattern).FindStringSubmatchIndex(parameter); match != nil {
			return string(regexp.MustCompile(a.pattern).ExpandString(nil, a.made, parameter, match))
		}
	}
	return "0"
}
