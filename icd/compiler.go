package main

import (
	"heddle/clapi"
	"heddle/compiler"
)

// builtInCompiler is the compiler that programs are built with.
type builtInCompiler struct{}

// Compile is compiler.Compile.
func (builtInCompiler) Compile(main []byte, headers []compiler.Source, o compiler.Options) (*compiler.Object, string, bool) {
	tuneCollector()
	return compiler.Compile(main, headers, o)
}

// Link is compiler.Link.
func (builtInCompiler) Link(objects []*compiler.Object, o compiler.Options) (*compiler.Program, string, bool) {
	tuneCollector()
	return compiler.Link(objects, o)
}

var _ clapi.Compiler = builtInCompiler{}
