package ir

import (
	"encoding/hex"
	"errors"
	"math"
	"strconv"
	"strings"
	"sync"
)

// Parse reads the text form of a module (see print.go). Values may have any names; they are numbered in the order
// of their definitions. The result is not verified.
func Parse(text string) (m *Module, err error) {
	defer func() {
		switch failure := recover().(type) {
		case nil:
		case textError:
			m, err = nil, errors.New(failure.message)
		default:
			panic(failure)
		}
	}()
	p := &parser{scanner: scanner{text: text, line: 1}, module: &Module{}}
	p.next()
	for p.word != "" {
		p.item()
	}
	return p.module, nil
}

// MustParse is Parse and Verify for tests: it panics if either fails.
func MustParse(text string) *Module {
	m, err := Parse(text)
	if err == nil {
		err = Verify(m)
	}
	if err != nil {
		panic(err)
	}
	return m
}

// use is a place where a value's name stands; it is resolved when the function has ended.
type use struct {
	slot *ValueID
	name string
	line int
}

type parser struct {
	scanner
	module *Module
	fn     *Func
	block  BlockID
	values map[string]ValueID
	uses   []use
}

func (p *parser) item() {
	switch p.word {
	case "globals":
		p.scanner.next()
		p.module.GlobalBytes = p.number()
	case "global":
		p.scanner.next()
		p.global()
	case "format":
		p.scanner.next()
		p.module.Formats = append(p.module.Formats, p.quotedText())
	case "func":
		p.scanner.next()
		p.function()
	default:
		p.fail("%q where func, global, globals or format was expected", p.word)
	}
}

func (p *parser) number() uint64 {
	n, err := strconv.ParseUint(p.word, 0, 64)
	if err != nil {
		p.fail("%q is no number", p.word)
	}
	p.scanner.next()
	return n
}

func (p *parser) quotedText() string {
	text, err := strconv.Unquote(p.word)
	if err != nil {
		p.fail("%q is no quoted string", p.word)
	}
	p.scanner.next()
	return text
}

func (p *parser) global() {
	g := Global{Name: p.quotedText()}
	for {
		switch {
		case p.accept("offset"):
			g.OffsetBytes = p.number()
		case p.accept("size"):
			g.SizeBytes = p.number()
		case p.accept("constant"):
			g.Constant = true
		case p.accept("reloc"):
			g.Relocations = append(g.Relocations, p.number())
		case p.accept("init"):
			bytes, err := hex.DecodeString(p.after("0x"))
			if err != nil {
				p.fail("initializer: %v", err)
			}
			g.Init = bytes
		default:
			p.module.Globals = append(p.module.Globals, g)
			return
		}
	}
}

func (p *parser) typ() Type { return Type(p.oneOf(typeNames[:])) }

func (p *parser) types() (list []Type) {
	p.expect("(")
	for p.word != ")" {
		if len(list) > 0 {
			p.expect(",")
		}
		list = append(list, p.typ())
	}
	p.expect(")")
	return list
}

func (p *parser) function() {
	p.fn = p.module.NewFunc(p.after("@"))
	p.fn.Blocks = p.fn.Blocks[:0]
	p.values, p.uses = map[string]ValueID{}, nil
	p.functionNotes()
	p.fn.Params = p.types()
	p.expect("-")
	p.expect(">")
	p.fn.Results = p.types()
	p.expect("{")
	for p.word != "}" {
		p.blockHead()
		for p.word != "}" && !p.atBlock() {
			p.instr()
		}
	}
	p.expect("}")
	p.resolve()
}

func (p *parser) functionNotes() {
	for p.word != "(" {
		switch {
		case p.accept("kernel"):
			p.fn.Kernel, p.fn.SubGroup = true, DefaultSubGroup
		case p.accept("noinline"):
			p.fn.NoInline = true
		case p.accept("local"):
			p.fn.LocalBytes = p.number()
		case p.accept("align"):
			p.fn.LocalAlign = p.number()
		case p.accept("group"):
			p.fn.Group = [3]uint64{p.number(), p.number(), p.number()}
		case p.accept("subgroup"):
			p.fn.SubGroup = p.number()
		default:
			p.fail("%q is no property of a function", p.word)
		}
	}
}

func (p *parser) resolve() {
	for _, u := range p.uses {
		v, ok := p.values[u.name]
		if !ok {
			p.line = u.line
			p.fail("value %%%s is not defined", u.name)
		}
		*u.slot = v
	}
}

// atBlock reports whether a block begins at the current word: b and a number, which no operation is called.
func (p *parser) atBlock() bool {
	_, err := strconv.ParseUint(strings.TrimPrefix(p.word, "b"), 10, 31)
	return strings.HasPrefix(p.word, "b") && err == nil
}

func (p *parser) blockName() BlockID {
	if !p.atBlock() {
		p.fail("%q where a block was expected", p.word)
	}
	n, _ := strconv.ParseUint(p.after("b"), 10, 31)
	return BlockID(n)
}

