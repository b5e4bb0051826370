package object

import (
	"sync/atomic"
	"testing"

	"heddle/compiler/ir"
	"heddle/compiler/wire"
	"heddle/compiler/wire/wiretest"
)

func TestFormsAreComplete(t *testing.T) {
	same := func(p ir.Pos) ir.Pos { return p }
	wiretest.Complete(t, func(c *Code) { c.Width, c.Loaded = 8, atomic.Value{} }, func(w *wire.Coder, c *Code) {
		c.Wire(w, same)
		if c.unread != nil {
			c.Positions, c.unread = c.unread.read(), nil
		}
	})
	wiretest.Complete(t, func(*Version) {}, WireVersion)
	wiretest.Complete(t, func(*Plan) {}, WirePlan)
	wiretest.Complete(t, func(a *Argument) { a.Bytes = 4 }, WireArgument)
	wiretest.Complete(t, func(*Pair) {}, WirePair)
}

// Positions are written by the numbers that they get.
func TestPositionsAreRenumbered(t *testing.T) {
	c := Code{Bytes: []byte{1}, Width: 8, Count: 1, Positions: []Position{{0, 900}, {7, 30}, {9, 900}},
		Services: []Service{{Pos: 30}}, Exits: []ir.Pos{900, 30}, Resumes: []ir.Pos{60}}
	w := wire.Writer()
	c.Wire(w, func(p ir.Pos) ir.Pos { return p / 30 })
	if c.Positions[0].Pos != 900 || c.Services[0].Pos != 30 {
		t.Error("the code was changed")
	}
	var got Code
	r := wire.Reader(w.Form())
	got.Wire(r, func(p ir.Pos) ir.Pos { return p })
	if r.End() != nil || len(got.AllPositions()) != 3 {
		t.Fatal(r.Err())
	}
	if got.PosAt(8) != 1 || got.PosAt(9) != 30 || got.PosAt(0) != 30 || got.Services[0].Pos != 1 ||
		got.Exits[0] != 30 || got.Exits[1] != 1 || got.Resumes[0] != 2 {
		t.Errorf("%v, %v", got.AllPositions(), got.Services)
	}
}

// Broken positions are unknown ones.
func TestBrokenPositions(t *testing.T) {
	c := Code{unread: &unreadPositions{form: []byte{1}}}
	if len(c.AllPositions()) != 0 || c.PosAt(0) != 0 {
		t.Error("positions of nothing")
	}
}

// Code that cannot be is not read.
func TestImpossibleCode(t *testing.T) {
	same := func(p ir.Pos) ir.Pos { return p }
	for name, change := range map[string]func(c *Code){
		"no bytes":    func(c *Code) { c.Bytes = nil },
		"width":       func(c *Code) { c.Width = 9 },
		"count":       func(c *Code) { c.Count = 0 },
		"large count": func(c *Code) { c.Count = 1 << 20 },
		"frame":       func(c *Code) { c.FrameBytes = -1 },
		"private":     func(c *Code) { c.PrivateBytes = 1 << 60 },
		"type":        func(c *Code) { c.Services = []Service{{Operands: []LaneOperand{{Type: 200}}}} },
	} {
		c := Code{Bytes: []byte{1}, Width: 16, Count: 2}
		change(&c)
		w := wire.Writer()
		c.Wire(w, same)
		var got Code
		r := wire.Reader(w.Form())
		if got.Wire(r, same); r.End() == nil {
			t.Errorf("%s: read", name)
		}
	}
}
