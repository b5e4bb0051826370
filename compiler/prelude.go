package compiler

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"heddle/compiler/builtin"
	"heddle/compiler/feature"
)

// fixedMacros are the macros that are the same in every build: the text after #define, by name.
var fixedMacros = sync.OnceValue(func() map[string]string {
	all := make(map[string]string, 160)
	define := func(name, text string) { all[name] = name + " " + text }
	define("__OPENCL_VERSION__", strconv.Itoa(feature.API.Number())) // whatever language a program is written in
	for _, version := range feature.CompilerVersions() {
		define(fmt.Sprintf("CL_VERSION_%d_%d", version.Major, version.Minor), strconv.Itoa(version.Number()))
	}
	define("__IMAGE_SUPPORT__", "1")
	define("__STDC__", "1")
	define("__STDC_VERSION__", "199901L")
	define("__STDC_HOSTED__", "0")
	define("__ENDIAN_LITTLE__", "1")
	define("FP_FAST_FMAF", "1")
	define("FP_FAST_FMA", "1")
	define("NULL", "((void*)0)")
	for _, name := range [...]string{"__kernel_exec", "kernel_exec"} {
		all[name] = name + "(X, typen) __kernel __attribute__((work_group_size_hint(X, 1, 1))) " +
			"__attribute__((vec_type_hint(typen)))"
	}
	for _, row := range feature.Extensions(feature.InLanguage) {
		define(row.Name, "1")
	}
	for name, text := range builtin.Macros() {
		define(name, text)
	}
	return all
})

// eachFixedMacro calls see for the macros that are the same in every build.
func eachFixedMacro(see func(name string, functionLike bool)) {
	for name, text := range fixedMacros() {
		see(name, strings.HasPrefix(text, name+"("))
	}
}

// predefined finds the predefined macros of a build.
func predefined(o Options) func(name string) (definition string, ok bool) {
	fixed := fixedMacros()
	now := sync.OnceValue(time.Now) // when the time is first needed: the zone's rules are in a file
	return func(name string) (string, bool) {
		if text, ok := fixed[name]; ok {
			return text, true
		}
		if text, ok := limitMacro(name); ok {
			return name + " " + text, true
		}
		switch {
		case name == "__FINITE_MATH_ONLY__" && o.FiniteMath:
			return name + " 1", true
		case name == "__FINITE_MATH_ONLY__":
			return name + " 0", true
		case name == "__OPENCL_C_VERSION__":
			return name + " " + strconv.Itoa(int(o.Version)), true
		case name == "__DATE__":
			return now().Format("__DATE__ \"Jan _2 2006\""), true
		case name == "__TIME__":
			return now().Format("__TIME__ \"15:04:05\""), true
		case o.Version >= 200 && name == "ATOMIC_VAR_INIT":
			return "ATOMIC_VAR_INIT(value) (value)", true
		case o.FastRelaxedMath && name == "__FAST_RELAXED_MATH__",
			o.Version >= 300 && strings.HasPrefix(name, feature.Prefix) && feature.Has(name):
			return name + " 1", true
		}
		return "", false
	}
}
