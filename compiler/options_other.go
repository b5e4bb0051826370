package compiler

import (
	"fmt"
	"strings"
)

// otherOption is a family of options of other compilers, which programs therefore use, without effect here.
type otherOption struct {
	name  string
	match match
	hint  bool // it asks for what is done anyway, so that a message about it would be noise
}

// match is how words are compared with an otherOption.
type match uint8

const (
	exactly   match = iota // the name
	beginning              // words that begin with the name
	withValue              // the name with a value after = or as the next word
)

// otherOptions are those of PoCL and clang that only concern warnings, optimisation and debugging, and those of
// vendors.
var otherOptions = [...]otherOption{
	{"-O", exactly, true}, {"-O1", exactly, true}, {"-O2", exactly, true}, {"-O3", exactly, true},
	{"-O4", exactly, true},
	{"-O5", exactly, true}, {"-Os", exactly, true}, {"-Oz", exactly, true}, {"-Ofast", exactly, true},
	{"-Og", exactly, true},
	{"-Wall", exactly, true}, {"-Wextra", exactly, true}, {"-pedantic", exactly, true}, {"-W", beginning, false},
	{"-cl-strict-aliasing", exactly, true}, // deprecated since OpenCL 1.1
	{"-fstrict-aliasing", exactly, true}, {"-fno-strict-aliasing", exactly, true}, {"-ffast-math", exactly, false},
	{"-funroll-loops", exactly, false}, {"-fno-unroll-loops", exactly, false}, {"-march=", beginning, false},
	{"-mcpu=", beginning, false}, {"-mtune=", beginning, false}, {"-gline-tables-only", exactly, false},
	{"-v", exactly, false},
	// NVIDIA
	{"-cl-nv-verbose", exactly, false}, {"-cl-nv-maxrregcount", withValue, false},
	{"-cl-nv-opt-level", withValue, false},
	{"-cl-nv-arch", withValue, false}, {"-cl-nv-cstd", withValue, false},
	// AMD
	{"-save-temps", beginning, false}, {"-fno-bin-", beginning, false}, {"-fbin-", beginning, false},
	{"-legacy", exactly, false},
	// Intel
	{"-cl-intel-", beginning, false}, {"-profiling", exactly, false},
	// ARM, Qualcomm
	{"-cl-arm-", beginning, false}, {"-qcom-", beginning, false},
}

// applyOther reads an option without effect and returns its number of words; 0 for other options.
func (o *Options) applyOther(words []string) int {
	for i := range otherOptions {
		other := &otherOptions[i]
		n := other.words(words)
		if n == 0 {
			continue
		}
		if !other.hint {
			o.Ignored = append(o.Ignored, strings.Join(words[:n], " "))
		}
		return n
	}
	return 0
}

// words is how many of the words belong to the option.
func (other *otherOption) words(words []string) int {
	rest, ok := strings.CutPrefix(words[0], other.name)
	switch {
	case !ok:
		return 0
	case rest == "" && other.match == withValue && len(words) > 1 && !strings.HasPrefix(words[1], "-"):
		return 2
	case rest == "" || other.match == beginning || other.match == withValue && rest[0] == '=':
		return 1
	}
	return 0
}

// ignoredLog is the build log's text about options without effect. They are no diagnostics of the source: -Werror does
// not make errors of them.
func (o *Options) ignoredLog() string {
	var b strings.Builder
	for _, option := range o.Ignored {
		if !o.NoWarnings {
			fmt.Fprintf(&b, "warning: build option '%.200s' has no effect\n", option)
		}
	}
	return b.String()
}
