package passes

import (
	"math/bits"
	"slices"

	"heddle/compiler/ir"
)

// Addresses are sums of a base, terms of an index, and a constant. A loop wants another grouping than the source: of
// a[y*n + k], in a loop over k, the part a + y*n is invariant. This pass splits offsets into terms and adds those first
// that change least, and constants last. licm then moves the invariant sums out of loops, neighbours in memory share
// one address with several constants, and engines add an index to a pointer for free.
//
// Sums of 32 bits may only be taken apart under an extension if they do not wrap, or not in an address; sums of a
// constant and a value whose bits that the constant has are all zero never wrap, as in a[4*i + 1] of an unsigned i. Two
// parts that change equally often stay together. Only sums with other offsets than before, or whose factor comes out of
// an extension, are rewritten.

func regroupAddresses(f *ir.Func, s *scratch) {
	g := &addressGroups{fn: f}
	loops, innermost := s.Control(f).Loops()
	g.depth = make([]int, len(f.Blocks))
	for b := range f.Blocks {
		for l := innermost[b]; l >= 0; l = loops[l].Parent {
			g.depth[b]++
		}
	}
	g.findNeighbours()
	s.IsIdle = true
	for b := range f.Blocks {
		isWritten := g.block(ir.BlockID(b))
		s.IsIdle = s.IsIdle && !isWritten
	}
}

type addressGroups struct {
	fn    *ir.Func
	depth []int        // of loops, by block
	out   []ir.ValueID // the new list of a block
	at    ir.Instr     // the sum that is rewritten, for block and position

	neighbours map[part]bool // rests of offsets from which a constant or another part was split off
}

// findNeighbours fills in neighbours.
func (g *addressGroups) findNeighbours() {
	g.neighbours = map[part]bool{}
	for b := range g.fn.Blocks {
		for _, v := range g.fn.Blocks[b].Instrs {
			in := g.fn.Instr(v)
			if in.Op != ir.OpPtrAdd {
				continue
			}
			if rest, peeled, constant := g.peel(part{value: in.Args[1], factor: 1}); len(peeled) > 0 || constant != 0 {
				g.neighbours[rest] = true
			}
		}
	}
}

// part is one summand of an offset: value*factor, with an extension from 32 bits before the product.
type part struct {
	value  ir.ValueID
	factor int64
	extend ir.Op // OpSExt or OpZExt; 0: value has 64 bits
}

// block reports whether it has rewritten any sum, which always takes new instructions.
func (g *addressGroups) block(b ir.BlockID) bool {
	list := g.fn.Blocks[b].Instrs
	g.out = g.out[:0]
	for _, v := range list {
		if g.fn.Instr(v).Op == ir.OpPtrAdd {
			g.regroup(v)
			g.constantLast(v)
		}
		g.out = append(g.out, v)
	}
	if len(g.out) == len(list) {
		return false
	}
	g.fn.Blocks[b].Instrs = slices.Clone(g.out)
	return true
}

// regroup rewrites one sum of a pointer and an offset.
func (g *addressGroups) regroup(v ir.ValueID) {
	g.at = *g.fn.Instr(v)
	rest, peeled, constant := g.peel(part{value: g.at.Args[1], factor: 1})
	if len(peeled) == 0 && (constant == 0 || rest.value == 0) && !g.isWidened(rest) {
		return
	}
	base := g.at.Args[0]
	for _, p := range peeled {
		base = g.emit(ir.OpPtrAdd, ir.Ptr, base, g.scaled(p))
	}
	last := g.constant(constant)
	if rest.value != 0 {
		last = g.scaled(rest)
		if constant != 0 {
			base = g.emit(ir.OpPtrAdd, ir.Ptr, base, last)
			last = g.constant(constant)
		}
	}
	g.fn.Instr(v).Args = []ir.ValueID{base, last}
}

// isWidened reports whether the factor of an offset has come out of its extension, and is one that machines multiply an
// index with, or that of a neighbour: x[2*i] is written as its neighbour x[2*i + 1] is then, and the two share terms.
// The same goes for two factors that are one of a neighbour's: x[3*i] of 64 bits beside x[3*i + 1].
func (g *addressGroups) isWidened(rest part) bool {
	if rest.extend == 0 {
		offset := g.fn.Instr(g.at.Args[1])
		return rest.value != 0 && g.neighbours[rest] && rest.factor != 1 && offset.Args[0] != rest.value
	}
	switch rest.factor {
	case 2, 4, 8:
	default:
		if !g.neighbours[rest] {
			return false
		}
	}
	offset := g.fn.Instr(g.at.Args[1])
	for offset.Op == ir.OpShl || offset.Op == ir.OpMul {
		offset = g.fn.Instr(offset.Args[0])
	}
	return rest.extend == ir.OpSExt && offset.Op == ir.OpSExt && offset.Args[0] != rest.value
}

