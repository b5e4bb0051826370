package spirv

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

const maxPacketBytes = 1024

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

func (c *checker) isReserved() {
	c.need(c.result().Kind == Bool && c.typ(0).Kind == ReserveID, "the types do not fit")
}
