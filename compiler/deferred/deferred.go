// Package deferred holds the IR of a kernel that may still have to be read: a program from a binary reads the IR of a
// kernel when it is first needed, which is never if there is machine code for all launches.
package deferred

import (
	"heddle/compiler/ir"
	"heddle/compiler/shortage"
	"heddle/compiler/uniform"
)

// Kernel is a kernel whose IR is made at its first use. It may be used from several goroutines at once.
type Kernel struct {
	once shortage.Once
	read func() (*ir.Module, *ir.Func, error) // nil: body is there
	body Body
}

// Body is the IR of a kernel, which does not change.
type Body struct {
	Module *ir.Module
	Known  *uniform.Known // of the kernel
	// Err says why there is none. The kernel is one that does nothing then, so that questions about it have
	// answers; it must not be run.
	Err error
}

// Ready is a kernel whose IR is there.
func Ready(m *ir.Module, known *uniform.Known) *Kernel {
	return &Kernel{body: Body{Module: m, Known: known}}
}

// Later is a kernel whose IR is read when it is first asked for.
func Later(read func() (*ir.Module, *ir.Func, error)) *Kernel { return &Kernel{read: read} }

// Body is the IR.
func (k *Kernel) Body() *Body {
	if k.read != nil {
		k.once.Do(k.fill)
	}
	return &k.body
}

func (k *Kernel) fill() {
	m, f, err := k.read()
	if err != nil {
		m, f = &ir.Module{}, idle()
	}
	k.body = Body{Module: m, Known: uniform.Of(f), Err: err}
}

// idle is a kernel that does nothing.
func idle() *ir.Func {
	f := &ir.Func{Name: "unreadable", Kernel: true, Instrs: make([]ir.Instr, 2), Blocks: make([]ir.Block, 1)}
	f.Instrs[1] = ir.Instr{Op: ir.OpReturn}
	f.Blocks[0].Instrs = []ir.ValueID{1}
	return f
}
