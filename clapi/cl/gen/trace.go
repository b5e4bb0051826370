package main

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"heddle/clapi/cl"

	"modernc.org/cc/v4"
)

// declared is a C type in the words that icd/trace knows: const, a typedef or basic type, and stars.
func declared(t cc.Type) string {
	if name := typedefName(t); name != "" {
		return name
	}
	pointer, isPointer := t.(*cc.PointerType)
	if !isPointer {
		return t.Kind().String()
	}
	target := pointer.Elem()
	if target.Kind() == cc.Function {
		return "callback"
	}
	text := declared(target) + "*"
	if attributes := target.Attributes(); attributes != nil && attributes.IsConst() {
		text = "const " + text
	}
	return text
}

// writeSignatures makes the text of all functions for the trace: a line each with result, parameters and, for missing
// functions, the reason. It is one text, since a table of many strings would be relocated each time the library is
// loaded.
func writeSignatures(list []entryPoint) []byte {
	var b bytes.Buffer
	for _, p := range list {
		parts := make([]string, len(p.parameters))
		for i, q := range p.parameters {
			parts[i] = q.declared + " " + q.called
		}
		line := fmt.Sprintf("%s %s(%s) %s", p.declared, p.name, strings.Join(parts, ", "), cl.Missing[p.name].Reason)
		b.WriteString(strings.TrimSuffix(line, " ") + "\n")
	}
	return b.Bytes()
}

// namedType is a type of arguments whose values have names, or several types with the same values.
type namedType struct {
	names    string         // typedefs, or the names of parameters whose own type says less
	macros   *regexp.Regexp // the names of its values are these
	from, to uint64         // the values, which tell constants of the same beginning apart
	isBits   bool           // it is a set of bits
}

// query is a type of whose constants none is small: those of the same beginning that are, are bits.
func query(names, macros string) namedType {
	const from, to = 0x0900, 1 << 30
	return namedType{names, regexp.MustCompile(macros), from, to, false}
}

func choice(names, macros string, from, to uint64) namedType {
	return namedType{names, regexp.MustCompile(macros), from, to, false}
}

func bits(names, macros string, to uint64) namedType {
	return namedType{names, regexp.MustCompile(macros), 1, to, true}
}

// namedTypes are the types whose values the trace names. Of several names for a value, it takes the first.
var namedTypes = []namedType{
	choice("cl_bool", "^CL_(FALSE|TRUE)$", 0, 1),
	query("cl_platform_info", "^CL_PLATFORM_"),
	bits("cl_device_type", "^CL_DEVICE_TYPE_", 0xffffffff),
	query("cl_device_info", "^CL_(DEVICE|DRIVER)_"),
	query("cl_device_partition_property", "^CL_DEVICE_PARTITION_(EQUALLY|BY_COUNTS|BY_AFFINITY_DOMAIN)$"),
	query("cl_context_info", "^CL_CONTEXT_"),
	query("cl_context_properties", "^CL_(CONTEXT_|GL_CONTEXT_KHR|EGL_DISPLAY_KHR|GLX_)"),
	query("cl_command_queue_info cl_queue_properties", "^CL_QUEUE_"),
	bits("cl_command_queue_properties", "^CL_QUEUE_", 8),
	bits("cl_queue_priority_khr", "^CL_QUEUE_PRIORITY_(HIGH|MED|LOW)_KHR$", 4),
	bits("cl_queue_throttle_khr", "^CL_QUEUE_THROTTLE_(HIGH|MED|LOW)_KHR$", 4),
	bits("cl_mem_flags cl_svm_mem_flags", "^CL_MEM_", 1<<12),
	bits("cl_mem_alloc_flags_intel", "^CL_MEM_ALLOC_(WRITE_COMBINED|INITIAL_PLACEMENT_.*)_INTEL$", 4),
	query("cl_mem_info cl_mem_properties cl_mem_properties_intel", "^CL_MEM_"),
	query("cl_mem_info_intel", "^CL_MEM_ALLOC_.*_INTEL$"),
	bits("cl_mem_migration_flags", "^CL_MIGRATE_MEM_", 1<<30),
	query("cl_mem_object_type", "^CL_MEM_OBJECT_"),
	query("cl_buffer_create_type", "^CL_BUFFER_CREATE_TYPE_"),
	bits("cl_map_flags", "^CL_MAP_", 4),
	query("cl_image_info", "^CL_IMAGE_"),
	query("cl_image_requirements_info_ext", "^CL_IMAGE_REQUIREMENTS_"),
	choice("cl_channel_order", "^CL_", 0x10b0, 0x10cf),
	choice("cl_channel_type", "^CL_.*(INT|FLOAT|SHORT)", 0x10d0, 0x10ef),
	query("cl_pipe_info cl_pipe_properties", "^CL_PIPE_"),
	query("cl_sampler_info cl_sampler_properties", "^CL_SAMPLER_"),
	query("cl_addressing_mode", "^CL_ADDRESS_"),
	query("cl_filter_mode", "^CL_FILTER_"),
	query("cl_program_info", "^CL_PROGRAM_"),
	query("cl_program_build_info", "^CL_PROGRAM_B"),
	query("cl_kernel_info cl_kernel_work_group_info cl_kernel_sub_group_info", "^CL_KERNEL_"),
	query("cl_kernel_arg_info", "^CL_KERNEL_ARG_"),
	query("cl_kernel_exec_info", "^CL_KERNEL_EXEC_INFO_"),
	query("cl_event_info", "^CL_EVENT_"),
	query("cl_command_buffer_info_khr cl_command_buffer_properties_khr", "^CL_COMMAND_BUFFER_"),
	query("cl_command_properties_khr cl_mutable_command_info_khr", "^CL_MUTABLE_"),
	query("cl_semaphore_info_khr cl_semaphore_properties_khr", "^CL_SEMAPHORE_"),
	query("cl_external_semaphore_handle_type_khr", "^CL_SEMAPHORE_HANDLE_"),
	query("cl_command_type", "^CL_COMMAND_"),
	query("cl_profiling_info", "^CL_PROFILING_COMMAND_"),
	query("cl_svm_pointer_info_khr", "^CL_SVM_INFO_"),
	query("cl_properties", "^CL_SVM_ALLOC_"),
	bits("required_capabilities desired_capabilities", "^CL_SVM_CAPABILITY_", 1<<30),
	choice("execution_status command_exec_callback_type", "^CL_(COMPLETE|RUNNING|SUBMITTED|QUEUED)$", 0, 3),
}

// takes reports whether a constant is one of the type's.
func (t namedType) takes(macro string, value uint64) bool {
	return t.from <= value && value <= t.to && t.macros.MatchString(macro)
}

// writeNames makes the text of the constants for the trace: a line for the types with the same values, with a mark at
// sets of bits, and one for each value, in the order of the headers.
func writeNames(constants []constant) []byte {
	var b bytes.Buffer
	for _, t := range namedTypes {
		b.WriteString(t.names)
		if t.isBits {
			b.WriteString(" |")
		}
		b.WriteString("\n")
		seen := map[uint64]bool{}
		for _, c := range constants {
			value, err := strconv.ParseUint(c.value, 0, 64)
			if err == nil && !c.status && !seen[value] && t.takes(c.macro, value) {
				seen[value] = true
				fmt.Fprintf(&b, "\t%#x %s\n", value, c.macro)
			}
		}
	}
	return b.Bytes()
}
