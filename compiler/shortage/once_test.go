package shortage

import "testing"

// TestOnce: a call that ends for want of memory is made again, and one that returns is the last.
func TestOnce(t *testing.T) {
	var once Once
	calls := 0
	for i := range 4 {
		err := Of(func() error {
			once.Do(func() {
				if calls++; calls < 3 {
					panic(Error{})
				}
			})
			return nil
		})
		if (err == nil) != (i >= 2) {
			t.Errorf("call %d: %v", i, err)
		}
	}
	if calls != 3 {
		t.Errorf("%d calls", calls)
	}
}
