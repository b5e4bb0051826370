package parse

import (
	"slices"
	"strings"

	"heddle/compiler/diag"
	"heddle/compiler/feature"
)

// extensionPragma handles #pragma OPENCL EXTENSION name : behaviour. Extensions of the device are on in any case; for
// enabling others the specification wants an error, and compilers warn.
func (p *parser) extensionPragma(words []string, pos diag.Pos) {
	if len(words) == 0 {
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
	case name == "all", feature.Has(name):
	case feature.Known(name), isVendorExtension(name):
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
	for _, candidate := range feature.KnownNames() {
		h.Consider(candidate, 0)
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
