package amd64

import (
	"testing"

	"heddle/compiler/bundle"
	"heddle/compiler/ir"
)

// TestSameBitsShareRegisters wants no copy of a float whose bits are read as an integer, unless it is written again.
func TestSameBitsShareRegisters(t *testing.T) {
	for name, c := range map[string]struct {
		source string
		copies bool
	}{
		"written once": {"%9 = fadd f32 %8, %8", false},
		"of a loop":    {"jump b1(%8)\nb1(%9 f32):", true},
	} {
		text := withOwnWord("f32", "  "+c.source+`
  %10 = bitcast i32 %9
  %11 = lshr i32 %10, %1
  %12 = bitcast f32 %11
  %13 = fadd f32 %12, %9
  store %7, %13 in global align 4
  return`)
		for _, isa := range []ISA{AVX512, AVX2} {
			copies := selected(mustList(t, text, isa, oneRow), "movev")
			if (copies > 0) != c.copies {
				t.Errorf("%s, %v: %d copies", name, isa, copies)
			}
		}
	}
}

// TestRowsShareRegisters wants one register for what is a constant more from row to row, and one for each row for the
// rest.
func TestRowsShareRegisters(t *testing.T) {
	text := `func @k kernel () -> () {
b0:
  %1 = const i64 6
  %2 = const i64 2
  %3 = argblock ptr
  %4 = load ptr %3 in args align 8
  %5 = localid.0 i64
  %6 = localid.1 i64
  %7 = localbase ptr
  %8 = shl i64 %6, %1
  %9 = ptradd ptr %7, %8
  %10 = load f32 %9 in local align 4
  %11 = globalsize.0 i64
  %12 = mul i64 %6, %11
  %13 = add i64 %12, %5
  %14 = shl i64 %13, %2
  %15 = ptradd ptr %4, %14
  store %15, %10 in global align 4
  return
}`
	l := mustList(t, text, AVX512, Version{Shape: bundle.Columns, Count: 4, SmallIDs: true, FullBundles: true})
	want := map[ir.ValueID]string{6: "uniform, step 1 between sub-groups", 9: "uniform, step 64 between sub-groups",
		12: "uniform, per sub-group", 15: "affine, step 4, per sub-group"}
	for _, f := range l.Forms {
		if how, ok := want[f.Value]; ok && f.How != how {
			t.Errorf("%s: %s, want %s", ir.PrintInstr(l.IR, f.Value), f.How, how)
		}
	}
	if len(l.Forms) == 0 {
		t.Error("no forms are listed")
	}
}
