package regions

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/switches"
)

// Dense values. A lane holds 32 bits whatever the type, so a byte takes a quarter of what a register could hold. A
// bundle has several sub-groups: a dense value of bytes keeps those of four sub-groups side by side in one register, of
// words those of two (a team), in the order of the lanes. One instruction then does what four did, and what lies in one
// piece of memory is loaded and stored as it is.
//
// Operations on numbers of 8 and 16 bits that machines have for such elements may be dense, with loads and stores of
// rows. Truth values are dense if they compare dense values: all ones in an element, or zero. All must be written for
// all lanes of all sub-groups at once, in blocks that have no mask. An operand that is not dense is packed where it is
// made, and a dense value that is wanted in lanes of 32 bits is spread where it is made, which takes instructions, too.
//
// Which values are dense is decided by what it costs (dense_cost.go): first all that may be are, then those leave, one
// by one, without which it is cheaper.

// Dense is how the dense values of a function are kept.
type Dense struct {
	// by value, and by store: bytes of an element, 0 if it is not dense
	DenseBytes []uint8
	WidenedBy  map[ir.ValueID]ir.ValueID // by load of bytes in one piece: the words that only it is extended to
}

// IsDense reports whether a value is kept dense, or a store writes such a value.
func (d *Dense) IsDense(v ir.ValueID) bool { return d.DenseBytes != nil && d.DenseBytes[v] != 0 }

// DenseTeam is the number of sub-groups that share a register of elements of a size.
func DenseTeam(bytes uint8) int { return 4 / int(bytes) }

// denseOps are the operations that machines have on small elements. Shifts are by constants.
var denseOps = [ir.OpCount]bool{
	ir.OpAdd: true, ir.OpSub: true, ir.OpMul: true, ir.OpAnd: true, ir.OpOr: true, ir.OpXor: true, ir.OpShl: true,
	ir.OpLShr: true, ir.OpAShr: true, ir.OpSMin: true, ir.OpSMax: true, ir.OpUMin: true, ir.OpUMax: true,
	ir.OpAddSatS: true, ir.OpAddSatU: true, ir.OpSubSatS: true, ir.OpSubSatU: true, ir.OpSelect: true,
	ir.OpICmp: true, ir.OpZExt: true, ir.OpSExt: true, ir.OpTrunc: true, ir.OpLoad: true, ir.OpStore: true,
	ir.OpParam: true, ir.OpMulHiS: true, ir.OpMulHiU: true, ir.OpUDiv: true,
}

// findDense decides which values are dense.
func (s *Regions) findDense() {
	if s.Off.Has(switches.DenseLanes) || s.Version.Count < 2 || s.Scalarised != nil || s.Compacted != nil ||
		len(s.CasLoops) > 0 || len(s.Pieces) > 0 || !s.Kernel.Kernel {
		return
	}
	c := &denseChoice{Regions: s, bytes: make([]uint8, len(s.Kernel.Instrs))}
	for _, b := range s.Flow.Layout.Order {
		if s.HasMask(b) || !s.Flow.IsOpened[s.Flow.Layout.Place[b]] {
			continue
		}
		for _, list := range [][]ir.ValueID{s.Kernel.Blocks[b].Params, s.Kernel.Blocks[b].Instrs} {
			for _, v := range list {
				if c.bytes[v] = c.mayBeDense(v, b); c.bytes[v] != 0 {
					c.list = append(c.list, v)
				}
			}
		}
	}
	if len(c.list) > 0 && c.choose() {
		s.DenseBytes, s.WidenedBy = c.bytes, map[ir.ValueID]ir.ValueID{}
		for _, v := range c.list {
			if c.isWidenedLoad(v) {
				s.WidenedBy[v] = c.users[v][0]
			}
		}
	}
}

// isWidenedLoad reports whether a dense value is a load of bytes that is only extended to dense words: the machine does
// both at once.
func (c *denseChoice) isWidenedLoad(v ir.ValueID) bool {
	if c.bytes[v] != 1 || c.Kernel.Instr(v).Op != ir.OpLoad || len(c.users[v]) != 1 || !c.FollowsInRow(c.Rows[v]) {
		return false
	}
	user := c.users[v][0]
	op := c.Kernel.Instr(user).Op
	return c.bytes[user] == 2 && (op == ir.OpZExt || op == ir.OpSExt)
}