// blockHead reads a block's name and parameters. Blocks stand in order.
func (p *parser) blockHead() {
	p.block = p.fn.NewBlock()
	if id := p.blockName(); id != p.block {
		p.fail("block b%d where b%d was expected", id, p.block)
	}
	if p.accept("(") {
		for p.word != ")" {
			p.accept(",")
			name := p.after("%")
			p.define(name, p.fn.AddParam(p.block, p.typ()))
		}
		p.expect(")")
	}
	if p.accept("unroll") {
		block := &p.fn.Blocks[p.block]
		if block.Unroll = UnrollFull; !p.accept("full") {
			block.Unroll = int32(p.number())
		}
	}
	p.fn.Blocks[p.block].Rare = p.accept("rare")
	p.expect(":")
}

func (p *parser) define(name string, v ValueID) {
	if _, twice := p.values[name]; twice {
		p.fail("value %%%s is defined twice", name)
	}
	p.values[name] = v
}

// operands reads values separated by commas, up to another token or the line's end.
func (p *parser) operands() []ValueID {
	var names []string
	for strings.HasPrefix(p.word, "%") && !p.head {
		names = append(names, p.after("%"))
		if p.word != "," {
			break
		}
		p.scanner.next()
	}
	if names == nil {
		return nil
	}
	list := make([]ValueID, len(names))
	for i, name := range names {
		p.uses = append(p.uses, use{&list[i], name, p.line})
	}
	return list
}

// opNames finds an operation by its name.
var opNames = sync.OnceValue(func() map[string]Op {
	names := make(map[string]Op, opCount)
	for op := OpInvalid + 1; op < opCount; op++ {
		names[op.String()] = op
	}
	return names
})

func (p *parser) instr() {
	in := Instr{Block: p.block}
	name, named := "", strings.HasPrefix(p.word, "%")
	if named {
		name = p.after("%")
		p.expect("=")
	}
	opName, kind, _ := strings.Cut(p.word, ".")
	op, ok := opNames()[opName]
	if !ok {
		p.fail("%q is no operation", opName)
	}
	in.Op = op
	info := op.Info()
	if in.Kind, ok = info.Kind.parse(kind); !ok {
		p.fail("%q is no kind of %s", kind, opName)
	}
	p.scanner.next()
	p.fields(&in, info)
	v := p.fn.NewValue(in)
	if named {
		p.define(name, v)
	}
	block := &p.fn.Blocks[p.block]
	block.Instrs = append(block.Instrs, v)
	if op.Terminator() && op != OpReturn {
		p.edges()
	}
}

// fields reads what follows an operation's name.
func (p *parser) fields(in *Instr, info *OpInfo) {
	if info.Result != setVoid {
		in.Type = p.typ()
	}
	if in.Op == OpConst {
		in.Imm = p.constant(in.Type)
	} else if info.Fields&FieldImm != 0 {
		n, err := strconv.ParseUint(p.after("#"), 0, 64)
		if err != nil {
			p.fail("immediate: %v", err)
		}
		in.Imm = n
	}
	in.Args = p.operands()
	for p.note(in) {
	}
}

// note reads one of the notes after the operands; it returns false at a word that is none.
func (p *parser) note(in *Instr) bool {
	switch {
	case p.accept("in"):
		in.Space = Space(p.oneOf(spaceNames[:]))
	case p.accept("align"):
		in.Align = uint8(p.number())
	case p.accept("order"):
		in.Order = Order(p.oneOf(orderNames[:]))
	case p.accept("scope"):
		in.Scope = Scope(p.oneOf(scopeNames[:]))
	case strings.HasPrefix(p.word, "!"):
		n, _ := strconv.ParseUint(p.after("!"), 10, 32)
		in.Pos = Pos(n)
	case indexOf(flagNames[:], p.word) >= 0:
		in.Flags |= 1 << p.oneOf(flagNames[:])
	default:
		return false
	}
	return true
}

// constant reads a constant of a type: an integer, for floats also a number with a point; 0x always gives the bits.
func (p *parser) constant(t Type) uint64 {
	text := p.word
	p.scanner.next()
	if t.IsFloat() && !strings.HasPrefix(text, "0x") {
		value, err := strconv.ParseFloat(text, int(max(t.Bits(), 32)))
		if err != nil || t == F16 {
			p.fail("%q is no constant of type %s", text, t)
		}
		if t == F32 {
			return uint64(math.Float32bits(float32(value)))
		}
		return math.Float64bits(value)
	}
	if signed, err := strconv.ParseInt(text, 0, 64); err == nil {
		return uint64(signed) & t.Mask()
	}
	bits, err := strconv.ParseUint(text, 0, 64)
	if err != nil {
		p.fail("%q is no constant of type %s", text, t)
	}
	return bits & t.Mask()
}

// edges reads the successors of the current block.
func (p *parser) edges() {
	block := &p.fn.Blocks[p.block]
	for p.accept(",") || len(block.Succs) == 0 && p.atBlock() && !p.head {
		if !p.atBlock() {
			block.Cases = append(block.Cases, p.number())
			p.expect(":")
		}
		edge := Edge{To: p.blockName()}
		if p.accept("(") {
			edge.Args = p.operands()
			p.expect(")")
		}
		block.Succs = append(block.Succs, edge)
	}
}
