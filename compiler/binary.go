package compiler

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"heddle/compiler/amd64"
	"heddle/compiler/deferred"
	"heddle/compiler/inspect"
	"heddle/compiler/ir"
	"heddle/compiler/lane"
	"heddle/compiler/wire"
)

// The binary form of a linked program has two parts.
//
// The portable part is the optimised IR (ir.Stored) and what the API can be asked about each kernel. Every compiler
// with the same FormVersion reads it, on any processor.
//
// The native part is the machine code of the versions that had been loaded when the form was made, with all that
// launches ask a kernel for before they run one. It fits only the compiler that made it, to the byte, and the same kind
// of processor (Fitness). Where it does not fit it is left, and code is made of the portable part as of a program that
// has just been built. So there is no form without a portable part.
//
// The IR of a kernel is read when it is first needed, and verified then. A form may be anything: what does not mean
// something is an error when the program is read, or when the kernel is first compiled or interpreted. Machine code is
// believed: who can make such a form can also make the application's own code.

// FormVersion changes with the meaning of the binary form of programs.
func FormVersion() uint64 {
	const form = 4
	return bits.RotateLeft64(ir.StoredVersion(), 1) + form
}

// Fitness is what machine code in a binary form is made for. Code of one fits no other.
type Fitness struct {
	Driver     string     // identifies the compiler to the byte; empty: no machine code is kept or believed
	VectorBits int        // the widest vectors that the engine uses; 0: none
	Core       amd64.Core // for which code is tuned
	Off        []string   // what the code generator leaves out, as Options.PassesOff

	ZeroPrivate bool // as Options.ZeroPrivate
}

// isNative reports whether there can be machine code at all.
func (f *Fitness) isNative() bool { return f.Driver != "" && f.VectorBits != 0 }

func (f *Fitness) wire(c *wire.Coder) {
	c.Text(&f.Driver)
	wire.Number(c, &f.VectorBits)
	core := string(f.Core)
	c.Text(&core)
	f.Core = amd64.Core(core)
	wire.List(c, &f.Off, (*wire.Coder).Text)
	c.Bools(&f.ZeroPrivate)
}

// misfit says in words why code that was made for other does not fit, empty if it does.
func (f *Fitness) misfit(other *Fitness) string {
	switch {
	case !f.isNative():
		return "this driver runs none here"
	case other.Driver != f.Driver:
		return "it was made by another build of this driver"
	case other.VectorBits != f.VectorBits:
		return fmt.Sprintf("it is for vectors of %d bits, and those of this processor have %d", other.VectorBits,
			f.VectorBits)
	case other.Core != f.Core:
		return fmt.Sprintf("it is for processors of the kind %s, and this is one of the kind %s", other.Core, f.Core)
	case !slices.Equal(other.Off, f.Off):
		return fmt.Sprintf("it was made without [%s], and this driver leaves out [%s]", strings.Join(other.Off, " "),
			strings.Join(f.Off, " "))
	case other.ZeroPrivate != f.ZeroPrivate:
		return "it was made for a context that has other rules for private memory that is not initialised"
	}
	return ""
}

// Binary is the binary form of the program, with the machine code that has been loaded so far.
func (p *Program) Binary(fit Fitness) []byte {
	fit.ZeroPrivate = p.zeroPrivate
	portable, place := p.portable, func(at ir.Pos) ir.Pos { return at }
	if portable == nil {
		portable, place = p.portablePart()
	}
	var native []byte
	if fit.isNative() {
		native = p.nativePart(fit, place)
	}
	c := wire.Writer()
	c.Bytes(&portable)
	c.Bytes(&native)
	return c.Form()
}

