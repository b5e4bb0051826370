package tripcount

import (
	"encoding/binary"
	"testing"

	"heddle/compiler/ir"
)

// nest has a loop of four iterations, and in it one with as many iterations as an argument says.
const nest = `func @f kernel () -> () {
b0:
  %zero = const i32 0
  %one = const i32 1
  %four = const i32 4
  %args = argblock ptr
  %n = load i32 %args in args align 8
  jump b1(%zero)
b1(%i i32):
  %c = icmp.slt i1 %i, %four
  branch %c, b2(%zero), b4
b2(%j i32):
  %d = icmp.slt i1 %j, %n
  branch %d, b3, b5
b3:
  %j2 = add i32 %j, %one
  jump b2(%j2)
b4:
  return
b5:
  %i2 = add i32 %i, %one
  jump b1(%i2)
}
`

func TestCountedExit(t *testing.T) {
	f := ir.MustParse(nest).Funcs[0]
	loops := Of(f, ir.NewCFG(f))
	if len(loops.Loops) != 2 {
		t.Fatalf("%d loops", len(loops.Loops))
	}
	for l, want := range []int{4, -1} {
		shape := loops.Measure(l)
		if shape.Exits != 1 || len(shape.Leave) != 1 || shape.HasBarrier {
			t.Errorf("loop %d has the shape %+v", l, shape)
		}
		exit, ok := loops.CountedExit(&shape, 100)
		isRight := exit.Iterations == want && exit.Block == loops.Loops[l].Header && exit.Stays == 0
		if ok != (want >= 0) || ok && !isRight {
			t.Errorf("loop %d: exit %+v, %v", l, exit, ok)
		}
	}
	shape := loops.Measure(0)
	if _, ok := loops.CountedExit(&shape, 4); ok {
		t.Error("a trip count that is not below the limit")
	}
	if v := loops.Counter.Begins(f.Blocks[loops.Counter.Header()].Params[0]); f.Instr(v).Op != ir.OpConst {
		t.Error("the counter begins with no constant")
	}
}

func TestWorkOfImages(t *testing.T) {
	work, ok := Work(ir.MustParse(`func @k kernel () -> () {
b0:
  %one = const i32 1
  %args = argblock ptr
  %image = load ptr %args in args align 8
  %r = imageread.1d i32 %image, %one in constant
  %g = result i32 #1 %r
  imagewrite.1d %image, %one, %r, %g, %g, %g
  return
}`).Funcs[0], nil, 1000)
	if !ok || work < 2*ImageWork || work > 2*ImageWork+8 {
		t.Errorf("%d, %v", work, ok)
	}
}

func TestWork(t *testing.T) {
	f := ir.MustParse(nest).Funcs[0]
	args := make([]byte, 8)
	work := func(n uint32, limit uint64) (uint64, bool) {
		binary.LittleEndian.PutUint32(args, n)
		return Work(f, args, limit)
	}
	none, ok := work(0, 1000)
	if !ok || none == 0 {
		t.Fatalf("work without inner iterations: %d, %v", none, ok)
	}
	some, _ := work(10, 1000)
	more, _ := work(20, 1000)
	if some <= none || more-some != some-none {
		t.Errorf("work does not grow with the trip count: %d, %d, %d", none, some, more)
	}
	if w, ok := work(20, more-1); ok {
		t.Errorf("work %d beyond the limit", w)
	}
	if w, ok := work(1<<20, 1<<40); ok {
		t.Errorf("work %d of more iterations than are evaluated", w)
	}
}
