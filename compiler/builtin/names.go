package builtin

import (
	"slices"
	"strings"
	"sync"

	"heddle/compiler/ast"
)

// Names are the names of all built-in functions in alphabetical order, for hints.
var Names = sync.OnceValue(func() []string {
	var names []string
	for name := range index() {
		if !strings.HasPrefix(name, "__hd_") {
			names = append(names, name)
		}
	}
	for i := range derived {
		names = append(names, derivedNames(derived[i].prefix, derived[i].family)...)
	}
	slices.Sort(names)
	return slices.Compact(names)
})

// derivedNames are the names that begin with a prefix. Conversions and stores are listed without rounding modes.
func derivedNames(prefix string, f *Family) []string {
	var names []string
	for _, lanes := range [...]string{"", "2", "3", "4", "8", "16"} {
		rests := []string{lanes}
		if f == convertFamily || f == asFamily {
			rests = nil
			for kind := ast.Char; kind <= ast.Double; kind++ {
				rests = append(rests, scalarNames[kind]+lanes)
			}
		}
		for _, rest := range rests {
			names = append(names, withSuffixes(prefix, f, rest)...)
		}
	}
	return names
}

func withSuffixes(prefix string, f *Family, rest string) []string {
	var names []string
	for _, suffix := range [...]string{"", "_sat", "_rte", "_rtz"} {
		if (suffix == "" || f == convertFamily || f == halfStoreFamily) && validRest(f, rest+suffix, nil) {
			names = append(names, prefix+rest+suffix)
		}
	}
	return names
}
