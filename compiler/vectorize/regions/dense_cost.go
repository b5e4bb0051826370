package regions

import (
	"slices"

	"heddle/compiler/ir"
)

// What dense values cost: instructions for four sub-groups, times a weight for each loop around them.

// denseChoice is the choice under way.
type denseChoice struct {
	*Regions
	bytes []uint8                     // by value and store that is dense so far: the size of its elements
	list  []ir.ValueID                // all that may be
	users map[ir.ValueID][]ir.ValueID // by value: instructions, and parameters that edges give it to
	args  map[ir.ValueID][]ir.ValueID // by parameter: what the edges bring
}

// denseLoop is the weight of a loop.
const denseLoop = 8

// denseSweeps is how often all values are tried.
const denseSweeps = 8

// choose drops what is cheaper in lanes of 32 bits, and reports whether something is left that pays.
func (c *denseChoice) choose() bool {
	c.findUses()
	c.dropLonelyMasks()
	changed := true
	for sweep := 0; changed && sweep < denseSweeps; sweep++ {
		changed = false
		for i := len(c.list) - 1; i >= 0; i-- {
			if v := c.list[i]; c.bytes[v] != 0 && c.gainWithout(v) > 0 {
				c.bytes[v], changed = 0, true
			}
		}
		changed = c.dropLonelyMasks() || changed
	}
	for c.dropLonelyMasks() { // until none is left
	}
	return c.gain() > 0
}

// findUses finds who uses the values that may be dense, and what they use.
func (c *denseChoice) findUses() {
	c.users, c.args = map[ir.ValueID][]ir.ValueID{}, map[ir.ValueID][]ir.ValueID{}
	for _, b := range c.Flow.Layout.Order {
		block := &c.Kernel.Blocks[b]
		for _, v := range block.Instrs {
			if in := c.Kernel.Instr(v); c.Needed[v] || in.Op.Terminator() {
				for _, a := range in.Args {
					c.users[a] = append(c.users[a], v)
				}
			}
		}
		for _, e := range block.Succs {
			for i, a := range e.Args {
				p := c.Kernel.Blocks[e.To].Params[i]
				if c.Needed[p] {
					c.users[a] = append(c.users[a], p)
					c.args[p] = append(c.args[p], a)
				}
			}
		}
	}
}

// denseArgs are the operands that a dense value wants dense.
func (c *denseChoice) denseArgs(v ir.ValueID) []ir.ValueID {
	switch in := c.Kernel.Instr(v); in.Op {
	case ir.OpParam:
		return c.args[v]
	case ir.OpLoad:
		return nil
	case ir.OpStore:
		return in.Args[1:2]
	case ir.OpShl, ir.OpLShr, ir.OpAShr:
		return in.Args[:1]
	default:
		return in.Args
	}
}

// dropLonelyMasks drops dense truth values that somebody wants as masks, and those made of other masks; true if there
// was one.
func (c *denseChoice) dropLonelyMasks() (dropped bool) {
	for _, v := range c.list {
		if c.bytes[v] == 0 {
			continue
		}
		in := c.Kernel.Instr(v)
		isLonely := false
		if in.Type == ir.I1 {
			for _, u := range c.users[v] {
				isLonely = isLonely || c.bytes[u] != c.bytes[v]
			}
		} else if (in.Op == ir.OpZExt || in.Op == ir.OpSExt) && c.Kernel.Type(in.Args[0]) == ir.I1 {
			isLonely = c.bytes[in.Args[0]] != c.bytes[v]
		}
		if isLonely {
			c.bytes[v], dropped = 0, true
		}
	}
	return dropped
}

// weight is that of the loops around a value.
func (c *denseChoice) weight(v ir.ValueID) int {
	w := 1
	for l := c.Flow.Inner(c.Kernel.Instr(v).Block); l >= 0; l = c.Flow.Layout.Loops[l].Parent {
		w *= denseLoop
	}
	return w
}

// gainWithout is what is saved if a value is not dense.
func (c *denseChoice) gainWithout(v ir.ValueID) int {
	bytes := c.bytes[v]
	around := append([]ir.ValueID{v}, c.denseArgs(v)...)
	cost := func() (sum int) {
		for i, a := range around {
			if i == 0 || !slices.Contains(around[:i], a) {
				sum += c.conversionCost(a)
			}
		}
		return sum
	}
	with := c.denseCost(v, bytes)*c.weight(v) + cost()
	c.bytes[v] = 0
	without := c.laneCost(v)*c.weight(v) + cost()
	c.bytes[v] = bytes
	return with - without
}

// conversionCost is what it takes to have a value in the other form for those of its users that want it so.
func (c *denseChoice) conversionCost(v ir.ValueID) int {
	in := c.Kernel.Instr(v)
	if in.Op == ir.OpStore {
		return 0
	}
	if _, isConst := c.ConstOf(v); isConst {
		return 0
	}
	for _, u := range c.users[v] {
		isWanted := c.bytes[u] != 0 && slices.Contains(c.denseArgs(u), v)
		switch {
		case isWanted == (c.bytes[v] != 0):
		case c.bytes[v] != 0:
			return (4 + 3/int(c.bytes[v])) * c.weight(v) // spread
		case !c.ByValue[v].PerSub:
			return 1 // once for all
		case in.Type == ir.I1 && c.ISA.HasMaskRegisters():
			return 8 * c.weight(v)
		default:
			return 4 * c.weight(v) // pack
		}
	}
	return 0
}

// denseCost is that of a dense value.
func (c *denseChoice) denseCost(v ir.ValueID, bytes uint8) int {
	in, registers := c.Kernel.Instr(v), int(bytes)
	switch in.Op {
	case ir.OpParam:
		return 0
	case ir.OpLoad, ir.OpStore:
		if c.FollowsInRow(c.Rows[v]) {
			return registers
		}
		return 5
	case ir.OpMul:
		return registers * (11 - 5*registers)
	case ir.OpShl, ir.OpLShr, ir.OpAShr:
		return 2
	case ir.OpZExt, ir.OpSExt:
		switch {
		case c.isWidenedLoad(in.Args[0]):
			return 1 // besides the load's
		case c.Kernel.Type(in.Args[0]) == ir.I8:
			return 3
		}
	case ir.OpTrunc, ir.OpUDiv:
		return 4
	}
	return registers
}

// laneCost is that of a value in lanes of 32 bits.
func (c *denseChoice) laneCost(v ir.ValueID) int {
	const subs = 4
	switch in := c.Kernel.Instr(v); in.Op {
	case ir.OpParam:
		return 0
	case ir.OpStore:
		if c.ISA.HasMaskRegisters() { // and stores of the lower bits of lanes
			return 2 * subs
		}
		return (5 - int(c.Kernel.Type(in.Args[1]).Bytes())) * subs
	case ir.OpMul:
		return subs * (3 - int(in.Type.Bytes()))
	case ir.OpSExt, ir.OpUDiv:
		return 3 * subs
	case ir.OpZExt:
		if c.Kernel.Type(in.Args[0]) != ir.I1 {
			return 0
		}
	}
	return subs
}

// gain is what the dense values save.
func (c *denseChoice) gain() (gain int) {
	done := map[ir.ValueID]bool{}
	for _, v := range c.list {
		if c.bytes[v] == 0 {
			continue
		}
		gain += (c.laneCost(v) - c.denseCost(v, c.bytes[v])) * c.weight(v)
		for _, a := range append([]ir.ValueID{v}, c.denseArgs(v)...) {
			if !done[a] {
				done[a] = true
				gain -= c.conversionCost(a)
			}
		}
	}
	return gain
}
