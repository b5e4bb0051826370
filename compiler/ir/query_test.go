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

func TestAddressQueries(t *testing.T) {
	f := MustParse(`func @f kernel () -> () {
b0:
  %args = argblock ptr
  %eight = const i64 8
  %less = const i64 -4
  %place = ptradd ptr %args, %eight
  %n = load i32 %place in args align 8
  %wide = sext i64 %n
  %p = load ptr %args in args align 8
  %row = ptradd ptr %p, %wide
  %next = ptradd ptr %row, %eight
  %back = ptradd ptr %next, %less
  %x = load i32 %back in global align 4
  %small = const i8 -3
  %shift = shl i64 %wide, %less
  %times = mul i8 %small, %small
  %free = mul i32 %x, %n
  jump b1(%back)
b1(%q ptr):
  %q1 = ptradd ptr %q, %eight
  %c = icmp.slt i1 %n, %x
  branch %c, b1(%q1), b2
b2:
  return
}
`).Funcs[0]
	const place, n, row, back, load, small, shift, times, free, q, q1 = 4, 5, 8, 10, 11, 12, 13, 14, 15, 17, 18
	if base, offset := f.BaseOffset(back); base != row || offset != 4 {
		t.Errorf("%%%d and %d", base, offset)
	}
	if base, offset := f.BaseOffset(row); base != row || offset != 0 {
		t.Errorf("a row is %%%d and %d", base, offset)
	}
	if at, ok := f.ArgumentOffset(f.Instr(n)); !ok || at != 8 {
		t.Errorf("n is at %d, %v", at, ok)
	}
	if _, ok := f.ArgumentOffset(f.Instr(load)); ok {
		t.Error("a load from a buffer is of an argument")
	}
	if c, ok := f.SignedConst(small); !ok || c != -3 {
		t.Errorf("-3 is %d, %v", c, ok)
	}
	if _, ok := f.SignedConst(n); ok {
		t.Error("a load is a constant")
	}
	for v, want := range map[ValueID]int64{shift: 1 << 60, times: -3} {
		if c, ok := f.ConstFactor(f.Instr(v)); !ok || c != want {
			t.Errorf("the factor of %%%d is %d, %v", v, c, ok)
		}
	}
	if _, ok := f.ConstFactor(f.Instr(free)); ok {
		t.Error("a product of two loads has a constant factor")
	}
	got := map[BlockID]ValueID{}
	for from, v := range NewCFG(f).Incoming(f, q) {
		got[from] = v
	}
	if len(got) != 2 || got[0] != back || got[1] != q1 {
		t.Errorf("incoming values %v", got)
	}
	for range NewCFG(f).Incoming(f, q) {
		break
	}
}

// TestIncomingTwice has two edges from one block to another, each of which counts once.
func TestIncomingTwice(t *testing.T) {
	f := MustParse(`func @f (i1) -> () {
b0:
  %c = arg i1 #0
  %x = const i32 1
  %y = const i32 2
  branch %c, b1(%x), b1(%y)
b1(%p i32):
  return
}
`).Funcs[0]
	sum, edges := uint64(0), 0
	for _, v := range NewCFG(f).Incoming(f, f.Blocks[1].Params[0]) {
		sum, edges = sum+f.Instr(v).Imm, edges+1
	}
	if sum != 3 || edges != 2 {
		t.Errorf("%d edges with the sum %d", edges, sum)
	}
}
