package imageops

import (
	"testing"

	"heddle/compiler/wire"
	"heddle/compiler/wire/wiretest"
)

func TestFormsAreComplete(t *testing.T) {
	wiretest.Complete(t, func(*Argument) {}, func(c *wire.Coder, a *Argument) { a.Wire(c, 100) })
}

// Arguments beyond the block of arguments, and formats that do not exist, are not read.
func TestImpossibleForms(t *testing.T) {
	a, format := Argument{Offset: 96}, Trait(1<<16-1)
	w := wire.Writer()
	a.Wire(w, 104)
	format.Wire(w, &a)
	r := wire.Reader(w.Form())
	var read Argument
	if read.Wire(r, 103); r.Err() == nil {
		t.Error("an argument beyond the block was read")
	}
	r = wire.Reader(w.Form())
	var trait Trait
	if read.Wire(r, 104); r.Err() != nil {
		t.Error(r.Err())
	}
	if trait.Wire(r, &a); r.Err() == nil {
		t.Error("a format that does not exist was read")
	}
}
