package native

import (
	"fmt"
	"os"
	"testing"

	"heddle/compiler/amd64/object"
)

func TestPerfMapIsWherePerfLooks(t *testing.T) {
	p, err := OpenPerfMap()
	if err != nil {
		t.Fatal(err)
	}
	name := fmt.Sprintf("/tmp/perf-%d.map", os.Getpid())
	defer os.Remove(name)
	p.add(0x7f0000001000, 0x40, "k", object.Version{Count: 2})
	text, err := os.ReadFile(name)
	if err != nil || string(text) != "7f0000001000 40 k/rows2\n" {
		t.Errorf("%q, %v", text, err)
	}
}
