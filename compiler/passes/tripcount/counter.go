package tripcount

import (
	"encoding/binary"
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/numeric"
)

// A trip count is found by evaluating the condition of one of the loop's exits, iteration by iteration. The condition
// must be computed only from constants and from parameters of the header that begin as constants and continue as values
// that are computed in the same way. So all steps and comparisons count (i += 3, i <<= 1, while (n & 1)), several
// counters, and conversions between them, in the arithmetic of the engines; the cost is bounded by the number of
// iterations that the caller asks for. A pointer may begin at a private array: its address makes no difference to sums
// and comparisons.

// maxCounted bounds the values that a counted condition may be computed from. Conditions of source code have a few.
const maxCounted = 32

// Counter counts the iterations of one loop after another.
type Counter struct {
	fn     *ir.Func
	args   []byte // the kernel's argument block, if it is known
	header ir.BlockID
	depth  int        // of the value being added, below the condition
	enter  []*ir.Edge // into the header from outside
	back   []*ir.Edge // into the header from inside
	values []ir.ValueID
	places map[ir.ValueID]int // in values
	states []countState       // by place
	bits   []uint64           // by place: in the current iteration
}

// countState describes how a value is computed.
type countState struct {
	args   [3]int // places of operands; of a parameter the first is its next value
	count  int
	isOpen bool // a parameter
}

// Header is the header of the loop that was counted last.
func (c *Counter) Header() ir.BlockID { return c.header }

// Begins is the value with which a parameter of the header begins; 0 if edges into the loop differ.
func (c *Counter) Begins(param ir.ValueID) ir.ValueID { return c.same(param, c.enter) }

// Follows reports whether v is computed only from constants and from counters of the loop.
func (c *Counter) Follows(v ir.ValueID) bool {
	_, ok := c.add(v)
	return ok
}

// iterations is how often the condition of an exit lets the loop continue, if that is known and below limit. stays is
// the successor of the branch inside the loop.
func (c *Counter) iterations(cond ir.ValueID, stays, limit int) (int, bool) {
	c.reset()
	decided, ok := c.add(cond)
	if !ok || !c.close() {
		return 0, false
	}
	for n := 0; n < limit; n++ {
		if !c.compute() {
			return 0, false
		}
		if taken := 1 - int(c.bits[decided]&1); taken != stays {
			return n, true
		}
		c.next()
	}
	return 0, false
}

// reset forgets the values of another condition or loop.
func (c *Counter) reset() {
	c.values, c.states, c.bits, c.places = c.values[:0], c.states[:0], c.bits[:0], map[ir.ValueID]int{}
}

// add enters a value after its operands, and returns its place.
func (c *Counter) add(v ir.ValueID) (int, bool) {
	if at, ok := c.places[v]; ok {
		return at, true
	}
	in := c.fn.Instr(v)
	state, first := countState{count: len(in.Args)}, uint64(0)
	known, isKnown := c.known(v)
	switch {
	case isKnown:
		state.count, first = 0, known
	case in.Op == ir.OpParam && in.Block == c.header:
		bits, ok := c.begin(v)
		if !ok {
			return 0, false
		}
		state.isOpen, first = true, bits
	case !in.Op.Pure() || state.count == 0 || state.count > len(state.args):
		return 0, false
	case in.Op == ir.OpBitcast && c.fn.Type(in.Args[0]) == ir.Ptr: // an address, which is not known
		return 0, false
	}
	if c.depth == maxCounted { // all values of the chain would be entered
		return 0, false
	}
	c.depth++
	defer func() { c.depth-- }()
	for i, arg := range in.Args[:state.count] {
		at, ok := c.add(arg)
		if !ok {
			return 0, false
		}
		state.args[i] = at
	}
	if len(c.values) == maxCounted {
		return 0, false
	}
	c.places[v] = len(c.values)
	c.values, c.states, c.bits = append(c.values, v), append(c.states, state), append(c.bits, first)
	return len(c.values) - 1, true
}

// begin is the constant with which a parameter of the header begins.
func (c *Counter) begin(param ir.ValueID) (uint64, bool) {
	v := c.same(param, c.enter)
	if v == 0 {
		return 0, false
	}
	return c.known(v)
}

// known is the value of a constant, and of an argument where arguments are known. A private array gets an address far
// from those of others.
func (c *Counter) known(v ir.ValueID) (uint64, bool) {
	in := c.fn.Instr(v)
	switch in.Op {
	case ir.OpConst:
		return in.Imm, true
	case ir.OpAlloca:
		return 1<<62 + uint64(v)<<32, true // values have 31 bits at most, arrays fewer
	case ir.OpPtrAdd:
		from, ok := c.known(in.Args[0])
		by := c.fn.Instr(in.Args[1])
		return from + by.Imm, ok && by.Op == ir.OpConst
	}
	if in.Op != ir.OpLoad || in.Space != ir.SpaceArgs || c.args == nil {
		return 0, false
	}
	at, isArgument := c.fn.ArgumentOffset(in)
	offset, n := uint64(at), uint64(in.Type.Bits()/8)
	if !isArgument || n == 0 || offset > uint64(len(c.args)) || n > uint64(len(c.args))-offset {
		return 0, false
	}
	var word [8]byte
	copy(word[:], c.args[offset:offset+n])
	return binary.LittleEndian.Uint64(word[:]), true
}

// same is the value that all of the edges give to a parameter of the header; 0 if they differ.
func (c *Counter) same(param ir.ValueID, edges []*ir.Edge) ir.ValueID {
	i := slices.Index(c.fn.Blocks[c.header].Params, param)
	v := edges[0].Args[i]
	for _, e := range edges[1:] {
		if e.Args[i] != v {
			return 0
		}
	}
	return v
}

// close adds the next values of the parameters, which may need more parameters.
func (c *Counter) close() bool {
	for at := 0; at < len(c.values); at++ {
		if !c.states[at].isOpen {
			continue
		}
		v := c.same(c.values[at], c.back)
		if v == 0 {
			return false
		}
		next, ok := c.add(v)
		if !ok {
			return false
		}
		c.states[at].args[0] = next
	}
	return true
}

// compute evaluates one iteration. Operands stand before their users.
func (c *Counter) compute() bool {
	for at, v := range c.values {
		state, in := &c.states[at], c.fn.Instr(v)
		if state.count == 0 {
			continue
		}
		var args [3]uint64
		for i := range state.count {
			args[i] = c.bits[state.args[i]]
		}
		from := c.fn.Type(in.Args[0])
		if in.Op == ir.OpSelect {
			from = in.Type
		}
		bits, ok := numeric.Eval(numeric.Operation{Op: in.Op, Kind: in.Kind, Type: in.Type, From: from},
			args[:state.count])
		if !ok {
			return false
		}
		c.bits[at] = bits
	}
	return true
}

// next gives all parameters their values in the next iteration, at once.
func (c *Counter) next() {
	old := slices.Clone(c.bits)
	for at := range c.states {
		if c.states[at].isOpen {
			c.bits[at] = old[c.states[at].args[0]]
		}
	}
}