// denseDivisor finds how words up to a bound are divided by a constant: the upper half of the product with a factor,
// shifted to the right (Granlund and Montgomery, "Division by invariant integers using multiplication").
func denseDivisor(d, bound uint64) (factor uint64, shift uint, ok bool) {
	for shift = 0; shift < 16 && d > 1; shift++ {
		power := uint64(1) << (16 + shift)
		factor = (power + d - 1) / d
		if factor > 0xffff {
			break
		}
		if (factor*d-power)*bound < power {
			return factor, shift, true
		}
	}
	return 0, 0, false
}

// DenseQuotient is how a quotient of dense words is made: its factor and shift.
func (s *Regions) DenseQuotient(in *ir.Instr) (factor uint64, shift uint, ok bool) {
	d, isConst := s.ConstArg(in)
	if !isConst || in.Type != ir.I16 {
		return 0, 0, false
	}
	bound := uint64(0xffff)
	if x := s.SpanOf(in.Args[0]); x.Low >= 0 {
		bound = uint64(x.High)
	}
	return denseDivisor(d, bound)
}

// elementBytes is the size of elements of a type, 0 if they can not be dense.
func (s *Regions) elementBytes(t ir.Type) uint8 {
	if t != ir.I8 && t != ir.I16 {
		return 0
	}
	bytes := uint8(t.Bytes())
	if s.Version.Count%DenseTeam(bytes) != 0 {
		return 0
	}
	return bytes
}

// mayBeDense is the size of the elements of a value of a block as a dense one, 0 if it can not be. Operands come before
// their users, but for those of parameters.
func (c *denseChoice) mayBeDense(v ir.ValueID, b ir.BlockID) uint8 {
	in := c.Kernel.Instr(v)
	if !c.Needed[v] || c.Fused[v] || c.LiveOut[v] || !denseOps[in.Op] {
		return 0
	}
	bytes := c.elementBytes(in.Type)
	switch in.Op {
	case ir.OpStore:
		bytes = c.elementBytes(c.Kernel.Type(in.Args[1]))
		if !c.isDenseRow(v, in) {
			return 0
		}
		return bytes
	case ir.OpAnd, ir.OpOr, ir.OpXor:
		if in.Type == ir.I1 { // of dense truth values, and others
			bytes = max(c.bytes[in.Args[0]], c.bytes[in.Args[1]])
		}
	case ir.OpICmp:
		bytes = c.elementBytes(c.Kernel.Type(in.Args[0]))
	}
	if f := c.ByValue[v]; bytes == 0 || !f.PerSub || f.Kind != forms.Vector && f.Kind != forms.Mask ||
		c.IsKnownMask(v) || c.IsUniform(v) {
		return 0
	}
	switch in.Op {
	case ir.OpLoad:
		if !c.isDenseRow(v, in) {
			return 0
		}
	case ir.OpParam:
		for _, p := range c.Flow.Cfg.Preds[b] {
			if c.HasMask(p) {
				return 0
			}
		}
	case ir.OpShl, ir.OpLShr, ir.OpAShr:
		if _, isConst := c.ConstArg(in); !isConst {
			return 0
		}
	case ir.OpUDiv:
		if _, _, ok := c.DenseQuotient(in); !ok {
			return 0
		}
	case ir.OpZExt, ir.OpSExt, ir.OpTrunc:
		return c.mayConvert(bytes, in)
	case ir.OpMulHiS, ir.OpMulHiU:
		if bytes == 1 {
			return 0
		}
	}
	return bytes
}

// mayConvert is the size of elements that a conversion makes of dense ones, 0 if it does not.
func (c *denseChoice) mayConvert(bytes uint8, in *ir.Instr) uint8 {
	from := in.Args[0]
	if c.Kernel.Type(from) == ir.I1 {
		if c.bytes[from] != bytes {
			return 0
		}
		return bytes
	}
	if c.elementBytes(c.Kernel.Type(from)) == 0 {
		return 0
	}
	return bytes
}

// isDenseRow reports whether an access is one of rows.
func (c *denseChoice) isDenseRow(v ir.ValueID, in *ir.Instr) bool {
	a := c.Rows[v]
	return a != nil && a.Strategy == access.Row && !a.IsStreamed && in.Flags&ir.FlagVolatile == 0
}

// FollowsInRow reports whether what the sub-groups access lies in one piece.
func (s *Regions) FollowsInRow(a *access.Access) bool {
	return a.Address.Firsts == nil && s.IsRowStep(s.ByValue[a.Address.Whole()])
}
