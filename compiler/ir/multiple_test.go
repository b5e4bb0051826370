package ir

import "testing"

func TestIsMultiple(t *testing.T) {
	f := MustParse(`
func @k kernel () -> () {
b0:
  %1 = globalid.0 i64
  %2 = const i64 3
  %3 = shl i64 %1, %2
  %4 = const i64 12
  %5 = add i64 %3, %4
  %6 = mul i64 %1, %4
  %7 = trunc i8 %1
  %8 = const i8 0x8
  %9 = shl i8 %7, %8
  %10 = sext i64 %9
  %11 = trunc i32 %3
  %12 = sub i64 %5, %1
  return
}`).Funcs[0]
	for _, test := range []struct {
		value ValueID
		size  uint64
		want  bool
	}{
		{1, 1, true}, {1, 2, false}, {3, 8, true}, {3, 16, false}, {4, 4, true}, {4, 8, false}, {5, 4, true},
		{5, 8, false}, {6, 4, true}, {6, 8, false},
		{10, 2, false}, // a shift of a byte by 8 is none
		{11, 2, false}, {12, 4, false},
	} {
		if got := f.IsMultiple(test.value, test.size); got != test.want {
			t.Errorf("%%%d is a multiple of %d: %v", test.value, test.size, got)
		}
	}
}
