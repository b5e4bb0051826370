package amd64

import (
	"testing"

	"heddle/compiler/ir"
	"heddle/compiler/uniform"
	"heddle/compiler/vectorize/flow"
)

// A loop that lanes leave at different times, and all that are left at a counter's end: that end is a jump, also though
// lanes that left before wait for theirs on the way.
func TestUniformEndOfDivergentLoopIsAJump(t *testing.T) {
	m := ir.MustParse(`func @k kernel () -> () {
b0:
  %id = globalid.0 i64
  %zero = const i32 0
  %one = const i32 1
  %eight = const i32 8
  %args = argblock ptr
  %to = load ptr %args in args align 8
  %x = trunc i32 %id
  %at = ptradd ptr %to, %id
  jump b1(%zero)
b1(%i i32):
  %more = icmp.slt i1 %i, %eight
  branch %more, b2, b4
b2:
  %y = mul i32 %x, %i
  %found = icmp.eq i1 %y, %eight
  branch %found, b3, b5
b3:
  %found1 = trunc i8 %one
  store %at, %found1 in global align 1
  jump b6
b4:
  %none = trunc i8 %zero
  store %at, %none in global align 1
  jump b6
b5:
  %i1 = add i32 %i, %one
  jump b1(%i1)
b6:
  return
}`)
	f := m.Funcs[0]
	info := uniform.Analyze(f)
	flow, err := flow.NewFlow(f, ir.NewCFG(f), func(b ir.BlockID) bool { return info.DivergentBranch(b) })
	if err != nil {
		t.Fatal(err)
	}
	if flow.Diverges[1] || !flow.Diverges[2] {
		t.Errorf("branches that part the lanes: %v", flow.Diverges)
	}
}
