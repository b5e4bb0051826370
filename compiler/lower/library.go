package lower

import (
	"fmt"
	"sync"

	"heddle/compiler/ast"
	"heddle/compiler/builtin"
	"heddle/compiler/diag"
	"heddle/compiler/ir"
	"heddle/compiler/parse"
	"heddle/compiler/passes"
	"heddle/compiler/preproc"
	"heddle/compiler/token"
)

// The library of built-ins is OpenCL C. Its functions, each optimised with all it calls, are stored as library_code.go
// describes, and modules take copies. This file compiles them: a file when the first of its functions is needed, once
// per process. The library's functions use no memory of program scope, so that a copy needs nothing from its origin.

// libraryPrefix begins the names of the library's functions.
const libraryPrefix = "__hd_"

// Builtins answers the parser's questions about built-in functions; Info is a *builtin.Call.
type Builtins struct{}

// Known reports whether a built-in function has this name.
func (Builtins) Known(name string) bool { return builtin.Known(name) }

// Names are the names of all built-in functions.
func (Builtins) Names() []string { return builtin.Names() }

// Resolve picks the overload for arguments of these types.
func (Builtins) Resolve(name string, args []*ast.Type, types *ast.Types) (*parse.Builtin, error) {
	c, err := builtin.Resolve(name, args, types)
	if err != nil {
		return nil, err
	}
	sig := &parse.Builtin{Params: c.Params, Result: c.Result, Info: c, Converted: c.Converted}
	if c.Family != nil {
		sig.Scratch = c.Family.Scratch
	}
	return sig, nil
}

// libraryFile is one compiled file.
type libraryFile struct {
	once   sync.Once
	module *ir.Module
	byName map[string]*ir.Func
}

// libraryFiles are the compiled files by name; the entries never change.
var libraryFiles = sync.OnceValue(func() map[string]*libraryFile {
	files := map[string]*libraryFile{}
	for _, name := range builtin.LibraryFiles() {
		files[name] = &libraryFile{}
	}
	return files
})

// libraryFunc is the id of a library function in this module, with a copy made at its first use; -1 if there is none,
// which is reported.
func (u *unitLowerer) libraryFunc(name string, pos diag.Pos) ir.FuncID {
	if id, ok := u.library[name]; ok {
		return id
	}
	if u.isLib {
		if fn := u.bodies[name]; fn != nil {
			return u.funcs[fn]
		}
		return u.importDeclared(name)
	}
	f := newLibraryFunc(name)
	if f == nil {
		u.list.Errorf(pos, "the built-in function '%s' is not supported yet", name[len(libraryPrefix):])
		u.library[name] = -1
		return -1
	}
	f.ID = ir.FuncID(len(u.module.Funcs))
	u.module.Funcs = append(u.module.Funcs, f)
	u.library[name] = f.ID
	return f.ID
}

// newLibraryFunc is a copy of a library function, optimised and without calls; nil if there is none.
func newLibraryFunc(name string) *ir.Func {
	if f := storedLibraryFunc(usableCode(), name); f != nil {
		return f
	}
	if f := finishedLibraryFunc(name); f != nil {
		return copyFunc(f)
	}
	return nil
}

// importDeclared declares, inside a library file's module, a function of another file: it has a name and no body.
func (u *unitLowerer) importDeclared(name string) ir.FuncID {
	source := findLibraryFunc(name)
	if source == nil {
		panic("BUG: the library calls " + name + ", which it does not have")
	}
	f := u.module.NewFunc(name)
	f.Params, f.Results, f.Blocks = source.Params, source.Results, nil
	u.library[name] = f.ID
	return f.ID
}

// finishedFunc is a library function with all it calls inlined, made at its first use.
type finishedFunc struct {
	once sync.Once
	fn   *ir.Func // nil: there is no such function
}

// finishedFuncs holds a *finishedFunc for each name that was asked for.
var finishedFuncs sync.Map

