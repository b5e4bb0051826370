package main

import (
	"slices"

	"heddle/cbridge/code"
	"heddle/cbridge/machine"
	"heddle/clapi"
	"heddle/clapi/config"
	"heddle/clapi/stream"
	"heddle/compiler"
	"heddle/compiler/amd64"
	"heddle/compiler/inspect"
)

// builtInCompiler is the compiler of programs, with the inspector that the user asked for.
type builtInCompiler struct {
	inspector    *inspect.Inspector // nil: none
	verifyPasses bool
	passesOff    []string
	core         amd64.Core
	subGroup     uint64 // size of sub-groups where the kernel requires none
}

// newCompiler is a compiler for vectors of a length; 0: for the interpreter. A vector is a sub-group.
func newCompiler(c config.Config, vectorBits int) builtInCompiler {
	look := inspect.New(inspect.Options{Stages: c.Dump, Kernel: c.DumpKernel, Text: stream.Errors, Pages: c.HTML})
	return builtInCompiler{look, c.VerifyPasses, append(slices.Clip(c.PassesOff), missingExtensions()...),
		coreFor(c.Processor), uint64(vectorBits / 32)}
}

// coreFor is the kind of processor that machine code is tuned for.
func coreFor(p config.Processor) amd64.Core {
	if p == config.ProcessorZen || p == config.ProcessorFound && machine.IsZen() {
		return amd64.Zen
	}
	return amd64.Intel
}

// missingExtensions are those that this processor does not have.
func missingExtensions() []string {
	if code.HasVNNI() {
		return nil
	}
	return []string{amd64.VNNI}
}

// Compile is compiler.Compile.
func (builtInCompiler) Compile(main []byte, headers []compiler.Source, o compiler.Options) (*compiler.Object, string,
	bool) {
	tuneCollector()
	return compiler.Compile(main, headers, o)
}

// Link is compiler.Link.
func (c builtInCompiler) Link(objects []*compiler.Object, o compiler.Options) (*compiler.Program, string, bool) {
	tuneCollector()
	o.Inspector, o.VerifyPasses, o.PassesOff, o.Core = c.inspector, c.verifyPasses, c.passesOff, c.core
	o.SubGroupSize = c.subGroup
	return compiler.Link(objects, o)
}

var _ clapi.Compiler = builtInCompiler{}
