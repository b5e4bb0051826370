package control

import (
	"math/bits"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/vec"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/regions"
)

// writeByLane writes the body of an if for each lane of a sub-group that takes it.
func (s *Selector) writeByLane(k *regions.KnownIf, u int) {
	kept := s.Place
	s.Place = s.Flow.Layout.Place[s.Kernel.Blocks[s.Flow.Layout.Order[k.First]].Succs[k.Body.Way].To]
	s.Serial.Whole = map[ir.BlockID]bool{s.Flow.Root[s.Flow.Layout.Order[s.Place]]: true}
	s.Serial.Start = int32(len(s.Fn.Insts))
	for _, v := range k.Body.Shared {
		s.written(v, s.Kernel.Instr(v))
	}
	w := laneWriter{Selector: s, body: k.Body, u: u}
	for lanes := k.LanesOn(k.Body.Way, u, s.ISA); lanes != 0; lanes &= lanes - 1 {
		w.item, w.made = u*s.ISA.Lanes()+bits.TrailingZeros64(lanes), map[ir.ValueID][]asm.Reg{}
		for _, v := range k.Body.List {
			in := s.Kernel.Instr(v)
			s.Pos = uint32(in.Pos)
			first := len(s.Fn.Insts)
			w.write(v, in)
			s.SetRegion(first, in)
		}
	}
	s.Serial.Whole, s.Place = nil, kept
}

// laneWriter writes the instructions of one work-item. Lane 0 of its vectors counts.
type laneWriter struct {
	*Selector
	body *regions.LaneBody
	u    int
	item int
	made map[ir.ValueID][]asm.Reg
}

func (w *laneWriter) write(v ir.ValueID, in *ir.Instr) {
	switch in.Op {
	case ir.OpLoad:
		w.made[v] = []asm.Reg{w.Temp()}
		w.LoadSpread(w.made[v], in.Type, w.mem(v))
	case ir.OpStore:
		w.store(v, in)
	default:
		o := vec.Operation{Op: in.Op, Kind: in.Kind, Type: in.Type, From: w.Kernel.Type(in.Args[0])}
		if in.Op == ir.OpSelect {
			o.From = in.Type
		}
		var args [3][]asm.Reg
		for i, a := range in.Args {
			args[i] = w.operand(a)
		}
		w.made[v] = []asm.Reg{w.Fn.NewReg(w.ClassOf(w.ByValue[v].Kind))}
		if !w.Lower(o, w.made[v], args[0], args[1], args[2]) {
			w.Fail("%v of %v has no machine code", in.Op, in.Type)
		}
	}
}

func (w *laneWriter) store(v ir.ValueID, in *ir.Instr) {
	if bits, ok := w.known(in.Args[1]); ok {
		w.Emit(asm.Inst{Op: asm.Mov, Size: 4, HasMem: true, Mem: w.mem(v), Imm: int64(int32(bits))})
		return
	}
	w.Emit(asm.Inst{Op: asm.Vmovss, Len: asm.L128, B: w.operand(in.Args[1])[0], HasMem: true, Mem: w.mem(v)})
}

// known is a value that the work-item is known to have.
func (w *laneWriter) known(v ir.ValueID) (uint64, bool) {
	if bits, ok := w.ConstOf(v); ok {
		return bits, true
	}
	if items := w.ItemsOf(v); items != nil {
		return items[w.item], true
	}
	return 0, false
}

func (w *laneWriter) operand(v ir.ValueID) []asm.Reg {
	if bits, ok := w.known(v); ok {
		return w.ConstLanes(w.Kernel.Type(v), bits)
	}
	if r, ok := w.made[v]; ok {
		return r
	}
	lanes := w.LanesOf(v, w.u)
	if f := w.ByValue[v]; f.Kind == forms.Vector && f.PerSub {
		return []asm.Reg{w.LaneAtFront(lanes[0], w.item%w.ISA.Lanes())}
	}
	return lanes
}

func (w *laneWriter) mem(v ir.ValueID) asm.Mem {
	p := w.body.Places[v]
	m := w.MemAt(&p.Base, w.u)
	m.Disp += int32(w.item%w.ISA.Lanes()) * p.Step
	if p.Offsets != nil {
		m.Disp += int32(p.Offsets[w.item])
	}
	return m
}
