package ir

import "testing"

func TestQueries(t *testing.T) {
	f := MustParse(`func @f kernel () -> () {
b0:
  %args = argblock ptr
  %p = load ptr %args in args align 8
  %x = load f32 %p in global align 4
  %c = const i1 1
  branch %c, b1, b2
b1:
  barrier.local scope workgroup
  jump b2
b2:
  store %p, %x in global align 4
  atomicstore %p, %x in global align 4 order release scope device
  return
}
`).Funcs[0]
	for b, want := range []bool{false, true, false} {
		if got := f.HasBarrierIn([]BlockID{BlockID(b)}); got != want {
			t.Errorf("block %d has a barrier: %v", b, got)
		}
	}
	if !f.HasBarrier() || !f.HasBarrierIn([]BlockID{0, 1}) || f.HasBarrierIn(nil) {
		t.Error("the function has a barrier")
	}
	f.Blocks[1].Instrs = f.Blocks[1].Instrs[1:]
	if f.HasBarrier() {
		t.Error("the barrier is gone")
	}
	for b := range f.Blocks {
		for _, v := range f.Blocks[b].Instrs {
			switch in := f.Instr(v); in.Op {
			case OpLoad:
				if got := f.AccessType(in); got != in.Type {
					t.Errorf("a load of %v moves %v", in.Type, got)
				}
			case OpStore, OpAtomicStore:
				if got := f.AccessType(in); got != F32 {
					t.Errorf("%v moves %v", in.Op, got)
				}
			}
		}
	}
}
