package ir

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math/bits"
)

// The binary form of a function. The built-in library is kept in it, because reading text and optimising it again in
// each process takes longer than the rest of building a small kernel. It holds no positions and is not verified: only
// forms that this very compiler wrote are read, as BinaryVersion tells. Binaries of programs hold it too, in
// binary_program.go.
//
// All numbers are of variable length. Values are numbered in the order of the text form, so a block is the numbers of
// its parameters and instructions; operands are distances back to their definitions.

// BinaryVersion changes with the meaning of the bits: with the form itself or with the numbers of the operations.
func BinaryVersion() uint64 {
	const form = 1
	h := fnv.New64a()
	for op := range ops {
		h.Write([]byte(ops[op].Name))
		h.Write([]byte{0, form})
	}
	return h.Sum64()
}

// Bits of an instruction's head: which fields follow because they are not zero.
const (
	hasSpace = 1 << iota
	hasAlign
	hasKind
	hasOrder
	hasScope
	hasFlags
	hasNumber // Imm as a number of variable length
	hasBits   // Imm in eight bytes
)

// AppendBinary appends the binary form of a function whose values and blocks are numbered as Compact numbers them.
func AppendBinary(to []byte, f *Func) []byte {
	w := binaryWriter{to}
	w.text(f.Name)
	w.types(f.Params)
	w.types(f.Results)
	values, edges, cases := f.listed()
	for _, n := range []int{len(f.Instrs), len(f.Blocks), values, edges, cases} {
		w.number(uint64(n))
	}
	next := ValueID(1)
	for b := range f.Blocks {
		next = w.block(f, BlockID(b), next)
	}
	if int(next) != len(f.Instrs) {
		panic(fmt.Sprintf("BUG: %s has %d values and %d in blocks", f.Name, len(f.Instrs), next))
	}
	return w.out
}

// listed is the sum of the lengths of a function's lists.
func (f *Func) listed() (values, edges, cases int) {
	for i := range f.Instrs {
		values += len(f.Instrs[i].Args)
	}
	for i := range f.Blocks {
		v, e := f.Blocks[i].listed()
		values, edges, cases = values+v, edges+e, cases+len(f.Blocks[i].Cases)
	}
	return values, edges, cases
}

type binaryWriter struct{ out []byte }

func (w *binaryWriter) number(n uint64) {
	for ; n >= 0x80; n >>= 7 {
		w.out = append(w.out, byte(n)|0x80)
	}
	w.out = append(w.out, byte(n))
}

func (w *binaryWriter) signed(n int64) { w.number(uint64(n<<1 ^ n>>63)) }

func (w *binaryWriter) text(s string) {
	w.number(uint64(len(s)))
	w.out = append(w.out, s...)
}

func (w *binaryWriter) types(list []Type) {
	w.number(uint64(len(list)))
	for _, t := range list {
		w.out = append(w.out, byte(t))
	}
}

// block writes a block whose first value is next, and returns the next block's.
func (w *binaryWriter) block(f *Func, id BlockID, next ValueID) ValueID {
	b := &f.Blocks[id]
	w.number(uint64(len(b.Params)))
	w.number(uint64(len(b.Instrs)))
	for _, list := range [][]ValueID{b.Params, b.Instrs} {
		for _, v := range list {
			if v != next || f.Instrs[v].Block != id {
				panic(fmt.Sprintf("BUG: %s is not compact: value %d in block %d", f.Name, v, id))
			}
			w.instr(&f.Instrs[v], v)
			next++
		}
	}
	w.signed(int64(b.Unroll))
	w.number(rareBit(b))
	w.number(uint64(len(b.Cases)))
	for _, c := range b.Cases {
		w.number(c)
	}
	w.number(uint64(len(b.Succs)))
	for _, e := range b.Succs {
		w.number(uint64(e.To))
		w.values(e.Args, next)
	}
	return next
}

func rareBit(b *Block) uint64 {
	if b.Rare {
		return 1
	}
	return 0
}

