package compiler

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"heddle/compiler/amd64"
	"heddle/compiler/feature"
	"heddle/compiler/inspect"
	"heddle/compiler/passes"
	"heddle/compiler/preproc"
)

// Options are the parsed build options of OpenCL 3.0 §5.8.6 and §5.8.7.
type Options struct {
	Defines     []preproc.Define
	IncludeDirs []string

	// Version is the OpenCL C version asked for: 100, 110, 120, 200, 300 or 310.
	Version int

	SingleConstants    bool // -cl-single-precision-constant
	DenormsAreZero     bool
	CorrectDivideSqrt  bool // -cl-fp32-correctly-rounded-divide-sqrt
	NoOptimization     bool // -cl-opt-disable
	MadEnable          bool
	NoSignedZeros      bool
	UnsafeMath         bool
	FiniteMath         bool
	FastRelaxedMath    bool // implies UnsafeMath and FiniteMath
	UniformWorkGroups  bool
	NoSubGroupProgress bool // -cl-no-subgroup-ifp
	NoWarnings         bool
	WarningsAreErrors  bool
	ArgInfo            bool // -cl-kernel-arg-info
	Debug              bool // -g

	Ignored []string // options of other compilers without effect, for the build log

	CreateLibrary     bool
	EnableLinkOptions bool

	// PassesOff names what Link leaves out, as ParsePassesOff reads it, to locate faults and to measure what a pass is
	// worth. There is no build option for it.
	PassesOff []string

	Core amd64.Core // the kind of processor that machine code is tuned for. No build option

	// SubGroupSize is the number of work-items of sub-groups where the kernel requires none; 0: ir.DefaultSubGroup. No
	// build option
	SubGroupSize uint64

	// ZeroPrivate: private variables are zero where they are read before they were written. Those that stay in memory
	// the engine has to clear. No build option
	ZeroPrivate bool

	VerifyPasses bool               // check the IR after each pass; a fault is ours and panics. No build option
	Inspector    *inspect.Inspector // receives each stage of each kernel; may be nil. No build option
}

// DefaultVersion is the language of programs that do not ask for one: the highest OpenCL C 1.x (§5.8.6.5).
const DefaultVersion = 120

// stage is a set of the calls that accept an option.
type stage uint8

const (
	compiling stage = 1 << iota
	linking
)

// flagOptions are the options without a value.
var flagOptions = map[string]struct {
	stages stage
	set    func(*Options)
}{
	"-cl-single-precision-constant":          {compiling, func(o *Options) { o.SingleConstants = true }},
	"-cl-denorms-are-zero":                   {compiling | linking, func(o *Options) { o.DenormsAreZero = true }},
	"-cl-fp32-correctly-rounded-divide-sqrt": {compiling, func(o *Options) { o.CorrectDivideSqrt = true }},
	"-cl-opt-disable":                        {compiling, func(o *Options) { o.NoOptimization = true }},
	"-cl-mad-enable":                         {compiling, func(o *Options) { o.MadEnable = true }},
	"-cl-no-signed-zeros":                    {compiling | linking, func(o *Options) { o.NoSignedZeros = true }},
	"-cl-unsafe-math-optimizations":          {compiling | linking, (*Options).setUnsafeMath},
	"-cl-finite-math-only":                   {compiling | linking, func(o *Options) { o.FiniteMath = true }},
	"-cl-fast-relaxed-math":                  {compiling | linking, (*Options).setFastRelaxedMath},
	"-cl-uniform-work-group-size":            {compiling, func(o *Options) { o.UniformWorkGroups = true }},
	"-cl-no-subgroup-ifp":                    {compiling | linking, func(o *Options) { o.NoSubGroupProgress = true }},
	"-cl-kernel-arg-info":                    {compiling, func(o *Options) { o.ArgInfo = true }},
	"-w":                                     {compiling, func(o *Options) { o.NoWarnings = true }},
	"-Werror":                                {compiling, func(o *Options) { o.WarningsAreErrors = true }},
	"-Wno-error":                             {compiling, func(o *Options) { o.WarningsAreErrors = false }},
	"-O0":                                    {compiling, func(o *Options) { o.NoOptimization = true }},
	"-g":                                     {compiling, func(o *Options) { o.Debug = true }},
	"-create-library":                        {linking, func(o *Options) { o.CreateLibrary = true }},
	"-enable-link-options":                   {linking, func(o *Options) { o.EnableLinkOptions = true }},
}

func (o *Options) setUnsafeMath() {
	o.UnsafeMath, o.MadEnable, o.NoSignedZeros = true, true, true
}

func (o *Options) setFastRelaxedMath() {
	o.FastRelaxedMath, o.FiniteMath = true, true
	o.setUnsafeMath()
}

// ParseOptions reads the options of clBuildProgram, which include those of compiling and linking. The error names the
// faulty option.
func ParseOptions(text string) (Options, error) { return parseOptions(text, compiling|linking) }

// ParseCompileOptions reads the options of clCompileProgram.
func ParseCompileOptions(text string) (Options, error) { return parseOptions(text, compiling) }

// ParseLinkOptions reads the options of clLinkProgram.
func ParseLinkOptions(text string) (Options, error) { return parseOptions(text, linking) }

func parseOptions(text string, stages stage) (Options, error) {
	o := Options{Version: DefaultVersion}
	words, err := splitOptions(text)
	if err != nil {
		return o, err
	}
	for len(words) > 0 {
		n, err := o.apply(words, stages)
		if err != nil {
			return o, err
		}
		words = words[n:]
	}
	if o.EnableLinkOptions && !o.CreateLibrary {
		return o, errors.New("option -enable-link-options needs -create-library")
	}
	return o, nil
}

