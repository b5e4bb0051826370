package compiler

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"heddle/compiler/amd64"
	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/inspect"
	"heddle/compiler/ir"
	"heddle/compiler/lane"
	"heddle/compiler/lower"
	"heddle/compiler/parallel"
	"heddle/compiler/parse"
	"heddle/compiler/passes"
	"heddle/compiler/uniform"
)

// Link makes a program of objects: it binds calls across them, optimises, and surveys each kernel. With o.CreateLibrary
// the objects are only checked against each other; the program has no kernels then. Objects may be linked any number of
// times, also at the same time.
func Link(objects []*Object, o Options) (program *Program, log string, ok bool) {
	units := make([]*unit, len(objects))
	for i, object := range objects {
		units[i] = object.unit.(*unit)
	}
	list := &diag.List{}
	if o.PassesOff != nil {
		if _, err := ParsePassesOff(strings.Join(o.PassesOff, ",")); err != nil {
			list.Errorf(diag.NoPos, "%v", err)
		}
	}
	checkDuplicates(units, list)
	if list.HasErrors() {
		return nil, list.Render(), false
	}
	if o.CreateLibrary {
		return &Program{}, "", true
	}
	module := linkedModule(units, list)
	if list.HasErrors() {
		return nil, list.Render(), false
	}
	lowered := kernelsOf(module)
	for _, u := range units {
		u.fixGroups(lowered, o.SubGroupSize)
	}
	for i, f := range childrenOf(units) {
		lowered.find(lower.ChildName(f, i)).SubGroup = cmp.Or(o.SubGroupSize, ir.DefaultSubGroup)
	}
	look := passes.Options{Verify: o.VerifyPasses, Off: o.PassesOff}
	var shown *inspect.Program
	if o.Inspector != nil {
		shown = o.Inspector.Program(newSources(units))
		shown.Source(module)
		look.Dump = shown.Pass
	}
	passes.Optimize(module, look)
	if o.ZeroPrivate {
		module.ZeroUndefined()
	}
	program = &Program{Globals: globalsOf(module), module: module,
		code: amd64.Options{Core: o.Core, Off: o.PassesOff}, zeroPrivate: o.ZeroPrivate}
	for _, u := range units {
		program.addKernels(u, lowered, list)
	}
	program.addChildren(units, lowered, list)
	program.noteScratch(units)
	if shown != nil {
		program.show(shown)
	}
	return program, list.Render(), !list.HasErrors()
}

// checkDuplicates reports external functions that two units define. Static ones are each unit's own, and so are inline
// ones, which stand in headers.
func checkDuplicates(units []*unit, list *diag.List) {
	if len(units) < 2 {
		return // the parser has checked it
	}
	seen := map[string]bool{}
	for _, u := range units {
		for _, f := range u.tree.Funcs {
			if f.Static || f.Inline && !f.Kernel {
				continue
			}
			name, kind := parse.LinkName(f), "function"
			if f.Kernel {
				kind = "kernel"
			}
			if seen[name] {
				list.Errorf(diag.NoPos, "%s '%s' is defined in more than one object", kind, f.Name)
			}
			seen[name] = true
		}
	}
}

// linkedModule returns the module of all units, which the caller may change. A single unit was lowered when it was
// compiled; several are lowered again as one, so that calls find bodies in other units.
func linkedModule(units []*unit, list *diag.List) *ir.Module {
	if len(units) == 1 {
		return units[0].take(list)
	}
	parts := make([]lower.Part, len(units))
	end := uint64(0) // of the positions so far
	for i, u := range units {
		parts[i] = lower.Part{Unit: u.tree, PosBase: ir.Pos(end)}
		end += uint64(u.endPos())
	}
	m := lower.Linked(parts, list)
	if end <= math.MaxUint32 { // else positions have wrapped: unknown ones are better than wrong ones
		m.PosName = func(p ir.Pos) (string, int, int) {
			i := sort.Search(len(parts), func(i int) bool { return parts[i].PosBase > p }) - 1
			return units[i].position(p - parts[i].PosBase)
		}
	}
	return m
}

// fixGroups records the size that groups of the unit's kernels always have, and that of their sub-groups. Without
// uniform groups those at the edges may be smaller.
func (u *unit) fixGroups(lowered kernelFuncs, subGroup uint64) {
	for _, f := range u.tree.Funcs {
		if !f.Kernel {
			continue
		}
		kernel := lowered.find(f.Name)
		if u.uniform {
			kernel.Group = f.Attrs.ReqdWorkGroupSize
		}
		kernel.SubGroup = cmp.Or(f.Attrs.SubGroupSize, subGroup, ir.DefaultSubGroup)
	}
}

