package native

import (
	"math/bits"

	"heddle/cbridge/hostmem"
	"heddle/compiler/amd64/abi"
	"heddle/compiler/ir"
	"heddle/exec/launch"
)

// Where work-items stood when a launch was stopped. Machine code says by its return code which of its exits it took;
// bundles that are suspended have the number of the suspension in their frames.

// gone is resume of the frame of a bundle that has ended.
const gone = ^uint64(0)

// place is where the bundle stood that was stopped, and where the others of its group. exit is the number of the exit,
// 0 if the code was stopped between bundles.
func (w *Worker) place(exit uint32) launch.Place {
	r, c := w.run, w.context()
	c.faultLanes = 0
	p := launch.Place{Group: interchangedSize(r.Place(w.loop.Next), r.choice.interchanged)}
	if w.loop.IsInside == 0 {
		p.First = c.origin
		return p
	}
	p.First = interchangedSize(w.culprit(c), r.choice.interchanged)
	exits := w.running().code.Exits
	if exit > 0 && int(exit) <= len(exits) {
		p.SourceLine = r.Line(exits[exit-1])
	}
	if w.loop.Suspends != 0 {
		w.standSuspended(&p, exit > 0)
	} else {
		p.Add(launch.NotBegun, ir.SourceLine{}, w.notBegun())
	}
	return p
}

// standSuspended adds the bundles of a group that suspends to a place. isOne: the place is that of the bundle under
// way.
func (w *Worker) standSuspended(p *launch.Place, isOne bool) {
	for b := range w.loop.Bundles {
		f := hostmem.At[frame](uint64(w.frames.Address) + b*w.loop.FrameStep)
		if f.resume == gone || isOne && b == w.loop.Bundle {
			continue
		}
		where, line := w.suspendedAt(f)
		items := uint64(0)
		for _, mask := range f.masks[:w.loop.Count] {
			items += uint64(bits.OnesCount16(mask))
		}
		p.Add(where, line, items)
	}
}

// suspendedAt is where a bundle waits.
func (w *Worker) suspendedAt(f *frame) (launch.Standing, ir.SourceLine) {
	resumes := w.running().code.Resumes
	switch {
	case f.resume == 0:
		return launch.NotBegun, ir.SourceLine{}
	case f.resume > uint64(len(resumes)):
		return launch.InLoop, ir.SourceLine{}
	}
	line := w.run.Line(resumes[f.resume-1])
	if w.loop.Suspends == abi.SuspendsAndYields && f.runs != 0 { // else it waits at a barrier
		return launch.InLoop, line
	}
	return launch.AtBarrier, line
}

// notBegun is the number of work-items of a group without barriers that come after the bundles under way.
func (w *Worker) notBegun() uint64 {
	size, at := w.context().size, w.loop.Position
	begun := at[0]
	switch abi.Shape(w.loop.Shape) {
	case abi.Rows:
		begun += (at[2]*size[1] + at[1]) * size[0]
	case abi.Columns:
		begun = at[0]*min(uint64(w.loop.Count), size[1]-min(at[1], size[1])) + (at[2]*size[1]+at[1])*size[0]
	}
	all := size[0] * size[1] * size[2]
	return all - min(begun, all)
}
