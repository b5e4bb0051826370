package parse

import (
	"strings"
	"sync"
)

// attributeClass is how an attribute is treated.
type attributeClass uint8

const (
	unknownAttribute attributeClass = iota
	honoured                        // has its effect; see (*parser).attributeEffect
	harmless                        // permits assumptions or concerns code generation; nothing is reported
	ignored                         // would change something here, but does not: a warning
	refused                         // changes the meaning of a program, and is not supported: an error
)

// attributeClasses are the attributes of OpenCL C, and those that clang and gcc have for C, by name without
// underscores.
var attributeClasses = sync.OnceValue(func() map[string]attributeClass {
	classes := map[string]attributeClass{}
	for class, list := range attributeLists {
		for name := range strings.FieldsSeq(list) {
			classes[name] = attributeClass(class)
		}
	}
	return classes
})

var attributeLists = [...]string{
	honoured: `aligned packed overloadable noinline always_inline reqd_work_group_size work_group_size_hint vec_type_hint
		intel_reqd_sub_group_size qcom_reqd_sub_group_size opencl_unroll_hint ext_vector_type vector_size mode
		opencl_private opencl_local opencl_global opencl_global_device opencl_global_host opencl_constant opencl_generic`,
	harmless: `endian nosvm opencl_intel_access
		abi_tag alloc_align alloc_size annotate artificial assume assume_aligned availability callback cold const convergent
		deprecated designated_init diagnose_if disable_tail_calls enum_extensibility error externally_visible fallthrough
		flag_enum flatten force_align_arg_pointer format format_arg gcc_struct gnu_inline hot internal_linkage leaf
		loader_uninitialized malloc maybe_unused may_alias minsize no_address_safety_analysis no_builtin
		no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_sanitize_address
		no_sanitize_memory no_sanitize_thread no_speculative_load_hardening no_split_stack no_stack_protector noclone
		nocommon common nodebug nodiscard noderef noduplicate noescape noipa nomerge nonnull nonstring noplt noreturn
		nothrow not_tail_called optnone patchable_function_entry pure retain returns_nonnull returns_twice section selectany
		sentinel speculative_load_hardening stack_protect stack_protect_strong standalone_debug target tls_model
		type_visibility unavailable uninitialized unused used visibility warn_if_not_aligned warn_unused warn_unused_result
		warning weak weak_import xray_always_instrument xray_never_instrument zero_call_used_regs
		acquire_capability assert_capability capability guarded_by lockable locks_excluded no_thread_safety_analysis
		pt_guarded_by release_capability requires_capability scoped_lockable`,
	ignored: `transparent_union pass_object_size pass_dynamic_object_size
		amdgpu_flat_work_group_size amdgpu_waves_per_eu amdgpu_num_sgpr amdgpu_num_vgpr
		cdecl stdcall fastcall thiscall vectorcall regcall regparm pascal pcs ms_abi sysv_abi intel_ocl_bicc
		preserve_all preserve_most swiftcall`,
	refused: `address_space alias cleanup constructor destructor enable_if ifunc interrupt matrix_type ms_struct naked
		neon_polyvector_type neon_vector_type no_unique_address objc_gc randomize_layout scalar_storage_order
		bounded btf_type_tag ptr32 ptr64 tainted_args vecreturn weakref`,
}

// KnowsAttribute reports whether a program may rely on an attribute: it has its effect, or no visible effect.
func KnowsAttribute(name string) bool {
	class := attributeClasses()[strings.TrimSuffix(strings.TrimPrefix(name, "__"), "__")]
	return class == honoured || class == harmless
}
