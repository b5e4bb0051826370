package translate

import (
	"strings"
	"testing"

	"heddle/compiler/ast"
	"heddle/compiler/parse"
)

// TestMangledNames: names are read with all types of OpenCL C, and short names stand for what was seen before them;
// what is no mangled name is none.
func TestMangledNames(t *testing.T) {
	for name, want := range map[string]string{
		"_Z3absi":                      "abs int",
		"_Z3absDh":                     "abs half",
		"_Z18get_sub_group_sizev":      "get_sub_group_size void",
		"_Z3minDv4_jS_":                "min uint4 uint4",
		"_Z3minDv4_jDv4_iS0_S_":        "min uint4 int4 int4 uint4",
		"_Z3minDv3_DhS0_":              "min half3 ?",
		"_Z3minDv":                     "min ?",
		"_Z3minDv99_f":                 "min ?",
		"_Z3minD":                      "min ?",
		"_Z3min":                       "min",
		"_Z9absj":                      "",
		"_Zabsj":                       "",
		"abs":                          "",
		"_Z3absPj":                     "abs private uint *",
		"_Z10atomic_maxPU3AS1Vii":      "atomic_max global volatile int * int",
		"_Z10atomic_maxPU8CLglobalVii": "atomic_max global volatile int * int",
		"_Z1fPU3AS1VjS0_S1_":           "f global volatile uint * global volatile uint * ?",
		"_Z1fPU3AS2KcS0_S_":            "f constant const char * constant const char * char",
		"_Z1fPU3AS4PU3AS3fS0_S1_S2_S3_": "f generic local float ** local float * local float * " +
			"generic local float ** ?",
		"_Z25atomic_fetch_max_explicitPU3AS1VU7_Atomicff12memory_order12memory_scope": "atomic_fetch_max_explicit " +
			"global volatile float * float memory_order memory_scope",
		"_Z11read_imageh14ocl_image2d_ro11ocl_samplerDv2_f": "read_imageh read_only image2d_t sampler_t float2",
		"_Z1f20ocl_image2d_array_wo":                        "f write_only image2d_array_t",
		"_Z1f11ocl_unknown":                                 "f ?",
		"_Z1fS_":                                            "f ?",
		"_Z1fSzz":                                           "f ?",
		"_Z1f" + strings.Repeat("P", longestMangled):        "",
	} {
		if got := read(name); got != want {
			t.Errorf("%s: %q, not %q", name, got, want)
		}
	}
}

func read(name string) string {
	m, ok := demangle(name, ast.NewTypes())
	if !ok {
		return ""
	}
	text := m.name
	for m.rest != "" {
		p := m.next()
		switch {
		case p.typ == nil:
			return text + " ?"
		case p.enumeration != "":
			text += " " + p.enumeration
		default:
			text += " " + parse.TypeName(p.typ)
		}
	}
	return text
}
