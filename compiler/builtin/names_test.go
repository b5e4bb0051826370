package builtin

import (
	"slices"
	"testing"
)

// TestNamesAreThoseOfBuiltins compares the list for hints with the known names.
func TestNamesAreThoseOfBuiltins(t *testing.T) {
	names := Names()
	for _, name := range names {
		if !Known(name) {
			t.Errorf("%s is no built-in", name)
		}
	}
	for _, name := range []string{"get_global_id", "convert_uchar4_sat", "convert_float", "as_double2", "vload16",
		"vstore_half4_rtz", "vloada_half3", "vload_half", "printf", "shuffle2", "atomic_fetch_add_explicit",
		"to_global"} {
		if !slices.Contains(names, name) {
			t.Errorf("%s is missing", name)
		}
	}
}
