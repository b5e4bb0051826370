package access

import (
	"math"
	"math/bits"

	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/switches"
)

// Small tables of constants that each lane reads at an index of its own: palettes, digits, the counts of bits of a
// nibble, the steps of a walk to neighbours. Their bytes are known now, so the words that may be read become constants
// of the code, and one or a few permutations by the index stand for a gather, which takes a load for each lane. A
// permutation touches no memory, so it needs no mask.
//
// Which words may be read follows from the span of the index, and from the block of the program's variables, which an
// address made of the block's can not leave. The variable that the source names is not known here: the compiler adds
// constants of an index to the variable's place, so the sum may be the place of another variable.
//
// The element with number n of the block's elements of that size stands in the table at n modulo its size, which is
// a power of two: so the lowest bits of the index say where, and nothing is subtracted from it. Small elements lie one
// in each word as long as one register has them all, which saves what takes them out of words.

// Table is what a load that permutes such a table must know.
type Table struct {
	Index ir.ValueID // in whatever form it is kept
	Words []uint32   // as many as a power of two
	Shift uint       // shifts the index to numbers of elements; those modulo the number of elements stand in the table
	Parts uint       // how many elements a word has
}

// FindTables finds the loads of small tables of constants.
func (s *Accesses) FindTables(m *ir.Module) {
	s.TableAt = map[ir.ValueID]*Table{}
	if s.Off.Has(switches.Tables) {
		return
	}
	for _, b := range s.Flow.Layout.Order {
		for _, v := range s.Kernel.Blocks[b].Instrs {
			if in := s.Kernel.Instr(v); s.mayBeTable(v, in) {
				if t := s.tableOf(m, in); t != nil {
					s.TableAt[v] = t
				}
			}
		}
	}
}

// mayBeTable reports whether a load is one of elements that go into one word of each lane, alone.
func (s *Accesses) mayBeTable(v ir.ValueID, in *ir.Instr) bool {
	return in.Op == ir.OpLoad && in.Flags&ir.FlagVolatile == 0 && s.ByValue[v].Kind == forms.Vector &&
		in.Type != ir.F16 && in.Type.Bytes() <= tableWord && s.CrossRowAt[v] == nil && s.CasLoopOf[in.Block] == nil
}

// tableWord is the size of a table's words.
const tableWord = 4

// tableOf is the table that a load reads, nil if that is not known to be a small one of constants.
func (s *Accesses) tableOf(m *ir.Module, in *ir.Instr) *Table {
	a := s.AddressOf(in.Args[0], in.Type)
	if a.Pattern != ByIndex32 && a.Pattern != ByIndex64 || !s.foldBase(&a) {
		return nil
	}
	size, t := int64(in.Type.Bytes()), &Table{Parts: 1}
	x, step := s.indexOf(t, &a)
	if step < size { // the lowest bits of the index are zeros, for the elements are aligned
		if step&(step-1) != 0 || int64(in.Align) < size || a.Disp%size != 0 {
			return nil
		}
		t.Shift = uint(bits.TrailingZeros64(uint64(size / step)))
	}
	x.Low, x.High = max(x.Low, -floorDiv(a.Disp, step)), min(x.High, floorDiv(int64(m.GlobalBytes)-size-a.Disp, step))
	first, last := (x.Low+1<<t.Shift-1)>>t.Shift, x.High>>t.Shift
	if last < first || last-first >= int64(s.Tuning.Accesses.MaxTableWords)*tableWord/size {
		return nil
	}
	elements := make([]uint32, 1<<bits.Len64(uint64(last-first)))
	for n := first; n <= last; n++ {
		bits, ok := constantAt(m, a.Disp+n*(step<<t.Shift), size)
		if !ok {
			return nil
		}
		elements[n&int64(len(elements)-1)] = bits
	}
	t.Words = elements
	return s.pack(t, uint(size))
}

// floorDiv is the quotient by a positive number, rounded down.
func floorDiv(x, y int64) int64 {
	q := x / y
	if q*y > x {
		q--
	}
	return q
}

