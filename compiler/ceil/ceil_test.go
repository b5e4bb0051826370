package ceil

import "testing"

func TestCeil(t *testing.T) {
	for _, test := range []struct{ n, d, quotient, multiple uint64 }{
		{0, 1, 0, 0}, {0, 8, 0, 0}, {1, 8, 1, 8}, {7, 8, 1, 8}, {8, 8, 1, 8}, {9, 8, 2, 16}, {10, 3, 4, 12},
		{5, 1, 5, 5}, {1<<63 - 7, 8, 1 << 60, 1 << 63},
	} {
		if got := Div(test.n, test.d); got != test.quotient {
			t.Errorf("%d by %d is %d, not %d", test.n, test.d, got, test.quotient)
		}
		if got := Multiple(test.n, test.d); got != test.multiple {
			t.Errorf("%d up to a multiple of %d is %d, not %d", test.n, test.d, got, test.multiple)
		}
	}
	if got := Multiple(5, 4); got != 8 {
		t.Errorf("for int: %d", got)
	}
}
