package spirv

import (
	"math/bits"

	"heddle/compiler/ceil"
)

// Pipes. The size of packets is an operand of each instruction, after those that the instruction is about, and so is
// their alignment.

// pipeRow says what an instruction of pipes is about.
type pipeRow struct {
	writes  bool // the pipe is one for writing; queries take both
	query   bool
	operand int // the number of operands before the pipe: a scope
	shape   string
}

// The letters of shapes are the operands after the pipe: p a pointer to a packet, r a reservation, u an integer.
var pipeRows = map[Opcode]pipeRow{
	OpReadPipe: {shape: "p"}, OpWritePipe: {writes: true, shape: "p"},
	OpReservedReadPipe: {shape: "rup"}, OpReservedWritePipe: {writes: true, shape: "rup"},
	OpReserveReadPipePackets: {shape: "u"}, OpReserveWritePipePackets: {writes: true, shape: "u"},
	OpCommitReadPipe: {shape: "r"}, OpCommitWritePipe: {writes: true, shape: "r"},
	OpGetNumPipePackets: {query: true}, OpGetMaxPipePackets: {query: true},
	OpGroupReserveReadPipePackets:  {operand: 1, shape: "u"},
	OpGroupReserveWritePipePackets: {operand: 1, writes: true, shape: "u"},
	OpGroupCommitReadPipe:          {operand: 1, shape: "r"},
	OpGroupCommitWritePipe:         {operand: 1, writes: true, shape: "r"},
}

// PipeOperand is the number of the operand of an instruction that is a pipe, and that of the size of packets; false for
// other instructions.
func PipeOperand(op Opcode) (pipe, size int, ok bool) {
	row, ok := pipeRows[op]
	return row.operand, row.operand + 1 + len(row.shape), ok
}

const (
	maxPacketBytes   = 1024
	maxStoredPackets = 1 << 16
	maxStoredBytes   = 1 << 26 // of all pipes of a module
)

func (c *checker) pipe() {
	row := pipeRows[c.in.Op]
	if row.operand > 0 {
		c.scope(0, ScopeWorkgroup, ScopeSubgroup)
	}
	n := row.operand
	t := c.typ(n)
	c.need(t.Kind == Pipe, "operand %d is no pipe", n)
	c.need(row.query || (t.Access == 1) == row.writes, "the pipe is not for that: its access qualifier is another")
	for _, letter := range row.shape {
		n++
		c.pipeOperand(letter, n)
	}
	size, align := c.constant(n+1), c.constant(n+2)
	c.need(size > 0 && size <= maxPacketBytes, "packets of %d bytes; there may be %d", size, maxPacketBytes)
	c.need(align > 0 && align&(align-1) == 0, "an alignment of %d, which is no power of two", align)
	if c.in.Result == 0 {
		return
	}
	want := Int
	if row.shape == "u" {
		want = ReserveID
	}
	c.need(c.result().Kind == want, "its type does not fit")
}

func (c *checker) pipeOperand(letter rune, n int) {
	switch letter {
	case 'p':
		p := c.anyPointer(n)
		c.need(p.Storage != StorageUniformConstant || pipeRows[c.in.Op].writes, "the memory is read only")
	case 'r':
		c.need(c.typ(n).Kind == ReserveID, "operand %d is no reservation", n)
	default:
		c.need(c.typ(n).Kind == Int, "operand %d is no integer", n)
	}
}

func (c *checker) pipeOfStorage() {
	c.need(c.result().Kind == Pipe && c.typ(0).Kind == PipeStorage, "the types do not fit")
}

// The memory of a pipe of program scope is a variable, as compiler/builtin/lib/pipe.cl describes it: words that say
// what the packets are, counters, a word for each slot with the number of the packet that it is free for, and the
// packets.
const (
	pipeHeadWords = 48
	pipeAlign     = 128
)

// pipeStorage makes the variable of a pipe; the constant is its address. The literals are the size of packets, their
// alignment and how many there may be.
func (m *Module) pipeStorage(in *Instruction, t *Type) *Constant {
	packet, align, most := uint64(in.Args[0]), in.Args[1], uint64(in.Args[2])
	switch {
	case t.Kind != PipeStorage:
		in.bail("its type is no OpTypePipeStorage")
	case packet == 0 || packet > maxPacketBytes:
		in.bail("packets of %d bytes; there may be %d", packet, maxPacketBytes)
	case align == 0 || align&(align-1) != 0:
		in.bail("an alignment of %d, which is no power of two", align)
	case most == 0 || most > maxStoredPackets:
		in.bail("%d packets; there may be %d", most, maxStoredPackets)
	}
	slots := uint64(1) << bits.Len64(most-1)
	first := ceil.Multiple(4*(pipeHeadWords+slots), pipeAlign)
	// words of the head are kept one by one
	if m.pipeBytes += 64*first + slots*packet; m.pipeBytes > maxStoredBytes {
		in.bail("the pipes of the module are too large")
	}
	words := make([]uint32, first/4)
	words[0], words[1], words[2], words[3] = uint32(packet), uint32(most), uint32(slots-1), uint32(first)
	for slot := range slots {
		words[pipeHeadWords+slot] = uint32(slot)
	}
	v := &Variable{ID: in.Result, Storage: StorageCrossWorkgroup, Init: ring(words, slots*packet), In: in}
	v.Type = v.Init.Type
	m.Variables = append(m.Variables, v)
	return &Constant{Type: t, Kind: Address, Variable: v}
}

// ring is the initial value of a pipe's memory: words, and then the bytes of packets.
func ring(words []uint32, bytes uint64) *Constant {
	number, octet := &Type{Kind: Int, Bits: 32, Size: 4, Align: 4, Scalars: 1}, &Type{Kind: Int, Bits: 8, Size: 1,
		Align: 1, Scalars: 1}
	count := uint64(len(words))
	head := &Type{Kind: Array, Elem: number, Count: count, Size: 4 * count, Align: 4, Scalars: count}
	packets := &Type{Kind: Array, Elem: octet, Count: bytes, Size: bytes, Align: 1, Scalars: bytes}
	list := &Constant{Type: head, Kind: Composite}
	for _, w := range words {
		list.Parts = append(list.Parts, &Constant{Type: number, Bits: uint64(w)})
	}
	whole := &Type{Kind: Struct, Members: []*Type{head, packets}, Offsets: []uint64{0, head.Size}, Align: pipeAlign,
		Size: ceil.Multiple(head.Size+bytes, pipeAlign), Scalars: count + bytes}
	return &Constant{Type: whole, Kind: Composite, Parts: []*Constant{list, {Type: packets, Kind: Null}}}
}

func (c *checker) isReserved() {
	c.need(c.result().Kind == Bool && c.typ(0).Kind == ReserveID, "the types do not fit")
}
