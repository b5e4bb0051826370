package prepare

import (
	"testing"

	"heddle/compiler/ir"
)

// Loops with two and three entries; one of the entries is the function's.
func TestMakeReducible(t *testing.T) {
	for name, text := range map[string]string{
		"two entries": `func @k kernel () -> () {
b0:
  %id = globalid.0 i64
  %one = const i64 1
  %odd = icmp.eq i1 %id, %one
  branch %odd, b1(%id), b2(%id)
b1(%x i64):
  %x1 = add i64 %x, %one
  %d1 = icmp.eq i1 %x1, %one
  branch %d1, b3, b2(%x1)
b2(%y i64):
  %y1 = lshr i64 %y, %one
  %d2 = icmp.ult i1 %y1, %id
  branch %d2, b3, b1(%y1)
b3:
  return
}`,
		"three entries and a loop inside": `func @k kernel () -> () {
b0:
  %id = globalid.0 i64
  %one = const i64 1
  %odd = icmp.eq i1 %id, %one
  switch %id, b1, 1: b2, 2: b3(%id)
b1:
  branch %odd, b1, b2
b2:
  branch %odd, b3(%one), b4
b3(%y i64):
  %more = icmp.ult i1 %y, %id
  branch %more, b1, b2
b4:
  return
}`,
		"reducible": `func @k kernel () -> () {
b0:
  %id = globalid.0 i64
  %one = const i64 1
  jump b1(%id)
b1(%x i64):
  %x1 = sub i64 %x, %one
  %more = icmp.ugt i1 %x1, %one
  branch %more, b1(%x1), b2
b2:
  return
}`,
	} {
		m, err := ir.Parse(text)
		if err != nil {
			t.Fatal(name, err)
		}
		blocks := len(splitEdges(m.Funcs[0]).Blocks)
		f, isSplit := Function(m.Funcs[0])
		if err := ir.VerifyFunc(m, f); err != nil {
			t.Errorf("%s: %v\n%s", name, err, ir.PrintFunc(f))
		}
		if headers := severalEntries(f); headers != nil {
			t.Errorf("%s: entries %v\n%s", name, headers, ir.PrintFunc(f))
		}
		if isReducible := name == "reducible"; isReducible != (len(f.Blocks) == blocks) || isReducible != isSplit {
			t.Errorf("%s: %d blocks became %d, only split: %v", name, blocks, len(f.Blocks), isSplit)
		}
	}
}

// TestEnterApart has a loop that contains the function's entry.
func TestEnterApart(t *testing.T) {
	m, err := ir.Parse(`func @k kernel () -> () {
b0:
  %id = globalid.0 i64
  %one = const i64 1
  %odd = icmp.eq i1 %id, %one
  branch %odd, b1, b2
b1:
  branch %odd, b2, b0
b2:
  branch %odd, b1, b3
b3:
  return
}`)
	if err != nil {
		t.Fatal(err)
	}
	f := splitEdges(m.Funcs[0])
	enterApart(f)
	makeReducible(f)
	if err := ir.VerifyFunc(m, f); err != nil {
		t.Errorf("%v\n%s", err, ir.PrintFunc(f))
	}
	if len(f.Blocks[0].Instrs) < 1 || f.Terminator(0).Op != ir.OpJump || severalEntries(f) != nil {
		t.Errorf("\n%s", ir.PrintFunc(f))
	}
}
