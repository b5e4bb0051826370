package compiler

import (
	"strings"
	"testing"
	"time"

	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/feature"
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
	always := []string{"__OPENCL_VERSION__ == 310", "CL_VERSION_1_0 == 100", "CL_VERSION_1_1 == 110",
		"CL_VERSION_1_2 == 120", "CL_VERSION_2_0 == 200", "CL_VERSION_3_0 == 300", "CL_VERSION_3_1 == 310", "__STDC__",
		"__IMAGE_SUPPORT__ == 1",
		"__STDC_VERSION__ == 199901L", "defined __STDC_HOSTED__", "__ENDIAN_LITTLE__", "FP_FAST_FMAF", "FP_FAST_FMA",
		"defined NULL", "defined __kernel_exec", "defined kernel_exec", "cl_khr_fp64", "CHAR_BIT == 8",
		"INT_MAX == 2147483647", "CLK_LOCAL_MEM_FENCE == 1u"}
	for _, test := range []struct {
		options string
		wants   []string
	}{
		{"", []string{"__OPENCL_C_VERSION__ == 120", "!defined ATOMIC_VAR_INIT", "!defined __opencl_c_fp64",
			"!defined __FAST_RELAXED_MATH__"}},
		{"-cl-std=CL1.1", []string{"__OPENCL_C_VERSION__ == 110"}},
		{"-cl-std=CL2.0", []string{"__OPENCL_C_VERSION__ == 200", "ATOMIC_VAR_INIT(3) == 3",
			"!defined __opencl_c_fp64"}},
		{"-cl-std=CL3.0", []string{"__OPENCL_C_VERSION__ == 300", "ATOMIC_VAR_INIT(3) == 3", "__opencl_c_fp64",
			"__opencl_c_int64"}},
		{"-cl-std=CL3.1", []string{"__OPENCL_C_VERSION__ == 310", "ATOMIC_VAR_INIT(3) == 3"}},
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
	source := "constant char d[] = __DATE__, t[] = __TIME__; kernel void k(global int *p) { *p = sizeof d == 12 && " +
		"sizeof t == 9; }"
	if _, log := parsed(t, "", source); log != "" {
		t.Error(log)
	}
}

// The macros for types and limits agree with the types they are about, and are sorted for the search.
func TestLimitMacros(t *testing.T) {
	for i, m := range limitMacros {
		if i > 0 && limitMacros[i-1].name >= m.name {
			t.Errorf("%s comes after %s", m.name, limitMacros[i-1].name)
		}
		if _, log := parsed(t, "", wants("defined "+m.name)); log != "" {
			t.Errorf("%s: %s", m.name, log)
		}
	}
	var source strings.Builder
	assert := func(condition string) { source.WriteString("_Static_assert(" + condition + ", \"\");\n") }
	for name, typ := range map[string]string{"SIZE": "size_t", "PTRDIFF": "ptrdiff_t", "INTPTR": "intptr_t",
		"UINTPTR": "uintptr_t", "INT8": "char", "UINT8": "uchar", "INT16": "short", "UINT16": "ushort", "INT32": "int",
		"UINT32": "uint", "INT64": "long", "UINT64": "ulong", "INTMAX": "long", "UINTMAX": "ulong",
		"INT_FAST16": "short", "UINT_LEAST32": "uint", "WCHAR": "int"} {
		assert("__builtin_types_compatible_p(__" + name + "_TYPE__, " + typ + ")")
		if !strings.Contains(name, "8") && !strings.Contains(name, "16") {
			assert("__builtin_types_compatible_p(typeof(__" + name + "_MAX__), " + typ + ")")
		}
		assert("(" + typ + ")(__" + name + "_MAX__ + 1) == ((" + typ + ")-1 > 0 ? 0 : -__" + name + "_MAX__ - 1)")
	}
	for name, typ := range map[string]string{"SIZE": "size_t", "PTRDIFF": "ptrdiff_t", "INTPTR": "intptr_t",
		"UINTPTR": "uintptr_t", "INT_FAST16": "short", "INTMAX": "long", "UINTMAX": "ulong", "INT": "int",
		"LONG": "long", "LLONG": "long", "SHRT": "short", "POINTER": "int *", "WCHAR": "int"} {
		assert("__" + name + "_WIDTH__ == 8 * sizeof(" + typ + ")")
	}
	for name, typ := range map[string]string{"INT": "int", "LONG": "long", "LONG_LONG": "long long", "SHORT": "short",
		"FLOAT": "float", "DOUBLE": "double", "POINTER": "int *", "SIZE_T": "size_t", "PTRDIFF_T": "ptrdiff_t",
		"WCHAR_T": "int"} {
		assert("__SIZEOF_" + name + "__ == sizeof(" + typ + ")")
	}
	for _, name := range []string{"FLT", "DBL"} {
		for _, limit := range []string{"EPSILON", "MAX", "MIN", "DIG", "MANT_DIG", "MAX_EXP", "MIN_EXP", "MAX_10_EXP",
			"MIN_10_EXP"} {
			assert("__" + name + "_" + limit + "__ == " + name + "_" + limit)
		}
		assert("__" + name + "_DENORM_MIN__ > 0 && __" + name + "_DENORM_MIN__ / 2 == 0")
	}
	assert("__INT_MAX__ == INT_MAX && __LONG_MAX__ == LONG_MAX && __SHRT_MAX__ == SHRT_MAX && __SCHAR_MAX__ == " +
		"SCHAR_MAX && __CHAR_BIT__ == 8 && __FLT_RADIX__ == 2")
	assert("__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && __LONG_LONG_MAX__ == LONG_MAX && __FINITE_MATH_ONLY__ == 0")
	if _, log := parsed(t, "", source.String()); strings.Contains(log, "error") {
		t.Error(log)
	}
	if _, log := parsed(t, "-cl-finite-math-only", wants("__FINITE_MATH_ONLY__ == 1")); log != "" {
		t.Error(log)
	}
}

// The queries of a source are answered from the tables of the compiler.
func TestQueries(t *testing.T) {
	source := wants("defined __has_builtin", "__has_builtin(__builtin_popcount)",
		"__has_builtin(__builtin_shufflevector)", "__has_builtin(__builtin_offsetof)",
		"__has_builtin(convert_float4)", "!__has_builtin(__builtin_nothing)", "!__has_builtin(__hd_getexp)",
		"__has_builtin(read_imageh)", "__has_attribute(noinline)", "__has_attribute(__aligned__)",
		"__has_attribute(unused)", "!__has_attribute(fancy)", "!__has_attribute(address_space)",
		"!__has_feature(c_static_assert)", "__has_extension(c_static_assert)", "__has_extension(c_generic_selections)",
		"__has_feature(attribute_overloadable)", "__has_extension(__attribute_overloadable__)",
		"!__has_extension(blocks)", "!__has_c_attribute(fallthrough)", "!__has_declspec_attribute(thread)",
		"!__has_warning(\"-Wall\")", "__is_identifier(x)", "!__is_identifier(int)", "!__is_identifier(_Generic)",
		"!__has_include(<nothing.h>)", "!defined __has_cpp_attribute")
	if _, log := parsed(t, "", source); log != "" {
		t.Error(log)
	}
}

// A built-in of C compilers is a constant if its arguments are; one of OpenCL C, or of the library, is none.
func TestConstantBuiltins(t *testing.T) {
	for source, isConstant := range map[string]bool{
		"constant int x = __builtin_popcount(7);":                                    true,
		"constant int x = popcount(7);":                                              false,
		"constant float x = __builtin_sinf(1.0f);":                                   false,
		"constant int y = 7; constant int x = __builtin_popcount(y);":                true,
		"void f(int y) { const int z = 3; int x[__builtin_popcount(z)]; x[0] = y; }": true,
		"void f(int y) { int x[__builtin_popcount(y)]; }":                            false,
	} {
		if _, log := parsed(t, "", source); (log == "") != isConstant {
			t.Errorf("%s: %q", source, log)
		}
	}
}

// Each row of the table for the language is a macro with the value 1: an extension in all versions, a feature since
// 3.0; others are none.
func TestMacrosOfFeatures(t *testing.T) {
	for _, version := range feature.CompilerVersions() {
		macro := predefined(Options{Version: version.Number()})
		for _, name := range feature.KnownNames() {
			want := ""
			for _, row := range feature.All() {
				inVersion := !row.IsFeature() || version.Number() >= 300
				if row.Name == name && row.Places&feature.InLanguage != 0 && inVersion {
					want = name + " 1"
				}
			}
			if got, _ := macro(name); got != want {
				t.Errorf("OpenCL C %s: %s is %q, not %q", version.Short(), name, got, want)
			}
		}
	}
}

// Every version of the table is one of -cl-std, in two spellings; the message for another lists them.
func TestVersionsOfOptions(t *testing.T) {
	for _, version := range feature.CompilerVersions() {
		for _, option := range []string{"-cl-std=CL", "-cl-std=cl", "-std=CL"} {
			if o, err := ParseOptions(option + version.Short()); err != nil || o.Version != version.Number() {
				t.Errorf("%s%s: %d, %v", option, version.Short(), o.Version, err)
			}
		}
	}
	_, err := ParseOptions("-cl-std=CL4.0")
	if err == nil || !strings.Contains(err.Error(), "known are CL1.0, CL1.1, CL1.2, CL2.0, CL3.0, CL3.1") {
		t.Error(err)
	}
}