// peel splits off constants and terms that change less often from an offset. The rest has value 0 if nothing is left.
func (g *addressGroups) peel(rest part) (_ part, peeled []part, constant int64) {
	for {
		in := g.fn.Instr(rest.value)
		isFree := rest.extend == 0 || rest.extend == ir.OpSExt && in.Flags&(ir.FlagNoWrap|ir.FlagAddress) != 0
		var c int64
		isConst := false
		if len(in.Args) == 2 {
			c, isConst = g.fn.SignedConst(in.Args[1])
		}
		switch {
		case in.Op == ir.OpConst:
			whole, _ := g.fn.SignedConst(rest.value)
			if rest.extend == ir.OpZExt {
				whole = int64(uint32(whole))
			}
			return part{}, peeled, constant + whole*rest.factor
		case in.Op == ir.OpSExt && in.Type == ir.I64 && g.fn.Type(in.Args[0]) == ir.I32:
			rest = part{in.Args[0], rest.factor, ir.OpSExt}
		case in.Op == ir.OpZExt && in.Type == ir.I64 && g.isJoined(in.Args[0]):
			sum := g.fn.Instr(in.Args[0])
			c, _ := g.fn.SignedConst(sum.Args[1])
			constant += c * rest.factor
			rest = part{sum.Args[0], rest.factor, ir.OpZExt}
		case in.Op == ir.OpShl && isConst && isFree && c >= 0 && c < 16 && fitsFactor(rest.factor<<c):
			rest = part{in.Args[0], rest.factor << c, rest.extend}
		case in.Op == ir.OpMul && isConst && isFree && fitsFactor(c) && fitsFactor(rest.factor*c):
			rest = part{in.Args[0], rest.factor * c, rest.extend}
		case in.Op == ir.OpAdd && isConst && isFree && fitsFactor(c):
			constant += c * rest.factor
			rest.value = in.Args[0]
		case in.Op == ir.OpSub && isConst && isFree && fitsFactor(c):
			constant -= c * rest.factor
			rest.value = in.Args[0]
		case in.Op == ir.OpAdd && isFree && g.depthOf(in.Args[0]) != g.depthOf(in.Args[1]):
			less, more := in.Args[0], in.Args[1]
			if g.depthOf(less) > g.depthOf(more) {
				less, more = more, less
			}
			peeled = append(peeled, part{less, rest.factor, rest.extend})
			rest.value = more
		default:
			return rest, peeled, constant
		}
	}
}

// isJoined reports whether a value of 32 bits is the sum of another and a constant that have no bit in common.
func (g *addressGroups) isJoined(v ir.ValueID) bool {
	in := g.fn.Instr(v)
	if in.Type != ir.I32 || in.Op != ir.OpAdd && in.Op != ir.OpOr {
		return false
	}
	c, isConst := g.fn.SignedConst(in.Args[1])
	return isConst && c > 0 && g.fn.IsMultiple(in.Args[0], 1<<bits.Len64(uint64(c)))
}

func fitsFactor(x int64) bool { return x > -1<<30 && x < 1<<30 }

func (g *addressGroups) depthOf(v ir.ValueID) int { return g.depth[g.fn.Instr(v).Block] }

// scaled emits the term of a part. The product of an unsigned number of 32 bits says that it does not wrap, as the
// source's does, so that they are found equal.
func (g *addressGroups) scaled(p part) ir.ValueID {
	v, flags := p.value, ir.Flags(0)
	if p.extend != 0 {
		v = g.emit(p.extend, ir.I64, v)
	}
	if p.extend == ir.OpZExt {
		flags = ir.FlagNoWrap
	}
	if p.factor == 1 {
		return v
	}
	product := ir.Instr{Op: ir.OpMul, Type: ir.I64, Flags: flags}
	if c := bits.TrailingZeros64(uint64(p.factor)); p.factor > 0 && p.factor == 1<<c {
		product.Op = ir.OpShl
		product.Args = []ir.ValueID{v, g.constant(int64(c))}
	} else {
		product.Args = []ir.ValueID{v, g.constant(p.factor)}
	}
	return g.add(product)
}

func (g *addressGroups) constant(c int64) ir.ValueID {
	return g.add(ir.Instr{Op: ir.OpConst, Type: ir.I64, Imm: uint64(c)})
}

func (g *addressGroups) emit(op ir.Op, t ir.Type, args ...ir.ValueID) ir.ValueID {
	return g.add(ir.Instr{Op: op, Type: t, Args: args})
}

func (g *addressGroups) add(in ir.Instr) ir.ValueID {
	in.Block, in.Pos = g.at.Block, g.at.Pos
	g.fn.Instrs = append(g.fn.Instrs, in)
	id := ir.ValueID(len(g.fn.Instrs) - 1)
	g.out = append(g.out, id)
	return id
}

// constantLast makes (p + x) + constant of (p + constant) + x, so that rows of an array at constant distances share p +
// x.
func (g *addressGroups) constantLast(v ir.ValueID) {
	sum := *g.fn.Instr(v)
	first := *g.fn.Instr(sum.Args[0])
	if first.Op != ir.OpPtrAdd || g.fn.Instr(first.Args[1]).Op != ir.OpConst ||
		g.fn.Instr(sum.Args[1]).Op == ir.OpConst {
		return
	}
	inner := sum
	inner.Args = []ir.ValueID{first.Args[0], sum.Args[1]}
	g.out = append(g.out, g.fn.NewValue(inner))
	g.fn.Instr(v).Args = []ir.ValueID{g.out[len(g.out)-1], first.Args[1]}
}