// portablePart makes the portable part of a program that was linked, and the numbers of its positions.
func (p *Program) portablePart() (form []byte, place func(ir.Pos) ir.Pos) {
	module, place := p.module.Store()
	c := wire.Writer()
	c.Bytes(&module)
	all, children := p.All(), len(p.Children)
	wire.Number(c, &children)
	lowered := kernelsOf(p.module)
	wire.List(c, &all, func(c *wire.Coder, k **Kernel) {
		f := lowered.find((*k).Name)
		id, seesGroups, subGroup := f.ID, (*k).Machine.SeesGroups(), f.SeenSubGroup()
		wire.Number(c, &id)
		c.Bools(&seesGroups)
		c.Uint64(&subGroup)
		(*k).wire(c)
		(*k).Lane.WireFacts(c)
	})
	return c.Form(), place
}

func (p *Program) nativePart(fit Fitness, place func(ir.Pos) ir.Pos) []byte {
	c := wire.Writer()
	fit.wire(c)
	for _, k := range p.All() {
		kernel := wire.Writer()
		if k.Machine.IsLoaded() {
			k.Machine.Store(kernel, place)
		}
		form := kernel.Form()
		c.Bytes(&form)
	}
	return c.Form()
}

// ReadProgram reads the binary form of a program, of which it keeps parts. The note says why machine code in it was
// left; it is empty if none was. Of the options it takes those that Link takes.
func ReadProgram(form []byte, fit Fitness, o Options) (p *Program, note string, err error) {
	var portable, native []byte
	c := wire.Reader(form)
	c.Bytes(&portable)
	c.Bytes(&native)
	if err := c.End(); err != nil {
		return nil, "", err
	}
	p = &Program{portable: portable, code: amd64.Options{Core: o.Core, Off: o.PassesOff}, zeroPrivate: o.ZeroPrivate}
	fit.ZeroPrivate = o.ZeroPrivate
	if err := p.readPortable(portable); err != nil {
		return nil, "", err
	}
	if len(native) > 0 && o.Inspector == nil { // what is inspected is compiled before one's eyes
		if note, err = p.readNative(native, fit); err != nil {
			return nil, "", err
		}
	}
	if o.Inspector != nil {
		p.show(o.Inspector.Program(noSources{}))
	}
	return p, note, nil
}

// readPortable makes the kernels, without machine code.
func (p *Program) readPortable(form []byte) error {
	c, module := wire.Reader(form), []byte(nil)
	c.Bytes(&module)
	if err := c.Err(); err != nil {
		return err
	}
	stored, err := ir.ReadStored(module)
	if err != nil {
		return err
	}
	var sources []amd64.Source
	var all []*Kernel
	children := 0
	wire.Number(c, &children)
	wire.List(c, &all, func(c *wire.Coder, k **Kernel) {
		*k = &Kernel{zeroPrivate: p.zeroPrivate}
		sources = append(sources, (*k).read(c, stored))
	})
	c.Check(children >= 0 && children <= len(all))
	if err := c.End(); err != nil {
		return err
	}
	for i, machine := range amd64.NewSourceKernels(sources, p.code) {
		all[i].Machine = machine
	}
	p.Kernels, p.Children = all[:len(all)-children:len(all)-children], all[len(all)-children:]
	p.Globals = globalsOf(stored.Shell())
	return nil
}

// read reads a kernel but for its machine code, and returns what that is made of.
func (k *Kernel) read(c *wire.Coder, stored *ir.Stored) amd64.Source {
	id, seesGroups, subGroup := ir.FuncID(0), false, uint64(0)
	wire.Number(c, &id)
	c.Bools(&seesGroups)
	c.Uint64(&subGroup)
	c.Check(subGroup == 0 || ir.IsSubGroupSize(subGroup))
	k.wire(c)
	c.Check(ir.IsSubGroupSize(k.SubGroupSize))
	body := deferred.Later(func() (*ir.Module, *ir.Func, error) { return k.readBody(stored, id) })
	k.Lane = lane.FromFacts(c, body, stored.Shell())
	return amd64.Source{Name: k.Name, IR: body, SeesGroups: seesGroups, SubGroup: subGroup}
}

