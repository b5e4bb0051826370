package parse

import (
	"slices"
	"strings"

	"heddle/compiler/diag"
)

// khronosExtensions are extensions of the language and of kernels by Khronos that a program may name, supported or not.
const khronosExtensions = `cl_khr_3d_image_writes cl_khr_byte_addressable_store cl_khr_depth_images cl_khr_device_enqueue_local_arg_types
	cl_khr_expect_assume cl_khr_extended_bit_ops cl_khr_fp16 cl_khr_fp64 cl_khr_gl_depth_images cl_khr_gl_msaa_sharing
	cl_khr_gl_sharing cl_khr_global_int32_base_atomics cl_khr_global_int32_extended_atomics cl_khr_icd cl_khr_il_program
	cl_khr_initialize_memory cl_khr_int64_base_atomics cl_khr_int64_extended_atomics cl_khr_integer_dot_product
	cl_khr_kernel_clock cl_khr_local_int32_base_atomics cl_khr_local_int32_extended_atomics cl_khr_mipmap_image
	cl_khr_mipmap_image_writes cl_khr_priority_hints cl_khr_select_fprounding_mode cl_khr_spir cl_khr_srgb_image_writes
	cl_khr_subgroups cl_khr_subgroup_ballot cl_khr_subgroup_clustered_reduce cl_khr_subgroup_extended_types
	cl_khr_subgroup_named_barrier cl_khr_subgroup_non_uniform_arithmetic cl_khr_subgroup_non_uniform_vote
	cl_khr_subgroup_rotate cl_khr_subgroup_shuffle cl_khr_subgroup_shuffle_relative cl_khr_throttle_hints
	cl_khr_work_group_uniform_arithmetic cl_khr_async_work_group_copy_fence cl_khr_extended_async_copies`

// extensionPragma handles #pragma OPENCL EXTENSION name : behaviour. Extensions of the device are on in any case; for
// enabling others the specification wants an error, and compilers warn.
func (p *parser) extensionPragma(words []string, pos diag.Pos) {
	if p.Extensions == nil || len(words) == 0 {
		return
	}
	name, behaviour := words[0], strings.Join(words[1:], " ")
	switch behaviour {
	case "enable", "require", "begin", "disable", "end":
	default:
		h := p.list.HintFor(behaviour)
		h.Consider("enable", 0)
		h.Consider("disable", 0)
		p.warnf(pos, "an extension is to 'enable' or to 'disable', not '%s'; the pragma is ignored%s", behaviour, h)
		return
	}
	switch {
	case name == "all", slices.Contains(p.Extensions, name):
	case slices.Contains(strings.Fields(khronosExtensions), name), isVendorExtension(name):
		if behaviour == "enable" || behaviour == "require" {
			p.warnf(pos, "the extension '%s' is not supported; the pragma is ignored", name)
		}
	default:
		p.warnf(pos, "unknown extension '%s'; the pragma is ignored%s", name, p.extensionHint(name))
	}
}

// isVendorExtension reports whether a name begins as those of extensions by others than Khronos do: cl_amd_printf.
func isVendorExtension(name string) bool {
	vendor, _, ok := strings.Cut(strings.TrimPrefix(name, "cl_"), "_")
	return ok && strings.HasPrefix(name, "cl_") && slices.Contains(vendors[:], vendor)
}

var vendors = [...]string{
	"altera", "amd", "APPLE", "apple", "arm", "clang", "codeplay", "ext", "img", "intel", "nv", "pocl", "qcom",
}

func (p *parser) extensionHint(name string) string {
	h := p.list.HintFor(name)
	for candidate := range strings.FieldsSeq(khronosExtensions) {
		h.Consider(candidate, 0)
	}
	for _, candidate := range p.Extensions {
		h.Consider(candidate, 1)
	}
	return h.String()
}

// unknownPragma warns of a pragma that is nearly one of the language's. Others are ignored, as C says.
func (p *parser) unknownPragma(name string, pos diag.Pos) {
	h := p.list.HintFor(name)
	for _, candidate := range [...]string{"EXTENSION", "FP_CONTRACT"} {
		h.Consider(candidate, 0)
	}
	if h.Name() != "" {
		p.warnf(pos, "unknown pragma '%s' ignored%s", name, h)
	}
}
