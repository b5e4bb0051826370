package asm

import "sync"

// Most steps from selection to code write the instructions anew. So that each need not have memory of its own, which the
// system fills in page by page, the lists that nobody needs any more are used again.

// lists are those that nobody uses. The collector empties it.
var lists sync.Pool

// leastKept is the capacity below which lists are not worth keeping.
const leastKept = 128

// NewInsts is an empty list with room for about n instructions.
func NewInsts(n int) []Inst {
	if kept, ok := lists.Get().(*[]Inst); ok && cap(*kept) >= n {
		return (*kept)[:0]
	}
	return make([]Inst, 0, n)
}

// Replace gives a function other instructions, in another list than those it has, which are lost: nobody may look at
// them any more.
func (f *Func) Replace(insts []Inst) {
	f.Drop()
	f.Insts = insts
}

// Drop takes a function its instructions. Nobody may look at them any more.
func (f *Func) Drop() {
	if old := f.Insts; cap(old) >= leastKept {
		lists.Put(&old)
	}
	f.Insts = nil
}
