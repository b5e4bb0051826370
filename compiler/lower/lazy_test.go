package lower

import "testing"

// TestUncalledFunctionsAreNotLowered: a unit with kernels contributes only what they need to the module.
func TestUncalledFunctionsAreNotLowered(t *testing.T) {
	m := compile(t, "int a(void) { return 1; } int b(void) { return a(); } int c(void) { return 2; } "+
		"kernel void k(global int *p) { *p = b(); }")
	names := ""
	for _, f := range m.Funcs {
		if f != nil {
			names += f.Name
		}
	}
	if names != "abk" {
		t.Errorf("functions %q", names)
	}
	if m := compile(t, "int a(void) { return 1; } int b(void) { return 2; }"); m.Funcs[0] == nil || m.Funcs[1] == nil {
		t.Error("a unit without kernels has lost functions")
	}
}
