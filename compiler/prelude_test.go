package compiler

import (
	"strings"
	"testing"
	"time"

	"heddle/compiler/ast"
	"heddle/compiler/diag"
)

// parsed is a tree of a source, or the errors.
func parsed(t *testing.T, options, source string) (*ast.Unit, string) {
	t.Helper()
	o, err := ParseOptions(options)
	if err != nil {
		t.Fatal(err)
	}
	list := &diag.List{}
	unit := front([]byte(source), nil, o, list)
	return unit, list.Render()
}

// wants is a source that only compiles where conditions on macros hold.
func wants(conditions ...string) string {
	var b strings.Builder
	for _, c := range conditions {
		b.WriteString("#if !(" + c + ")\n#error " + c + "\n#endif\n")
	}
	return b.String()
}

func TestPredefinedMacrosOfVersions(t *testing.T) {
	always := []string{"__OPENCL_VERSION__ == 300", "CL_VERSION_1_0 == 100", "CL_VERSION_1_1 == 110", "CL_VERSION_1_2 == 120", "CL_VERSION_2_0 == 200",
		"CL_VERSION_3_0 == 300", "__STDC__", "__STDC_VERSION__ == 199901L", "defined __STDC_HOSTED__", "__ENDIAN_LITTLE__", "FP_FAST_FMAF", "FP_FAST_FMA",
		"defined NULL", "defined __kernel_exec", "defined kernel_exec", "cl_khr_fp64", "CHAR_BIT == 8", "INT_MAX == 2147483647", "CLK_LOCAL_MEM_FENCE == 1u"}
	for _, test := range []struct {
		options string
		wants   []string
	}{
		{"", []string{"__OPENCL_C_VERSION__ == 120", "!defined ATOMIC_VAR_INIT", "!defined __opencl_c_fp64", "!defined __FAST_RELAXED_MATH__"}},
		{"-cl-std=CL1.1", []string{"__OPENCL_C_VERSION__ == 110"}},
		{"-cl-std=CL2.0", []string{"__OPENCL_C_VERSION__ == 200", "ATOMIC_VAR_INIT(3) == 3", "!defined __opencl_c_fp64"}},
		{"-cl-std=CL3.0", []string{"__OPENCL_C_VERSION__ == 300", "ATOMIC_VAR_INIT(3) == 3", "__opencl_c_fp64", "__opencl_c_int64"}},
		{"-cl-fast-relaxed-math", []string{"__FAST_RELAXED_MATH__"}},
		{"-DINT_MAX=5 -DM_PI", []string{"CHAR_BIT", "M_PI == 1"}},
	} {
		conditions := test.wants
		if !strings.Contains(test.options, "INT_MAX") {
			conditions = append(conditions, always...)
		}
		if _, log := parsed(t, test.options, wants(conditions...)); strings.Contains(log, "error") {
			t.Errorf("%q: %s", test.options, log)
		}
	}
	for name := range fixedMacros() {
		if _, log := parsed(t, "", wants("defined "+name)); log != "" {
			t.Errorf("%s: %s", name, log)
		}
	}
}

// The date and the time are those of the build, in quotes and in the form that C gives them.
func TestDateAndTime(t *testing.T) {
	now, o := time.Now(), Options{}
	macro := predefined(o)
	for name, layout := range map[string]string{"__DATE__": "Jan _2 2006", "__TIME__": "15:04:05"} {
		text, ok := macro(name)
		got, err := time.ParseInLocation(name+` "`+layout+`"`, text, time.Local)
		if !ok || err != nil {
			t.Fatalf("%s is %q: %v", name, text, err)
		}
		if name == "__TIME__" {
			got = time.Date(now.Year(), now.Month(), now.Day(), got.Hour(), got.Minute(), got.Second(), 0, time.Local)
		}
		if since := got.Sub(now); since > time.Hour || since < -25*time.Hour {
			t.Errorf("%s is %q at %v", name, text, now)
		}
	}
	source := "constant char d[] = __DATE__, t[] = __TIME__; kernel void k(global int *p) { *p = sizeof d == 12 && sizeof t == 9; }"
	if _, log := parsed(t, "", source); log != "" {
		t.Error(log)
	}
}
