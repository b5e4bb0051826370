package passes

import (
	"cmp"
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/passes/rewrite"
)

// memory describes the accesses of a function to its private memory, where addresses are an alloca and a constant. An
// alloca has escaped if its address is used in any other way than in loads, stores, copies and constant offsets.
type memory struct {
	fn       *ir.Func
	allocas  []allocaUse
	number   []int32 // by value: 1 + index of the alloca it points into; 0: no such pointer
	offset   []int64 // by value: bytes from the alloca's start
	accesses []access
	copies   []ir.ValueID // OpMemCopy with a side that points into an alloca

	storesAddress bool // the address of an alloca is stored in memory
}

type allocaUse struct {
	value   ir.ValueID
	escaped bool
	spans   []span // distinct pieces that are loaded and stored, in the order of their offsets
	sorted  int    // while they are collected: the number of spans, from the first, that are distinct and in order
}

// span is a piece of an alloca.
type span struct {
	offset int64
	size   int64
	typ    ir.Type // of the first access; Void: only copied
}

// access is a load or a store of a whole span.
type access struct {
	instr  ir.ValueID
	alloca int
	offset int64
	size   int64
}

// memoryOf analyses f's private memory, once until a pass changes something.
func (s *scratch) memoryOf(f *ir.Func) *memory {
	m := &s.memory
	if s.memoryFor == f {
		return m
	}
	s.memoryFor = f
	m.storesAddress = false
	m.fn, m.allocas, m.accesses, m.copies = f, m.allocas[:0], m.accesses[:0], m.copies[:0]
	for _, v := range f.Blocks[0].Instrs {
		if f.Instr(v).Op == ir.OpAlloca {
			m.addAlloca(v)
		}
	}
	if len(m.allocas) == 0 {
		return m
	}
	m.number, m.offset = rewrite.Cleared(m.number, len(f.Instrs)), rewrite.Resized(m.offset, len(f.Instrs))
	m.accesses = rewrite.Resized(m.accesses, len(f.Instrs)/2)[:0] // as a rule enough
	for i := range m.allocas {
		m.number[m.allocas[i].value], m.offset[m.allocas[i].value] = int32(i+1), 0
	}
	for _, b := range s.Control(f).Order { // definitions come before uses
		for _, v := range f.Blocks[b].Instrs {
			m.look(v)
		}
		for i := range f.Blocks[b].Succs {
			for _, arg := range f.Blocks[b].Succs[i].Args {
				m.escape(arg)
			}
		}
	}
	m.collectSpans()
	return m
}

// addAlloca adds an alloca in the memory of an earlier one.
func (m *memory) addAlloca(v ir.ValueID) {
	if n := len(m.allocas); n < cap(m.allocas) {
		m.allocas = m.allocas[:n+1]
		m.allocas[n] = allocaUse{value: v, spans: m.allocas[n].spans[:0]}
		return
	}
	m.allocas = append(m.allocas, allocaUse{value: v})
}

// escape notes that the address v is used in a way that is not followed.
func (m *memory) escape(v ir.ValueID) {
	if n := m.number[v]; n != 0 {
		m.allocas[n-1].escaped = true
	}
}

func (m *memory) look(v ir.ValueID) {
	in := m.fn.Instr(v)
	volatile := in.Flags&ir.FlagVolatile != 0
	switch {
	case in.Op == ir.OpPtrAdd:
		m.derive(v, in)
	case in.Op == ir.OpLoad && !volatile:
		m.access(v, in.Args[0], in.Type)
	case in.Op == ir.OpStore && !volatile:
		m.access(v, in.Args[0], m.fn.Type(in.Args[1]))
		m.escape(in.Args[1])
		m.storesAddress = m.storesAddress || m.number[in.Args[1]] != 0
	case in.Op == ir.OpMemCopy && !volatile:
		m.copy(v, in)
	default:
		for _, arg := range in.Args {
			m.escape(arg)
		}
	}
}

