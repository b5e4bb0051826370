package compiler

import (
	"os"
	"sync"

	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/feature"
	"heddle/compiler/lower"
	"heddle/compiler/parse"
	"heddle/compiler/preproc"
	"heddle/compiler/token"

	"golang.org/x/sys/unix"
)

// sourceName is the name of a program's source, which has none of its own, in messages and __FILE__.
const sourceName = "<source>"

// tokenLists are lists of tokens that are not used any more. The garbage collector empties it.
var tokenLists sync.Pool

// tokenRoom is memory for tokens, perhaps none.
func tokenRoom() []token.Token {
	if list, ok := tokenLists.Get().(*[]token.Token); ok {
		return *list
	}
	return nil
}

// front turns a text into a checked tree, which is only complete if list has no errors.
func front(main []byte, headers []Source, o Options, list *diag.List) *ast.Unit {
	names := token.NewInterner()
	var macros preproc.MacroNames
	tokens := preproc.Run(preproc.Input{
		Name: sourceName, Text: main, Headers: headerMap(headers), IncludeDirs: o.IncludeDirs, ReadFile: readFile,
		Predefined: predefined(o), Queries: queries, Defines: o.Defines, Names: names, Room: tokenRoom(),
		Macros: &macros,
	}, list)
	if list.HasErrors() {
		return nil // what follows from a missing header or macro is of no help
	}
	options := parserOptions(o, names)
	options.Macros = func(see func(string, bool)) {
		macros.Each(see)
		eachFixedMacro(see)
	}
	tree := parse.File(tokens, options, list)
	clear(tokens) // they hold the text
	tokenLists.Put(&tokens)
	return tree
}

func headerMap(headers []Source) map[string][]byte {
	m := make(map[string][]byte, len(headers))
	for _, h := range headers {
		m[h.Name] = h.Text
	}
	return m
}

// readFile reads an included file. Directories and devices are no headers, and reading a device may never end. Files of
// the package os would make the runtime open descriptors of its own (cbridge/alarm).
func readFile(name string) ([]byte, error) {
	file, err := unix.Open(name, unix.O_RDONLY|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer unix.Close(file)
	var info unix.Stat_t
	if err := unix.Fstat(file, &info); err != nil {
		return nil, err
	}
	if info.Mode&unix.S_IFMT != unix.S_IFREG {
		return nil, os.ErrInvalid
	}
	text := make([]byte, info.Size+1)
	for length := 0; ; {
		n, err := unix.Read(file, text[length:])
		switch {
		case err == unix.EINTR:
		case err != nil:
			return nil, err
		case n == 0:
			return text[:length], nil
		default:
			if length += n; length == len(text) {
				text = append(text, make([]byte, length)...)
			}
		}
	}
}

func parserOptions(o Options, names *token.Interner) parse.Options {
	return parse.Options{
		Version:      o.Version,
		Generic:      o.Version >= 200,
		ProgramScope: o.Version >= 200,
		FP64:         feature.Has("__opencl_c_fp64"),
		FP16:         feature.Has("cl_khr_fp16"),
		Names:        names,
		Builtins:     lower.Builtins{},
		Unit:         unitOptions(o),
	}
}

// unitOptions are the build options that change what code means.
func unitOptions(o Options) ast.UnitOptions {
	return ast.UnitOptions{
		Contract:      true,
		FastRelaxed:   o.FastRelaxedMath,
		FiniteMath:    o.FiniteMath,
		NoSignedZeros: o.NoSignedZeros,
		SingleConst:   o.SingleConstants,
		DenormsZero:   o.DenormsAreZero,
		OptDisable:    o.NoOptimization,
		Debug:         o.Debug,
		ExactRoots:    o.CorrectDivideSqrt,
	}
}