// apply applies one option and returns its number of words.
func (o *Options) apply(words []string, stages stage) (int, error) {
	word := words[0]
	if flag, ok := flagOptions[word]; ok {
		if flag.stages&stages == 0 {
			return 0, fmt.Errorf("option %s is not allowed here", word)
		}
		flag.set(o)
		return 1, nil
	}
	if n := o.applyOther(words); n > 0 {
		return n, nil
	}
	if stages&compiling == 0 {
		return 0, fmt.Errorf("unknown link option %.200q", word)
	}
	switch {
	case strings.HasPrefix(word, "-U"):
		name, n, err := optionValue(words)
		if err != nil {
			return 0, err
		}
		return n, o.undefine(name)
	case strings.HasPrefix(word, "-x"):
		language, n, err := optionValue(words)
		if err == nil && strings.HasPrefix(language, "spir") {
			return 0, fmt.Errorf("option -x %.200s: SPIR, an early form of LLVM's code, is not read; make SPIR-V of "+
				"it (llvm-spirv) and use clCreateProgramWithIL", language)
		}
		if err == nil && language != "cl" && language != "clc" {
			err = fmt.Errorf("option -x %.200s: the language of a program is cl", language)
		}
		return n, err
	case strings.HasPrefix(word, "-D"):
		value, n, err := optionValue(words)
		if err != nil {
			return 0, err
		}
		return n, o.define(value)
	case strings.HasPrefix(word, "-I"):
		dir, n, err := optionValue(words)
		o.IncludeDirs = append(o.IncludeDirs, dir)
		return n, err
	case strings.HasPrefix(word, "-cl-std="), strings.HasPrefix(word, "-std="):
		return 1, o.setVersion(word)
	}
	return 0, fmt.Errorf("unknown build option %.200q", word)
}

// optionValue returns the value of a one-letter option, which may be attached to it or be the next word.
func optionValue(words []string) (value string, n int, err error) {
	if len(words[0]) > 2 {
		return words[0][2:], 1, nil
	}
	if len(words) < 2 || words[1] == "" {
		return "", 0, fmt.Errorf("option %s needs a value", words[0])
	}
	return words[1], 2, nil
}

func (o *Options) define(value string) error {
	name, body, hasBody := strings.Cut(value, "=")
	if name == "" {
		return fmt.Errorf("option -D%.200s defines no name", value)
	}
	if !beginsName(name) {
		return fmt.Errorf("option -D%.200s: %.200q is no identifier", value, name)
	}
	o.Defines = append(o.Defines, preproc.Define{Name: name, Body: body, HasBody: hasBody})
	return nil
}

func (o *Options) undefine(name string) error {
	if !beginsName(name) {
		return fmt.Errorf("option -U%.200s: %.200q is no identifier", name, name)
	}
	o.Defines = append(o.Defines, preproc.Define{Name: name, Undef: true})
	return nil
}

func beginsName(name string) bool {
	c := name[0]
	return c == '_' || c >= 0x80 || 'a' <= c|0x20 && c|0x20 <= 'z'
}

func (o *Options) setVersion(word string) error {
	_, name, _ := strings.Cut(word, "=")
	name = strings.Replace(name, "cl", "CL", 1) // clang takes small letters too
	var known []string
	for _, version := range feature.CompilerVersions() {
		if name == "CL"+version.Short() {
			o.Version = version.Number()
			return nil
		}
		known = append(known, "CL"+version.Short())
	}
	return fmt.Errorf("option %.200s: this language version is not supported; known are %s", word,
		strings.Join(known, ", "))
}

// splitOptions splits a text into words at blanks. Quotes, single or double, keep blanks; a backslash keeps the
// character after it (inside single quotes, everything stands for itself).
func splitOptions(text string) ([]string, error) {
	var (
		words  []string
		word   []byte
		inWord bool
		quote  byte
	)
	for i := 0; i < len(text) && text[i] != 0; i++ {
		c := text[i]
		switch {
		case c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote, inWord = c, true
		case c == '\\' && quote != '\'' && i+1 < len(text) && escapable(text[i+1]):
			i++
			word, inWord = append(word, text[i]), true
		case quote == 0 && isBlank(c):
			if inWord {
				words = append(words, string(word))
			}
			word, inWord = word[:0], false
		default:
			word, inWord = append(word, c), true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("options end inside a quoted text (%c)", quote)
	}
	if inWord {
		words = append(words, string(word))
	}
	return words, nil
}

func isBlank(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// escapable reports whether a backslash protects a character. Others keep it: file names have backslashes on some
// systems.
func escapable(c byte) bool { return c == '"' || c == '\'' || c == '\\' || isBlank(c) }

// ParsePassesOff reads names for Options.PassesOff, separated by commas: passes of package passes, and analyses and
// extensions of the code generator.
func ParsePassesOff(text string) ([]string, error) {
	names, known := strings.Split(text, ","), PassNames()
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("unknown pass or analysis %q; known are %s", name, strings.Join(known, ", "))
		}
	}
	return names, nil
}

// PassNames are the names that ParsePassesOff knows.
func PassNames() (names []string) {
	for _, p := range passes.Table() {
		names = append(names, p.Name)
	}
	for _, a := range amd64.Switches() {
		names = append(names, a.Name)
	}
	return names
}
