package lane

import "testing"

func TestName(t *testing.T) {
	if Name(OpEnter) != "enter" || Name(OpMove) != "move" {
		t.Fatal("names of the lane operations are wrong")
	}
}