// readBody reads the IR of a kernel and compares it with what was said about the kernel.
func (k *Kernel) readBody(stored *ir.Stored, id ir.FuncID) (*ir.Module, *ir.Func, error) {
	m, f, err := stored.Kernel(id)
	if err != nil {
		return nil, nil, fmt.Errorf("the portable code of kernel %s is broken: %w", k.Name, err)
	}
	if f.Name != k.Name || f.LocalBytes != k.LocalBytes || f.SubGroup != k.SubGroupSize {
		return nil, nil, fmt.Errorf("the portable code of kernel %s is not its own", k.Name)
	}
	if k.zeroPrivate {
		m.ZeroUndefined()
	}
	return m, f, nil
}

// readNative gives the kernels their machine code, or says why it is left.
func (p *Program) readNative(form []byte, fit Fitness) (note string, err error) {
	var made Fitness
	c := wire.Reader(form)
	made.wire(c)
	if err := c.Err(); err != nil {
		return "", err
	}
	if misfit := fit.misfit(&made); misfit != "" {
		return "the machine code in the binary is left, and made again from its portable code: " + misfit, nil
	}
	for _, k := range p.All() {
		var kernel []byte
		if c.Bytes(&kernel); len(kernel) == 0 {
			continue
		}
		inner := wire.Reader(kernel)
		if k.Machine.Restore(inner, k.ArgBlockBytes); inner.End() != nil {
			return "", fmt.Errorf("machine code of kernel %s: %w", k.Name, inner.Err())
		}
	}
	return "", c.End()
}

// noSources are the texts of a program from a binary, which has none.
type noSources struct{}

var _ inspect.Sources = noSources{}

func (noSources) Place(ir.Pos) (file, line int)    { return 0, 0 }
func (noSources) File(int) (name string, _ []byte) { return "", nil }

// maxArgBlockBytes is more than the arguments of any kernel take.
const maxArgBlockBytes = 1 << 24

func (k *Kernel) wire(c *wire.Coder) {
	c.Text(&k.Name)
	c.Text(&k.Attributes)
	wire.List(c, &k.Args, func(c *wire.Coder, a *Arg) { a.wire(c) })
	c.Uint64(&k.ArgBlockBytes)
	for i := range 3 {
		c.Uint64(&k.ReqdWorkGroupSize[i])
		c.Uint64(&k.WorkGroupSizeHint[i])
	}
	c.Uint64(&k.LocalBytes)
	c.Uint64(&k.ScratchBytes)
	c.Uint64(&k.PrivateBytes)
	c.Uint64(&k.ReqdSubGroupSize)
	c.Uint64(&k.ReqdSubGroups)
	c.Uint64(&k.SubGroupSize)
	c.Bools(&k.UniformGroups, &k.FromIL)
	c.Check(k.ArgBlockBytes <= maxArgBlockBytes)
	for i := range k.Args {
		a := &k.Args[i]
		c.Check(a.OffsetBytes <= k.ArgBlockBytes && a.blockBytes() <= k.ArgBlockBytes-a.OffsetBytes)
	}
}

// blockBytes is how much of the argument block an argument takes.
func (a *Arg) blockBytes() uint64 {
	if a.Kind == ArgValue {
		return a.SizeBytes
	}
	return 8
}

func (a *Arg) wire(c *wire.Coder) {
	c.Text(&a.Name)
	c.Text(&a.TypeName)
	wire.Below(c, &a.Kind, int(ArgQueue)+1)
	wire.Below(c, &a.Address, int(AddressPrivate)+1)
	wire.Below(c, &a.Access, int(AccessNone)+1)
	wire.Number(c, &a.Qualifiers)
	c.Uint64(&a.SizeBytes)
	c.Uint64(&a.PackedBytes)
	c.Uint64(&a.OffsetBytes)
	c.Uint64(&a.PointeeAlign)
	c.Uint64(&a.PacketBytes)
	c.Text(&a.ImageType)
	c.Bools(&a.AtLeast)
}
