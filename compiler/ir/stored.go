package ir

import (
	"errors"
	"fmt"
	"hash/fnv"

	"heddle/compiler/wire"
)

// The form of a module in the binary of a program: what all functions share, then each function by itself, so that a
// kernel is read when it is first needed, without the others. A function is its attributes, its positions and the form
// of binary.go; positions are numbers of a table (stored_places.go).
//
// A form may be anything that somebody gives to the driver. What is read of it is verified functions, or an error.

// StoredVersion changes with the meaning of stored modules: with their form and with any table of the IR. What is added
// to a table needs no work here.
func StoredVersion() uint64 {
	const form = 1
	c := wire.Writer()
	version := BinaryVersion() + form
	c.Uint64(&version)
	for op := range ops {
		info := &ops[op]
		c.Text(&info.Name)
		wire.List(c, &info.Operands, func(c *wire.Coder, o *Operand) {
			wire.Number(c, &o.Types)
			c.Bools(&o.Same)
		})
		c.Bools(&info.Variadic, &info.Commutative)
		wire.Number(c, &info.Result)
		wire.Number(c, &info.Effect)
		wire.Number(c, &info.Kind)
		wire.Number(c, &info.Fields)
	}
	lists := append(kindNames[:len(kindNames):len(kindNames)], typeNames[:], spaceNames[:], memNames[:], orderNames[:],
		scopeNames[:], flagNames[:])
	wire.List(c, &lists, func(c *wire.Coder, names *[]string) { wire.List(c, names, (*wire.Coder).Text) })
	h := fnv.New64a()
	_, _ = h.Write(c.Form())
	return h.Sum64()
}

// Store is the form of a module that does not change any more. place gives a position of the module its number in the
// form; machine code that was made of the module has the same positions.
func (m *Module) Store() (form []byte, place func(Pos) Pos) {
	numbers := numberPositions(m)
	place = func(p Pos) Pos { return numbers[p] }
	s := Stored{shell: Module{Globals: m.Globals, GlobalBytes: m.GlobalBytes, Formats: m.Formats}}
	for _, f := range m.Funcs {
		s.functions = append(s.functions, storeFunc(f, place))
	}
	s.places.form = placesForm(m, numbers)
	c := wire.Writer()
	s.code(c)
	return c.Form(), place
}

// Stored is a module in its form. It may be used from several goroutines at once.
type Stored struct {
	shell     Module   // without functions
	functions [][]byte // by FuncID; empty: removed
	places    storedPlaces
}

// ReadStored reads the form of a module, but for its functions. It keeps parts of the form.
func ReadStored(form []byte) (*Stored, error) {
	s := &Stored{}
	c := wire.Reader(form)
	s.code(c)
	if err := c.End(); err != nil {
		return nil, err
	}
	s.shell.PosName = s.places.name
	return s, nil
}

// Shell is the module without its functions.
func (s *Stored) Shell() *Module { return &s.shell }

func (s *Stored) code(c *wire.Coder) {
	wire.List(c, &s.shell.Globals, codeGlobal)
	c.Uint64(&s.shell.GlobalBytes)
	wire.List(c, &s.shell.Formats, (*wire.Coder).Text)
	wire.List(c, &s.functions, (*wire.Coder).Bytes)
	c.Bytes(&s.places.form)
	for i := range s.shell.Globals {
		g := &s.shell.Globals[i]
		c.Check(g.OffsetBytes <= s.shell.GlobalBytes && g.SizeBytes <= s.shell.GlobalBytes-g.OffsetBytes)
		c.Check(uint64(len(g.Init)) <= g.SizeBytes && (len(g.Init) == 0 || g.OffsetBytes <= maxInitialized))
		for _, at := range g.Relocations {
			c.Check(at <= g.SizeBytes && g.SizeBytes-at >= Ptr.Bytes())
		}
	}
}

// maxInitialized is the largest offset of a variable that is not all zeros: memory up to there is made of the form.
const maxInitialized = 1 << 32

func codeGlobal(c *wire.Coder, g *Global) {
	c.Text(&g.Name)
	c.Uint64(&g.OffsetBytes)
	c.Uint64(&g.SizeBytes)
	c.Bytes(&g.Init)
	wire.Numbers(c, &g.Relocations)
	c.Bools(&g.Constant)
}

// storedFunc is a function in its form.
type storedFunc struct {
	attributes Func
	positions  []positionRun
	body       []byte // of AppendBinary
}

// positionRun is the position of some instructions that follow each other.
type positionRun struct {
	count uint32
	pos   Pos
}

func (s *storedFunc) code(c *wire.Coder) {
	f := &s.attributes
	c.Bools(&f.Kernel, &f.NoInline)
	c.Uint64(&f.LocalBytes)
	c.Uint64(&f.SubGroup)
	c.Uint64(&f.LocalAlign)
	for i := range f.Group {
		c.Uint64(&f.Group[i])
	}
	wire.Number(c, &f.Pos)
	before := Pos(0)
	wire.List(c, &s.positions, func(c *wire.Coder, r *positionRun) {
		wire.Number(c, &r.count)
		codePosition(c, &r.pos, &before)
	})
	c.Bytes(&s.body)
}