// indexOf finds the index of a table, the interval it lies in, and the bytes from one to the next: that of the address,
// or what constants are added to and multiplied by to make it, as by the elements of a row, if none of that wraps.
func (s *Accesses) indexOf(t *Table, a *Address) (x Span, step int64) {
	t.Index, x, step = a.Index, s.indexSpan(a), int64(a.Scale)
	for !s.LiveOut[t.Index] {
		in := s.Kernel.Instr(t.Index)
		if in.Op != ir.OpShl && in.Op != ir.OpMul && in.Op != ir.OpAdd {
			break
		}
		c, ok := s.SignedConst(in.Args[1])
		from, highest := s.SpanOf(in.Args[0]), FullSpan(in.Type).High
		switch {
		case !ok || c < 0 || c > maxTableConst:
			return x, step
		case in.Op == ir.OpAdd:
			if !from.Within(0, highest-c) {
				return x, step
			}
			a.Disp += c * step
		default:
			if in.Op == ir.OpShl {
				c = 1 << min(c, 30)
			}
			if c == 0 || c > maxTableStep/step || !from.Within(0, highest/c) {
				return x, step
			}
			step *= c
		}
		t.Index, x = in.Args[0], from
	}
	return x, step
}

// foldBase adds constants that the base of an address has to those of the address, and reports whether what is left is
// the block of the program's variables.
func (s *Accesses) foldBase(a *Address) bool {
	in := s.Kernel.Instr(a.Base)
	for ; in.Op == ir.OpPtrAdd; in = s.Kernel.Instr(a.Base) {
		c, ok := s.SignedConst(in.Args[1])
		if sum := a.Disp + c; !ok || sum > MaxDisp || sum < -MaxDisp {
			return false
		}
		a.Base, a.Disp = in.Args[0], a.Disp+c
	}
	return in.Op == ir.OpGlobalBase
}

// indexSpan is the interval of an index as the address extends it.
func (s *Accesses) indexSpan(a *Address) Span {
	x, t := s.SpanOf(a.Index), s.Kernel.Type(a.Index)
	if isExtendedByZeros := a.Pattern == ByIndex32 && (a.Unsigned || t.Bits() < 32); isExtendedByZeros && x.Low < 0 {
		return Span{0, int64(t.Mask())}
	}
	return x
}

// IndexedBytes bounds the range of memory that an address with an index per lane goes to.
func (s *Accesses) IndexedBytes(a *Address) int64 {
	const most = 1 << 40
	if a.Pattern != ByIndex32 && a.Pattern != ByIndex64 {
		return math.MaxInt64
	}
	x := s.indexSpan(a)
	if !x.Within(-most, most) {
		return math.MaxInt64
	}
	return (x.High - x.Low + 1) * int64(a.Scale)
}

// pack puts elements of a size together in words if one register has not room enough for a word each.
func (s *Accesses) pack(t *Table, size uint) *Table {
	if len(t.Words) <= s.ISA.Lanes() {
		return t
	}
	t.Parts = tableWord / size
	words := make([]uint32, (len(t.Words)+int(t.Parts)-1)/int(t.Parts))
	for i, e := range t.Words {
		words[i/int(t.Parts)] |= e << (uint(i) % t.Parts * size * 8)
	}
	t.Words = words
	return t
}

// constantAt are the bytes at a place of the block of variables, if constants are there and no address. Between
// variables nothing is read.
func constantAt(m *ir.Module, offset, size int64) (value uint32, ok bool) {
	for i := range m.Globals {
		g := &m.Globals[i]
		at := offset - int64(g.OffsetBytes)
		if at <= -size || at >= int64(g.SizeBytes) {
			continue
		}
		if !g.Constant || at < 0 || at+size > int64(g.SizeBytes) {
			return 0, false
		}
		for _, r := range g.Relocations {
			if at < int64(r)+8 && int64(r) < at+size {
				return 0, false
			}
		}
		if g.Init != nil {
			for k := range size {
				value |= uint32(g.Init[at+k]) << (8 * k)
			}
		}
		return value, true
	}
	return 0, true
}
