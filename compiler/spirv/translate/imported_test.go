package translate

import (
	"testing"

	"heddle/compiler/spirv"
)

// TestMangledNames: names that are no mangled ones, or whose types are not those of the parameters, are no built-in
// functions; those of vectors have short names.
func TestMangledNames(t *testing.T) {
	integer := &spirv.Type{Kind: spirv.Int, Bits: 32}
	vector := func(elem *spirv.Type, n uint64) *spirv.Type {
		return &spirv.Type{Kind: spirv.Vector, Elem: elem, Count: n}
	}
	half := &spirv.Type{Kind: spirv.Float, Bits: 16}
	for name, c := range map[string]struct {
		parameters []*spirv.Type
		want       string // the name and a letter for each parameter, empty for none
	}{
		"_Z3absi":       {[]*spirv.Type{integer}, "abs s"},
		"_Z3absj":       {[]*spirv.Type{integer}, "abs u"},
		"_Z3absl":       {[]*spirv.Type{integer}, ""},
		"_Z3absDh":      {[]*spirv.Type{half}, "abs u"},
		"_Z3minDv4_jS_": {[]*spirv.Type{vector(integer, 4), vector(integer, 4)}, "min uu"},
		"_Z3minDv4_jDv4_iS0_S_": {[]*spirv.Type{vector(integer, 4), vector(integer, 4), vector(integer, 4),
			vector(integer, 4)}, "min ussu"},
		"_Z3minDv3_DhS_":  {[]*spirv.Type{vector(half, 3), vector(half, 3)}, "min uu"},
		"_Z3minDv3_DhS0_": {[]*spirv.Type{vector(half, 3), vector(half, 3)}, ""},
		"_Z3minDv":        {[]*spirv.Type{vector(half, 3)}, ""},
		"_Z3min":          {[]*spirv.Type{integer}, ""},
		"_Z3minD":         {[]*spirv.Type{integer}, ""},
		"_Z9absj":         {[]*spirv.Type{integer}, ""},
		"_Zabsj":          {[]*spirv.Type{integer}, ""},
		"abs":             {[]*spirv.Type{integer}, ""},
		"_Z3absPj":        {[]*spirv.Type{integer}, ""},
	} {
		if got := read(name, c.parameters); got != c.want {
			t.Errorf("%s: %q, not %q", name, got, c.want)
		}
	}
}

func read(name string, parameters []*spirv.Type) string {
	m, ok := demangle(name)
	if !ok {
		return ""
	}
	text := m.name + " "
	for _, p := range parameters {
		isSigned, ok := m.parameter(p)
		switch {
		case !ok:
			return ""
		case isSigned:
			text += "s"
		default:
			text += "u"
		}
	}
	return text
}
