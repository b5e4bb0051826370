package ir

import "testing"

// Bounds of the results of a function, in comments behind them.
func TestUpperBound(t *testing.T) {
	m, err := Parse(readFile(t, "testdata/bounds.ir"))
	if err != nil {
		t.Fatal(err)
	}
	want := map[ValueID]uint64{}
	f := m.Funcs[0]
	for i, v := range f.Terminator(0).Args {
		want[v] = []uint64{
			7, 4095, 16, 127, 1<<32 - 1, 255, 14, 254, 15, 1<<32 - 1, 100, 6, 1<<32 - 1, 3, 255, 36, 1<<32 - 1,
		}[i]
	}
	for v, n := range want {
		if got := f.UpperBound(v); got != n {
			t.Errorf("%%%d: %d; want %d", v, got, n)
		}
	}
}
