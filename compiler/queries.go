package compiler

import (
	"slices"
	"strings"

	"heddle/compiler/lower"
	"heddle/compiler/parse"
	"heddle/compiler/token"
)

// queries are the operators by which a source asks about the compiler's features, as clang has them.
var queries = map[string]func(operand string) int{
	"__has_builtin":            func(name string) int { return yes(parse.KnowsBuiltin(name, lower.Builtins{})) },
	"__has_feature":            func(name string) int { return yes(slices.Contains(languageFeatures, plain(name))) },
	"__has_extension":          hasExtension,
	"__has_attribute":          func(name string) int { return yes(parse.KnowsAttribute(plain(name))) },
	"__has_c_attribute":        func(string) int { return 0 }, // [[...]] is not in the language
	"__has_declspec_attribute": func(string) int { return 0 },
	"__has_warning":            func(string) int { return 0 }, // warnings have no names
	"__is_identifier":          func(name string) int { return yes(!token.IsKeyword(name)) },
}

// languageFeatures are parts of the language, languageExtensions can be used although they are not: the standard under
// OpenCL C is C99.
var (
	languageFeatures   = []string{"attribute_overloadable", "enumerator_attributes"}
	languageExtensions = []string{"c_alignas", "c_alignof", "c_generic_selections", "c_static_assert",
		"statement_attributes_with_gnu_syntax"}
)

func hasExtension(name string) int {
	return yes(slices.Contains(languageFeatures, plain(name)) || slices.Contains(languageExtensions, plain(name)))
}

func yes(b bool) int {
	if b {
		return 1
	}
	return 0
}

// plain removes the underscores that protect a name from macros: __aligned__.
func plain(name string) string {
	if len(name) > 4 && strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__") {
		return name[2 : len(name)-2]
	}
	return name
}