// addKernels makes the kernels of one unit.
func (p *Program) addKernels(u *unit, lowered kernelFuncs, list *diag.List) {
	kernels := slices.DeleteFunc(slices.Clone(u.tree.Funcs), func(f *ast.Function) bool { return !f.Kernel })
	made, errs := make([]*Kernel, len(kernels)), make([]error, len(kernels))
	parallel.For(parallel.Workers(len(kernels)), len(kernels), func(_, i int) {
		made[i], errs[i] = p.makeKernel(kernels[i], kernels[i].Name, lowered.find(kernels[i].Name))
	})
	for i, k := range made {
		if err := errs[i]; err != nil {
			list.Errorf(diag.NoPos, "%v", err)
			continue
		}
		k.UniformGroups, k.FromIL = u.uniform, u.fromIL
		p.Kernels = append(p.Kernels, k)
	}
}

// childrenOf are the functions of the children.
func childrenOf(units []*unit) []*ast.Function {
	trees := make([]*ast.Unit, len(units))
	for i, u := range units {
		trees[i] = u.tree
	}
	return lower.Children(trees)
}

// addChildren makes the kernels of blocks.
func (p *Program) addChildren(units []*unit, lowered kernelFuncs, list *diag.List) {
	children := childrenOf(units)
	p.Children = make([]*Kernel, len(children))
	errs := make([]error, len(children))
	parallel.For(parallel.Workers(len(children)), len(children), func(_, i int) {
		name := lower.ChildName(children[i], i)
		if slices.ContainsFunc(p.Kernels, func(k *Kernel) bool { return k.Name == name }) {
			errs[i] = fmt.Errorf("kernel '%s' has the name of a block", name) // names of modules may be any
			return
		}
		p.Children[i], errs[i] = p.makeKernel(children[i], name, lowered.find(name))
	})
	for i, f := range children {
		if errs[i] != nil {
			list.Errorf(diag.NoPos, "%v", errs[i])
			p.Children = nil
			return
		}
		owner := slices.IndexFunc(units, func(u *unit) bool { return slices.Contains(u.tree.Blocks, f) })
		p.Children[i].UniformGroups, p.Children[i].FromIL = units[owner].uniform, units[owner].fromIL
	}
}

// noteScratch records the size of the scratch memory that the units' collective functions have put before the variables
// of all kernels.
func (p *Program) noteScratch(units []*unit) {
	for _, u := range units {
		for _, k := range p.All() {
			k.ScratchBytes = max(k.ScratchBytes, u.tree.Scratch)
		}
	}
}

// makeKernel makes a kernel of an optimised module.
func (p *Program) makeKernel(f *ast.Function, name string, fn *ir.Func) (*Kernel, error) {
	known := uniform.Of(fn)
	code, err := lane.Survey(p.module, known)
	if err != nil {
		return nil, err
	}
	k := newKernel(f)
	k.Name = name
	k.SubGroupSize = fn.SubGroup
	k.Lane, k.Machine = code, amd64.NewKnownKernel(p.module, known, p.code)
	k.LocalBytes, k.PrivateBytes = fn.LocalBytes, code.PrivateBytes
	return k, nil
}

// kernelFuncs are the kernels of a module by name.
type kernelFuncs map[string]*ir.Func

func kernelsOf(m *ir.Module) kernelFuncs {
	kernels := kernelFuncs{}
	for _, f := range m.Funcs {
		if f != nil && f.Kernel && kernels[f.Name] == nil {
			kernels[f.Name] = f
		}
	}
	return kernels
}

func (kernels kernelFuncs) find(name string) *ir.Func {
	if f := kernels[name]; f != nil {
		return f
	}
	panic("BUG: kernel " + strings.ToValidUTF8(name, "?") + " was not lowered")
}

// globalsOf lays out the initial contents of the globals. Zeros at the end are left out.
func globalsOf(m *ir.Module) Globals {
	g := Globals{SizeBytes: m.GlobalBytes}
	for _, v := range m.Globals {
		if !v.Constant {
			g.GlobalBytes += v.SizeBytes
		}
		if len(v.Init) == 0 {
			continue
		}
		if end := v.OffsetBytes + uint64(len(v.Init)); end > uint64(len(g.Init)) {
			g.Init = append(g.Init, make([]byte, end-uint64(len(g.Init)))...)
		}
		copy(g.Init[v.OffsetBytes:], v.Init)
		for _, r := range v.Relocations {
			g.Relocations = append(g.Relocations, v.OffsetBytes+r)
		}
	}
	return g
}
