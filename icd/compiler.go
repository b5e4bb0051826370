package main

import (
	"slices"

	"heddle/cbridge/buildid"
	"heddle/cbridge/code"
	"heddle/cbridge/host"
	"heddle/cbridge/machine"
	"heddle/clapi"
	"heddle/clapi/config"
	"heddle/clapi/stream"
	"heddle/compiler"
	"heddle/compiler/amd64"
	"heddle/compiler/inspect"
	"heddle/compiler/shortage"
	"heddle/exec"
)

// builtInCompiler is the compiler of programs, with the inspector that the user asked for.
type builtInCompiler struct {
	inspector    *inspect.Inspector // nil: none
	verifyPasses bool
	passesOff    []string
	core         amd64.Core
	fit          compiler.Fitness // of machine code in binaries
	subGroup     uint64           // size of sub-groups where the kernel requires none
}

// newCompiler is the compiler for an engine.
func newCompiler(c config.Config, e *exec.Engine) builtInCompiler {
	look := inspect.New(inspect.Options{Stages: c.Dump, Kernel: c.DumpKernel, Text: stream.Errors, Pages: c.HTML})
	b := builtInCompiler{inspector: look, verifyPasses: c.VerifyPasses, core: coreFor(c.Processor),
		passesOff: append(slices.Clip(c.PassesOff), missingExtensions()...)}
	b.fit = compiler.Fitness{Driver: buildid.Text(), VectorBits: e.VectorBits, Core: b.core, Off: b.passesOff}
	b.subGroup = uint64(e.VectorBits / 32)
	if e.Mode == exec.ModeInterpreter {
		b.fit.VectorBits = 0
	}
	return b
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
	defer beginBuild()()
	bytes := len(main)
	for _, h := range headers {
		bytes += len(h.Text)
	}
	requireAddressSpace(bytes)
	return compiler.Compile(main, headers, o)
}

// Link is compiler.Link.
func (c builtInCompiler) Link(objects []*compiler.Object, o compiler.Options) (*compiler.Program, string, bool) {
	defer beginBuild()()
	if !host.KeepAddressSpace(0, heapBound) {
		shortage.Check() // else requireAddressSpace has let this build go on without
	}
	return compiler.Link(objects, c.linking(o))
}

// linking adds to options what this compiler always does.
func (c builtInCompiler) linking(o compiler.Options) compiler.Options {
	o.Inspector, o.VerifyPasses, o.PassesOff, o.Core = c.inspector, c.verifyPasses, c.passesOff, c.core
	o.SubGroupSize = c.subGroup
	return o
}

// Binary is Program.Binary.
func (c builtInCompiler) Binary(p *compiler.Program) []byte { return p.Binary(c.fit) }

// Read is compiler.ReadProgram.
func (c builtInCompiler) Read(form []byte, o compiler.Options) (*compiler.Program, string, error) {
	defer beginBuild()()
	requireAddressSpace(len(form))
	return compiler.ReadProgram(form, c.fit, c.linking(o))
}

var _ clapi.Compiler = builtInCompiler{}