// codePosition codes a position by its distance to the one before.
func codePosition(c *wire.Coder, p, before *Pos) {
	step := int64(*p) - int64(*before)
	c.Signed(&step)
	*p = Pos(int64(*before) + step)
	*before = *p
}

// storeFunc is the form of a function, nil for one that was removed.
func storeFunc(f *Func, place func(Pos) Pos) []byte {
	if f == nil {
		return nil
	}
	f = f.Clone() // others may read it
	f.Compact(NewCFG(f).Order)
	s := storedFunc{attributes: *f, body: AppendBinary(nil, f)}
	s.attributes.Pos = place(f.Pos)
	for i := range f.Instrs[1:] {
		p := place(f.Instrs[1+i].Pos)
		if n := len(s.positions); n > 0 && s.positions[n-1].pos == p {
			s.positions[n-1].count++
		} else {
			s.positions = append(s.positions, positionRun{1, p})
		}
	}
	c := wire.Writer()
	s.code(c)
	return c.Form()
}

// readFunc reads the form of a function. It is not verified.
func readFunc(form []byte) (*Func, error) {
	var s storedFunc
	c := wire.Reader(form)
	s.code(c)
	if err := c.End(); err != nil {
		return nil, err
	}
	f, err := ReadBinary(string(s.body))
	if err != nil {
		return nil, err
	}
	a := &s.attributes
	f.Kernel, f.NoInline, f.LocalBytes, f.LocalAlign, f.Group, f.Pos = a.Kernel, a.NoInline, a.LocalBytes, a.LocalAlign,
		a.Group, a.Pos
	f.SubGroup = a.SubGroup
	rest := f.Instrs[1:]
	for _, r := range s.positions {
		if uint64(r.count) > uint64(len(rest)) {
			return nil, errPositions
		}
		for i := range rest[:r.count] {
			rest[i].Pos = r.pos
		}
		rest = rest[r.count:]
	}
	if len(rest) > 0 {
		return nil, errPositions
	}
	return f, nil
}

var errPositions = errors.New("the positions of a function are not those of its instructions")

// Kernel reads a kernel with all that it calls, in a module of their own, and verifies them.
func (s *Stored) Kernel(id FuncID) (*Module, *Func, error) {
	m := s.shell
	m.Funcs = make([]*Func, len(s.functions))
	r := storedReader{stored: s, module: &m, isRead: make([]bool, len(s.functions))}
	if err := r.function(uint64(id), 0); err != nil {
		return nil, nil, err
	}
	if err := Verify(&m); err != nil {
		return nil, nil, err
	}
	f := m.Funcs[id]
	if !f.Kernel || len(f.Params)+len(f.Results) > 0 {
		return nil, nil, fmt.Errorf("@%s is no kernel", f.Name)
	}
	return &m, f, nil
}

// storedReader reads a function with all that it calls.
type storedReader struct {
	stored *Stored
	module *Module
	isRead []bool // by FuncID: the function and all that it calls
}

// maxCallDepth is the largest number of functions that may be under way at once.
const maxCallDepth = 10_000

func (r *storedReader) function(id uint64, depth int) error {
	switch {
	case id >= uint64(len(r.isRead)) || len(r.stored.functions[id]) == 0:
		return fmt.Errorf("function %d does not exist", id)
	case r.isRead[id]:
		return nil
	case r.module.Funcs[id] != nil:
		return fmt.Errorf("@%s calls itself", r.module.Funcs[id].Name)
	case depth > maxCallDepth:
		return errors.New("too many functions call each other")
	}
	f, err := readFunc(r.stored.functions[id])
	if err != nil {
		return err
	}
	f.ID = FuncID(id)
	r.module.Funcs[id] = f
	for i := range f.Instrs {
		in := &f.Instrs[i]
		if err := r.check(in); err != nil {
			return fmt.Errorf("@%s: %w", f.Name, err)
		}
		if in.Op == OpCall {
			if err := r.function(in.Imm, depth+1); err != nil {
				return err
			}
		}
	}
	r.isRead[id] = true
	return nil
}

const (
	maxAllocaBytes = 1 << 32 // of one variable
	maxAllocaAlign = 128
)

// check checks what Verify takes for granted, since all makers of IR keep to it.
func (r *storedReader) check(in *Instr) error {
	if in.Align&(in.Align-1) != 0 {
		return fmt.Errorf("%s has alignment %d", in.Op, in.Align)
	}
	switch in.Op {
	case OpAlloca:
		if in.Imm > maxAllocaBytes || in.Align == 0 || in.Align > maxAllocaAlign {
			return fmt.Errorf("alloca of %d bytes, alignment %d", in.Imm, in.Align)
		}
	case OpPrintf:
		if in.Imm >= uint64(len(r.module.Formats)) {
			return errors.New("printf without a format")
		}
	}
	return nil
}
