package regions

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
	"heddle/compiler/vectorize/flow"
	"heddle/compiler/vectorize/forms"
)

// Pieces for one lane at a time.
//
// Some pieces of a kernel are no work for vectors: atomic operations at different places whose results are not used,
// and loops that iterate until no other change came between. Such a piece is written once, in general registers, in a
// loop over the active lanes of several sub-groups. The code of a piece sees the values made in it, and those it reads
// that differ between lanes, as if they were the same for all lanes: whole numbers in general registers, floats in lane
// 0 of vectors. So all rules for what is uniform serve.
//
// What comes in from vectors is put into the frame before the loop, at lane*size, and what is read after the loop
// comes back that way. All lanes' work of the piece is done for one lane before the next one's begins; nothing orders
// accesses of different work-items but barriers and atomic operations, and who makes a piece sees to these.

// TeamLanes is the largest number of lanes that one loop goes over: bits of a general register.
const TeamLanes = 64

// OneLane is what is decided of a piece.
type OneLane struct {
	Ins        []Incoming   // in the order in which they are taken
	Outs       []ir.ValueID // read after it
	SideBySide int          // lanes that have code of their own where all are active; 0: one
	IsJoint    bool         // the lanes of several sub-groups can go through one loop
	Places     map[ir.ValueID]access.Address
	forms      map[ir.ValueID]forms.Form // of what is made in it, or comes in
}

// Incoming is a value from outside, of which a lane takes its own; or the place of an access through a pointer from
// outside.
type Incoming struct {
	Value ir.ValueID
	Place *access.Address
}

// Has reports whether a value is kept for the lane alone.
func (p *OneLane) Has(v ir.ValueID) bool { return p.forms[v].Kind != forms.None }

// Brings reports whether lanes take a value of their own from outside.
func (p *OneLane) Brings(v ir.ValueID) bool { return p.takes(v, false) }

// View is how the code of pieces sees a function: nothing varies, and what the lane has for itself has other forms. A
// function may have many values and many pieces, so all pieces share a view.
type View struct {
	Regions
	around *Regions
	piece  *OneLane
}

// NewView begins a view that shows no piece yet.
func (s *Regions) NewView() *View {
	view := &View{Regions: *s, around: s, piece: &OneLane{}}
	view.Lane, view.Sub = 0, 0
	view.ByValue, view.Partial = slices.Clone(s.ByValue), make([]bool, len(s.Partial))
	return view
}

// Show lets a view show a piece, in place of the last one.
func (w *View) Show(p *OneLane) {
	for v := range w.piece.forms {
		w.ByValue[v] = w.around.ByValue[v]
	}
	w.piece = p
	for v, f := range p.forms {
		w.ByValue[v] = f
	}
}

// newOneLane begins a piece in which values are made.
func (s *Regions) newOneLane(inside map[ir.ValueID]bool) *OneLane {
	p := &OneLane{IsJoint: true, Places: map[ir.ValueID]access.Address{}, forms: map[ir.ValueID]forms.Form{}}
	for v, isInside := range inside {
		if in := s.Kernel.Instr(v); isInside && in.Type != ir.Void {
			p.forms[v] = aloneForm(in, forms.IsScalarOp(in) || in.Op == ir.OpAtomicCmpXchg || in.Op == ir.OpAtomicLoad)
		}
	}
	return p
}

// aloneForm is how one lane has a value.
func aloneForm(in *ir.Instr, inGeneral bool) forms.Form {
	if inGeneral && forms.IsScalarType(in.Type) {
		return forms.Form{Kind: forms.Scalar}
	}
	return forms.Form{Kind: forms.Vector}
}

// takeIn lets a piece read a value from outside. What all lanes share they read where it is.
func (s *Regions) takeIn(p *OneLane, v ir.ValueID) {
	in, f := s.Kernel.Instr(v), s.ByValue[v]
	_, isConst := s.ConstOf(v)
	isShared := f.Kind == forms.Scalar && s.IsJoint(v) ||
		f.Kind == forms.Vector && !f.PerSub && s.IsUniform(v) && !s.Partial[v]
	if isConst || isShared || in.Type == ir.Void || p.takes(v, false) {
		return
	}
	if !p.Has(v) { // else a parameter, which lanes bring
		p.forms[v] = aloneForm(in, true)
	}
	p.Ins = append(p.Ins, Incoming{Value: v})
}

// takePlace lets a piece access memory through a pointer from outside.
func (s *Regions) takePlace(p *OneLane, pointer ir.ValueID, t ir.Type) {
	p.IsJoint = p.IsJoint && s.IsJointAddress(pointer, t)
	if !p.takes(pointer, true) {
		a := s.AddressOf(pointer, t)
		p.Ins = append(p.Ins, Incoming{pointer, &a})
	}
}

// takes reports whether a value comes in, or the place of accesses through it.
func (p *OneLane) takes(v ir.ValueID, isPlace bool) bool {
	return slices.ContainsFunc(p.Ins, func(i Incoming) bool { return i.Value == v && (i.Place != nil) == isPlace })
}

