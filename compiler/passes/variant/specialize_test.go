package variant

import (
	"strings"
	"testing"

	"heddle/compiler/ir"
)

// halving is a reduction in local memory; its loop ends after as many rounds as the size of a group says.
const halving = `func @halving kernel local 1024 align 4 () -> () {
b0:
  %1 = const i32 0
  %2 = const i32 1
  %3 = const i64 2
  %4 = localid.0 i64
  %5 = trunc i32 %4
  %6 = localsize.0 i64
  %7 = trunc i32 %6
  %8 = lshr i32 %7, %2
  %9 = localbase ptr
  jump b1(%8)
b1(%10 i32):
  %11 = icmp.ugt i1 %10, %1
  branch %11, b2, b5
b2:
  %12 = icmp.ult i1 %5, %10
  branch %12, b3, b4
b3:
  %13 = add i32 %5, %10
  %14 = zext i64 %13
  %15 = shl i64 %14, %3
  %16 = ptradd ptr %9, %15
  %17 = load i32 %16 in local align 4
  %18 = shl i64 %4, %3
  %19 = ptradd ptr %9, %18
  store %19, %17 in local align 4
  jump b4
b4:
  barrier.local scope workgroup
  %20 = lshr i32 %10, %2
  jump b1(%20)
b5:
  return
}
`

func TestSpecialize(t *testing.T) {
	m := ir.MustParse(halving)
	f := m.Funcs[0]
	before := ir.PrintFunc(f)
	sized := func(n uint64) Known {
		return func(in *ir.Instr) (uint64, bool) { return n, in.Op == ir.OpLocalSize }
	}
	c := Specialize(m, f, sized(32))
	if c == nil {
		t.Fatal("not specialised")
	}
	if err := ir.VerifyFunc(m, c); err != nil {
		t.Fatal(err)
	}
	text := ir.PrintFunc(c)
	if ir.NewCFG(c).HasLoop() || strings.Count(text, "barrier") != 5 || strings.Count(text, "icmp") != 5 ||
		strings.Contains(text, "localsize") {
		t.Errorf("five rounds should be straight code:\n%s", text)
	}
	if after := ir.PrintFunc(f); after != before {
		t.Errorf("the kernel has changed:\n%s", after)
	}
	if Specialize(m, f, func(*ir.Instr) (uint64, bool) { return 0, false }) != nil {
		t.Error("specialised for nothing")
	}
	if Specialize(m, f, sized(1<<12)) == nil {
		t.Error("twelve rounds are not many")
	}
}

// A loop without a barrier, or too long, is no reason for a copy.
func TestSpecializeOnlyLoopsThatWait(t *testing.T) {
	for name, text := range map[string]string{
		"no barrier": strings.Replace(halving, "  barrier.local scope workgroup\n", "", 1),
		"long":       strings.Replace(halving, "  %20 = lshr i32 %10, %2\n", "  %20 = sub i32 %10, %2\n", 1),
	} {
		m := ir.MustParse(text)
		if c := Specialize(m, m.Funcs[0], func(in *ir.Instr) (uint64, bool) {
			return 512,
				in.Op == ir.OpLocalSize
		}); c != nil {
			t.Errorf("%s:\n%s", name, ir.PrintFunc(c))
		}
	}
}
