package main

import (
	"heddle/clapi"
	"heddle/compiler"
)

// sourceCompiler is the compiler as programs see it.
type sourceCompiler struct{}

func (sourceCompiler) Compile(main []byte, headers []compiler.Source, o compiler.Options) (*compiler.Object, string, bool) {
	return compiler.Compile(main, headers, o)
}

func (sourceCompiler) Link(objects []*compiler.Object, o compiler.Options) (*compiler.Program, string, bool) {
	return compiler.Link(objects, o)
}

// newCompiler is the compiler that programs are built with.
func newCompiler() clapi.Compiler { return sourceCompiler{} }