func (m *memory) derive(v ir.ValueID, in *ir.Instr) {
	base, by := in.Args[0], m.fn.Instr(in.Args[1])
	if m.number[base] == 0 {
		return
	}
	if by.Op != ir.OpConst {
		m.escape(base)
		return
	}
	m.number[v], m.offset[v] = m.number[base], m.offset[base]+int64(by.Imm)
}

// inside reports whether size bytes at ptr lie in its alloca; if not the alloca escapes.
func (m *memory) inside(ptr ir.ValueID, size int64) bool {
	alloca := m.fn.Instr(m.allocas[m.number[ptr]-1].value)
	if at := m.offset[ptr]; at >= 0 && size >= 0 && at <= int64(alloca.Imm)-size {
		return true
	}
	m.escape(ptr)
	return false
}

func (m *memory) access(v, ptr ir.ValueID, t ir.Type) {
	if m.number[ptr] == 0 || !m.inside(ptr, int64(t.Bytes())) {
		return
	}
	m.accesses = append(m.accesses, access{v, int(m.number[ptr] - 1), m.offset[ptr], int64(t.Bytes())})
}

func (m *memory) copy(v ir.ValueID, in *ir.Instr) {
	known := false
	for _, ptr := range in.Args {
		if m.number[ptr] != 0 && m.inside(ptr, int64(in.Imm)) {
			known = true
		}
	}
	if known {
		m.copies = append(m.copies, v)
	}
}

func (m *memory) collectSpans() {
	for _, a := range m.accesses {
		m.allocas[a.alloca].addSpan(span{a.offset, a.size, m.fn.AccessType(m.fn.Instr(a.instr))})
	}
	for i := range m.allocas {
		m.allocas[i].sortSpans()
	}
}

// addSpan adds a span unless it is there. Elements of arrays come in order as a rule, and then again and again; spans
// out of order are sorted when all are there.
func (a *allocaUse) addSpan(s span) {
	if a.sorted == len(a.spans) && (a.sorted == 0 || compareSpans(a.spans[a.sorted-1], s) < 0) {
		a.spans = append(a.spans, s)
		a.sorted++
		return
	}
	if _, found := slices.BinarySearchFunc(a.spans[:a.sorted], s, compareSpans); !found {
		a.spans = append(a.spans, s)
	}
}

// sortSpans orders the spans and makes equal ones one, of the type that was there first.
func (a *allocaUse) sortSpans() {
	if a.sorted == len(a.spans) {
		return
	}
	slices.SortStableFunc(a.spans, compareSpans)
	kept := a.spans[:0]
	for _, s := range a.spans {
		if n := len(kept); n > 0 && compareSpans(kept[n-1], s) == 0 {
			if kept[n-1].typ == ir.Void {
				kept[n-1].typ = s.typ
			}
			continue
		}
		kept = append(kept, s)
	}
	a.spans, a.sorted = kept, len(kept)
}

func compareSpans(a, b span) int {
	if a.offset != b.offset {
		return cmp.Compare(a.offset, b.offset)
	}
	return cmp.Compare(a.size, b.size)
}

// clashes says for each span whether it overlaps another one.
func (a *allocaUse) clashes() []bool {
	clash := make([]bool, len(a.spans))
	furthest := 0 // index of the span that ends last so far
	for i := 1; i < len(a.spans); i++ {
		if a.spans[i].offset < a.spans[furthest].end() {
			clash[i], clash[furthest] = true, true
		}
		if a.spans[i].end() > a.spans[furthest].end() {
			furthest = i
		}
	}
	return clash
}

func (s span) end() int64 { return s.offset + s.size }

// within are the spans that begin in the given range of bytes.
func (a *allocaUse) within(from, to int64) []span {
	first, _ := slices.BinarySearchFunc(a.spans, from, func(s span, at int64) int { return cmp.Compare(s.offset, at) })
	last, _ := slices.BinarySearchFunc(a.spans, to, func(s span, at int64) int { return cmp.Compare(s.offset, at) })
	return a.spans[first:last]
}