// finishedLibraryFunc returns a function optimised and without calls, so that units only copy it; nil if there is none.
func finishedLibraryFunc(name string) *ir.Func {
	entry, _ := finishedFuncs.LoadOrStore(name, &finishedFunc{})
	finished := entry.(*finishedFunc)
	finished.once.Do(func() {
		if findLibraryFunc(name) == nil {
			return
		}
		linker := libraryLinker{module: &ir.Module{}, ids: map[string]ir.FuncID{}}
		id := linker.add(name)
		passes.Optimize(linker.module, passes.Options{InlineBudget: libraryBudget})
		finished.fn = linker.module.Funcs[id]
		finished.fn.Compact(ir.NewCFG(finished.fn).Order)
	})
	return finished.fn
}

// libraryLinker collects a library function and all that it calls, from any files, in one module.
type libraryLinker struct {
	module *ir.Module
	ids    map[string]ir.FuncID
}

func (l *libraryLinker) add(name string) ir.FuncID {
	if id, ok := l.ids[name]; ok {
		return id
	}
	f := copyFunc(findLibraryFunc(name))
	f.ID = ir.FuncID(len(l.module.Funcs))
	l.module.Funcs = append(l.module.Funcs, f)
	l.ids[name] = f.ID
	names := libraryFiles()[builtin.LibraryFileOf(name)].module.Funcs
	for i := range f.Instrs {
		if in := &f.Instrs[i]; in.Op == ir.OpCall {
			in.Imm = uint64(l.add(names[in.Imm].Name))
		}
	}
	return f.ID
}

// copyFunc copies a function without its source positions, which are the library's.
func copyFunc(source *ir.Func) *ir.Func {
	f := new(ir.Func)
	*f = *source
	f.Pos = 0
	f.Instrs = append([]ir.Instr(nil), source.Instrs...)
	for i := range f.Instrs {
		in := &f.Instrs[i]
		in.Pos = 0
		in.Args = append([]ir.ValueID(nil), in.Args...)
	}
	f.Blocks = append([]ir.Block(nil), source.Blocks...)
	for i := range f.Blocks {
		copyBlock(&f.Blocks[i])
	}
	return f
}

func copyBlock(b *ir.Block) {
	b.Params = append([]ir.ValueID(nil), b.Params...)
	b.Instrs = append([]ir.ValueID(nil), b.Instrs...)
	b.Cases = append([]uint64(nil), b.Cases...)
	b.Succs = append([]ir.Edge(nil), b.Succs...)
	for i := range b.Succs {
		b.Succs[i].Args = append([]ir.ValueID(nil), b.Succs[i].Args...)
	}
}

// findLibraryFunc compiles the file that contains a function unless that was done before; nil if there is no such
// function.
func findLibraryFunc(name string) *ir.Func {
	fileName := builtin.LibraryFileOf(name)
	file := libraryFiles()[fileName]
	if file == nil {
		return nil
	}
	file.once.Do(func() { file.compile(fileName) })
	return file.byName[name]
}

// libraryMacro finds the macros that the library uses.
func libraryMacro(name string) (definition string, ok bool) {
	text, ok := builtin.Macros()[name]
	return name + " " + text, ok
}

func (file *libraryFile) compile(name string) {
	var list diag.List
	names := token.NewInterner()
	tokens := preproc.Run(preproc.Input{Name: name, Text: builtin.LibraryText(name), Predefined: libraryMacro,
		Names: names}, &list)
	options := parse.Options{Version: 300, FP64: true, FP16: true, Names: names, Builtins: Builtins{}}
	unit := parse.File(tokens, options, &list)
	if list.HasErrors() {
		panic(fmt.Sprintf("BUG: the library's %s:\n%s", name, list.Render()))
	}
	u := newUnitLowerer(unit, &list)
	u.isLib = true
	u.lowerAll()
	if list.HasErrors() || len(u.module.Globals) > 0 {
		panic(fmt.Sprintf("BUG: the library's %s: %d globals\n%s", name, len(u.module.Globals), list.Render()))
	}
	file.module = u.module
	file.byName = map[string]*ir.Func{}
	for _, f := range u.module.Funcs {
		if len(f.Blocks) > 0 {
			file.byName[f.Name] = f
		}
	}
}

// libraryBudget is large enough to inline all calls in the library.
const libraryBudget = 1 << 20
