package ir

import "testing"

const compactSource = `func @k kernel () -> () {
b0:
  %args = argblock ptr
  %p = load ptr %args in args align 8
  %n = load i32 %p in global align 4
  %gone = add i32 %n, %n
  %zero = const i32 0
  %one = const i32 1
  jump b1(%zero, %n)
b1(%i i32, %s i32):
  %t = add i32 %s, %i
  %i2 = add i32 %i, %one
  %more = icmp.slt i1 %i2, %n
  branch %more, b1(%i2, %t), b3
b2:
  jump b3
b3:
  store %p, %t in global align 4
  return
}`

// drop removes the unused value from its block.
func drop(f *Func) {
	list := f.Blocks[0].Instrs
	f.Blocks[0].Instrs = append(list[:3:3], list[4:]...)
}

// TestRoomCompactsAsFuncDoes compacts functions in memory that is used again and again, two alternately.
func TestRoomCompactsAsFuncDoes(t *testing.T) {
	want := MustParse(compactSource).Funcs[0]
	drop(want)
	want.Compact(NewCFG(want).Order)
	var room Room
	var left []*Func
	for range 3 {
		f := MustParse(compactSource).Funcs[0]
		drop(f)
		for range 4 { // the numbers do not change after the first time
			room.Compact(f, NewCFG(f).Order)
			if got := PrintFunc(f); got != PrintFunc(want) {
				t.Fatalf("compacted:\n%s\nnot\n%s", got, PrintFunc(want))
			}
		}
		room.Leave(f)
		left = append(left, f)
	}
	other := MustParse(compactSource).Funcs[0]
	room.Compact(other, NewCFG(other).Order)
	for i := range other.Instrs { // their memory is not the room's
		clear(other.Instrs[i].Args)
	}
	for _, f := range left {
		if got := PrintFunc(f); got != PrintFunc(want) {
			t.Errorf("after it has left the room:\n%s\nnot\n%s", got, PrintFunc(want))
		}
		if cap(f.Instrs) != len(f.Instrs) || cap(f.Blocks) != len(f.Blocks) {
			t.Errorf("%d instructions in room for %d, %d blocks for %d", len(f.Instrs), cap(f.Instrs), len(f.Blocks),
				cap(f.Blocks))
		}
	}
}
