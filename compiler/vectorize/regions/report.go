package regions

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
	"heddle/compiler/vectorize/forms"
)

// Report tells in words what was decided of a function: masks by block, forms by value, strategies by access, and
// regions.
func (s *Regions) Report() string {
	var w strings.Builder
	s.reportFlow(&w)
	s.reportForms(&w)
	s.reportAccesses(&w)
	s.reportRegions(&w)
	return w.String()
}

// reportFlow has a line for each block in the order of the layout.
func (s *Regions) reportFlow(w *strings.Builder) {
	w.WriteString("blocks:\n")
	for place, b := range s.Flow.Layout.Order {
		fmt.Fprintf(w, "  b%d: ", b)
		switch root := s.Flow.Root[b]; {
		case !s.Flow.IsOpened[place]:
			w.WriteString("not reached")
		case !s.HasMask(b):
			w.WriteString("all lanes")
		case root == b:
			w.WriteString("a mask of its own")
		default:
			fmt.Fprintf(w, "the mask of b%d", root)
		}
		if s.Flow.Skipped[place] {
			w.WriteString(", tested for lanes")
		}
		if s.Flow.Diverges[b] {
			w.WriteString(", lanes diverge")
		}
		if slices.Contains(s.edgeWays, b) {
			w.WriteString(", for edges")
		}
		w.WriteByte('\n')
	}
}

// Form tells how the lanes of a value are kept.
type Form struct {
	Value ir.ValueID
	How   string
}

// ListForms tells of each value that is kept how it is, in the order of the layout.
func (s *Regions) ListForms() (list []Form) {
	add := func(v ir.ValueID) {
		if s.Needed[v] && s.ByValue[v].Kind != forms.None {
			list = append(list, Form{v, s.ByValue[v].String() + s.density(v)})
		}
	}
	for _, b := range s.Flow.Layout.Order {
		for _, v := range s.Kernel.Blocks[b].Params {
			add(v)
		}
		for _, v := range s.Kernel.Blocks[b].Instrs {
			add(v)
		}
	}
	return list
}

// density says of what size the elements of a dense value are; nothing of others.
func (s *Regions) density(v ir.ValueID) string {
	if !s.IsDense(v) {
		return ""
	}
	return [...]string{1: ", dense bytes", 2: ", dense words"}[s.DenseBytes[v]]
}

// reportForms has a line for each value that is kept.
func (s *Regions) reportForms(w *strings.Builder) {
	w.WriteString("values:\n")
	for _, f := range s.ListForms() {
		fmt.Fprintf(w, "  %%%d: %s", f.Value, f.How)
		if s.LiveOut[f.Value] {
			w.WriteString(", live out of a divergent loop")
		}
		w.WriteByte('\n')
	}
}

// Access tells how an access is made.
type Access struct {
	Value ir.ValueID // the load, store or atomic operation
	How   access.Strategy
	Where string // how the addresses of the lanes lie
}

// ListAccesses tells of each access how it is made, in the order of the layout.
func (s *Regions) ListAccesses() (list []Access) {
	for _, b := range s.Flow.Layout.Order {
		for _, v := range s.Kernel.Blocks[b].Instrs {
			if a := s.Rows[v]; a != nil {
				list = append(list, Access{Value: v, How: a.Strategy, Where: a.Address.String()})
			}
		}
	}
	return list
}

// reportAccesses has a line for each access.
func (s *Regions) reportAccesses(w *strings.Builder) {
	w.WriteString("accesses:\n")
	for _, a := range s.ListAccesses() {
		fmt.Fprintf(w, "  %%%d %v: %v; lanes %s", a.Value, s.Kernel.Instr(a.Value).Op, a.How, a.Where)
		if n := bits.OnesCount64(s.Rows[a.Value].ByLoads()); n > 0 {
			fmt.Fprintf(w, "; a load for each lane of %d sub-groups", n)
		}
		w.WriteByte('\n')
	}
}

// reportRegions has a line for each region that is not written block by block for all lanes.
func (s *Regions) reportRegions(w *strings.Builder) {
	w.WriteString("regions:\n")
	at := func(place int) ir.BlockID { return s.Flow.Layout.Order[place] }
	if s.IsSerial {
		w.WriteString("  divergent ifs: one sub-group after the other\n")
	}
	if s.BoundsCheck != nil {
		fmt.Fprintf(w, "  bounds check in b%d: a copy without masks\n", s.BoundsCheck.Block)
	}
	for _, l := range s.Unmasked {
		fmt.Fprintf(w, "  loop of b%d: goes on from a copy without masks\n", l.Remainder[0])
	}
	for _, b := range s.Flow.Layout.Order {
		if s.CasLoops[b] != nil {
			fmt.Fprintf(w, "  loop of b%d: compare and swap, one lane at a time%v\n", b, s.Pieces[s.CasLoops[b].Swap])
		}
	}
	for place, l := range s.ScalarLoopAt {
		if l != nil {
			fmt.Fprintf(w, "  loop of b%d: one lane at a time\n", at(place))
		}
	}
	for _, l := range s.Tails {
		how := "one lane at a time"
		if l.IsCompacting {
			how = "moved together, then " + how
		}
		fmt.Fprintf(w, "  loop of b%d: the last lanes %s\n", at(l.Loop.First), how)
	}
	for _, b := range s.Flow.Layout.Order {
		for _, v := range s.Kernel.Blocks[b].Instrs {
			if p := s.Pieces[v]; p != nil && s.CasLoopOf[b] == nil {
				fmt.Fprintf(w, "  %%%d: one lane at a time%v\n", v, p)
			}
		}
	}
	for _, b := range s.Flow.Layout.Order {
		for i := range s.SerialSteps[b] {
			s.SerialSteps[b][i].report(w, b)
		}
	}
}

// String tells what a piece takes and gives.
func (p *OneLane) String() string {
	var w strings.Builder
	for _, in := range p.Ins {
		word := "takes"
		if in.Place != nil {
			word = "accesses by"
		}
		fmt.Fprintf(&w, ", %s %%%d", word, in.Value)
	}
	for _, v := range p.Outs {
		fmt.Fprintf(&w, ", gives %%%d", v)
	}
	if p.SideBySide > 1 {
		fmt.Fprintf(&w, ", %d side by side", p.SideBySide)
	}
	if p.IsJoint {
		w.WriteString(", sub-groups together")
	}
	return w.String()
}

// report has a line for an if that is written for one sub-group at a time.
func (step *SerialStep) report(w *strings.Builder, b ir.BlockID) {
	if step.If == nil {
		return
	}
	fmt.Fprintf(w, "  if of b%d: one sub-group after the other", b)
	if k := step.Known; k != nil {
		for u, way := range k.Ways {
			fmt.Fprintf(w, ", %d %v", u, way)
		}
	}
	if k := step.Skip; k != nil {
		fmt.Fprintf(w, ", left out by %%%d", k.Y)
		if k.Way != nil {
			w.WriteString(", without masks if all lanes go on")
		}
	}
	w.WriteByte('\n')
}

// String is the way in words.
func (w KnownWay) String() string {
	return [...]string{Masked: "masked", First: "the first way", Second: "the second way", ByLane: "by lane"}[w]
}