func (w *binaryWriter) instr(in *Instr, id ValueID) {
	w.number(uint64(in.Op))
	fields := [...]byte{byte(in.Space), in.Align, in.Kind, byte(in.Order), byte(in.Scope), byte(in.Flags)}
	head := byte(0)
	for i, field := range fields {
		if field != 0 {
			head |= 1 << i
		}
	}
	switch {
	case bits.Len64(in.Imm) > 7*8: // a number of this size takes nine or ten bytes
		head |= hasBits
	case in.Imm != 0:
		head |= hasNumber
	}
	w.out = append(w.out, byte(in.Type), head)
	for _, field := range fields {
		if field != 0 {
			w.out = append(w.out, field)
		}
	}
	if head&hasBits != 0 {
		for i := range 8 {
			w.out = append(w.out, byte(in.Imm>>(8*i)))
		}
	}
	if head&hasNumber != 0 {
		w.number(in.Imm)
	}
	w.values(in.Args, id)
}

func (w *binaryWriter) values(list []ValueID, from ValueID) {
	w.number(uint64(len(list)))
	for _, v := range list {
		w.signed(int64(from - v))
	}
}

// FromBinary is the function that AppendBinary wrote. It has memory of its own. It panics if the form is broken: it is
// for forms that are parts of this program.
func FromBinary(form string) *Func {
	f, err := ReadBinary(form)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return f
}

// ReadBinary is FromBinary for forms that anybody may have written. A broken one is an error, and what is read keeps to
// the size of the form; the function must be verified all the same, for its operands may mean nothing.
func ReadBinary(form string) (*Func, error) {
	r := binaryReader{form: form}
	f := &Func{Name: r.text(), Params: r.types(), Results: r.types()}
	f.Instrs, f.Blocks = make([]Instr, 1+r.count(leastInstrBytes, 1)), make([]Block, r.count(leastBlockBytes, 0))
	r.values, r.blocks = len(f.Instrs), len(f.Blocks)
	r.lists, r.edges, r.cases = make([]ValueID, r.count(1, 0)), make([]Edge, r.count(leastEdgeBytes, 0)),
		make([]uint64, r.count(1, 0))
	next := ValueID(1)
	for b := 0; b < len(f.Blocks) && !r.isBroken; b++ {
		next = r.block(f, BlockID(b), next)
	}
	if r.isBroken || len(r.form) > 0 || int(next) != len(f.Instrs) {
		return nil, errors.New("the binary form of a function is broken")
	}
	return f, nil
}

// The least sizes of parts of a form. A count that promises more than there is is not believed.
const (
	leastInstrBytes = 4
	leastBlockBytes = 6
	leastEdgeBytes  = 2
)

// binaryReader reads a form from its front, and fills lists that lie one after another. After the first error it reads
// zeros.
type binaryReader struct {
	form     string
	isBroken bool

	values, blocks int // how many the function has
	lists          []ValueID
	edges          []Edge
	cases          []uint64
}

func (r *binaryReader) fail() { r.isBroken, r.form = true, "" }

func (r *binaryReader) byte() byte {
	if len(r.form) == 0 {
		r.fail()
		return 0
	}
	b := r.form[0]
	r.form = r.form[1:]
	return b
}

func (r *binaryReader) number() uint64 {
	n := uint64(0)
	for shift := 0; shift < 64; shift += 7 {
		b := r.byte()
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return n
		}
	}
	r.fail()
	return 0
}

func (r *binaryReader) signed() int64 {
	n := r.number()
	return int64(n>>1) ^ -int64(n&1)
}

// count reads how many parts follow, beyond excess, that have at least leastBytes each.
func (r *binaryReader) count(leastBytes, excess int) int {
	n := r.number()
	if n < uint64(excess) || n-uint64(excess) > uint64(len(r.form)/leastBytes) {
		r.fail()
		return 0
	}
	return int(n) - excess
}

