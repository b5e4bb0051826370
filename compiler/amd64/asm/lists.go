package asm

import "sync"

// Most steps from selection to machine code write the instructions anew. Lists of instructions are reused, since the
// system fills in fresh memory page by page.

// lists are the unused ones. The garbage collector empties the pool.
var lists sync.Pool

// leastKept is the least capacity, in instructions, of lists that are kept. Chosen by hand.
const leastKept = 128

// NewInsts is an empty list with room for about n instructions.
func NewInsts(n int) []Inst {
	if kept, ok := lists.Get().(*[]Inst); ok && cap(*kept) >= n {
		return (*kept)[:0]
	}
	return make([]Inst, 0, n)
}

// Replace gives a function other instructions. Its present list is reused and must not be read any more.
func (f *Func) Replace(insts []Inst) {
	f.Drop()
	f.Insts = insts
}

// Drop takes the instructions from a function. Its list is reused and must not be read any more.
func (f *Func) Drop() {
	if old := f.Insts; cap(old) >= leastKept {
		lists.Put(&old)
	}
	f.Insts = nil
}
