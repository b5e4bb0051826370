package object

import (
	"sync"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/wire"
)

// The binary form of code, for the binaries of programs. A test fails for a field that is missing here.

// Wire codes everything but Loaded. place gives each position its number in the form.
func (c *Code) Wire(w *wire.Coder, place func(ir.Pos) ir.Pos) {
	w.Bytes(&c.Bytes)
	wire.Number(w, &c.FrameBytes)
	wire.Number(w, &c.Width)
	wire.Number(w, &c.Count)
	wire.Below(w, &c.Shape, shapes)
	wire.Number(w, &c.Band)
	c.wirePositions(w, place)
	wire.List(w, &c.Services, func(w *wire.Coder, s *Service) { s.wire(w, place) })
	for _, list := range []*[]ir.Pos{&c.Exits, &c.Resumes} {
		wire.List(w, list, func(w *wire.Coder, p *ir.Pos) { wirePos(w, p, place) })
	}
	w.Uint64(&c.PrivateBytes)
	w.Uint64(&c.PrivateAlign)
	w.Uint64(&c.NonTemporalBytes)
	w.Float64(&c.Cycles)
	w.Bools(&c.Suspends, &c.HasBundleLoop, &c.HasLoops, &c.HasDivergentLoops, &c.HasScalarLoops, &c.HasTails,
		&c.CompactsLanes, &c.IsLatencyBound, &c.HasContendedAtomics, &c.SmallIDs, &c.WholeGroup)
	w.Check(len(c.Bytes) > 0 && c.FrameBytes >= 0 && c.FrameBytes <= maxFrameBytes)
	w.Check(c.Band >= 0 && c.Band <= maxBand)
	w.Check((c.Width == 8 || c.Width == 16) && c.Count > 0 && c.Count <= abi.MaxCount)
	w.Check(c.PrivateBytes <= maxFrameBytes && c.PrivateAlign <= maxFrameBytes)
}

const (
	shapes        = int(bundle.Packed) + 1
	maxFrameBytes = 1 << 40
	maxBand       = 1 << 20
)

// wirePositions codes the positions in a form of their own, which is read when it is first needed: most code never
// faults.
func (c *Code) wirePositions(w *wire.Coder, place func(ir.Pos) ir.Pos) {
	if w.IsReading() {
		c.unread = &unreadPositions{}
		w.Bytes(&c.unread.form)
		return
	}
	inner, list := wire.Writer(), c.AllPositions()
	codePositions(inner, &list, place)
	form := inner.Form()
	w.Bytes(&form)
}

// unreadPositions are positions in their form.
type unreadPositions struct {
	form []byte
	once sync.Once
	list []Position
}

func (u *unreadPositions) read() []Position {
	u.once.Do(func() {
		w := wire.Reader(u.form)
		codePositions(w, &u.list, func(p ir.Pos) ir.Pos { return p })
		if w.End() != nil {
			u.list = nil // lines that are unknown do no harm
		}
	})
	return u.list
}

// codePositions codes positions by their distances.
func codePositions(w *wire.Coder, list *[]Position, place func(ir.Pos) ir.Pos) {
	before := Position{}
	wire.List(w, list, func(w *wire.Coder, p *Position) {
		step, line := p.Offset-before.Offset, int64(place(p.Pos))-int64(before.Pos)
		wire.Number(w, &step)
		w.Signed(&line)
		before = Position{before.Offset + step, ir.Pos(int64(before.Pos) + line)}
		if w.IsReading() {
			*p = before
		}
	})
}

// wirePos codes a position. What is written stays as it is.
func wirePos(w *wire.Coder, p *ir.Pos, place func(ir.Pos) ir.Pos) {
	at := place(*p)
	wire.Number(w, &at)
	if w.IsReading() {
		*p = at
	}
}

func (s *Service) wire(w *wire.Coder, place func(ir.Pos) ir.Pos) {
	wirePos(w, &s.Pos, place)
	wire.Below(w, &s.Op, ir.OpCount)
	wire.Below(w, &s.Queue, ir.QueueFunctionCount)
	w.Text(&s.Format)
	wire.List(w, &s.Operands, func(w *wire.Coder, o *LaneOperand) { o.wire(w) })
	s.Result.wire(w)
}

func (o *LaneOperand) wire(w *wire.Coder) {
	wire.Below(w, &o.Type, int(ir.Ptr)+1)
	wire.Number(w, &o.Offset)
	wire.Number(w, &o.LaneStep)
	wire.Number(w, &o.SubGroupStep)
}

// WireVersion codes the name of a version.
func WireVersion(w *wire.Coder, v *Version) {
	wire.Below(w, &v.Shape, shapes)
	wire.Number(w, &v.Count)
	w.Bools(&v.SmallIDs, &v.FullBundles, &v.Guarded, &v.WholeGroup)
	wire.Number(w, &v.TripCount)
	w.Check(v.Count > 0 && v.Count <= abi.MaxCount)
}

// WirePlan codes a plan.
func WirePlan(w *wire.Coder, p *Plan) {
	wire.Number(w, &p.Rows)
	wire.Number(w, &p.Columns)
	wire.Number(w, &p.Packed)
	w.Bools(&p.Tiled, &p.HalfVectors, &p.HasBarriers)
	wire.Number(w, &p.MaxWholeGroup)
	w.Check(p.Rows > 0 && p.Packed > 0 && p.Columns >= 0 && p.MaxWholeGroup >= 0)
	w.Check(max(p.Rows, p.Packed, p.Columns, p.MaxWholeGroup) <= abi.MaxCount)
}

// WireArgument codes where an argument lies.
func WireArgument(w *wire.Coder, a *Argument) {
	wire.Number(w, &a.Offset)
	wire.Number(w, &a.Bytes)
	w.Check(a.Bytes == 0 || a.Bytes == 4 || a.Bytes == 8)
}

// WirePair codes two arguments.
func WirePair(w *wire.Coder, p *Pair) {
	wire.Number(w, &p.Written)
	wire.Number(w, &p.Other)
}