// placeInside takes a pointer made in a piece apart. General registers hold whole numbers extended by zeros.
func (s *Regions) placeInside(inside map[ir.ValueID]bool, pointer ir.ValueID) access.Address {
	a := access.Address{Base: pointer}
	for inside[a.Base] && s.Kernel.Instr(a.Base).Op == ir.OpPtrAdd {
		in := s.Kernel.Instr(a.Base)
		k, ok := s.SignedConst(in.Args[1])
		if sum := a.Disp + k; !ok || sum > access.MaxDisp || sum < -access.MaxDisp {
			break
		}
		a.Base, a.Disp = in.Args[0], a.Disp+k
	}
	in := s.Kernel.Instr(a.Base)
	if !inside[a.Base] || in.Op != ir.OpPtrAdd {
		return a
	}
	a.Base, a.Index, a.Scale = in.Args[0], in.Args[1], 1
	if off := s.Kernel.Instr(a.Index); inside[a.Index] && off.Op == ir.OpShl {
		if k, ok := s.ConstOf(off.Args[1]); ok && k <= 3 {
			a.Index, a.Scale = off.Args[0], 1<<k
		}
	}
	if off := s.Kernel.Instr(a.Index); inside[a.Index] && off.Op == ir.OpZExt && s.Kernel.Type(off.Args[0]) != ir.I1 {
		a.Index = off.Args[0]
	}
	return a
}

// findPieces decides of the pieces of a function what their code needs to know.
func (s *Regions) findPieces() {
	s.Pieces = map[ir.ValueID]*OneLane{}
	through := s.findPassing()
	for _, b := range s.Flow.Layout.Order {
		for _, v := range s.Kernel.Blocks[b].Instrs {
			if a := s.Rows[v]; a != nil && a.Strategy == access.AtomicInTurn {
				s.Pieces[v] = s.atomicPiece(s.Kernel.Instr(v))
			}
		}
		if l := s.CasLoops[b]; l != nil {
			s.Pieces[l.Swap] = s.casPiece(l, through[l])
		}
	}
}

// accessPlace decides where an access goes.
func (s *Regions) accessPlace(p *OneLane, inside map[ir.ValueID]bool, v ir.ValueID) {
	in := s.Kernel.Instr(v)
	if !inside[in.Args[0]] {
		s.takePlace(p, in.Args[0], s.Kernel.AccessType(in))
		return
	}
	p.Places[v] = s.placeInside(inside, in.Args[0])
}

// atomicPiece decides for an atomic operation.
func (s *Regions) atomicPiece(in *ir.Instr) *OneLane {
	p := s.newOneLane(nil)
	p.SideBySide = s.Tuning.Accesses.AtomicLanes
	s.takePlace(p, in.Args[0], in.Type)
	for _, a := range in.Args[1:] {
		s.takeIn(p, a)
	}
	return p
}

// casPiece decides for a loop of compare and swap.
func (s *Regions) casPiece(l *flow.CASLoop, through *passing) *OneLane {
	inside := map[ir.ValueID]bool{}
	for _, b := range l.Blocks {
		for _, v := range slices.Concat(s.Kernel.Blocks[b].Params, s.Kernel.Blocks[b].Instrs) {
			inside[v] = s.Needed[v] || v == l.Reload
		}
	}
	p := s.newOneLane(inside)
	for _, b := range l.Blocks {
		for _, v := range s.Kernel.Blocks[b].Instrs {
			if s.Needed[v] && forms.Accesses(s.Kernel.Instr(v).Op) {
				s.accessPlace(p, inside, v) // whole pointers are needed, see makesPlaceOf
			}
		}
	}
	for _, v := range through.ins {
		s.takeIn(p, v)
	}
	for _, v := range s.Kernel.Blocks[l.Blocks[0]].Params {
		if s.Needed[v] {
			s.takeIn(p, v)
		}
	}
	p.Outs = through.outs
	p.IsJoint = p.IsJoint && !slices.ContainsFunc(p.Outs, func(v ir.ValueID) bool {
		k := s.ByValue[v].Kind
		return k != forms.Vector && k != forms.Mask
	})
	return p
}

// passing are the values that a loop of compare and swap reads from outside, and those that are read after it.
type passing struct{ ins, outs []ir.ValueID }

// findPassing finds them for all loops of a function, in the order in which they are read.
func (s *Regions) findPassing() map[*flow.CASLoop]*passing {
	found := map[*flow.CASLoop]*passing{}
	for _, l := range s.CasLoops {
		found[l] = &passing{}
	}
	if len(found) == 0 {
		return nil
	}
	type key struct {
		loop *flow.CASLoop
		v    ir.ValueID
	}
	seen := map[key]bool{}
	isNew := func(l *flow.CASLoop, v ir.ValueID) bool {
		if l == nil || seen[key{l, v}] || !s.Needed[v] && v != l.Reload {
			return false
		}
		seen[key{l, v}] = true
		return true
	}
	read := func(reader *flow.CASLoop, args []ir.ValueID) {
		for _, v := range args {
			maker := s.CasLoopOf[s.Kernel.Instr(v).Block]
			if maker == reader {
				continue
			}
			if isNew(reader, v) {
				found[reader].ins = append(found[reader].ins, v)
			}
			if isNew(maker, v) {
				found[maker].outs = append(found[maker].outs, v)
			}
		}
	}
	for _, b := range s.Flow.Layout.Order {
		reader, block := s.CasLoopOf[b], &s.Kernel.Blocks[b]
		for _, v := range block.Instrs {
			read(reader, s.Kernel.Instr(v).Args)
		}
		for _, e := range block.Succs {
			read(reader, e.Args)
		}
	}
	return found
}