func (r *binaryReader) text() string {
	n := r.count(1, 0)
	s := r.form[:n]
	r.form = r.form[n:]
	return s
}

func (r *binaryReader) types() []Type {
	list := make([]Type, r.count(1, 0))
	for i := range list {
		list[i] = Type(r.below(len(typeNames)))
	}
	return list
}

// below reads a byte that is less than a limit.
func (r *binaryReader) below(limit int) byte {
	b := r.byte()
	if int(b) >= limit {
		r.fail()
		return 0
	}
	return b
}

func (r *binaryReader) block(f *Func, id BlockID, next ValueID) ValueID {
	b := &f.Blocks[id]
	params, instrs := r.count(1, 0), r.count(1, 0)
	if params+instrs > r.values-int(next) {
		r.fail()
		return next
	}
	list := r.list(params + instrs)
	for i := range list {
		list[i] = next
		r.instr(&f.Instrs[next], next)
		f.Instrs[next].Block = id
		next++
	}
	if r.isBroken {
		return next
	}
	if params > 0 {
		b.Params = list[:params:params]
	}
	b.Instrs = list[params:]
	b.Unroll = int32(r.signed())
	b.Rare = r.number() != 0
	r.ways(b, next)
	return next
}

// ways reads the cases and successors of a block.
func (r *binaryReader) ways(b *Block, next ValueID) {
	if n := r.count(1, 0); n > 0 && n <= len(r.cases) {
		b.Cases, r.cases = r.cases[:n:n], r.cases[n:]
		for i := range b.Cases {
			b.Cases[i] = r.number()
		}
	} else if n > 0 {
		r.fail()
	}
	n := r.count(leastEdgeBytes, 0)
	if n > len(r.edges) {
		r.fail()
	}
	if n == 0 || r.isBroken {
		return
	}
	b.Succs, r.edges = r.edges[:n:n], r.edges[n:]
	for i := range b.Succs {
		to := r.number()
		if to >= uint64(r.blocks) {
			r.fail()
			return
		}
		b.Succs[i].To = BlockID(to)
		b.Succs[i].Args = r.operands(next)
	}
}

func (r *binaryReader) instr(in *Instr, id ValueID) {
	op := r.number()
	if op >= uint64(opCount) {
		r.fail()
		return
	}
	in.Op, in.Type = Op(op), Type(r.below(len(typeNames)))
	head := r.byte()
	if head&(hasSpace|hasAlign|hasKind|hasOrder|hasScope|hasFlags) != 0 {
		r.fields(in, head)
	}
	if head&hasBits != 0 {
		for i := range 8 {
			in.Imm |= uint64(r.byte()) << (8 * i)
		}
	}
	if head&hasNumber != 0 {
		in.Imm = r.number()
	}
	in.Args = r.operands(id)
}

func (r *binaryReader) fields(in *Instr, head byte) {
	if head&hasSpace != 0 {
		in.Space = Space(r.below(len(spaceNames)))
	}
	if head&hasAlign != 0 {
		in.Align = r.byte()
	}
	if head&hasKind != 0 {
		in.Kind = r.byte()
	}
	if head&hasOrder != 0 {
		in.Order = Order(r.below(len(orderNames)))
	}
	if head&hasScope != 0 {
		in.Scope = Scope(r.below(len(scopeNames)))
	}
	if head&hasFlags != 0 {
		in.Flags = Flags(r.byte())
	}
}

// list is the next n of the values' memory, nil if there are none.
func (r *binaryReader) list(n int) []ValueID {
	if n > len(r.lists) {
		r.fail()
	}
	if n == 0 || r.isBroken {
		return nil
	}
	list := r.lists[:n:n]
	r.lists = r.lists[n:]
	return list
}

func (r *binaryReader) operands(from ValueID) []ValueID {
	list := r.list(r.count(1, 0))
	for i := range list {
		v := int64(from) - r.signed()
		if v <= 0 || v >= int64(r.values) {
			r.fail()
			return nil
		}
		list[i] = ValueID(v)
	}
	return list
}
